import { followUpRoutes } from '@goldpan/contract/follow-ups'
import { ownMailboxRoutes } from '@goldpan/contract/own-mailboxes'
import { sendingRoutes } from '@goldpan/contract/sending'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { usageRoutes } from '@goldpan/contract/usage'
import PostalMime from 'postal-mime'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { PROVIDER_PASSWORD, startMailProvider } from '../../../test/mail-provider.ts'
import { createSequences } from '../../../test/sequence.ts'
import {
  readCampaign,
  readDeliveries,
  readJob,
  startSend,
  writeCampaign,
} from '../../../test/written-campaign.ts'

/** What the provider answers to the recipients of a mailbox. */
let answerTo: (user: string) => unknown = () => undefined
const provider = await startMailProvider({ beforeRecipient: (user) => answerTo(user) })
afterAll(() => provider.close())
const started = await startTestApp({ environment: { MAILBOX_ALLOW_PRIVATE: `localhost:${provider.port}` } })
const { clock, createCustomer, drain, query } = started
const { addStep, goToMorning, playThrough, setPace, wake } = createSequences(started)

beforeEach(() => {
  answerTo = () => undefined
  provider.refused.clear()
})

let customers = 0
async function newCustomer(pace: object = {}) {
  const who = await createCustomer(`Rotating${++customers}`)
  await setPace(who, pace)
  return who
}

const smtp = { host: 'localhost', port: provider.port, security: 'starttls' } as const

/** Connects mailboxes; their ids. */
async function connect(who: Customer, mailboxes: Record<string, Record<string, unknown>>) {
  const ids: string[] = []
  for (const [address, rules] of Object.entries(mailboxes)) {
    const body = {
      address,
      password: PROVIDER_PASSWORD,
      smtp,
      reads: 'nothing',
      has_ramp: false,
      ...rules,
    } as const
    const { status, answer } = await who.call(ownMailboxRoutes.add, { body })
    expect(status).toBe(200)
    ids.push(answer.id)
    clock.advance(1000)
  }
  return ids
}

const choose = (who: Customer, id: string, ids: string[] | null) =>
  who.call(ownMailboxRoutes.setForCampaign, { params: { id }, body: { ids } })
const preview = async (who: Customer, id: string) =>
  (await who.call(sendingCareRoutes.previewSend, { params: { id }, body: {} })).answer
const plan = async (who: Customer, id: string, page = {}) =>
  (await who.call(ownMailboxRoutes.plan, { params: { id }, query: { limit: 200, ...page } })).answer
const enrolmentsOf = async (who: Customer, id: string) =>
  (await who.call(followUpRoutes.listEnrolments, { params: { id }, query: {} })).answer.enrolments
const change = (who: Customer, id: string, body: object) =>
  who.call(followUpRoutes.changeEnrolments, { params: { id }, body: body as never })

const takenFor = (emails: readonly string[]) => provider.taken.filter(({ to }) => emails.includes(to))
/** The mailboxes that each address heard from, in order. */
const heardFrom = (email: string) => takenFor([email]).map(({ from }) => from)
const readAll = (email: string) => Promise.all(takenFor([email]).map(({ raw }) => PostalMime.parse(raw)))
/** How many of these people heard from each mailbox. */
function countFrom(emails: readonly string[]) {
  const counts: Record<string, number> = {}
  for (const { from } of takenFor(emails)) counts[from] = (counts[from] ?? 0) + 1
  return counts
}

/** Writes and starts a campaign from these mailboxes. */
async function send(who: Customer, people: number | string[], ids: string[] | null = null) {
  const campaign = await writeCampaign(who, people)
  if (ids) await choose(who, campaign.id, ids)
  const { answer } = await startSend(who, campaign.id)
  await drain()
  return { ...campaign, job: answer.job_id }
}

/** Messages whose mailbox failed may go on. */
async function goOn() {
  clock.advance(10_000)
  await wake()
}

test('a message leaves as the mailbox: From and envelope, and no Reply-To if it is read (MBOX-20, MBOX-52)', async () => {
  const who = await newCustomer()
  const [read] = await connect(who, {
    'read@one.example': { name: 'Read One' },
    'unread@one.example': { is_used: false },
  })
  await query("update mailboxes set reads = 'answers' where id = $1", [read])
  const { id, emails } = await send(who, 1)
  const [message] = await readAll(emails[0]!)
  expect(message!.from).toEqual({ name: 'Read One', address: 'read@one.example' })
  expect(message!.replyTo).toBeUndefined()
  expect(takenFor(emails)[0]!.from).toBe('read@one.example')
  expect(takenFor(emails)[0]!.raw).not.toContain('DKIM-Signature')
  const [delivery] = await readDeliveries(who, id)
  expect(delivery!.mailbox).toEqual({ id: read, address: 'read@one.example' })

  const other = await writeCampaign(who, 1)
  const { answer } = await who.call(ownMailboxRoutes.list)
  await choose(who, other.id, [answer.mailboxes.find(({ address }) => address.startsWith('unread'))!.id])
  await startSend(who, other.id)
  await drain()
  const [unread] = await readAll(other.emails[0]!)
  expect(unread!.replyTo?.[0]?.address).toMatch(/@reply\.test\.example$/)
})

