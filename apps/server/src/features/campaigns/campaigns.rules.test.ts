import { campaignStatuses, type EmailStatus, emailStatuses } from '@goldpan/contract/campaigns'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  canChooseStatus,
  moveStatus,
  nameRecipient,
  type StatusEvent,
  sendableStatuses,
} from './campaigns.rules.ts'

test('a campaign is draft, active, paused, completed or archived (CAMP-11)', () => {
  expect(campaignStatuses).toEqual(['draft', 'active', 'paused', 'completed', 'archived'])
})

test('a recipient is pending, generated, sent, opened, responded, unsubscribed, failed or bounced (CAMP-19)', () => {
  expect(emailStatuses).toEqual([
    'pending',
    'generated',
    'sent',
    'opened',
    'responded',
    'unsubscribed',
    'failed',
    'bounced',
  ])
})

const moves: [EmailStatus, EmailStatus, EmailStatus][] = [
  ['pending', 'generated', 'generated'],
  ['generated', 'sent', 'sent'],
  ['sent', 'opened', 'opened'],
  ['sent', 'generated', 'sent'],
  ['opened', 'sent', 'opened'],
  ['opened', 'responded', 'responded'],
  ['responded', 'opened', 'responded'],
  ['responded', 'bounced', 'responded'],
  ['responded', 'unsubscribed', 'unsubscribed'],
  ['unsubscribed', 'responded', 'unsubscribed'],
  ['bounced', 'opened', 'bounced'],
  ['bounced', 'unsubscribed', 'bounced'],
  ['sent', 'bounced', 'bounced'],
  ['sent', 'failed', 'failed'],
  ['failed', 'opened', 'failed'],
  ['failed', 'responded', 'responded'],
  ['opened', 'failed', 'opened'],
]
test.each(moves)('within a round, %s and then %s makes %s', (current, event, expected) => {
  expect(moveStatus({ status: current, round: 1 }, { status: event, round: 1 })).toBe(expected)
})

test('a new round starts where the last one was sent, opened or failed, and an old one tells nothing new', () => {
  for (const status of ['sent', 'opened', 'failed'] as const) {
    expect(moveStatus({ status, round: 1 }, { status: 'sent', round: 2 })).toBe('sent')
    expect(moveStatus({ status: 'sent', round: 2 }, { status, round: 1 })).toBe('sent')
  }
  expect(moveStatus({ status: 'sent', round: 2 }, { status: 'bounced', round: 1 })).toBe('bounced')
})

const statuses = fc.constantFrom(...emailStatuses)
const event = fc.record({ status: statuses, round: fc.integer({ min: 1, max: 3 }) })
const fold = (events: StatusEvent[]): StatusEvent =>
  events.reduce(
    (current, next) => ({
      status: moveStatus(current, next),
      round: Math.max(current.round, next.round),
    }),
    { status: 'pending', round: 0 } as StatusEvent,
  )

test('whatever comes in whatever order, no recipient ever moves back within a round (TRACK-02)', () => {
  const height: Record<EmailStatus, number> = {
    pending: 0,
    generated: 1,
    sent: 2,
    opened: 3,
    failed: 4,
    responded: 5,
    bounced: 6,
    unsubscribed: 7,
  }
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), event, (before, next) => {
      const current = fold(before)
      const status = moveStatus(current, next)
      if (next.round <= current.round) expect(height[status]).toBeGreaterThanOrEqual(height[current.status])
    }),
  )
})

test('an event told twice changes nothing the second time, however late', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 8 }), fc.nat(7), (events, index) => {
      const folded = fold(events)
      const repeated = events[index % Math.max(events.length, 1)]
      // A lower status of the current round, or any of an older one, is a late event.
      if (repeated) expect(fold([...events, repeated, repeated])).toEqual(fold([...events, repeated]))
      expect(fold([...events, { status: 'pending', round: folded.round }])).toEqual(folded)
    }),
  )
})

test('who unsubscribed, bounced or answered stays so through every later round', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<EmailStatus>('unsubscribed', 'bounced', 'responded'),
      fc.array(event, { maxLength: 12 }),
      (status, events) => {
        const last = events.reduce(
          (current, next) => ({
            status: moveStatus(current, next),
            round: Math.max(current.round, next.round),
          }),
          { status, round: 1 } as StatusEvent,
        )
        expect([status, status === 'responded' ? 'unsubscribed' : status]).toContain(last.status)
      },
    ),
  )
})

test('a resend reaches again who was sent to or failed, never who answered, left or bounced', () => {
  expect(sendableStatuses(false)).toEqual(['pending', 'generated'])
  for (const status of ['responded', 'unsubscribed', 'bounced'] as const)
    expect(sendableStatuses(true)).not.toContain(status)
})

test('the form sets draft, completed or archived, and may keep active or paused (CAMP-12)', () => {
  expect(campaignStatuses.filter((status) => canChooseStatus('draft', status))).toEqual([
    'draft',
    'completed',
    'archived',
  ])
  expect(canChooseStatus('active', 'active')).toBe(true)
  expect(canChooseStatus('active', 'paused')).toBe(false)
})

test('a recipient is called by name, else by business, else by address', () => {
  const row = { first_name: 'Ada', last_name: null, business_name: 'Pan & Co', email: 'a@pan.example' }
  expect(nameRecipient(row)).toBe('Ada')
  expect(nameRecipient({ ...row, first_name: null })).toBe('Pan & Co')
  expect(nameRecipient({ ...row, first_name: null, business_name: null })).toBe('a@pan.example')
})
