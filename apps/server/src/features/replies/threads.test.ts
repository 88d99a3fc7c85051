import { randomUUID } from 'node:crypto'
import { buildAutoReply, buildDsn, buildReply } from '@goldpan/campaign-mail/samples'
import { TAKE_BACK_SECONDS } from '@goldpan/contract/answering'
import { homeRoutes } from '@goldpan/contract/home'
import { inboxRoutes } from '@goldpan/contract/inbox'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { replyRoutes } from '@goldpan/contract/replies'
import { suppressionRoutes } from '@goldpan/contract/suppressions'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { readStatuses, startSend, writeCampaign } from '../../../test/written-campaign.ts'
import { createFakeDns } from '../../providers/dns/fake.ts'
import { inboundJob } from './replies.ts'

const dns = createFakeDns()
/** A name server that answers when the test says so. */
let slowAnswer: Promise<void> = Promise.resolve()
const txt: typeof dns.txt = async (name) => {
  if (name.endsWith('slow.example')) await slowAnswer
  return dns.txt(name)
}
const { alice, bob, visitor, app, mail, drain, clock, query } = await startTestApp({
  ports: { dns: { ...dns, txt } },
})
const { receive } = app.features.replies

let people = 0
async function sendOne(who = alice) {
  people += 1
  const email = `writer${people}@shop.example`
  const campaign = await writeCampaign(who, [email])
  await startSend(who, campaign.id)
  await drain()
  clock.advance(60_000)
  const { raw, envelope } = mail.accepted.findLast((message) => message.envelope.to === email)!
  const original = Buffer.concat([Buffer.from(`Return-Path: <${envelope.from}>\r\n`), raw])
  const returnAddress = (await PostalMime.parse(raw)).from!.address!
  const sampleOf = (text: string) => ({
    original,
    date: clock.now(),
    from: { name: 'Rita Reader', address: email },
    text,
  })
  return { ...campaign, email, returnAddress, sampleOf }
}

async function takeIn(raw: Buffer, from: string | null, to: string) {
  clock.advance(1000)
  await receive({ raw, envelope: { from, to: [to] } })
  await drain()
}

async function repliedOne(text = 'Yes, call me.') {
  const sent = await sendOne()
  await takeIn(await buildReply(sent.sampleOf(text)), sent.email, sent.returnAddress)
  const { answer } = await alice.call(replyRoutes.list, { query: { campaign: sent.id } })
  return { ...sent, inboundId: answer.correspondents[0]!.id }
}

const read = async (id: string, who = alice) => (await who.call(replyRoutes.get, { params: { id } })).answer
/** Until it can't be taken back any more. */
async function answer(id: string, text: string, press_id = randomUUID(), who = alice) {
  clock.advance(1000)
  const outcome = await who.call(replyRoutes.answer, { params: { id }, body: { text, press_id } })
  clock.advance(TAKE_BACK_SECONDS * 1000)
  return outcome
}
const sentTo = (email: string) =>
  mail.accepted.filter(({ envelope }) => envelope.to === email && envelope.from.startsWith('a+'))

test('an answer leaves while mail that comes in waits for a slow name server', async () => {
  const { inboundId, email, returnAddress } = await repliedOne()
  const { promise, resolve } = Promise.withResolvers<void>()
  slowAnswer = promise
  const head = [
    `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=slow.example; s=k; h=from; bh=AAAA; b=AAAA`,
    'From: Sue <sue@slow.example>',
    `To: ${returnAddress}`,
    'Subject: A question',
    'Message-ID: <1@slow.example>',
  ]
  const raw = Buffer.from([...head, '', 'Are you open on Monday?', ''].join('\r\n'))
  await receive({ raw, envelope: { from: 'sue@slow.example', to: [returnAddress] } })
  await answer(inboundId, 'On Monday, then.')

  const working = drain()

  await vi.waitFor(() => expect(sentTo(email)).toHaveLength(1), { timeout: 30_000 })
  const waiting = () => query('select 1 from inbound_messages where handled_at is null')
  expect(await waiting()).toHaveLength(1)
  resolve()
  await working
  expect(await waiting()).toEqual([])
})