test('a campaign leaves from every used mailbox, from chosen ones, or from the return address (MBOX-28)', async () => {
  const who = await newCustomer()
  const [first, second, third] = await connect(who, {
    'first@two.example': {},
    'second@two.example': {},
    'third@two.example': { is_used: false },
  })
  const { id } = await writeCampaign(who, 1)
  const named = async () => {
    const { mailbox_ids, mailboxes } = await readCampaign(who, id)
    return { mailbox_ids, addresses: mailboxes.map(({ address }) => address) }
  }
  expect(await named()).toEqual({
    mailbox_ids: null,
    addresses: ['first@two.example', 'second@two.example'],
  })
  const chosen = await choose(who, id, [third!])
  expect(chosen.answer).toEqual({
    mailbox_ids: [third],
    mailboxes: [{ id: third, address: 'third@two.example', state: 'connected' }],
  })
  expect(await named()).toEqual({ mailbox_ids: [third], addresses: ['third@two.example'] })
  expect((await preview(who, id)).sender).toMatchObject({ address: 'third@two.example', is_mailbox: true })
  await choose(who, id, [])
  expect((await preview(who, id)).sender.is_mailbox).toBe(false)
  expect((await preview(who, id)).mailboxes).toEqual([])

  const unknown = await choose(who, id, [first!, '00000000-0000-4000-8000-000000000000'])
  expect([unknown.status, unknown.refusal.code]).toEqual([404, 'mailboxes.gone'])
  const bob = await newCustomer()
  expect((await choose(bob, id, [])).status).toBe(404)
  const { id: ofBob } = await writeCampaign(bob, 1)
  expect((await choose(bob, ofBob, [first!])).refusal.code).toBe('mailboxes.gone')
  expect((await who.call(ownMailboxRoutes.plan, { params: { id: ofBob }, query: {} })).status).toBe(404)
  expect(await named()).toMatchObject({ mailbox_ids: [] })

  await choose(who, id, [second!])
  await who.call(ownMailboxRoutes.remove, { params: { id: second! }, query: {} })
  expect((await startSend(who, id)).refusal).toMatchObject({
    code: 'mailboxes.none',
    message: 'This campaign has no mailbox left. Choose one first.',
  })
})

test('each mailbox gets its share by its cap (MBOX-29)', async () => {
  const who = await newCustomer()
  await connect(who, {
    'ten@three.example': { daily_cap: 10 },
    'twenty@three.example': { daily_cap: 20 },
    'five@three.example': { daily_cap: 5 },
  })
  const { emails } = await send(who, 21)
  expect(countFrom(emails)).toEqual({
    'ten@three.example': 6,
    'twenty@three.example': 12,
    'five@three.example': 3,
  })
})

test('cap and ramp hold for each mailbox and day, and the cap of the pace for all of them (MBOX-30)', async () => {
  const who = await newCustomer()
  await connect(who, {
    'capped@four.example': { daily_cap: 3 },
    'new@four.example': { daily_cap: 400, has_ramp: true },
  })
  const { id, emails, job } = await send(who, 60)
  expect(countFrom(emails)).toEqual({ 'capped@four.example': 3, 'new@four.example': 20 })
  expect((await readJob(who, job)).hold).toBe(
    'Waiting for tomorrow: the daily limits of the mailboxes are reached',
  )
  await goToMorning()
  expect(countFrom(emails)).toEqual({ 'capped@four.example': 6, 'new@four.example': 44 })
  await setPace(who, { daily_cap: 4 })
  await goToMorning()
  expect(takenFor(emails)).toHaveLength(54)
  expect((await readJob(who, job)).hold).toBe('Waiting for tomorrow: the daily limit of 4 is reached')
  // A mailbox that joins on the same day has room, but the pace hasn't.
  await connect(who, { 'late@four.example': {} })
  await wake()
  expect(takenFor(emails)).toHaveLength(54)
  await setPace(who)
  await wake()
  expect(takenFor(emails)).toHaveLength(60)
  expect(countFrom(emails)['late@four.example']).toBeGreaterThan(0)
  expect((await readCampaign(who, id)).status).toBe('completed')
})

