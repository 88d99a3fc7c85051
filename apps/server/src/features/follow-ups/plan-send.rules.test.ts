import type { Pace } from '@goldpan/contract/sending-care'
import { expect, test } from 'vitest'
import { sharedLine } from '../sending/campaign-mailboxes.ts'
import { CAREFUL_PACE, NO_PACE, type Sent } from '../sending/pace.rules.ts'
import { type Line, type SendToPlan, takeTurns } from '../sending/rotation.rules.ts'
import { planSend } from './plan-send.rules.ts'

const berlin: Pace = { ...CAREFUL_PACE, time_zone: 'Europe/Berlin', has_ramp: false }
const nothing: Sent = { today: 0, domainToday: 0, domainDaysBefore: 0, next_at: null }
const at = (text: string) => new Date(text)
const anybody = (count: number) => Array.from({ length: count }, () => ({ bound: null, isFollowed: true }))

/** The days of a send from the return address. */
function planDays(pace: Pace, sent: Sent, now: Date, messages: number) {
  const lines = [sharedLine(pace, sent, now)]
  const send = { pace, now, lines, today: sent.today, people: anybody(messages) }
  return planSend({ ...send, steps: [], isFollowUpsFirst: true }).days[0]!
}

test('the plan spreads a campaign over the days as sending will', () => {
  const off: Pace = { ...berlin, days_off: ['2026-03-03', '2026-03-04', '2026-03-09'], daily_cap: 10 }
  const days = planDays(off, nothing, at('2026-03-03T10:00:00Z'), 35)
  expect(days.map(({ day, messages }) => [day, messages])).toEqual([
    ['2026-03-05', 10],
    ['2026-03-06', 10],
    ['2026-03-10', 10],
    ['2026-03-11', 5],
  ])
  const plan = planDays(
    { ...berlin, daily_cap: 100 },
    { ...nothing, today: 30 },
    at('2026-03-05T10:00:00Z'),
    250,
  )
  expect(plan.map(({ day, messages }) => [day, messages])).toEqual([
    ['2026-03-05', 70],
    ['2026-03-06', 100],
    ['2026-03-09', 80],
  ])
  expect(plan[0]!.from.toISOString()).toBe('2026-03-05T10:00:00.000Z')
  const ramped = planDays({ ...NO_PACE, has_ramp: true }, nothing, at('2026-03-05T10:00:00Z'), 60)
  expect(ramped.map(({ messages }) => messages)).toEqual([20, 24, 16])
  // Two minutes apart on average: 240 in eight hours.
  const slow = planDays({ ...berlin, daily_cap: null }, nothing, at('2026-03-02T08:00:00Z'), 300)
  expect(slow.map(({ messages }) => messages)).toEqual([240, 60])
  expect(planDays(NO_PACE, nothing, at('2026-03-02T08:00:00Z'), 0)).toEqual([])
})

