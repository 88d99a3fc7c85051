import type { Pace } from '@goldpan/contract/sending-care'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CAREFUL_PACE, NO_PACE, openAt } from '../sending/pace.rules.ts'
import { dayOf, momentOf, nextDay, weekdayOf } from '../sending/zoned-time.ts'
import { awayHoldUntil, dueAt, type HoldSpan, openingOnOrAfter } from './due.rules.ts'

const berlin: Pace = { ...CAREFUL_PACE, time_zone: 'Europe/Berlin' }
const at = (text: string) => new Date(text)
const due = (change: Partial<Parameters<typeof dueAt>[0]>) =>
  dueAt({
    // A Thursday.
    handedOverAt: at('2026-11-26T10:00:00Z'),
    wait_days: 3,
    wait_in: 'working_days',
    pace: berlin,
    ...change,
  }).toISOString()

test('working days skip weekends and days off (FOLLOW-08)', () => {
  expect(due({})).toBe('2026-12-01T08:00:00.000Z')
  expect(due({ pace: { ...berlin, days_off: ['2026-11-30', '2026-12-01'] } })).toBe(
    '2026-12-03T08:00:00.000Z',
  )
  expect(due({ handedOverAt: at('2026-12-23T10:00:00Z'), wait_days: 1 })).toBe('2026-12-24T08:00:00.000Z')
})

test('days count calendar days and move to a working day (FOLLOW-09)', () => {
  expect(due({ wait_in: 'days', wait_days: 1 })).toBe('2026-11-27T08:00:00.000Z')
  // Two days later is a Saturday, and the Monday after it a day off.
  expect(due({ wait_in: 'days', wait_days: 2 })).toBe('2026-11-30T08:00:00.000Z')
  expect(due({ wait_in: 'days', wait_days: 2, pace: { ...berlin, days_off: ['2026-11-30'] } })).toBe(
    '2026-12-01T08:00:00.000Z',
  )
})

test('the day of the hand-over is that of the zone, at any time of it', () => {
  const lateInBerlin = at('2026-11-26T23:30:00Z')
  expect(due({ handedOverAt: lateInBerlin, wait_days: 1 })).toBe('2026-11-30T08:00:00.000Z')
  expect(due({ handedOverAt: at('2026-11-25T23:00:00Z') })).toBe(due({}))
  expect(due({ handedOverAt: at('2026-11-26T22:59:59Z') })).toBe(due({}))
})

test.each([
  ['spring', '2026-03-27T10:00:00Z', '2026-03-30T07:00:00.000Z'],
  ['autumn', '2026-10-23T10:00:00Z', '2026-10-26T08:00:00.000Z'],
])(
  'a wait across the change of the clocks in %s ends at the same time of day (FOLLOW-10)',
  (_s, from, then) => {
    expect(due({ handedOverAt: at(from), wait_days: 1 })).toBe(then)
  },
)

test('a window that the change of the clocks skips is no opening (FOLLOW-10)', () => {
  const pace: Pace = { ...berlin, window_days: [7], window_from: '02:00', window_to: '03:00' }
  const saturday = at('2026-03-28T10:00:00Z')
  expect(due({ handedOverAt: saturday, wait_days: 1, pace })).toBe('2026-04-05T00:00:00.000Z')
  expect(openAt(pace, saturday).toISOString()).toBe('2026-04-05T00:00:00.000Z')
})

test.each([
  ['Europe/Berlin', '2026-03-28', '02:00', '2026-03-30T00:00:00.000Z'],
  ['America/New_York', '2026-03-07', '02:00', '2026-03-09T06:00:00.000Z'],
  // Half an hour is left of it.
  ['Australia/Lord_Howe', '2026-10-03', '02:00', '2026-10-03T15:30:00.000Z'],
  ['Africa/Casablanca', '2026-03-21', '02:00', '2026-03-23T01:00:00.000Z'],
])(
  'in %s a window of the skipped hour after %s opens on the next day that has one (FOLLOW-10)',
  (time_zone, day, window_from, then) => {
    const pace: Pace = { ...NO_PACE, time_zone, window_from, window_to: '03:00' }
    expect(
      due({ handedOverAt: momentOf(day, '12:00', time_zone), wait_days: 1, wait_in: 'days', pace }),
    ).toBe(then)
  },
)

