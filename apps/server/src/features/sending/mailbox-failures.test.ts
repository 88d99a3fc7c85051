import { randomUUID } from 'node:crypto'
import { buildReply } from '@goldpan/campaign-mail/samples'
import { ownMailboxRoutes } from '@goldpan/contract/own-mailboxes'
import { replyRoutes } from '@goldpan/contract/replies'
import PostalMime from 'postal-mime'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { PROVIDER_PASSWORD, startMailProvider } from '../../../test/mail-provider.ts'
import { createSequences } from '../../../test/sequence.ts'
import { readDeliveries, readJob, startSend, writeCampaign } from '../../../test/written-campaign.ts'
import { inboundJob } from '../replies/replies.ts'
import { NO_PACE } from './pace.rules.ts'

/** What the provider answers to the recipients of a mailbox. */
let answerTo: (user: string) => unknown = () => undefined
const provider = await startMailProvider({ beforeRecipient: (user) => answerTo(user) })
afterAll(() => provider.close())
const started = await startTestApp({ environment: { MAILBOX_ALLOW_PRIVATE: `localhost:${provider.port}` } })
const { app, clock, createCustomer, drain, query } = started
const { setPace, wake } = createSequences(started)

beforeEach(() => {
  answerTo = () => undefined
})

const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })
const MINUTE_MS = 60_000

let customers = 0
/** A campaign to one person, started from the customer's only mailbox. */
async function sendOne() {
  const who = await createCustomer(`Failing${++customers}`)
  await setPace(who, NO_PACE)
  const { answer: mailbox } = await who.call(ownMailboxRoutes.add, {
    body: {
      address: `box${customers}@failing.example`,
      password: PROVIDER_PASSWORD,
      smtp: { host: 'localhost', port: provider.port, security: 'starttls' },
      reads: 'nothing',
    },
  })
  const campaign = await writeCampaign(who, 1)
  const { answer } = await startSend(who, campaign.id)
  return { ...campaign, who, mailbox, email: campaign.emails[0]!, job: answer.job_id }
}

const takenBy = (email: string) => provider.taken.filter(({ to }) => to === email)
const deliveryOf = async (who: Customer, id: string) => (await readDeliveries(who, id))[0]!
const stateOf = async (who: Customer, id: string) =>
  (await who.call(ownMailboxRoutes.get, { params: { id } })).answer.state

async function later(minutes: number) {
  clock.advance(minutes * MINUTE_MS)
  await wake()
}

test('a state that the database refuses after acceptance doubles nothing (MBOX-24)', async () => {
  const { who, id, email, mailbox } = await sendOne()
  await query('update mailboxes set failures = 1 where id = $1', [mailbox.id])
  await query(`create function refuse_state() returns trigger language plpgsql as $$
    begin raise exception 'out of order'; end $$;
    create trigger refuse_state before update on mailboxes for each row when (new.failures = 0 and old.failures = 1)
      execute function refuse_state()`)
  onTestFinished(() => query('drop trigger refuse_state on mailboxes').then(() => undefined))
  await drain()
  await later(10)
  expect(takenBy(email)).toHaveLength(1)
  expect((await deliveryOf(who, id)).state).toBe('sent')
})

test('a server that drops one message gives up that message, not its mailbox (MBOX-18)', async () => {
  answerTo = () => provider.drop()
  const { who, id, mailbox, job } = await sendOne()
  await drain()
  expect(await deliveryOf(who, id)).toMatchObject({
    state: 'queued',
    reason: expect.stringMatching(/^Waiting: the mail server could not be reached: /),
    attempts: [{ outcome: 'not_sent' }],
  })
  for (let tries = 0; tries < 12; tries++) await later(5 * 60)
  expect((await deliveryOf(who, id)).reason).toMatch(/^Given up after 24 hours: /)
  expect(await readJob(who, job)).toMatchObject({ status: 'completed', progress: { failed: 1 } })
  expect(await stateOf(who, mailbox.id)).toBe('connected')
})

