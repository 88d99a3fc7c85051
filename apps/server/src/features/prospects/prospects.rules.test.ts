import { statusColours, statusLabel } from '@goldpan/contract/prospects'
import { expect, test } from 'vitest'
import { followStatus } from './prospects.rules.ts'

test("a prospect's status follows the campaign but never over converted or rejected (PROS-35)", () => {
  expect(followStatus('new', 'email_generated')).toBe('email_generated')
  expect(followStatus('email_generated', 'email_sent')).toBe('email_sent')
  expect(followStatus('responded', 'email_sent')).toBe('responded')
  for (const decided of ['converted', 'rejected'] as const)
    for (const event of ['email_generated', 'email_sent'] as const)
      expect(followStatus(decided, event)).toBe(decided)
})

test('a status is shown with a capital and without underscores (PROS-13)', () => {
  expect(statusLabel('email_generated')).toBe('Email generated')
})

test('each status has its colour (PROS-14)', () => {
  expect(statusColours).toEqual({
    new: 'blue',
    contacted: 'yellow',
    responded: 'green',
    converted: 'purple',
    rejected: 'red',
    email_generated: 'indigo',
    email_sent: 'teal',
  })
})
