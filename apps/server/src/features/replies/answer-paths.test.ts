import { buildAutoReply, buildDsn, buildReply } from '@goldpan/campaign-mail/samples'
import { expect, test } from 'vitest'
import { createConversations } from '../../../test/answered-conversation.ts'
import { startTestApp } from '../../../test/harness.ts'

const testApp = await startTestApp()
const { alice, app, mail, drain, clock, query } = testApp
const { begin, answer, release, arrived } = createConversations(testApp)

/** A conversation with an answer that has left, and mail to its return path. */
async function beginAnswered() {
  const begun = await begin(alice)
  await answer(alice, begun.conversation, 'It costs 90 EUR.')
  await release()
  const { raw, envelope } = arrived(begun.email).at(-1)!
  const original = Buffer.concat([Buffer.from(`Return-Path: <${envelope.from}>\r\n`), raw])
  const sample = { original, from: { name: 'Rita Reader', address: begun.email } }
  async function deliver(build: (date: Date) => Promise<Buffer>) {
    clock.advance(60_000)
    const before = mail.accepted.length
    await app.features.replies.receive({
      raw: await build(clock.now()),
      envelope: { from: begun.email, to: [envelope.from] },
    })
    await drain()
    return mail.accepted.slice(before).map(({ envelope: { to } }) => to)
  }
  return { ...begun, sample, deliver }
}
const readState = async (id: string) =>
  (await query('select state, unread, received, label from conversations where id = $1', [id]))[0]

test('a reply to the return path of an answer opens its conversation and is forwarded (INBOX-05, INBOX-42)', async () => {
  const { conversation, sample, deliver } = await beginAnswered()
  const forwards = await deliver((date) =>
    buildReply({ ...sample, date, text: 'And how long does it take?' }),
  )
  expect(forwards).toEqual([alice.email])
  expect(await readState(conversation)).toEqual({
    state: 'open',
    unread: true,
    received: 2,
    label: 'question',
  })
})

test('a stop to the return path of an answer suppresses (INBOX-20)', async () => {
  const { conversation, email, sample, deliver } = await beginAnswered()
  await deliver((date) => buildReply({ ...sample, date, text: 'Please remove me from your list.' }))
  expect(await readState(conversation)).toMatchObject({ state: 'done', unread: false, label: 'stop' })
  const { findSuppressed } = app.features.suppressions
  expect(await findSuppressed(app.database.db, alice.id, [email])).toHaveLength(1)
})

test('a note to the return path of an answer is in the conversation and opens nothing (INBOX-05)', async () => {
  const { conversation, email, sample, deliver } = await beginAnswered()
  await query("update conversations set state = 'done', unread = false where id = $1", [conversation])
  await deliver((date) => buildAutoReply({ ...sample, date, text: 'I am on holiday until 9 March 2026.' }))
  expect(await readState(conversation)).toMatchObject({ state: 'done', unread: false, received: 2 })
  const rows = await query(
    `select recipient_id is not null as is_matched, is_proven from inbound_messages
     where from_email = $1 and kind = 'auto-reply'`,
    [email],
  )
  expect(rows).toEqual([{ is_matched: true, is_proven: true }])
})

test('a report to the return path of an answer fails the answer, and no message before it', async () => {
  const { conversation, email, sample, deliver } = await beginAnswered()
  const forwards = await deliver((date) =>
    buildDsn({
      ...sample,
      date,
      recipient: email,
      reporting_mta: 'mx.shop.example',
      status: '5.1.1',
      diagnostic: '550 5.1.1 No such user',
    }),
  )
  expect(forwards).toEqual([])
  expect(await query('select state from answers where to_email = $1', [email])).toEqual([{ state: 'failed' }])
  expect(await query('select state from recipients where email = $1', [email])).toEqual([{ state: 'sent' }])
  expect(await readState(conversation)).toMatchObject({ received: 1 })
  const { findSuppressed } = app.features.suppressions
  expect(await findSuppressed(app.database.db, alice.id, [email])).toHaveLength(0)
})