test.each([
  ['without a gap', { gap_from_seconds: 0, gap_to_seconds: 0 }],
  ['half an hour apart', { gap_from_seconds: 1800, gap_to_seconds: 1800 }],
  ['an hour apart, 9 a day', { gap_from_seconds: 3600, gap_to_seconds: 3600, daily_cap: 9 }],
])('preview and plan are what happens, %s (MBOX-31)', async (_name, pace) => {
  const who = await newCustomer(pace)
  await goToMorning()
  const n = customers
  const [a, b] = await connect(who, {
    [`a@plan${n}.example`]: { daily_cap: 4 },
    [`b@plan${n}.example`]: { daily_cap: 10 },
    [`c@plan${n}.example`]: { daily_cap: 30, has_ramp: true },
  })
  // Some have heard from a mailbox before.
  const before = await send(who, 6, [a!])
  await playThrough(who)
  await goToMorning()
  const { id, emails } = await writeCampaign(who, [
    ...before.emails.slice(0, 3),
    ...Array.from({ length: 57 }, (_, index) => `planned${index}@plan${n}.example`),
  ])
  await choose(who, id, null)
  const shown = await preview(who, id)
  const planned = await plan(who, id)
  expect(planned.total).toBe(60)
  expect(planned.people.filter(({ bound }) => bound).map(({ mailbox_id }) => mailbox_id)).toEqual([a, a, a])
  expect(shown.first.slice(0, 5)).toEqual(
    shown.first.slice(0, 5).map(({ email }) => {
      const { mailbox_id, from, day, at } = planned.people.find((one) => one.email === email)!
      return { email, mailbox_id, from, day, at }
    }),
  )
  const sum = shown.mailboxes.flatMap(({ days }) => days).reduce((total, { messages }) => total + messages, 0)
  expect(sum).toBe(60)
  expect(shown.mailboxes.find(({ mailbox_id }) => mailbox_id === b)!.people).toBeGreaterThan(5)

  const at = clock.now()
  await startSend(who, id)
  await playThrough(who)
  const happened = await query<{ email: string; from: string; day: string }>(
    `select email, from_address as from, to_char(first_tried_at at time zone 'UTC', 'YYYY-MM-DD') as day
     from recipients where campaign_id = $1 and state = 'sent' and first_tried_at >= $2`,
    [id, at.toISOString()],
  )
  const inWords = (rows: { email: string; from: string; day: string }[]) =>
    rows.map(({ email, from, day }) => `${email} from ${from} on ${day}`).toSorted()
  expect(inWords(happened)).toEqual(inWords(planned.people))
  expect(emails).toHaveLength(60)
})

test('a campaign is planned behind what others have queued, as it happens (MBOX-31)', async () => {
  const who = await newCustomer({ gap_from_seconds: 1800, gap_to_seconds: 1800 })
  await goToMorning()
  const n = customers
  const [a, b] = await connect(who, {
    [`a@behind${n}.example`]: { daily_cap: 4 },
    [`b@behind${n}.example`]: { daily_cap: 6 },
    [`c@behind${n}.example`]: { daily_cap: 8 },
  })
  const bound = await send(who, 4, [a!])
  await playThrough(who)
  await goToMorning()
  // Two others are queued: from one mailbox with some bound to another, and from the return address.
  await send(
    who,
    [...bound.emails.slice(0, 2), ...[1, 2, 3, 4, 5, 6].map((nth) => `${nth}@older${n}.example`)],
    [b!],
  )
  clock.advance(1000)
  await send(who, 7, [])
  clock.advance(1000)
  const { id } = await writeCampaign(who, [
    ...bound.emails.slice(2),
    ...Array.from({ length: 20 }, (_, index) => `behind${index}@behind${n}.example`),
  ])
  await choose(who, id, null)
  const planned = (await plan(who, id)).people
  await startSend(who, id)
  expect((await plan(who, id)).people.map(({ email, day }) => [email, day])).toEqual(
    planned.map(({ email, day }) => [email, day]),
  )
  await playThrough(who)
  const happened = await query<{ email: string; from: string; day: string }>(
    `select email, from_address as from, to_char(first_tried_at at time zone 'UTC', 'YYYY-MM-DD') as day
     from recipients where campaign_id = $1 and state = 'sent'`,
    [id],
  )
  const inWords = (rows: { email: string; from: string; day: string }[]) =>
    rows.map(({ email, from, day }) => `${email} from ${from} on ${day}`).toSorted()
  expect(inWords(happened)).toEqual(inWords(planned))
})

