import { countRecipients, type EmailStatus } from '@goldpan/contract/campaigns'
import { expect, test } from 'vitest'
import { countResendable, findSendObstacle } from './can-send.ts'

const campaign = (waiting: number, ...statuses: EmailStatus[]) => ({
  waiting,
  rendering: null,
  counts: countRecipients(statuses.map((email_status) => ({ email_status, delivery: null, count: 1 }))),
})

test('nothing is sent while one prospect has no email, or an old one', () => {
  expect(findSendObstacle(campaign(0, 'generated', 'pending'), false)).toContain('1 email still')
  expect(findSendObstacle(campaign(2, 'generated', 'generated'), false)).toContain('2 emails still')
})

test('nothing is sent without prospects, while sending, or when nobody is left', () => {
  expect(findSendObstacle(campaign(0), false)).toBe('Add prospects first.')
  expect(findSendObstacle(campaign(0, 'generated'), true)).toBe('The campaign is being sent.')
  expect(findSendObstacle(campaign(0, 'responded', 'unsubscribed'), false)).toContain('nobody left')
})

test('written campaigns can be sent, and sent ones sent again', () => {
  expect(findSendObstacle(campaign(0, 'generated', 'sent'), false)).toBeNull()
  expect(findSendObstacle(campaign(0, 'sent'), false)).toBeNull()
  expect(countResendable(campaign(0, 'sent', 'opened', 'responded', 'failed', 'bounced'))).toBe(3)
})
