import { buildComplaint, buildDsn, buildReply } from '@goldpan/campaign-mail/samples'
import { billingRoutes } from '@goldpan/contract/billing'
import { INBOUND_SIGNATURE_HEADER, INBOUND_WEBHOOK_PATH } from '@goldpan/contract/replies'
import { usageRoutes } from '@goldpan/contract/usage'
import PostalMime from 'postal-mime'
import { afterAll, expect, test } from 'vitest'
import { createTestClock } from '../../src/providers/clock/test-clock.ts'
import { signMail } from '../../src/providers/inbox/webhook.ts'
import { createStripePayment } from '../../src/providers/payment/stripe.ts'
import { type Sent, sendBody, sendUnfinished } from '../abuse/sent-bodies.ts'
import { startTestApp } from '../harness.ts'
import { STRIPE_WEBHOOK_SECRET, startStripeServer } from '../stripe-server.ts'
import { readStatuses, startSend, writeCampaign } from '../written-campaign.ts'

const RAW_MAX = 25 * 1024 * 1024
const SECRET = 'a secret of the webhook'
const DAY_MS = 86_400_000
const clock = createTestClock()
const stripe = await startStripeServer(() => clock.now())
afterAll(() => stripe.stop())
const payment = createStripePayment({
  systemClock: clock,
  tax: 'off',
  secretKey: 'sk_test_local',
  publishableKey: 'pk_test_local',
  webhookSecret: STRIPE_WEBHOOK_SECRET,
  prices: { basic: 'price_basic', premium: 'price_premium' },
  apiUrl: stripe.url,
})
const { alice, app, mail, drain, query, createCustomer } = await startTestApp({
  ports: { systemClock: clock, payment },
  environment: { INBOUND_WEBHOOK_SECRET: SECRET },
})

let people = 0
/** Sends a campaign to one recipient and prepares the mail that can come back from it. */
async function sendOne() {
  const email = `hooked${++people}@shop${people}.example`
  const { id } = await writeCampaign(alice, [email])
  await startSend(alice, id)
  await drain()
  clock.advance(60_000)
  const { raw, envelope } = mail.accepted.findLast((message) => message.envelope.to === email)!
  const original = Buffer.concat([Buffer.from(`Return-Path: <${envelope.from}>\r\n`), raw])
  const returnAddress = (await PostalMime.parse(raw)).from!.address!
  const sample = { original, date: clock.now(), from: { name: 'Rita Reader', address: email } }
  const failed = { recipient: email, reporting_mta: 'mx.shop.example', status: '5.1.1' }
  const dead = { ...sample, ...failed, diagnostic: '550 5.1.1 no such user' }
  const abuse = { ...sample, recipient: email, reporter: { name: '', address: 'fbl@big.example' } }
  return {
    id,
    email,
    reply: { raw: await buildReply({ ...sample, text: 'Yes please' }), from: email, to: returnAddress },
    bounce: { raw: await buildDsn(dead), from: '', to: envelope.from },
    complaint: { raw: await buildComplaint(abuse), from: 'fbl@big.example', to: envelope.from },
  }
}
type Hook = Awaited<ReturnType<typeof sendOne>>['reply']

function post({ raw, from, to }: Hook, signing: { secret?: string; ageSeconds?: number } = {}) {
  const time = Math.floor(clock.now().getTime() / 1000) - (signing.ageSeconds ?? 0)
  const signature = signMail({ raw, envelope: { from, to } }, signing.secret ?? SECRET, time)
  return app.server.inject({
    method: 'POST',
    url: `${INBOUND_WEBHOOK_PATH}?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`,
    headers: { 'content-type': 'message/rfc822', [INBOUND_SIGNATURE_HEADER]: signature },
    payload: raw,
  })
}

const storedMessages = async ({ to, from }: Hook) =>
  query('select id from inbound_messages where envelope_to = $1 and coalesce(envelope_from, $2) = $2', [
    to,
    from,
  ])
const eventsOf = async (email: string) =>
  query<{ kind: string }>(
    'select kind from tracking_events where recipient_id in (select id from recipients where email = $1) order by kind',
    [email],
  )