test('people who hear from a mailbox are planned by its pace, also from the return address of a trial (MBOX-31)', async () => {
  const who = await createCustomer(`Rotating${++customers}`)
  await goToMorning()
  const n = customers
  const [a] = await connect(who, { [`a@paces${n}.example`]: { is_used: false } })
  const before = await send(who, 3, [a!])
  await playThrough(who)
  const { id } = await writeCampaign(who, [
    ...before.emails,
    ...[1, 2, 3].map((nth) => `${nth}@paces${n}.example`),
  ])
  const evening = new Date(clock.now())
  evening.setUTCHours(18, 0, 0, 0)
  clock.advance(evening.getTime() - clock.now().getTime())
  await choose(who, id, [])
  const { people } = await plan(who, id)
  expect(people.map(({ mailbox_id, bound }) => [mailbox_id, bound])).toEqual([
    ...[1, 2, 3].map(() => [null, false]),
    ...[1, 2, 3].map(() => [a, true]),
  ])
  await startSend(who, id)
  await playThrough(who)
  const happened = await query<{ email: string; day: string }>(
    `select email, to_char(first_tried_at at time zone 'UTC', 'YYYY-MM-DD') as day
     from recipients where campaign_id = $1 and state = 'sent'`,
    [id],
  )
  const inWords = (rows: { email: string; day: string }[]) =>
    rows.map(({ email, day }) => `${email} on ${day}`).toSorted()
  expect(inWords(happened)).toEqual(inWords(people))
  expect(new Set(people.map(({ day }) => day)).size).toBe(2)
})

test('the plan is searched and paged, and Bob cannot read it (MBOX-31)', async () => {
  const who = await newCustomer()
  await connect(who, { 'pages@five.example': {} })
  const { id } = await writeCampaign(who, ['ann@paged.example', 'ben@paged.example', 'anna@paged.example'])
  expect((await plan(who, id, { search: 'ANN' })).people.map(({ email }) => email)).toEqual([
    'ann@paged.example',
    'anna@paged.example',
  ])
  const page = await plan(who, id, { offset: 1, limit: 1 })
  const bob = await newCustomer()
  expect([page.total, page.people.map(({ email }) => email)]).toEqual([3, ['ben@paged.example']])
  expect((await bob.call(ownMailboxRoutes.plan, { params: { id }, query: {} })).status).toBe(404)
})

test('a person hears from the same mailbox in follow-ups, a resend and other campaigns (MBOX-32)', async () => {
  const who = await newCustomer()
  const [a, b] = await connect(who, { 'a@six.example': {}, 'b@six.example': {} })
  const campaign = await writeCampaign(who, 4)
  await addStep(who, campaign.id)
  await startSend(who, campaign.id)
  await drain()
  const first = campaign.emails.map((email) => heardFrom(email)[0]!)
  expect(first.toSorted()).toEqual(['a@six.example', 'a@six.example', 'b@six.example', 'b@six.example'])
  await goToMorning()
  expect(campaign.emails.map(heardFrom)).toEqual(first.map((from) => [from, from]))
  const [, followUp] = await readAll(campaign.emails[0]!)
  expect(followUp!.inReplyTo).toBeTruthy()
  // Also where the campaign names another mailbox, or none.
  await send(who, campaign.emails, [b!])
  await send(who, [...campaign.emails, 'stranger@six.example'], [])
  expect(campaign.emails.map(heardFrom)).toEqual(first.map((from) => [from, from, from, from]))
  expect(started.mail.accepted.filter(({ envelope }) => envelope.to === 'stranger@six.example')).toHaveLength(
    1,
  )
  await startSend(who, campaign.id, { resend: true })
  await drain()
  expect(campaign.emails.map((email) => new Set(heardFrom(email)).size)).toEqual([1, 1, 1, 1])
  expect(await enrolmentsOf(who, campaign.id)).toMatchObject(
    first.map((address) => ({ mailbox: { id: address.startsWith('a') ? a : b, address } })),
  )
})

test('follow-ups from the return address change to the mailbox that a person hears from since (MBOX-32)', async () => {
  const who = await newCustomer()
  const [a] = await connect(who, { 'a@since.example': {} })
  const shared = await writeCampaign(who, 1)
  for (const _ of [1, 2]) await addStep(who, shared.id)
  await choose(who, shared.id, [])
  await startSend(who, shared.id)
  await drain()
  expect(heardFrom(shared.emails[0]!)).toEqual([])
  // Its first follow-up is in the queue already when another campaign writes from a mailbox.
  await setPace(who, { daily_cap: 1 })
  await goToMorning()
  await setPace(who)
  await send(who, shared.emails, [a!])
  await goToMorning()
  await goToMorning()
  const fromMailbox = heardFrom(shared.emails[0]!)
  expect(fromMailbox.length).toBeGreaterThanOrEqual(2)
  expect(new Set(fromMailbox)).toEqual(new Set(['a@since.example']))
  const [sample] = await enrolmentsOf(who, shared.id)
  expect(sample!.mailbox).toEqual({ id: a, address: 'a@since.example' })
})

