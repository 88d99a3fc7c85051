import type { Campaign } from '@goldpan/contract/campaigns'
import { expect, test } from 'vitest'
import { sentText } from './sent-text.ts'

test('what is left once all first messages were sent is said in a sentence', () => {
  const said = (
    counts: Partial<Campaign['follow_ups']>,
    day?: string,
    status: Campaign['status'] = 'active',
  ) => {
    const due = day ? [{ day, position: 1, step_id: 's1', people: 1 }] : []
    const none = { steps: 1, waiting: 0, queued: 0, held: 0, stopped: 0, finished: 0 }
    return sentText({ status, follow_ups: { ...none, ...counts } }, due).replace(
      'All first emails were sent. ',
      '',
    )
  }
  expect(said({ steps: 0, finished: 2 })).toBe('Everyone has been sent to.')
  expect(said({ finished: 2, stopped: 1 })).toBe(
    'Everyone has been sent to. 2 of 3 people got every follow-up.',
  )
  expect(said({ waiting: 1 }, '2099-12-03')).toBe(
    '1 follow-up is waiting and will be sent on 3 December 2099.',
  )
  expect(said({ waiting: 1, queued: 1 }, '2020-12-03')).toBe(
    '2 follow-ups are waiting; the next will be sent soon.',
  )
  expect(said({ waiting: 2 })).toBe('2 follow-ups are waiting.')
  expect(said({ held: 2 })).toBe('2 follow-ups are on hold.')
  expect(said({ held: 1 }, undefined, 'paused')).toBe('1 follow-up is on hold while the campaign is paused.')
})