test('mail delivered a hundred times concurrently is stored, counted and forwarded once (I10)', async () => {
  const { id, email, reply } = await sendOne()
  const forwards = () => mail.accepted.filter(({ envelope }) => envelope.from.startsWith('f+')).length
  const before = forwards()
  const answers = await Promise.all(Array.from({ length: 100 }, () => post(reply)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  await drain()
  expect(await storedMessages(reply)).toHaveLength(1)
  expect((await eventsOf(email)).map(({ kind }) => kind)).toEqual(['reply'])
  expect(forwards()).toBe(before + 1)
  expect(await readStatuses(alice, id)).toEqual({ [email]: 'responded' })
})

test('reports and replies lead to the same result in any order (I10)', async () => {
  const orders = [
    ['reply', 'bounce', 'complaint'],
    ['complaint', 'reply', 'bounce'],
    ['bounce', 'complaint', 'reply'],
  ] as const
  const results = []
  for (const order of orders) {
    const sent = await sendOne()
    for (const kind of order) {
      expect((await post(sent[kind])).statusCode).toBe(200)
      await drain()
    }
    const suppressed = await app.features.suppressions.findSuppressed(app.database.db, alice.id, [sent.email])
    results.push({
      events: (await eventsOf(sent.email)).map(({ kind }) => kind),
      isSuppressed: suppressed.size === 1,
    })
  }
  expect(results).toEqual(
    orders.map(() => ({ events: ['bounce', 'complaint', 'reply'], isSuppressed: true })),
  )
})

test('a report that comes days later still counts; one with an old or foreign signature does nothing (I10)', async () => {
  const late = await sendOne()
  clock.advance(6 * DAY_MS)
  for (const forged of [{ secret: 'guess' }, { ageSeconds: 600 }, { ageSeconds: -600 }])
    expect((await post(late.bounce, forged)).statusCode).toBe(400)
  await drain()
  expect(await readStatuses(alice, late.id)).toEqual({ [late.email]: 'sent' })
  expect(await storedMessages(late.bounce)).toHaveLength(0)
  expect((await post(late.bounce)).statusCode).toBe(200)
  await drain()
  expect(await readStatuses(alice, late.id)).toEqual({ [late.email]: 'bounced' })
})

test('a payment reported a hundred times, by several events, out of order, days late and by forgers is credited once (M3)', async () => {
  const payer = await createCustomer('Payer')
  const opened = await payer.call(billingRoutes.purchaseTokens, { body: { tokenPackage: 'tokens_50' } })
  const paid = stripe.pay(opened.answer.sessionId)
  const postEvent = async (options: Parameters<typeof stripe.event>[2] = {}) => {
    const { raw, signature } = stripe.event('payment_intent.succeeded', paid, options)
    const { statusCode } = await app.server.inject({
      method: 'POST',
      url: '/api/billing/webhook',
      payload: raw,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    })
    return statusCode
  }
  const tokens = async () => (await payer.call(usageRoutes.getBalance)).answer.tokens
  expect(await postEvent({ secret: 'whsec_of_somebody_else' })).toBe(400)
  await drain()
  expect(await tokens()).toBe(0)
  const codes = await Promise.all([
    ...Array.from({ length: 80 }, () => postEvent({ eventId: 'evt_once' })),
    ...Array.from({ length: 20 }, () => postEvent()),
  ])
  expect(new Set(codes)).toEqual(new Set([200]))
  await drain()
  expect(await tokens()).toBe(50)
  clock.advance(4 * DAY_MS)
  expect(await postEvent()).toBe(200)
  await drain()
  expect(await tokens()).toBe(50)
  expect((await payer.call(usageRoutes.listTransactions)).answer).toHaveLength(1)
})

test('a raw message is read only after its signature is checked, and unfinished bodies are bounded', async () => {
  const { reply } = await sendOne()
  const base = await app.server.listen({ port: 0, host: '127.0.0.1' })
  const time = Math.floor(clock.now().getTime() / 1000)
  /** Only the first 1,000 bytes of a message of 25 MB. */
  const beginMessage = ({
    to,
    secret = SECRET,
  }: {
    to: string
    secret?: string
  }): { url: string; sent: Sent } => {
    const envelope = { from: 'a@b.example', to }
    const signature = signMail({ raw: Buffer.alloc(RAW_MAX), envelope }, secret, time)
    const query = new URLSearchParams(envelope)
    return {
      url: `${base}${INBOUND_WEBHOOK_PATH}?${query}`,
      sent: {
        method: 'POST',
        length: RAW_MAX,
        body: Buffer.alloc(1000),
        headers: { [INBOUND_SIGNATURE_HEADER]: signature },
      },
    }
  }
  const refused = (call: ReturnType<typeof beginMessage>) => sendBody(call.url, call.sent)
  // Refused although their bodies never end.
  expect(await refused(beginMessage({ to: reply.to, secret: 'a guess' }))).toBe(400)
  expect(await refused(beginMessage({ to: 'nobody@reply.test.example' }))).toBe(404)

  const { url, sent } = beginMessage({ to: reply.to })
  const unfinished = await Promise.all(Array.from({ length: 4 }, () => sendUnfinished(url, sent)))
  await expect.poll(() => refused({ url, sent: { ...sent, isChunked: true } })).toBe(429)
  for (const one of unfinished) one.destroy()
  await expect.poll(async () => (await post(reply)).statusCode).toBe(200)
})
