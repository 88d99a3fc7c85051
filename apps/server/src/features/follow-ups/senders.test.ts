import { accountRoutes } from '@goldpan/contract/accounts'
import { followUpRoutes } from '@goldpan/contract/follow-ups'
import { senderMailboxRoutes } from '@goldpan/contract/sender-mailbox'
import { sendingDomainRoutes } from '@goldpan/contract/sending-domain'
import { signatureRoutes } from '@goldpan/contract/signatures'
import PostalMime from 'postal-mime'
import { afterAll, expect, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { PROVIDER_PASSWORD, startMailProvider } from '../../../test/mail-provider.ts'
import { createSequences } from '../../../test/sequence.ts'
import { startSend, writeCampaign } from '../../../test/written-campaign.ts'
import { createFakeDns } from '../../providers/dns/fake.ts'

const provider = await startMailProvider()
afterAll(() => provider.close())
const dns = createFakeDns()
const started = await startTestApp({
  ports: { dns },
  environment: {
    MAILBOX_ALLOW_PRIVATE: `localhost:${provider.port}`,
    DOMAIN_CHECK: 'on',
    MAIL_SMTP_URL: 'smtp://smtp.shop.example:587',
  },
})
const { clock, createCustomer, drain, mail, query } = started
const { wake, goTo, goToMorning, start, setPace } = createSequences(started)

const mailbox = {
  address: 'pat@own.example',
  name: 'Pat of the ovens',
  host: 'localhost',
  port: provider.port,
  security: 'starttls' as const,
  username: 'pat',
  password: PROVIDER_PASSWORD,
  is_used: true,
}

async function publishRecords(who: Customer) {
  const { records } = (await who.call(sendingDomainRoutes.check)).answer
  for (const { type, name, value } of records)
    if (type === 'TXT') dns.texts.set(name, [value])
    else dns.servers.set(name, [value.split(' ')[1]!])
}

let people = 0
async function newCustomer() {
  const who = await createCustomer(`Sender${++people}`)
  await publishRecords(who)
  await setPace(who)
  return who
}

/** Every message to an address, by either way, with the addresses of its header. */
async function sendersTo(email: string) {
  const raws = [
    ...mail.accepted.filter(({ envelope }) => envelope.to === email).map(({ raw }) => raw),
    ...provider.taken.filter(({ to }) => to === email).map(({ raw }) => raw),
  ]
  const parsed = await Promise.all(raws.map((raw) => PostalMime.parse(raw)))
  return parsed.map(
    ({ from, replyTo }) => `${from!.name} <${from!.address}> ${replyTo?.[0]?.address ?? 'the same'}`,
  )
}

const saveMailbox = (who: Customer, change: Partial<typeof mailbox> = {}) =>
  who.call(senderMailboxRoutes.save, { body: { ...mailbox, ...change } })

async function placeOf(who: Customer, id: string) {
  const { answer } = await who.call(followUpRoutes.listEnrolments, { params: { id }, query: {} })
  const { state, hold_reason, sentence } = answer.enrolments[0]!
  return { state, hold_reason, sentence }
}

const HELD = {
  state: 'held',
  hold_reason: 'no_mailbox',
  sentence: 'Waiting: the sender of the first message is no longer set up',
}
const countMessages = async (id: string) =>
  (await query('select from recipients where campaign_id = $1', [id])).length

test('follow-ups keep name, address and Reply-To of the template, whatever was changed since (FOLLOW-13)', async () => {
  const who = await newCustomer()
  const { emails } = await start(who, 1, [{}, {}])
  const [first] = await sendersTo(emails[0]!)
  const profile = { first_name: 'Renamed', last_name: 'Owner', email: who.email }
  expect((await who.call(accountRoutes.updateProfile, { body: profile })).status).toBe(200)
  await who.call(signatureRoutes.updateReturnAddress, { body: { emailId: `renamed-${people}` } })
  await goToMorning()
  await saveMailbox(who)
  await goToMorning()
  expect(await sendersTo(emails[0]!)).toEqual([first, first, first])
  // A new campaign leaves as the settings are now.
  const other = await writeCampaign(who, 1)
  await startSend(who, other.id)
  await drain()
  expect(await sendersTo(other.emails[0]!)).toEqual([
    `Pat of the ovens <pat@own.example> renamed-${people}@reply.test.example`,
  ])
})

test('people wait while the mailbox of the template is gone, and go on once it is back (FOLLOW-13)', async () => {
  const who = await newCustomer()
  await saveMailbox(who)
  const { id, emails } = await start(who, 1, [{}, {}])
  await saveMailbox(who, { name: 'Somebody else', is_used: false })
  await goToMorning()
  const [first, second] = await sendersTo(emails[0]!)
  expect(first).toContain('Pat of the ovens <pat@own.example>')
  expect(second).toBe(first)

  await who.call(senderMailboxRoutes.remove)
  await goToMorning()
  const gone = { ...HELD, sentence: 'Waiting: the mailbox pat@own.example is gone' }
  expect(await placeOf(who, id)).toEqual(gone)
  const messages = await countMessages(id)
  // Another mailbox isn't theirs, nor is one that failed its test.
  await saveMailbox(who, { address: 'kim@own.example' })
  await wake()
  expect(await placeOf(who, id)).toEqual(gone)
  await who.call(senderMailboxRoutes.remove)
  await saveMailbox(who, { password: 'wrong' })
  await wake()
  const failed = 'Waiting: pat@own.example needs you to sign in again'
  expect(await placeOf(who, id)).toEqual({ ...HELD, sentence: failed })
  expect([await countMessages(id), await sendersTo(emails[0]!)]).toEqual([messages, [first, first]])

  await saveMailbox(who)
  await wake()
  expect(await sendersTo(emails[0]!)).toEqual([first, first, first])
  expect((await placeOf(who, id)).state).toBe('finished')
})

test('a follow-up in the queue goes back when its mailbox is taken away (FOLLOW-13)', async () => {
  const who = await newCustomer()
  await saveMailbox(who)
  const { id, emails } = await start(who, 2, [{}])
  await setPace(who, { gap_from_seconds: 600, gap_to_seconds: 600 })
  await goToMorning()
  const sent = async () => (await Promise.all(emails.map(sendersTo))).map(({ length }) => length).toSorted()
  expect(await sent()).toEqual([1, 2])
  await who.call(senderMailboxRoutes.remove)
  clock.advance(600_000)
  await wake()
  const { answer } = await who.call(followUpRoutes.listEnrolments, { params: { id }, query: {} })
  expect(answer.enrolments.map(({ state }) => state).toSorted()).toEqual(['finished', 'held'])
  await saveMailbox(who)
  await wake()
  expect(await sent()).toEqual([2, 2])
})

test('people wait while the records of the sending domain are missing (FOLLOW-13)', async () => {
  const who = await newCustomer()
  // Checks are trusted for a day.
  const { id, emails } = await start(who, 1, [{ wait_days: 2 }])
  const texts = new Map(dns.texts)
  dns.texts.clear()
  await goToMorning()
  await goToMorning()
  expect(await placeOf(who, id)).toEqual(HELD)
  const messages = await countMessages(id)
  await wake()
  expect(await countMessages(id)).toBe(messages)
  for (const [name, values] of texts) dns.texts.set(name, values)
  clock.advance(6000)
  await wake()
  expect(await sendersTo(emails[0]!)).toHaveLength(2)
})

test('people wait whose replies would go to a domain that the installation no longer has (FOLLOW-13)', async () => {
  const who = await newCustomer()
  const { id } = await start(who, 1)
  await query("update recipients set reply_to = 'me@former.example' where campaign_id = $1", [id])
  await goToMorning()
  expect(await placeOf(who, id)).toEqual(HELD)
  await goTo(`${clock.now().toISOString().slice(0, 10)}T10:00`)
  await query("update recipients set reply_to = 'me@reply.test.example' where campaign_id = $1", [id])
  await goTo(`${clock.now().toISOString().slice(0, 10)}T10:01`)
  expect((await placeOf(who, id)).state).toBe('finished')
})