test('a running send changes to the return address and back (MBOX-28)', async () => {
  const who = await newCustomer({ gap_from_seconds: 600, gap_to_seconds: 600 })
  await goToMorning()
  const [a] = await connect(who, { 'a@changing.example': {} })
  const { id, emails, job } = await send(who, 5, [a!])
  expect(takenFor(emails)).toHaveLength(1)
  const fromReturnAddress = () =>
    started.mail.accepted.filter(({ envelope }) => emails.includes(envelope.to)).length
  const next = async () => {
    clock.advance(600_000)
    await wake()
    return [takenFor(emails).length, fromReturnAddress()]
  }
  await choose(who, id, [])
  expect(await next()).toEqual([1, 1])
  await choose(who, id, [a!])
  expect(await next()).toEqual([2, 1])
  await choose(who, id, [])
  await next()
  await next()
  expect((await readJob(who, job)).progress).toMatchObject({ failed: 0 })
  expect([takenFor(emails).length, fromReturnAddress()]).toEqual([2, 3])
})

test('two campaigns that write to somebody at the same moment do so from one mailbox (MBOX-32)', async () => {
  const who = await newCustomer()
  const [a, b] = await connect(who, { 'a@both.example': {}, 'b@both.example': {} })
  const people = ['one@people-of-both.example', 'two@people-of-both.example']
  for (const mailbox of [a!, b!]) {
    const { id } = await writeCampaign(who, people)
    await choose(who, id, [mailbox])
    await startSend(who, id)
  }
  await drain()
  expect(people.map((email) => heardFrom(email).length)).toEqual([2, 2])
  expect(people.map((email) => new Set(heardFrom(email)).size)).toEqual([1, 1])
})

test('a message that was not handed over binds nobody (MBOX-32)', async () => {
  const who = await newCustomer()
  const [a, b] = await connect(who, { 'a@free.example': {}, 'b@free.example': {} })
  answerTo = () => Object.assign(new Error('4.2.0 Please try again later'), { responseCode: 450 })
  const { emails } = await send(who, ['late@free-people.example'], [a!])
  const bound = () => query('select mailbox_id from mailbox_people where owner_id = $1', [who.id])
  expect(await bound()).toEqual([])
  answerTo = () => undefined
  await send(who, emails, [b!])
  expect(await bound()).toEqual([{ mailbox_id: b }])
  // The retry leaves from there, too.
  await goToMorning()
  expect(heardFrom(emails[0]!)).toEqual(['b@free.example', 'b@free.example'])
})

test('if a mailbox fails, new people go to others and its own people wait for it (MBOX-33)', async () => {
  const who = await newCustomer()
  const [a] = await connect(who, { 'a@seven.example': {}, 'b@seven.example': {} })
  const before = await send(who, 2, [a!])
  const campaign = await writeCampaign(who, [...before.emails, 'c@people.example', 'd@people.example'])
  await addStep(who, campaign.id)
  await query("update mailboxes set state = 'needs_login' where id = $1", [a])
  const shown = await preview(who, campaign.id)
  expect(shown.mailboxes).toMatchObject([
    { address: 'a@seven.example', state: 'needs_login', people: 2, days: [] },
    { address: 'b@seven.example', people: 2, days: [{ messages: 2 }] },
  ])
  const { answer } = await startSend(who, campaign.id)
  await drain()
  expect(countFrom(['c@people.example', 'd@people.example'])).toEqual({ 'b@seven.example': 2 })
  expect(before.emails.map(heardFrom)).toEqual([['a@seven.example'], ['a@seven.example']])
  const sentence = 'Waiting: a@seven.example needs you to sign in again'
  expect((await readJob(who, answer.job_id)).hold).toBe(sentence)
  const waiting = (await readDeliveries(who, campaign.id)).filter(({ state }) => state === 'queued')
  expect(waiting.map(({ reason, mailbox }) => [reason, mailbox?.id])).toEqual([
    [sentence, a],
    [sentence, a],
  ])

  await query("update mailboxes set state = 'connected' where id = $1", [a])
  clock.advance(10_000)
  await wake()
  expect(before.emails.map(heardFrom)).toEqual(
    before.emails.map(() => ['a@seven.example', 'a@seven.example']),
  )

  // Follow-ups are held, and released once it can send again.
  await query("update mailboxes set state = 'off' where id = $1", [a])
  await goToMorning()
  const held = (await enrolmentsOf(who, campaign.id)).filter(({ state }) => state === 'held')
  expect(held.map((one) => [one.hold_reason, one.sentence])).toEqual([
    ['no_mailbox', 'Waiting: a@seven.example is turned off'],
    ['no_mailbox', 'Waiting: a@seven.example is turned off'],
  ])
  await query("update mailboxes set state = 'connected' where id = $1", [a])
  await wake()
  expect(before.emails.map((email) => heardFrom(email).length)).toEqual([3, 3])
})

