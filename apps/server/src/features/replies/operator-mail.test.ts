import { buildComplaint, buildDsn } from '@goldpan/campaign-mail/samples'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { readStatuses, startSend, writeCampaign } from '../../../test/written-campaign.ts'
import { signMail } from '../../providers/inbox/webhook.ts'

const OPERATOR = 'op@company.example'
const SECRET = 'a secret of the webhook'
const OWN = ['postmaster', 'abuse', 'dmarc', 'goldpan'].map((name) => `${name}@reply.test.example`)
const withOperator = await startTestApp({
  environment: { OPERATOR_EMAIL: OPERATOR, INBOUND_WEBHOOK_SECRET: SECRET },
})

type App = typeof withOperator

async function deliver(
  { app, clock, drain }: App,
  raw: Buffer,
  to: string,
  from: string | null = 'a@b.example',
) {
  clock.advance(1000)
  await app.features.replies.receive({ raw, envelope: { from, to: [to] } })
  await drain()
}

const note = (subject: string, headers = '') =>
  Buffer.from(`From: Rita <rita@shop.example>\r\nSubject: ${subject}\r\n${headers}\r\nPlease look.\r\n`)
const toOperator = ({ mail }: App) => mail.accepted.filter(({ envelope }) => envelope.to === OPERATOR)

async function sendOne({ alice, drain, mail, clock }: App) {
  const campaign = await writeCampaign(alice, 1)
  await startSend(alice, campaign.id)
  await drain()
  const original = mail.accepted.findLast(({ envelope }) => envelope.to === campaign.emails[0])!.raw
  return { ...campaign, sample: { original, date: clock.now(), recipient: campaign.emails[0]! } }
}

test('the listener and the webhook accept the addresses that a mail domain must have', async () => {
  const { accepts } = withOperator.app.features.replies
  expect(await Promise.all(OWN.map(accepts))).toEqual(OWN.map(() => 'accepted'))
  expect(await accepts('hostmaster@reply.test.example')).toBe('unknown')
  expect(await accepts('abuse@other.example')).toBe('unknown')
  const raw = note('By webhook')
  const signed = { raw, envelope: { from: 'a@b.example', to: OWN[1]! } }
  const answer = await withOperator.app.server.inject({
    method: 'POST',
    url: `/api/inbound/raw?from=a@b.example&to=${OWN[1]}`,
    headers: {
      'content-type': 'message/rfc822',
      'x-goldpan-signature': signMail(signed, SECRET, withOperator.clock.now().getTime() / 1000),
    },
    payload: raw,
  })
  expect(answer.statusCode).toBe(200)
  await withOperator.drain()
  expect(toOperator(withOperator)).toHaveLength(1)
})

test.each(OWN)('mail to %s reaches the operator alone, as a message of ours', async (address) => {
  const before = withOperator.mail.accepted.length
  await deliver(withOperator, note(`To ${address}`), address)
  const left = withOperator.mail.accepted.slice(before)
  expect(left.map(({ envelope }) => envelope.to)).toContain(OPERATOR)
  expect(new Set(left.map(({ envelope }) => envelope.to))).toEqual(new Set([OPERATOR]))
  const { from, replyTo, subject } = await PostalMime.parse(left.at(-1)!.raw)
  expect([from?.address, replyTo?.[0]?.address, subject]).toEqual([
    address,
    'rita@shop.example',
    `To ${address}`,
  ])
})

test('what we forwarded, and what comes back to it, is not forwarded again', async () => {
  await deliver(withOperator, note('Once'), OWN[0]!)
  const { raw, envelope } = toOperator(withOperator).at(-1)!
  const before = withOperator.mail.accepted.length
  await deliver(withOperator, raw, OWN[0]!)
  expect(await withOperator.app.features.replies.accepts(envelope.from)).toBe('unknown')
  await deliver(withOperator, note('On holiday', 'Auto-Submitted: auto-replied\r\n'), OWN[3]!)
  expect(withOperator.mail.accepted).toHaveLength(before)
})

test('a letter that came back is forwarded', async () => {
  const { clock } = withOperator
  const date = clock.now()
  const raw = await buildDsn({
    original: note('Confirm your email'),
    date,
    recipient: 'ada@gone.example',
    reporting_mta: 'mx.gone.example',
    status: '5.1.1',
    diagnostic: '550 5.1.1 No such user',
  })
  const before = toOperator(withOperator).length
  await deliver(withOperator, raw, OWN[3]!, null)
  expect(toOperator(withOperator)).toHaveLength(before + 1)
})

test('a complaint to abuse@ counts if it names a message of ours, and is forwarded otherwise', async () => {
  const { alice, app } = withOperator
  const { id, sample } = await sendOne(withOperator)
  const reporter = { name: 'Feedback', address: 'fbl@provider.example' }
  const before = toOperator(withOperator).length
  await deliver(withOperator, await buildComplaint({ ...sample, reporter }), OWN[1]!, reporter.address)
  expect(Object.values(await readStatuses(alice, id))).toEqual(['unsubscribed'])
  expect([
    ...(
      await app.features.suppressions.findSuppressed(app.database.db, alice.id, [sample.recipient])
    ).values(),
  ]).toEqual(['complaint'])
  expect(toOperator(withOperator)).toHaveLength(before)

  const other = await sendOne(withOperator)
  const foreign = await buildComplaint({ ...other.sample, original: note('Not ours'), reporter })
  await deliver(withOperator, foreign, OWN[1]!, reporter.address)
  expect(Object.values(await readStatuses(alice, other.id))).toEqual(['sent'])
  expect(toOperator(withOperator)).toHaveLength(before + 1)

  const bounce = {
    ...other.sample,
    reporting_mta: 'mx.shop.example',
    status: '5.1.1',
    diagnostic: '550 gone',
  }
  await deliver(withOperator, await buildDsn(bounce), OWN[1]!, null)
  expect(Object.values(await readStatuses(alice, other.id)), 'only complaints count there').toEqual(['sent'])
})

test('a flood to these addresses is deferred, and passes', async () => {
  const { app, clock } = withOperator
  for (let count = 0; count < 60; count++)
    await app.features.replies.receive({
      raw: note(`Flood ${count}`),
      envelope: { from: 'a@b.example', to: [OWN[0]!] },
    })
  expect(await app.features.replies.accepts(OWN[1]!)).toBe('full')
  clock.advance(61 * 60_000)
  expect(await app.features.replies.accepts(OWN[1]!)).toBe('accepted')
})

test('without OPERATOR_EMAIL such mail is accepted and dropped', async () => {
  const without = await startTestApp()
  expect(await without.app.features.replies.accepts(OWN[0]!)).toBe('accepted')
  const before = without.mail.accepted.length
  await deliver(without, note('Nobody'), OWN[0]!)
  expect(without.mail.accepted).toHaveLength(before)
  expect(await without.query('select forward_state from inbound_messages')).toEqual([
    { forward_state: 'none' },
  ])
})

test('an operator address at the reply domain gets nothing, because it would come back', async () => {
  const looped = await startTestApp({ environment: { OPERATOR_EMAIL: OWN[0]! } })
  const before = looped.mail.accepted.length
  await deliver(looped, note('Round'), OWN[1]!)
  expect(looped.mail.accepted).toHaveLength(before)
})