test('a hold does not spend the wait: days that open in it are not counted (FOLLOW-29)', () => {
  // Friday counts; the hold lasts until the opening of Wednesday, which counts again.
  const hold = { from: at('2026-11-27T12:00:00Z'), until: at('2026-12-02T08:00:00Z') }
  expect(due({ holds: [hold] })).toBe('2026-12-03T08:00:00.000Z')
  expect(due({ holds: [hold], wait_days: 1 })).toBe('2026-11-27T08:00:00.000Z')
  expect(due({ holds: [{ ...hold, from: at('2026-11-27T08:00:00Z') }], wait_days: 1 })).toBe(
    '2026-12-02T08:00:00.000Z',
  )
  // A calendar day that counts, moved to a working day inside a hold, moves on.
  const week = { from: at('2026-11-28T12:00:00Z'), until: at('2026-12-04T08:00:00Z') }
  expect(due({ holds: [week], wait_in: 'days', wait_days: 2 })).toBe('2026-12-04T08:00:00.000Z')
  // Before the hand-over, or over within a day.
  expect(due({ holds: [{ from: at('2026-11-01T00:00:00Z'), until: at('2026-11-20T08:00:00Z') }] })).toBe(
    due({}),
  )
  expect(due({ holds: [{ from: at('2026-11-27T09:00:00Z'), until: at('2026-11-27T15:00:00Z') }] })).toBe(
    due({}),
  )
})

test('a hold ends at the opening of a working day', () => {
  expect(openingOnOrAfter(berlin, '2026-12-09').toISOString()).toBe('2026-12-09T08:00:00.000Z')
  expect(openingOnOrAfter(berlin, '2026-12-12').toISOString()).toBe('2026-12-14T08:00:00.000Z')
  const received = at('2026-12-07T15:00:00Z')
  expect(awayHoldUntil(berlin, received, '2026-12-11').toISOString()).toBe('2026-12-14T08:00:00.000Z')
  expect(awayHoldUntil(berlin, received, '2026-12-09').toISOString()).toBe('2026-12-10T08:00:00.000Z')
  expect(awayHoldUntil(berlin, received, null).toISOString()).toBe('2026-12-14T08:00:00.000Z')
})

const DAY_MS = 86_400_000
/** Changes of the clocks at 01:00 UTC, at 02:00, by half an hour, in the south, for Ramadan, at midnight, and none. */
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Asia/Kolkata',
  'UTC',
]

/** Changes of the clocks of 2026 in those zones. */
const changes = [
  '2026-03-29T01:00Z',
  '2026-10-25T01:00Z',
  '2026-03-08T07:00Z',
  '2026-11-01T06:00Z',
  '2026-04-04T15:00Z',
  '2026-10-03T15:30Z',
  '2026-04-04T14:00Z',
  '2026-09-26T14:00Z',
  '2026-02-15T02:00Z',
  '2026-03-22T02:00Z',
  '2026-04-23T22:00Z',
  '2026-10-29T21:00Z',
].map((text) => Date.parse(text))

const moments = fc
  .oneof(
    fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 11, 31) }),
    fc
      .tuple(fc.constantFrom(...changes), fc.integer({ min: -3 * DAY_MS, max: DAY_MS }))
      .map(([change, ms]) => change + ms),
  )
  .map((ms) => new Date(ms))
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

const paces: fc.Arbitrary<Pace> = fc
  .record({
    time_zone: fc.constantFrom(...zones),
    window_days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
    /** Minutes; an hour at least. */
    from: fc.oneof(fc.integer({ min: 0, max: 23 * 60 }), fc.constantFrom(0, 60, 90, 120, 150, 180)),
    length: fc.oneof(fc.constant(60), fc.integer({ min: 60, max: 1440 })),
    days_off: fc
      .oneof(
        fc.array(fc.integer({ min: 0, max: 800 }), { maxLength: 60 }),
        // In a row: a week or two months without a working day.
        fc
          .tuple(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 7, max: 60 }))
          .map(([from, days]) => Array.from({ length: days }, (_, n) => from + n)),
      )
      .map((all) => all.map((n) => dayOf(new Date(Date.UTC(2026, 0, 1) + n * DAY_MS), 'UTC'))),
  })
  .map(({ from, length, ...rest }) => ({
    ...CAREFUL_PACE,
    ...rest,
    window_from: clock(from),
    window_to: clock(Math.min(1440, from + length)),
  }))