test('a job waits while no mailbox can send, and goes on by itself (MBOX-27, MBOX-33)', async () => {
  const who = await newCustomer({ gap_from_seconds: 60, gap_to_seconds: 60 })
  await goToMorning()
  const [a] = await connect(who, { 'a@eight.example': {} })
  const { emails, job } = await send(who, 3)
  expect(takenFor(emails)).toHaveLength(1)
  const spent = async () => (await who.call(usageRoutes.getUsage)).answer.emails_sent_count
  // Its sign-in is refused from now on.
  answerTo = () => Object.assign(new Error('5.7.0 Authentication required'), { responseCode: 530 })
  provider.refused.add('a@eight.example')
  await query("update mailboxes set state = 'needs_login' where id = $1", [a])
  clock.advance(60_000)
  await wake()
  expect(await readJob(who, job)).toMatchObject({
    status: 'processing',
    progress: { success: 1, failed: 0 },
    hold: 'Waiting: no mailbox of this campaign can send. a@eight.example needs you to sign in again',
  })
  answerTo = () => undefined
  provider.refused.clear()
  await query("update mailboxes set state = 'connected' where id = $1", [a])
  for (let minute = 0; minute < 3; minute++) {
    clock.advance(60_000)
    await wake()
  }
  expect(takenFor(emails)).toHaveLength(3)
  expect(await spent()).toBe(3)
})

test('a sign-in that is refused in the middle fails nobody: others take over (MBOX-27, MBOX-33)', async () => {
  const who = await newCustomer()
  const [a] = await connect(who, { 'a@nine.example': {}, 'b@nine.example': {} })
  provider.refused.add('a@nine.example')
  const { id, emails, job } = await send(who, 6)
  await goOn()
  expect(countFrom(emails)).toEqual({ 'b@nine.example': 6 })
  expect(await readJob(who, job)).toMatchObject({ status: 'completed', progress: { success: 6, failed: 0 } })
  const { answer } = await who.call(ownMailboxRoutes.get, { params: { id: a! } })
  expect(answer).toMatchObject({ state: 'needs_login', people: 0 })
  expect(answer.sentence).toBe('a@nine.example needs you to sign in again')
  const deliveries = await readDeliveries(who, id)
  // Its messages tell why they came back, though these attempts don't count.
  const outcomes = deliveries.map(({ attempts }) => attempts.map(({ outcome }) => outcome).join(' '))
  expect(outcomes.toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => 'accepted'),
    ...Array.from({ length: 3 }, () => 'not_sent accepted'),
  ])
  expect((await who.call(usageRoutes.getUsage)).answer.emails_sent_count).toBe(6)
})

test("a provider's limit holds the mailbox and fails nobody; others go on (MBOX-26)", async () => {
  const who = await newCustomer()
  await goToMorning()
  const [a] = await connect(who, { 'a@ten.example': {}, 'b@ten.example': {} })
  answerTo = (user) =>
    user === 'a@ten.example' &&
    Object.assign(new Error('5.4.5 Daily user sending limit exceeded'), { responseCode: 550 })
  const { id, emails, job } = await send(who, 4)
  await goOn()
  expect(countFrom(emails)).toEqual({ 'b@ten.example': 4 })
  expect((await readJob(who, job)).progress).toMatchObject({ success: 4, failed: 0 })
  const { answer } = await who.call(ownMailboxRoutes.get, { params: { id: a! } })
  expect([answer.state, answer.held_until !== null]).toEqual(['connected', true])
  expect(answer.sentence).toContain('takes no more mail from a@ten.example today. It goes on ')
  expect(await query('select from suppressions where owner_id = $1', [who.id])).toEqual([])
  expect((await readCampaign(who, id)).counts.failed).toBe(0)
  answerTo = () => undefined
  await goToMorning()
  const next = await send(who, 2)
  expect(countFrom(next.emails)).toEqual({ 'a@ten.example': 1, 'b@ten.example': 1 })
})