test("a mailbox's trouble ends no message, however long it lasts, and the log says why it waits (MBOX-26)", async () => {
  answerTo = () => refusal(421, '4.7.28 Too many messages')
  const { who, id, email } = await sendOne()
  await drain()
  const wait = 'Waiting: localhost takes no more mail from'
  for (let hours = 0; hours < 30; hours++) {
    expect(await deliveryOf(who, id)).toMatchObject({
      state: 'queued',
      reason: expect.stringContaining(wait),
      // The same answer is told once.
      attempts: [{ outcome: 'deferred', answer: expect.stringContaining('4.7.28') }],
    })
    await later(60)
  }
  answerTo = () => undefined
  await later(60)
  expect(takenBy(email)).toHaveLength(1)
})

test("what a user's own server asks for slows nobody else (MBOX-26)", async () => {
  answerTo = () => refusal(450, '4.7.1 Rate limited, please try again in 24 hours')
  const { who, id } = await sendOne()
  await drain()
  expect((await deliveryOf(who, id)).reason).toContain('asked to try later')
  expect(await query('select from server_groups where held_until is not null')).toEqual([])
})

test('an answer waits for a held mailbox and never fails for it; a removed one leaves it to the return address (MBOX-42)', async () => {
  const { who, id, email, mailbox } = await sendOne()
  await drain()
  const raw = Buffer.from(takenBy(email)[0]!.raw)
  const original = Buffer.concat([Buffer.from(`Return-Path: <${mailbox.address}>\r\n`), raw])
  const from = { name: 'Rita Reader', address: email }
  const reply = await buildReply({ original, date: clock.now(), from, text: 'Yes?' })
  const to = [(await PostalMime.parse(raw)).replyTo![0]!.address!]
  await app.features.replies.receive({ raw: reply, envelope: { from: email, to } })
  await drain()
  const { answer: list } = await who.call(replyRoutes.list, { query: { campaign: id } })
  const params = { id: list.correspondents[0]!.id }
  const send = async () => {
    const sent = await who.call(replyRoutes.answer, {
      params,
      body: { text: 'Hello', press_id: randomUUID() },
    })
    // Until then it can be taken back.
    clock.advance(11_000)
    await drain()
    return sent
  }
  const work = async (minutes: number) => {
    clock.advance(minutes * MINUTE_MS)
    await app.ports.jobs.enqueue(app.database.db, inboundJob, {})
    await drain()
  }
  answerTo = () => refusal(421, '4.7.28 Too many messages')
  const { answer: conversation } = await send()
  const newest = async () =>
    (await who.call(replyRoutes.get, { params: { id: conversation.prospect_id! } })).answer.messages.findLast(
      ({ kind }) => kind === 'answer',
    )
  expect(await newest()).toMatchObject({ state: 'waiting', reason: expect.stringMatching(/^Waiting: /) })
  expect((await send()).refusal).toMatchObject({
    code: 'mailboxes.cannot_send',
    message: expect.stringContaining('localhost takes no more mail from'),
  })
  await work(3 * 24 * 60)
  await work(60)
  // Only now its server defers the answer itself, for the first time.
  answerTo = () => refusal(450, '4.2.0 Please try again later')
  await work(60)
  expect(await newest()).toMatchObject({ state: 'waiting' })
  answerTo = () => undefined
  await work(60)
  expect(await newest()).toMatchObject({ state: 'sent' })
  expect(takenBy(email)).toHaveLength(2)

  await who.call(ownMailboxRoutes.remove, { params: { id: mailbox.id }, query: { confirm: 'true' } })
  expect((await send()).status).toBe(200)
  const { envelope } = started.mail.accepted.findLast((message) => message.envelope.to === email)!
  expect(envelope.from).toMatch(/^a\+.*@reply\.test\.example$/)
})