/** Read independently of the product. */
const timeOf = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    moment,
  )

const holdSpans = fc.array(
  fc
    .record({ from: moments, days: fc.integer({ min: 0, max: 180 }) })
    .map(({ from, days }): HoldSpan => ({ from, until: new Date(from.getTime() + days * DAY_MS) })),
  { maxLength: 4 },
)

const waits = fc.record({
  handedOverAt: moments,
  wait_days: fc.integer({ min: 1, max: 60 }),
  wait_in: fc.constantFrom('working_days' as const, 'days' as const),
  pace: paces,
  holds: holdSpans,
})

test('a due follow-up is at an opening, on a working day, in no hold (FOLLOW-08, FOLLOW-10, FOLLOW-29)', () => {
  fc.assert(
    fc.property(waits, (wait) => {
      const { pace, holds } = wait
      const moment = dueAt(wait)
      const day = dayOf(moment, pace.time_zone)
      expect(openAt(pace, moment)).toEqual(moment)
      // Between two open days without a break, the moment before is open too.
      if (pace.window_from !== '00:00' || pace.window_to !== '24:00')
        expect(openAt(pace, new Date(moment.getTime() - 1))).toEqual(moment)
      expect(moment).toEqual(momentOf(day, pace.window_from, pace.time_zone))
      const time = timeOf(moment, pace.time_zone)
      expect(pace.window_from <= time && time < pace.window_to, `${time} is in the window`).toBe(true)
      expect(pace.window_days).toContain(weekdayOf(day))
      expect(pace.days_off).not.toContain(day)
      expect(holds.filter(({ from, until }) => from <= moment && moment < until)).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('a follow-up is never due before its wait is over, counted day by day (FOLLOW-08, FOLLOW-09, FOLLOW-29)', () => {
  fc.assert(
    fc.property(waits, (wait) => {
      const { pace, holds } = wait
      const last = dayOf(dueAt(wait), pace.time_zone)
      let counted = 0
      for (let day = nextDay(dayOf(wait.handedOverAt, pace.time_zone)); day <= last; day = nextDay(day)) {
        const opening = momentOf(day, pace.window_from, pace.time_zone)
        if (holds.some(({ from, until }) => from <= opening && opening < until)) continue
        const isWorking = pace.window_days.includes(weekdayOf(day)) && !pace.days_off.includes(day)
        if (isWorking || wait.wait_in === 'days') counted += 1
      }
      expect(counted).toBeGreaterThanOrEqual(wait.wait_days)
    }),
    { numRuns: 300 },
  )
})

test('a later hand-over, a longer wait or one more hold never makes a follow-up due earlier', () => {
  fc.assert(
    fc.property(waits, moments, fc.integer({ min: 1, max: 60 }), holdSpans, (wait, other, days, more) => {
      const { handedOverAt, wait_days, holds } = wait
      const base = dueAt(wait)
      const later = new Date(Math.max(handedOverAt.getTime(), other.getTime()))
      expect(dueAt({ ...wait, handedOverAt: later }) >= base).toBe(true)
      expect(dueAt({ ...wait, wait_days: Math.max(wait_days, days) }) >= base).toBe(true)
      expect(dueAt({ ...wait, holds: [...holds, ...more] }) >= base).toBe(true)
    }),
    { numRuns: 200 },
  )
})

test('the longest wait under a window of one hour a week, 60 days off and holds of 180 days ends', () => {
  const mondays = Array.from({ length: 60 }, (_, n) =>
    dayOf(new Date(Date.UTC(2026, 10, 30) + n * 7 * DAY_MS), 'UTC'),
  )
  const pace: Pace = { ...berlin, window_days: [1], window_to: '10:00', days_off: mondays }
  const hold = (from: string): HoldSpan => ({
    from: at(from),
    until: new Date(at(from).getTime() + 180 * DAY_MS),
  })
  const holds = [hold('2026-11-26T11:00:00Z'), hold('2028-02-01T11:00:00Z'), hold('2028-08-01T11:00:00Z')]
  // 60 Mondays off until January 2028, then 3 that count around the second hold, and 57 after the third.
  expect(due({ pace, wait_days: 60, holds })).toBe('2030-02-25T08:00:00.000Z')
})