test('people of a removed mailbox are held until they are moved, and go on as a new thread (MBOX-34)', async () => {
  const who = await newCustomer()
  const [a, b] = await connect(who, { 'a@eleven.example': {}, 'b@eleven.example': {} })
  const campaign = await writeCampaign(who, 2)
  for (const _ of [1, 2]) await addStep(who, campaign.id)
  await choose(who, campaign.id, [a!])
  await startSend(who, campaign.id)
  await drain()
  const refused = await who.call(ownMailboxRoutes.remove, { params: { id: a! }, query: {} })
  expect(refused.refusal).toMatchObject({ code: 'mailboxes.people_wait', waiting: 2 })
  const removed = await who.call(ownMailboxRoutes.remove, { params: { id: a! }, query: { confirm: 'true' } })
  expect(removed.answer.held).toBe(2)
  await goToMorning()
  expect(campaign.emails.map((email) => heardFrom(email).length)).toEqual([1, 1])
  const gone = 'Waiting: the mailbox a@eleven.example is gone'
  expect((await enrolmentsOf(who, campaign.id)).map(({ sentence }) => sentence)).toEqual([gone, gone])

  const ids = campaign.prospects
  const bob = await newCustomer()
  expect((await change(who, campaign.id, { selection: { ids }, action: 'move' })).status).toBe(400)
  const move = { selection: { ids: [ids[0]] }, action: 'move', mailbox_id: b }
  expect((await change(bob, campaign.id, move)).status).toBe(404)
  expect((await change(who, campaign.id, { ...move, mailbox_id: a })).refusal.code).toBe('mailboxes.gone')
  expect((await change(who, campaign.id, move)).answer).toEqual({ changed: 1, skipped: 0 })
  await wake()
  await goToMorning()
  const messages = await readAll(campaign.emails[0]!)
  expect(messages.map(({ from }) => from!.address)).toEqual([
    'a@eleven.example',
    'b@eleven.example',
    'b@eleven.example',
  ])
  const [first, second, third] = messages
  expect(second!.subject).toBe(first!.subject)
  expect([second!.inReplyTo, second!.references]).toEqual([undefined, undefined])
  expect(third!.subject).toBe(`Re: ${first!.subject}`)
  expect([third!.inReplyTo, third!.references]).toEqual([second!.messageId, second!.messageId])
  expect(heardFrom(campaign.emails[1]!)).toHaveLength(1)
  // A first message doesn't wait for a mailbox that is gone.
  await send(who, [campaign.emails[1]!], [b!])
  expect(heardFrom(campaign.emails[1]!).at(-1)).toBe('b@eleven.example')
})

test('a queued follow-up to somebody who is moved is written again (MBOX-34)', async () => {
  const who = await newCustomer()
  const [a, b] = await connect(who, { 'a@twelve.example': { daily_cap: 2 }, 'b@twelve.example': {} })
  const campaign = await writeCampaign(who, 2)
  await addStep(who, campaign.id)
  await choose(who, campaign.id, [a!])
  await startSend(who, campaign.id)
  await drain()
  await query('update mailboxes set daily_cap = 1 where id = $1', [a])
  await goToMorning()
  const [late] = campaign.emails.filter((email) => heardFrom(email).length === 1)
  const index = campaign.emails.indexOf(late!)
  const ids = [campaign.prospects[index]]
  await change(who, campaign.id, { selection: { ids }, action: 'move', mailbox_id: b })
  await wake()
  expect(heardFrom(late!)).toEqual(['a@twelve.example', 'b@twelve.example'])
  const [, second] = await readAll(late!)
  expect([second!.subject!.startsWith('Re:'), second!.inReplyTo]).toEqual([false, undefined])
})

test('the same address connected again takes its people over, in the thread (MBOX-35)', async () => {
  const who = await newCustomer()
  const [a] = await connect(who, { 'a@thirteen.example': {}, 'b@thirteen.example': {} })
  const campaign = await writeCampaign(who, 1)
  await addStep(who, campaign.id)
  await choose(who, campaign.id, [a!])
  await startSend(who, campaign.id)
  await drain()
  await who.call(ownMailboxRoutes.remove, { params: { id: a! }, query: { confirm: 'true' } })
  await goToMorning()
  const [again] = await connect(who, { 'A@thirteen.example': {} })
  expect(again).toBe(a)
  await wake()
  const [first, second] = await readAll(campaign.emails[0]!)
  expect(second!.from!.address!.toLowerCase()).toBe('a@thirteen.example')
  expect([second!.subject, second!.inReplyTo]).toEqual([`Re: ${first!.subject}`, first!.messageId])
})

test('people of a mailbox whose address changes go on from there, as a new thread (MBOX-34)', async () => {
  const who = await newCustomer()
  const [a] = await connect(who, { 'old@address.example': {} })
  const campaign = await writeCampaign(who, 1)
  for (const _ of [1, 2]) await addStep(who, campaign.id)
  await startSend(who, campaign.id)
  await drain()
  const body = { address: 'new@address.example', password: PROVIDER_PASSWORD, smtp }
  expect((await who.call(ownMailboxRoutes.update, { params: { id: a! }, body })).status).toBe(200)
  await goToMorning()
  await goToMorning()
  const messages = await readAll(campaign.emails[0]!)
  expect(messages.map(({ from }) => from!.address)).toEqual([
    'old@address.example',
    'new@address.example',
    'new@address.example',
  ])
  expect(messages[1]!.inReplyTo).toBeUndefined()
  expect(messages[2]!.inReplyTo).toBe(messages[1]!.messageId)
})

test('follow-ups wait in the queue while their mailbox is held, without being written again (MBOX-26)', async () => {
  const who = await newCustomer()
  await connect(who, { 'a@queue.example': {} })
  const campaign = await writeCampaign(who, 3)
  await addStep(who, campaign.id)
  await startSend(who, campaign.id)
  await drain()
  answerTo = () => Object.assign(new Error('4.7.28 Too many messages'), { responseCode: 421 })
  await goToMorning()
  for (let minutes = 0; minutes < 5; minutes++) {
    clock.advance(70_000)
    await wake()
  }
  const states = await query(
    'select state, count(*)::int as n from recipients where owner_id = $1 and step_id is not null group by state',
    [who.id],
  )
  expect(states).toEqual([{ state: 'queued', n: 3 }])
  answerTo = () => undefined
  clock.advance(70_000)
  await wake()
  expect(takenFor(campaign.emails)).toHaveLength(6)
})

