import { expect, test } from 'vitest'
import { draftOf, readDraft } from './pace-draft.ts'

const answer = {
  pace: {
    ...{ daily_cap: null, gap_from_seconds: 60, gap_to_seconds: 180, window_days: [1, 2] },
    ...{ window_from: '00:00', window_to: '24:00', time_zone: 'UTC', has_ramp: true },
  },
  ...{ is_default: true, is_free: false },
}

test('a pace that is shown and saved again stays as it was, but defaults take the zone of the browser', () => {
  const draft = draftOf(answer, 'Europe/Berlin')
  expect(readDraft(draft)).toEqual({ pace: { ...answer.pace, time_zone: 'Europe/Berlin' } })
  expect(draftOf({ ...answer, is_default: false }, 'Europe/Berlin').time_zone).toBe('UTC')
})

test('what is wrong with a pace is said at its field', () => {
  const draft = { ...draftOf(answer, 'UTC'), gap_to_seconds: '30', window_days: [], daily_cap: '0' }
  expect(readDraft(draft)).toMatchObject({
    errors: { daily_cap: 'Please enter at least 1', window_days: 'Please choose at least one day' },
  })
  expect(readDraft({ ...draftOf(answer, 'UTC'), gap_to_seconds: '30' })).toEqual({
    errors: { gap_to_seconds: 'The longest gap must not be shorter than the shortest' },
  })
})
