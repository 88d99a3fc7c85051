import type { Pace } from '@goldpan/contract/sending-care'
import { expect, test } from 'vitest'
import {
  allow,
  CAREFUL_PACE,
  defaultPace,
  NO_PACE,
  openAt,
  paceWords,
  rampCap,
  type Sent,
} from './pace.rules.ts'
import { momentOf } from './zoned-time.ts'

const berlin: Pace = { ...CAREFUL_PACE, time_zone: 'Europe/Berlin', has_ramp: false }
const nothing: Sent = { today: 0, domainToday: 0, domainDaysBefore: 0, next_at: null }
const at = (text: string) => new Date(text)

test('a time of day is found in its zone, also where the clocks change (F10)', () => {
  expect(momentOf('2026-03-02', '09:00', 'Europe/Berlin').toISOString()).toBe('2026-03-02T08:00:00.000Z')
  expect(momentOf('2026-07-02', '09:00', 'Europe/Berlin').toISOString()).toBe('2026-07-02T07:00:00.000Z')
  // Skipped on the last Sunday of March, and repeated on the last Sunday of October.
  expect(momentOf('2026-03-29', '02:30', 'Europe/Berlin').toISOString()).toBe('2026-03-29T01:00:00.000Z')
  expect(momentOf('2026-10-25', '02:30', 'Europe/Berlin').toISOString()).toBe('2026-10-25T00:30:00.000Z')
  expect(momentOf('2026-11-30', '24:00', 'America/New_York').toISOString()).toBe('2026-12-01T05:00:00.000Z')
})

test('outside of the window nothing leaves, and it opens on the next working day', () => {
  // Early Monday, midday, Monday evening, Friday evening.
  const opens = [
    '2026-03-02T05:00:00Z',
    '2026-03-02T10:00:00Z',
    '2026-03-02T18:00:00Z',
    '2026-03-06T18:00:00Z',
  ]
  expect(opens.map((text) => openAt(berlin, at(text)).toISOString())).toEqual([
    '2026-03-02T08:00:00.000Z',
    '2026-03-02T10:00:00.000Z',
    '2026-03-03T08:00:00.000Z',
    '2026-03-09T08:00:00.000Z',
  ])
})

test.each([
  ['spring', '2026-03-27T18:00:00Z', '2026-03-30T07:00:00.000Z'],
  ['autumn', '2026-10-23T18:00:00Z', '2026-10-26T08:00:00.000Z'],
])('the window opens at the same time of day after the clocks change in %s', (_season, from, opens) => {
  expect(openAt(berlin, at(from)).toISOString()).toBe(opens)
})

test('a clock that jumps an hour ahead or back never opens a closed window (F10)', () => {
  for (let hour = 0; hour < 24 * 14; hour++) {
    const now = new Date(Date.UTC(2026, 2, 20, hour, 30))
    const { count, hold } = allow({ ...berlin, gap_to_seconds: 0, gap_from_seconds: 0 }, nothing, now, 5)
    const wall = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Berlin',
      weekday: 'short',
      hour: '2-digit',
      hourCycle: 'h23' as const,
    }).format(now)
    const isOpen =
      !/Sat|Sun/.test(wall) && Number(/\d+/.exec(wall)?.[0]) >= 9 && Number(/\d+/.exec(wall)?.[0]) < 17
    expect([wall, count > 0, hold === null]).toEqual([wall, isOpen, isOpen])
  }
})

test('on a day off the window stays closed, and the sentences say so', () => {
  const pace: Pace = { ...berlin, days_off: ['2026-03-03', '2026-03-04', '2026-03-09'] }
  expect(openAt(pace, at('2026-03-02T18:00:00Z')).toISOString()).toBe('2026-03-05T08:00:00.000Z')
  expect(allow(pace, nothing, at('2026-03-04T10:00:00Z'), 5).hold).toEqual({
    reason:
      'Waiting for the sending window, Monday to Friday, 09:00 to 17:00 (Europe/Berlin), except on days off',
    until: at('2026-03-05T08:00:00Z'),
    isDaily: false,
  })
  // Evening of the 3rd in Berlin, the 4th in Auckland: the day off is that of the zone.
  const always: Pace = { ...NO_PACE, days_off: ['2026-03-04'] }
  const evening = at('2026-03-03T20:00:00Z')
  expect(openAt({ ...always, time_zone: 'Europe/Berlin' }, evening)).toEqual(evening)
  expect(openAt({ ...always, time_zone: 'Pacific/Auckland' }, evening)).toEqual(at('2026-03-04T11:00:00Z'))
  expect(paceWords(always, nothing)).toEqual([
    'Messages leave on Monday to Sunday, 00:00 to 24:00 (UTC), except on days off.',
  ])
})

test('the window opens again after 60 days off, and not where the clocks skip it', () => {
  const mondays = Array.from({ length: 60 }, (_, n) =>
    new Date(Date.UTC(2026, 2, 2 + 7 * n)).toISOString().slice(0, 10),
  )
  const weekly: Pace = { ...berlin, window_days: [1], days_off: mondays }
  expect(openAt(weekly, at('2026-03-01T08:00:00Z')).toISOString()).toBe('2027-04-26T07:00:00.000Z')
  const skipped: Pace = { ...berlin, window_days: [7], window_from: '02:00', window_to: '03:00' }
  expect(openAt(skipped, at('2026-03-28T08:00:00Z')).toISOString()).toBe('2026-04-05T00:00:00.000Z')
})

test('the daily limit, the ramp and the gap hold back what is too much, each with its reason', () => {
  const noon = at('2026-03-02T12:00:00Z')
  const held = (pace: Pace, sent: Partial<Sent>) => allow(pace, { ...nothing, ...sent }, noon, 50)
  expect(held({ ...NO_PACE, daily_cap: 10 }, { today: 4 })).toMatchObject({ count: 6, hold: null })
  expect(held({ ...NO_PACE, daily_cap: 10 }, { today: 10 }).hold).toMatchObject({
    reason: 'Waiting for tomorrow: the daily limit of 10 is reached',
    until: at('2026-03-03T00:00:00Z'),
    isDaily: true,
  })
  expect(held({ ...NO_PACE, has_ramp: true }, { domainToday: 5 }).count).toBe(15)
  expect(held({ ...NO_PACE, has_ramp: true }, { domainToday: 20 }).hold?.reason).toContain(
    'few messages, 20 today',
  )
  expect(held(berlin, { next_at: '2026-03-02T12:01:00Z' }).hold).toMatchObject({
    reason: 'Waiting for its turn: messages leave 60 to 180 seconds apart',
    isDaily: false,
  })
  expect(held(berlin, {}).count).toBe(1)
  expect(held(NO_PACE, {}).count).toBe(50)
})

test('a new sending domain may send a fifth more on every day, until it is known', () => {
  expect([0, 1, 2, 10, 29].map(rampCap)).toEqual([20, 24, 28, 123, 3956])
  expect(rampCap(30)).toBeNull()
})

test('the default pace is careful where mail really leaves', () => {
  expect(defaultPace('auto', true)('shared')).toEqual(NO_PACE)
  expect(defaultPace('auto', true)('mailbox')).toEqual(CAREFUL_PACE)
  expect(defaultPace('auto', false)('shared')).toEqual(CAREFUL_PACE)
  expect(defaultPace('careful', true)('shared')).toEqual(CAREFUL_PACE)
  expect(defaultPace('free', false)('mailbox')).toEqual(NO_PACE)
})