test('who answered is listed, for a campaign and for all, the newest message first', async () => {
  const { id, email } = await repliedOne('Yes, call me on Monday.')
  await query("update prospects set last_name = 'Reader', business_name = 'Shop' where email = $1", [email])
  const { answer: ofCampaign } = await alice.call(replyRoutes.list, { query: { campaign: id } })
  expect(ofCampaign).toMatchObject({
    total: 1,
    correspondents: [
      {
        from_email: email,
        last_name: 'Reader',
        company: 'Shop',
        excerpt: 'Yes, call me on Monday.',
        count: 1,
        campaign: { id },
      },
    ],
  })
  await repliedOne()
  const { answer: all } = await alice.call(replyRoutes.list, { query: {} })
  expect(all.total).toBeGreaterThanOrEqual(2)
  expect(all.correspondents[0]!.from_email).not.toBe(email)
})

test('a conversation holds what was sent and what came back, by the prospect too', async () => {
  const { email, prospects, inboundId } = await repliedOne('Yes, please.')
  const conversation = await read(prospects[0]!)
  expect(conversation).toMatchObject({ email, answers_to: inboundId, closed_reason: null })
  expect(conversation.messages.map(({ kind, text }) => [kind, text.split('\n')[0]])).toEqual([
    ['sent', 'Hello there,'],
    ['reply', 'Yes, please.'],
  ])
  expect(await read(inboundId)).toEqual(conversation)
})

test('an answer leaves from the return address in the same thread, once however often it is pressed', async () => {
  const { email, inboundId, returnAddress } = await repliedOne('What does it cost?')
  const press = randomUUID()
  const presses = await Promise.all([1, 2, 3].map(() => answer(inboundId, 'It costs 90 EUR.', press)))
  expect(presses.map(({ status }) => status)).toEqual([200, 200, 200])
  await drain()
  expect(sentTo(email)).toHaveLength(1)
  const message = await PostalMime.parse(sentTo(email)[0]!.raw)
  expect(message).toMatchObject({
    from: { address: returnAddress, name: 'Alice Tester' },
    subject: 'Re: Ovens for you',
  })
  expect(message.text).toMatch(/^It costs 90 EUR\.\s+writer\d+@shop\.example wrote:\s+> What does it cost\?/)
  const [row] = await query<{ raw: Buffer }>('select raw from inbound_messages where id = $1', [inboundId])
  const { messageId, references } = await PostalMime.parse(row!.raw)
  expect(message.inReplyTo).toBe(messageId)
  expect(message.references).toBe(`${references} ${messageId}`)
  const { messages } = await read(inboundId)
  expect(messages.at(-1)).toMatchObject({ kind: 'answer', text: 'It costs 90 EUR.', state: 'sent' })
})

test('answers cost no e-mail of the allowance', async () => {
  const { inboundId } = await repliedOne()
  const units = async () =>
    (
      await query('select coalesce(sum(units), 0)::int as sum from usage_entries where owner_id = $1', [
        alice.id,
      ])
    )[0]
  const before = await units()
  await answer(inboundId, 'Thanks!')
  await drain()
  expect(await units()).toEqual(before)
})

test('what comes back to an answer, by its own thread only, belongs to the conversation', async () => {
  const { id, email, inboundId, returnAddress, sampleOf } = await repliedOne()
  await answer(inboundId, 'And when?')
  await drain()
  const { raw } = sentTo(email)[0]!
  const own = Buffer.from(
    raw.toString('latin1').replace(/^References:[^\r]*\r\n(?:[ \t][^\r]*\r\n)*/m, ''),
    'latin1',
  )
  const second = await buildReply({ ...sampleOf('On Friday.'), original: own })
  await takeIn(second, email, returnAddress)
  expect((await read(inboundId)).messages.map(({ kind }) => kind)).toEqual([
    'sent',
    'reply',
    'answer',
    'reply',
  ])
  expect(await readStatuses(alice, id)).toEqual({ [email]: 'responded' })
})

test('a person waits on the home screen until they are answered, and Bob sees nothing of it', async () => {
  const unread = async (who = alice) => (await who.call(inboxRoutes.counts)).answer.unread
  const waiting = async (who = alice) => (await who.call(homeRoutes.overview)).answer.waiting
  const before = await unread()
  const { email, inboundId } = await repliedOne('Yes, call me.\n\nRita')
  await query("update prospects set last_name = 'Reader', business_name = 'Shop' where email = $1", [email])
  expect(await unread()).toBe(before + 1)
  expect((await waiting())[0]).toMatchObject({
    id: inboundId,
    email,
    last_name: 'Reader',
    company: 'Shop',
    excerpt: 'Yes, call me.',
  })
  expect([await unread(bob), await waiting(bob)]).toEqual([0, []])
  await answer(inboundId, 'I will')
  expect(await unread()).toBe(before)
  expect((await waiting()).map(({ id }) => id)).not.toContain(inboundId)
})

