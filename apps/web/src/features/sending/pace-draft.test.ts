import { expect, test } from 'vitest'
import { typedPace, typedPaceOf } from './pace-draft.ts'

const answer = {
  pace: {
    daily_cap: null,
    gap_from_seconds: 60,
    gap_to_seconds: 180,
    window_days: [1, 2],
    window_from: '00:00',
    window_to: '24:00',
    time_zone: 'UTC',
    has_ramp: true,
    days_off: ['2026-12-25'],
  },
  is_default: true,
  is_free: false,
}

const errorsOf = (change: object) =>
  typedPace
    .safeParse({ ...typedPaceOf(answer, 'UTC'), ...change })
    .error?.issues.map(({ path, message }) => [path[0], message])

test('a pace that is shown and saved again is unchanged, but defaults take the zone of the browser', () => {
  const typed = typedPaceOf(answer, 'Europe/Berlin')
  expect(typedPace.parse(typed)).toEqual({ ...answer.pace, time_zone: 'Europe/Berlin' })
  expect(typedPaceOf({ ...answer, is_default: false }, 'Europe/Berlin').time_zone).toBe('UTC')
})

test('a day off that was picked but not added is saved with the others, in order and once', () => {
  const typed = { ...typedPaceOf(answer, 'UTC'), day_to_add: '2026-12-24' }
  expect(typedPace.parse(typed).days_off).toEqual(['2026-12-24', '2026-12-25'])
  expect(typedPace.parse({ ...typed, day_to_add: '2026-12-25' }).days_off).toEqual(['2026-12-25'])
})

test('each error of a pace is at its field', () => {
  expect(errorsOf({ window_days: [], daily_cap: '0' })).toEqual([
    ['daily_cap', 'Please enter at least 1'],
    ['window_days', 'Please choose at least one day'],
  ])
  expect(errorsOf({ gap_to_seconds: '30' })).toEqual([
    ['gap_to_seconds', 'The longest gap must not be shorter than the shortest'],
  ])
})
