import { buildDsn, buildReply } from '@goldpan/campaign-mail/samples'
import { replyRoutes } from '@goldpan/contract/replies'
import PostalMime from 'postal-mime'
import { beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { addMailbox } from '../../../test/own-mailbox.ts'
import { startSend, writeCampaign } from '../../../test/written-campaign.ts'
import type { HandOverResult, OutgoingMail } from '../../providers/mail/port.ts'
import { createFakeMailboxReading, unreachable } from '../../providers/mailbox-reading/fake.ts'
import { inboundJob } from '../replies/replies.ts'
import { mailboxReadingJob } from './mailbox-reading.ts'

const ACCEPTED: HandOverResult = { outcome: 'accepted', code: 250, answer: '250 OK' }
const UNCONFIRMED: HandOverResult = { outcome: 'unconfirmed', code: null, answer: 'The connection broke' }

const reading = createFakeMailboxReading()
/** Messages sent through own mailboxes. */
const left: OutgoingMail[] = []
let result = ACCEPTED
const testApp = await startTestApp({
  environment: { SENDING_PACE: 'free' },
  ports: {
    mailboxReading: reading,
    mailboxes: {
      testSending: async () => null,
      async handOver(_access, mail, options) {
        await options?.beforeBody?.()
        left.push(mail)
        return result
      },
      close: async () => undefined,
    },
  },
})
const { alice, app, drain, clock, query } = testApp
const { db } = app.database

const MINUTE_MS = 60_000
let count = 0
let address = ''
let mailboxId = ''
beforeEach(async () => {
  await query("update mailboxes set state = 'off'")
  count += 1
  address = `pat${count}@own.example`
  mailboxId = await addMailbox(testApp, { owner: alice.id, address, keep_copy: true })
  left.length = 0
  result = ACCEPTED
})

const world = () => reading.at(address)

/** The next look of the mailbox. */
async function look(afterMs = 2 * MINUTE_MS) {
  clock.advance(afterMs)
  await app.ports.jobs.enqueue(db, mailboxReadingJob, {}, { key: 'look' })
  await drain()
}

const idOf = async (raw: Buffer) => (await PostalMime.parse(raw)).messageId!.slice(1, -1)
const received = (raw: Buffer | string) =>
  Buffer.concat([Buffer.from(`Return-Path: <${address}>\r\n`), Buffer.from(raw)])

/** An answer to a person who replied to a message from the mailbox. */
async function answerSomebody() {
  count += 1
  const email = `reader${count}@shop.example`
  const campaign = await writeCampaign(alice, [email])
  await startSend(alice, campaign.id)
  const outcome = result
  result = ACCEPTED
  await drain()
  clock.advance(MINUTE_MS)
  const from = { name: 'Rita Reader', address: email }
  const sample = { original: received(left.at(-1)!.raw), date: clock.now(), from }
  world().deliver(await buildReply({ ...sample, text: 'What does it cost?' }), 'inbox', clock.now())
  await look()
  const params = { id: campaign.prospects[0]! }
  const readConversation = async () => (await alice.call(replyRoutes.get, { params })).answer
  const body = { text: 'It costs 90 EUR.', press_id: crypto.randomUUID() }
  result = outcome
  await alice.call(replyRoutes.answer, { params: { id: (await readConversation()).answers_to! }, body })
  // Until then it can be taken back.
  clock.advance(11_000)
  await drain()
  const { raw } = left.at(-1)!
  return {
    email,
    sample,
    raw,
    id: await idOf(raw),
    readConversation,
    readState: async () =>
      (await readConversation()).messages.findLast(({ kind }) => kind === 'answer')?.state,
  }
}

const countDue = async () =>
  (await query('select from answers where mailbox_id = $1 and sent_copy_at is not null', [mailboxId])).length

test('a copy of an answer is put into Sent once, and its failure harms nothing (MBOX-25, MBOX-42)', async () => {
  const answer = await answerSomebody()
  const copies = () => world().sent.filter((raw) => raw.includes(answer.id))
  world().beforeAppend = () => {
    throw unreachable()
  }
  await look()
  expect(copies()).toEqual([])
  expect(await answer.readState()).toBe('sent')
  world().beforeAppend = () => undefined
  await look(20 * MINUTE_MS)
  await look(20 * MINUTE_MS)
  expect(copies()).toEqual([answer.raw])
  expect(await countDue()).toBe(0)
})

test('a copy of an answer that the provider keeps by itself is left alone (MBOX-25, MBOX-42)', async () => {
  const answer = await answerSomebody()
  world().sent.push(answer.raw)
  await look()
  expect(world().sent.filter((raw) => raw.includes(answer.id))).toHaveLength(1)
  expect(await countDue()).toBe(0)
})

test('a mailbox without copies keeps none of an answer (MBOX-25, MBOX-42)', async () => {
  await query('update mailboxes set keep_copy = false where id = $1', [mailboxId])
  await answerSomebody()
  await look()
  expect(world().sent).toEqual([])
  expect(await countDue()).toBe(0)
})

test('an unconfirmed answer is looked for in Sent for an hour; found, it counts as sent (MBOX-24, MBOX-42)', async () => {
  result = UNCONFIRMED
  const [found, lost] = [await answerSomebody(), await answerSomebody()]
  await look()
  expect(await found.readState()).toBe('unconfirmed')
  world().sent.push(found.raw)
  await look()
  expect(await found.readState()).toBe('sent')
  expect(left.filter(({ raw }) => raw.equals(found.raw))).toHaveLength(1)
  for (let n = 0; n < 40; n++) await look()
  expect(await lost.readState()).toBe('unconfirmed')
  expect(await countDue()).toBe(0)
})

test('an answer of a process that was killed while it sent is looked for in Sent (MBOX-24, MBOX-42)', async () => {
  result = UNCONFIRMED
  const answer = await answerSomebody()
  const killed = "state = 'transmitting', worker_id = 'killed', finished_at = null, sent_copy_at = null"
  await query(`update answers set ${killed} where mailbox_id = $1`, [mailboxId])
  clock.advance(MINUTE_MS)
  await app.ports.jobs.enqueue(db, inboundJob, {}, { key: 'inbound-mail' })
  await drain()
  expect(await answer.readState()).toBe('unconfirmed')
  world().sent.push(answer.raw)
  await look()
  expect(await answer.readState()).toBe('sent')
})

test('what names the id that the provider gave to an answer belongs to it (MBOX-42, MBOX-48, MBOX-49)', async () => {
  // Microsoft's is seen in Sent only, Gmail says it with the acceptance.
  const inSent = await answerSomebody()
  world().renamed.set(inSent.id, 'given@microsoft.example')
  result = { ...ACCEPTED, message_id: 'given@gmail.example' }
  const named = await answerSomebody()
  await look()
  const from = 'colleague@elsewhere.example'
  world().deliver(
    Buffer.from(
      `From: <${from}>\r\nTo: ${address}\r\nSubject: Re: x\r\nMessage-ID: <1@elsewhere.example>\r\nIn-Reply-To: <given@microsoft.example>\r\n\r\nRita passed it on.\r\n`,
    ),
    'inbox',
    clock.now(),
  )
  const renamed = named.raw.toString('latin1').replaceAll(named.id, 'given@gmail.example')
  const report = {
    ...named.sample,
    original: received(renamed),
    recipient: named.email,
    reporting_mta: 'mx.own.example',
    status: '5.1.1',
    diagnostic: '550 5.1.1 No such user',
  }
  world().deliver(await buildDsn(report), 'inbox', clock.now())
  await look()
  expect((await inSent.readConversation()).messages).toContainEqual(
    expect.objectContaining({ kind: 'reply', text: 'Rita passed it on.' }),
  )
  expect(await named.readState()).toBe('failed')
})