test('the list says who is unread, and can leave out the others; Bob sees nobody', async () => {
  const unread = async (who = alice) =>
    (await who.call(replyRoutes.list, { query: { unread: 'true' } })).answer
  const before = (await unread()).total
  const { id, email, inboundId } = await repliedOne()
  const { total, correspondents } = await unread()
  expect([total, correspondents[0]]).toMatchObject([before + 1, { id: inboundId, unread: true }])
  expect((await read(inboundId)).first_name).toBe('Pat')
  expect((await unread(bob)).total).toBe(0)
  await answer(inboundId, 'I will')
  expect((await unread()).total).toBe(before)
  const { answer: all } = await alice.call(replyRoutes.list, { query: { campaign: id } })
  expect(all.correspondents).toMatchObject([{ from_email: email, unread: false }])
})

test.each([
  ['the address', (email: string) => email],
  ['its domain', (email: string) => `@${email.split('@')[1]}`],
])('whom the do-not-contact list names by %s no longer waits (INBOX-26)', async (_, entryOf) => {
  const unread = async () => (await alice.call(inboxRoutes.counts)).answer.unread
  const { email, inboundId } = await repliedOne('We are fine, thanks.')
  const before = await unread()
  clock.advance(1000)
  await alice.call(suppressionRoutes.add, { body: { text: entryOf(email) } })
  expect(await unread()).toBeLessThan(before)
  expect((await read(inboundId)).state).toBe('done')
  const { suppressions } = (await alice.call(suppressionRoutes.list, { query: {} })).answer
  for (const { id } of suppressions) await alice.call(suppressionRoutes.remove, { params: { id } })
})

test('a report that an answer did not arrive is shown at the answer, and changes nobody’s status', async () => {
  const { id, email, inboundId } = await repliedOne()
  await answer(inboundId, 'Hello?')
  await drain()
  const { raw, envelope } = sentTo(email)[0]!
  const report = { original: raw, date: clock.now(), recipient: email, reporting_mta: 'mx.shop.example' }
  await takeIn(
    await buildDsn({ ...report, status: '5.1.1', diagnostic: '550 5.1.1 gone' }),
    null,
    envelope.from,
  )
  expect((await read(inboundId)).messages.at(-1)).toMatchObject({
    state: 'failed',
    reason: 'Came back: 5.1.1 user-unknown',
  })
  expect(await readStatuses(alice, id)).toEqual({ [email]: 'responded' })
})

test('an answer that is asked to wait is tried later, one without an answer is not repeated', async () => {
  const { email, inboundId } = await repliedOne()
  mail.answers.set(email, { outcome: 'deferred', code: 451, answer: '451 4.3.0 later' })
  await answer(inboundId, 'First')
  await drain()
  expect((await read(inboundId)).messages.at(-1)).toMatchObject({ state: 'waiting' })
  mail.answers.set(email, { outcome: 'unconfirmed', code: null, answer: 'broke' })
  const sweep = async () => {
    clock.advance(10 * 60_000)
    await app.ports.jobs.enqueue(app.database.db, inboundJob, {}, {})
    await drain()
  }
  await sweep()
  mail.answers.clear()
  await sweep()
  expect((await read(inboundId)).messages.at(-1)).toMatchObject({ state: 'unconfirmed' })
  expect(sentTo(email)).toHaveLength(0)
})

test('a fault of ours once an answer may have left doubles nothing: it is unconfirmed', async () => {
  const { inboundId, email, prospects } = await repliedOne()
  const { handOver } = mail
  mail.handOver = async (...args) => {
    await handOver(...args)
    throw new Error('a fault after acceptance')
  }
  await answer(inboundId, 'Once')
  await drain()
  mail.handOver = handOver
  clock.advance(10 * 60_000)
  await app.ports.jobs.enqueue(app.database.db, inboundJob, {})
  await drain()
  expect(sentTo(email)).toHaveLength(1)
  expect((await read(prospects[0]!)).messages.at(-1)).toMatchObject({ state: 'unconfirmed' })
})

