import { expect, test } from 'vitest'
import {
  buildAutoReply,
  buildComplaint,
  buildDsn,
  buildMessage,
  buildReply,
  classify,
} from '../src/campaign-mail.ts'
import { sampleMessage } from './sample-message.ts'

const { raw: original } = await buildMessage(sampleMessage())
const date = new Date('2026-05-04T11:00:00Z')
const bo = { name: 'Bo Lind', address: 'bo@bakery.example' }

test('a sample bounce is a bounce of the original, hard or soft as requested', async () => {
  const dsn = (status: string, diagnostic: string, action?: 'failed' | 'delayed' | 'delivered') =>
    buildDsn({
      original,
      date,
      recipient: bo.address,
      reporting_mta: 'mx.bakery.example',
      status,
      diagnostic,
      action,
      envelope_id: 'token',
    })
  const hard = await classify(await dsn('5.1.1', '550 5.1.1 No such user'))
  expect(hard).toMatchObject({ kind: 'bounce', delayed: false, original_envelope_id: 'token' })
  expect(hard.recipients).toEqual([
    { address: bo.address, class: 'hard', status: '5.1.1', action: 'failed', reason: 'user-unknown' },
  ])
  expect(hard.message_ids).toEqual(['v1.token@mail.sender.example'])
  const soft = await classify(await dsn('5.2.2', '552 5.2.2 Mailbox full'))
  expect(soft.recipients[0]).toMatchObject({ class: 'soft', reason: 'mailbox-full' })
  expect(await classify(await dsn('4.4.1', '421 timed out', 'delayed'))).toMatchObject({
    kind: 'bounce',
    delayed: true,
  })
  expect((await classify(await dsn('2.0.0', '250 ok', 'delivered'))).kind).toBe('delivered')
})

test('a sample reply quotes the original, refers to it and shows only its own text', async () => {
  const raw = await buildReply({ original, date, from: bo, text: 'Yes, on Sundays too.' })
  expect(raw.toString()).toContain('> Hello Bo,')
  const reply = await classify(raw)
  expect(reply).toMatchObject({ kind: 'reply', reply_text: 'Yes, on Sundays too.', from: bo })
  expect(reply.subject).toBe('Re: A question about your bakery – ovens')
  expect(reply.message_ids[0]).toBe('v1.token@mail.sender.example')
})

test('a sample automatic reply is recognised as one', async () => {
  const raw = await buildAutoReply({ original, date, from: bo, text: 'I am away.' })
  expect(await classify(raw)).toMatchObject({
    kind: 'auto-reply',
    message_ids: ['v1.token@mail.sender.example'],
  })
})

test('a sample complaint names the recipient and the message', async () => {
  const reporter = { name: 'Feedback', address: 'fbl@provider.example' }
  const complaint = await classify(await buildComplaint({ original, date, recipient: bo.address, reporter }))
  expect(complaint.kind).toBe('complaint')
  expect(complaint.recipients[0]).toMatchObject({ address: bo.address, action: 'abuse' })
  expect(complaint.message_ids).toContain('v1.token@mail.sender.example')
})
