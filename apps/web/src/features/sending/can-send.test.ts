import { expect, test } from 'vitest'
import { findSendObstacle } from './can-send.ts'

const none = {
  total: 0,
  pending: 0,
  generated: 0,
  sent: 0,
  emails: 0,
  unconfirmed: 0,
  delivered: 0,
  opened: 0,
}
const counts = { ...none, clicked: 0, responded: 0, unsubscribed: 0, failed: 0, bounced: 0 }
const noFollowUps = { steps: 0, waiting: 0, queued: 0, held: 0, stopped: 0, finished: 0 }
const rest = { waiting: 0, resendable: 0, rendering: null, follow_ups: noFollowUps }
const campaign = { ...rest, counts: { ...counts, total: 2 } }

test('nothing is sent while one prospect has no email, or an old one', () => {
  const written = { ...campaign, counts: { ...campaign.counts, pending: 1, generated: 1 } }
  expect(findSendObstacle(written, false)).toContain('1 email still')
  expect(findSendObstacle({ ...campaign, waiting: 2 }, false)).toContain('2 emails still')
})

test('nothing is sent without prospects, while sending, or when nobody is left', () => {
  expect(findSendObstacle({ ...campaign, counts }, false)).toBe('Add prospects first.')
  expect(findSendObstacle({ ...campaign, resendable: 1 }, true)).toBe('The campaign is being sent.')
  expect(findSendObstacle(campaign, false)).toContain('nobody left')
  const inSequence = { ...campaign, follow_ups: { ...noFollowUps, waiting: 2 } }
  expect(findSendObstacle(inSequence, false)).toBe('Follow-ups are sent automatically.')
})

test('written campaigns can be sent, and sent ones sent again', () => {
  const written = { ...campaign, counts: { ...campaign.counts, generated: 1 } }
  expect(findSendObstacle(written, false)).toBeNull()
  expect(findSendObstacle({ ...campaign, resendable: 1 }, false)).toBeNull()
})