test('an answer whose outcome the database refuses at first is sent once', async () => {
  const { inboundId, email, prospects } = await repliedOne()
  await query(`create sequence refusals; create function refuse_twice() returns trigger language plpgsql as $$
    begin if nextval('refusals') <= 2 then raise exception 'out of order'; end if; return new; end $$;
    create trigger refuse_twice before update on answers for each row when (new.state <> 'claimed' and
      new.state <> 'transmitting') execute function refuse_twice()`)
  onTestFinished(() => query('drop trigger refuse_twice on answers').then(() => undefined))
  await answer(inboundId, 'Once')
  await drain()
  clock.advance(10 * 60_000)
  await app.ports.jobs.enqueue(app.database.db, inboundJob, {})
  await drain()
  expect(sentTo(email)).toHaveLength(1)
  expect((await read(prospects[0]!)).messages.at(-1)).toMatchObject({ state: 'sent' })
})

test('whoever asked to be left alone is not answered, unless they write again', async () => {
  const { email, inboundId, returnAddress, sampleOf } = await repliedOne('Stop')
  expect(await read(inboundId)).toMatchObject({
    answers_to: null,
    closed_reason: expect.stringContaining('asked'),
    suppression: { can_remove: false },
  })
  expect((await answer(inboundId, 'But…')).refusal.code).toBe('replies.not_answerable')
  await takeIn(
    await buildReply(sampleOf('Sorry, one question after all: where are you?')),
    email,
    returnAddress,
  )
  const again = await read(inboundId)
  expect(again.closed_reason).toBeNull()
  expect((await answer(again.answers_to!, 'In Goldwater.')).status).toBe(200)
})

test('a person put on the do-not-contact list is not answered until they are taken off it', async () => {
  const { email, inboundId } = await repliedOne()
  expect((await read(inboundId)).suppression).toBeNull()

  await alice.call(suppressionRoutes.add, { body: { text: email } })

  const { suppression, ...closed } = await read(inboundId)
  expect(closed).toMatchObject({
    answers_to: null,
    closed_reason: 'This person is on your do-not-contact list.',
  })
  expect(suppression!.can_remove).toBe(true)
  await alice.call(suppressionRoutes.remove, { params: { id: suppression!.id } })
  expect(await read(inboundId)).toMatchObject({ answers_to: inboundId, suppression: null })
})

test('whom somebody chose not to contact didn’t ask for it, and the conversation says so (INBOX-26)', async () => {
  const { inboundId } = await repliedOne()
  await alice.call(inboxRoutes.change, { body: { selection: { ids: [inboundId] }, label: 'stop' } })
  expect(await read(inboundId)).toMatchObject({
    answers_to: null,
    closed_reason: 'This person is on your do-not-contact list.',
  })
})

test('whoever is labelled as wanting no more mail and isn’t suppressed can be, proven or not (INBOX-20, INBOX-28)', async () => {
  const { inboundId, email } = await repliedOne('We are well, thanks.')
  const offers = async () => (await read(inboundId)).offers
  expect(await offers()).toEqual([])
  // As a model labels it, which has no effects.
  await query(
    "update inbound_messages set label = 'stop', label_by = 'model', is_proven = true where id = $1",
    [inboundId],
  )
  expect(await offers()).toEqual([{ kind: 'do_not_contact', email, until: null }])
  await alice.call(suppressionRoutes.add, { body: { text: email } })
  expect(await offers()).toEqual([])
})

test('a snooze is offered while its day is ahead, within a year (INBOX-22)', async () => {
  const { inboundId } = await repliedOne('Please write again in a while.')
  const today = clock.now().getTime()
  const dayIn = (days: number) => new Date(today + days * 86_400_000).toISOString().slice(0, 10)
  const offered = async (days: number) => {
    await query("update inbound_messages set label = 'later', later_until = $2 where id = $1", [
      inboundId,
      dayIn(days),
    ])
    return (await read(inboundId)).offers.map(({ until }) => until)
  }
  expect(await offered(1)).toEqual([dayIn(1)])
  expect(await offered(366)).toEqual([dayIn(366)])
  for (const days of [-30, 0, 367]) expect(await offered(days)).toEqual([])
})