test('a thousand people who wait for one mailbox hide nobody from the others (MBOX-29)', async () => {
  const who = await newCustomer({ gap_from_seconds: 600, gap_to_seconds: 600 })
  await goToMorning()
  const [a, b] = await connect(who, { 'a@crowd.example': {}, 'b@crowd.example': {} })
  const { emails, job } = await send(who, 3, [a!, b!])
  expect(takenFor(emails)).toHaveLength(2)
  // The two mailboxes have written to a person each, and the third one is free.
  await query(
    `with one as (select * from recipients where job_id = $1 and state = 'queued' limit 1),
     crowd as (
       insert into recipients (owner_id, job_id, campaign_id, email, subject, content, language, round, state, sender,
         queued_at, next_at, attempts, is_charged)
       select owner_id, job_id, campaign_id, 'crowd' || n || '@people.example', subject, content, language, round, state,
         sender, queued_at, next_at - interval '1 hour', 0, false
       from one, generate_series(1, 1000) n returning id, owner_id, email)
     insert into mailbox_people (owner_id, email, mailbox_id, bound_at, recipient_id)
     select owner_id, email, $2, now(), id from crowd`,
    [job, a],
  )
  // Its gap has begun anew.
  const later = new Date(clock.now().getTime() + 1_100_000).toISOString()
  await query('update mailboxes set next_at = $2 where id = $1', [a, later])
  clock.advance(600_000)
  await wake()
  expect(takenFor(emails)).toHaveLength(3)
  await query("update recipients set state = 'cancelled' where job_id = $1 and state = 'queued'", [job])
})

test('a raised limit counts although no worker ran for an hour (MBOX-30)', async () => {
  const who = await newCustomer()
  await goToMorning()
  const [a] = await connect(who, { 'a@raised.example': { daily_cap: 1 } })
  const { emails } = await send(who, 3)
  expect(takenFor(emails)).toHaveLength(1)
  clock.advance(1000)
  await who.call(ownMailboxRoutes.update, { params: { id: a! }, body: { daily_cap: 10 } })
  clock.advance(3_600_000)
  await wake()
  expect(takenFor(emails)).toHaveLength(3)
})

test('due follow-ups take the room of their mailbox before first messages (MBOX-30)', async () => {
  const who = await newCustomer()
  const [a] = await connect(who, { 'a@fourteen.example': { daily_cap: 3 } })
  const campaign = await writeCampaign(who, 3)
  await addStep(who, campaign.id)
  await startSend(who, campaign.id)
  await drain()
  const other = await send(who, 3, [a!])
  expect(takenFor(other.emails)).toHaveLength(0)
  await goToMorning()
  expect(takenFor(campaign.emails)).toHaveLength(6)
  expect(takenFor(other.emails)).toHaveLength(0)
  await goToMorning()
  expect(takenFor(other.emails)).toHaveLength(3)
})

test('the days of follow-ups respect the room of each mailbox (MBOX-31)', async () => {
  const who = await newCustomer()
  await goToMorning()
  await connect(who, { 'a@fifteen.example': { daily_cap: 2 }, 'b@fifteen.example': { daily_cap: 4 } })
  const campaign = await writeCampaign(who, 9)
  for (const _ of [1, 2]) await addStep(who, campaign.id)
  const shown = await preview(who, campaign.id)
  await startSend(who, campaign.id)
  await playThrough(who)
  const happened = await query<{ step: number; day: string; messages: number }>(
    `select coalesce(step_position, 0) as step, to_char(first_tried_at at time zone 'UTC', 'YYYY-MM-DD') as day,
       count(*)::int as messages
     from recipients where campaign_id = $1 and state = 'sent' group by 1, 2 order by 1, 2`,
    [campaign.id],
  )
  const planned = [shown.days, ...shown.steps.map(({ days }) => days)].flatMap((days, step) =>
    days.map(({ day, messages }) => ({ step, day, messages })),
  )
  expect(happened).toEqual(planned)
})

test('Bob cannot see which mailbox a message of Alice left from', async () => {
  const [alice, bob] = [await newCustomer(), await newCustomer()]
  await connect(alice, { 'alice@sixteen.example': {} })
  const { id } = await send(alice, 1)
  expect((await readDeliveries(alice, id))[0]!.mailbox?.address).toBe('alice@sixteen.example')
  expect((await bob.call(sendingRoutes.listDeliveries, { params: { id }, query: {} })).status).toBe(404)
})