test('an automatic reply is shown in the conversation and is nothing to answer', async () => {
  const { email, prospects, returnAddress, sampleOf } = await sendOne()
  await takeIn(await buildAutoReply(sampleOf('I am away until Monday.')), email, returnAddress)
  const conversation = await read(prospects[0]!)
  expect(conversation.messages.at(-1)).toMatchObject({ kind: 'auto_reply', text: 'I am away until Monday.' })
  expect(conversation.answers_to).toBeNull()
  const autoId = conversation.messages.at(-1)!.id
  expect((await answer(autoId, 'Hello')).refusal.code).toBe('replies.not_answerable')
})

test('attached files are named, and the whole message can be downloaded', async () => {
  const { email, returnAddress, prospects, sampleOf } = await sendOne()
  const plain = (await buildReply(sampleOf('See the plan.'))).toString()
  const [head, ...body] = plain.split('\r\n\r\n')
  const raw = [
    head!
      .replace(/^Content-Type:.*(?:\r\n[ \t].*)*/im, 'Content-Type: multipart/mixed; boundary="b1"')
      .replace(/^Content-Transfer-Encoding:.*\r\n/im, ''),
    '',
    `--b1\r\nContent-Type: text/plain\r\n\r\n${body.join('\r\n\r\n')}\r\n--b1`,
    'Content-Type: application/pdf; name="plan.pdf"\r\nContent-Disposition: attachment; filename*=utf-8\'\'plan%E2%80%AE.pdf\r\n\r\n%PDF\r\n--b1--\r\n',
  ].join('\r\n')
  await takeIn(Buffer.from(raw), email, returnAddress)
  const { messages } = await read(prospects[0]!)
  expect(messages.at(-1)!.attachments).toEqual(['plan.pdf'])
  const saved = await alice.call(replyRoutes.raw, { params: { id: messages.at(-1)!.id } })
  expect(saved.headers['content-type']).toBe('application/octet-stream')
  expect(await (saved.answer as unknown as Blob).text()).toContain('%PDF')
})

test('a message of 5 MB is read and downloaded whole', async () => {
  const { email, returnAddress, prospects, sampleOf } = await sendOne()
  const reply = await buildReply(sampleOf('See below.'))
  const numbers = Array.from({ length: 700_000 }, (_, n) => `${n}`.padStart(6, '0')).join('\r\n')
  const raw = Buffer.concat([reply, Buffer.from(`\r\n${numbers}`)])
  await takeIn(raw, email, returnAddress)
  const { messages } = await read(prospects[0]!)
  expect(messages.at(-1)!.text).toContain('See below.')
  const saved = await alice.call(replyRoutes.raw, { params: { id: messages.at(-1)!.id } })
  expect(Buffer.from(await (saved.answer as unknown as Blob).arrayBuffer()).equals(raw)).toBe(true)
})

test('an empty answer is refused, and an unknown conversation does not exist', async () => {
  const { inboundId } = await repliedOne()
  expect((await answer(inboundId, '  ')).refusal.message).toBe('Please write an answer')
  for (const id of [randomUUID(), 'x'])
    expect((await alice.call(replyRoutes.get, { params: { id } })).refusal.code).toBe(
      'replies.no_conversation',
    )
})

test("Bob cannot read, answer or download Alice's conversations", async () => {
  const { id, prospects, inboundId } = await repliedOne()
  for (const foreign of [inboundId, prospects[0]!])
    expect((await bob.call(replyRoutes.get, { params: { id: foreign } })).status).toBe(404)
  expect((await answer(inboundId, 'Hi', randomUUID(), bob)).status).toBe(404)
  expect((await bob.call(replyRoutes.raw, { params: { id: inboundId } })).status).toBe(404)
  expect((await bob.call(replyRoutes.list, { query: { campaign: id } })).status).toBe(404)
  expect((await bob.call(replyRoutes.list, { query: {} })).answer.total).toBe(0)
  expect((await visitor.call(replyRoutes.list, { query: {} })).status).toBe(401)
})

test('a conversation outlives its prospect', async () => {
  const { prospects, inboundId } = await repliedOne('Still here')
  await alice.call(prospectRoutes.remove, { params: { id: prospects[0]! } })
  expect((await read(inboundId)).messages.map(({ kind }) => kind)).toEqual(['sent', 'reply'])
})
