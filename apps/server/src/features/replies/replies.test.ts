import { buildAutoReply, buildComplaint, buildDsn, buildReply } from '@goldpan/campaign-mail/samples'
import { prospectRoutes } from '@goldpan/contract/prospects'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { readStatuses, startSend, writeCampaign } from '../../../test/written-campaign.ts'
import { signMail } from '../../providers/inbox/webhook.ts'
import { inboundJob } from './replies.ts'

const SECRET = 'a secret of the webhook'
const { alice, bob, app, mail, drain, clock, query } = await startTestApp({
  environment: { INBOUND_WEBHOOK_SECRET: SECRET },
})
const { accepts, receive } = app.features.replies
const { db } = app.database

let people = 0
/** Sends a campaign to one recipient. Returns it with the message as delivered. */
async function sendOne(who = alice) {
  people += 1
  const email = `reader${people}@shop.example`
  const campaign = await writeCampaign(who, [email])
  await startSend(who, campaign.id)
  await drain()
  clock.advance(60_000)
  const { raw, envelope } = mail.accepted.findLast((message) => message.envelope.to === email)!
  const original = Buffer.concat([Buffer.from(`Return-Path: <${envelope.from}>\r\n`), raw])
  const returnAddress = (await PostalMime.parse(raw)).from!.address!
  const sample = { original, date: clock.now(), from: { name: 'Rita Reader', address: email } }
  return { ...campaign, email, sample, returnPath: envelope.from, returnAddress }
}

async function deliver(raw: Buffer, from: string | null, to: string) {
  clock.advance(1000)
  await receive({ raw, envelope: { from, to: [to] } })
  await drain()
}

const statusOf = async (id: string) => Object.values(await readStatuses(alice, id))[0]
const forwardedTo = (email: string) =>
  mail.accepted.filter(({ envelope }) => envelope.to === email && envelope.from.startsWith('f+'))
const newestInbound = async () =>
  (await query('select * from inbound_messages order by received_at desc, id limit 1'))[0]!

test('only return addresses and our own return paths are accepted', async () => {
  const { returnPath, returnAddress } = await sendOne()
  expect(await Promise.all([accepts(returnAddress), accepts(returnPath)])).toEqual(['accepted', 'accepted'])
  const strangers = ['nobody-here@reply.test.example', 'b+forged@reply.test.example', 'a@other.example']
  expect(await Promise.all(strangers.map(accepts))).toEqual(['unknown', 'unknown', 'unknown'])
})

test('a reply marks recipient and prospect responded and reaches the user, in one mail, with Reply-To the prospect (TRACK-05, TRACK-06, TRACK-08, SET-11)', async () => {
  const { id, email, prospects, sample, returnAddress } = await sendOne()
  const raw = await buildReply({ ...sample, text: 'Yes, please call me on Monday.' })
  const before = mail.accepted.length
  await deliver(raw, email, returnAddress)
  expect(await statusOf(id)).toBe('responded')
  const { answer: all } = await alice.call(prospectRoutes.list)
  expect(all.find((prospect) => prospect.id === prospects[0])!.status).toBe('responded')

  const forwarded = forwardedTo(alice.email).at(-1)!
  const parsed = await PostalMime.parse(forwarded.raw)
  expect(parsed.replyTo).toMatchObject([{ address: email, name: 'Rita Reader' }])
  expect(parsed.from).toMatchObject({ address: returnAddress, name: 'Rita Reader via Goldpan' })
  expect(parsed.text).toContain('Yes, please call me on Monday.')
  expect(parsed.inReplyTo).toBeTruthy()
  expect(forwarded.envelope.from).toMatch(/^f\+[a-z2-7]{47}@reply\.test\.example$/)
  expect(mail.accepted.slice(before)).toEqual([forwarded])
  expect(await newestInbound()).toMatchObject({
    kind: 'reply',
    forward_state: 'sent',
    reply_text: 'Yes, please call me on Monday.',
  })
})

test('the same message delivered again is stored, counted and forwarded once', async () => {
  const { email, sample, returnAddress } = await sendOne()
  const raw = await buildReply({ ...sample, text: 'Once is enough' })
  const before = forwardedTo(alice.email).length
  for (let time = 0; time < 3; time++) await deliver(raw, email, returnAddress)
  expect(forwardedTo(alice.email).length).toBe(before + 1)
})

test('a reply that comes by two routes counts once, and a stranger’s mail with its Message-ID hides nothing', async () => {
  const { email, sample, returnAddress } = await sendOne()
  const raw = await buildReply({ ...sample, text: 'By two routes' })
  const { messageId } = await PostalMime.parse(raw)
  const forged = `From: Eve <eve@else.example>\r\nMessage-ID: ${messageId}\r\nSubject: Hello\r\n\r\nForged.\r\n`
  const received = 'Received: from backup.shop.example by mx.test.example; Thu, 1 Jan 2026 00:00:00 +0000\r\n'
  const before = forwardedTo(alice.email).length
  await deliver(Buffer.from(forged), 'eve@else.example', returnAddress)
  await deliver(raw, email, returnAddress)
  await deliver(Buffer.concat([Buffer.from(received), raw]), email, returnAddress)
  const forwarded = await Promise.all(
    forwardedTo(alice.email)
      .slice(before)
      .map(async (message) => (await PostalMime.parse(message.raw)).text?.trim()),
  )
  expect(forwarded).toEqual([expect.stringMatching(/Forged\.$/), expect.stringContaining('By two routes')])
})

test('an automatic reply is forwarded once a day and is not a response (TRACK-07)', async () => {
  const { id, email, sample, returnAddress } = await sendOne()
  const before = forwardedTo(alice.email).length
  for (const text of ['I am away until Monday', 'I am still away until Monday'])
    await deliver(await buildAutoReply({ ...sample, text }), email, returnAddress)
  expect(await statusOf(id)).toBe('sent')
  expect(forwardedTo(alice.email).length).toBe(before + 1)
})

test('a delivery report marks the recipient bounced, and a dead address is never mailed again (TRACK-03)', async () => {
  const { id, email, sample, returnPath } = await sendOne()
  const report = { ...sample, recipient: email, reporting_mta: 'mx.shop.example' }
  const before = forwardedTo(alice.email).length
  const diagnostic = '550 5.1.1 No such user'
  await deliver(await buildDsn({ ...report, status: '5.1.1', diagnostic }), null, returnPath)
  expect(await statusOf(id)).toBe('bounced')
  expect([...(await app.features.suppressions.findSuppressed(db, alice.id, [email]))]).toEqual([
    [email, 'bounced'],
  ])
  expect(forwardedTo(alice.email).length).toBe(before)
})

test('a full mailbox bounces without being suppressed, and a delay changes nothing', async () => {
  const full = await sendOne()
  const report = { ...full.sample, recipient: full.email, reporting_mta: 'mx.shop.example', status: '5.2.2' }
  await deliver(await buildDsn({ ...report, diagnostic: '552 5.2.2 Mailbox full' }), null, full.returnPath)
  expect(await statusOf(full.id)).toBe('bounced')
  expect((await app.features.suppressions.findSuppressed(db, alice.id, [full.email])).size).toBe(0)

  const late = await sendOne()
  const delay = { ...late.sample, recipient: late.email, reporting_mta: 'mx.shop.example', status: '4.4.1' }
  const diagnostic = '451 4.4.1 Connection timed out'
  await deliver(await buildDsn({ ...delay, action: 'delayed', diagnostic }), null, late.returnPath)
  expect(await statusOf(late.id)).toBe('sent')
})

test('a complaint stops all mail of that sender to the address', async () => {
  const { id, email, sample, returnPath } = await sendOne()
  const reporter = { name: 'Abuse desk', address: 'fbl@provider.example' }
  await deliver(await buildComplaint({ ...sample, recipient: email, reporter }), reporter.address, returnPath)
  expect(await statusOf(id)).toBe('unsubscribed')
  expect([...(await app.features.suppressions.findSuppressed(db, alice.id, [email])).values()]).toEqual([
    'complaint',
  ])
})

test('a report of failed server checks stops no mail, because nobody complained', async () => {
  const { id, email, sample, returnPath } = await sendOne()
  const report = {
    ...sample,
    recipient: email,
    type: 'auth-failure',
    reporter: { name: 'DMARC', address: 'dmarc@provider.example' },
  }
  await deliver(await buildComplaint(report), 'dmarc@provider.example', returnPath)
  expect(await statusOf(id)).toBe('sent')
  expect((await app.features.suppressions.findSuppressed(db, alice.id, [email])).size).toBe(0)
})

test("a reply that only says 'stop' is obeyed and still shown to the user", async () => {
  const { id, email, sample, returnAddress } = await sendOne()
  const before = forwardedTo(alice.email).length
  await deliver(await buildReply({ ...sample, text: 'Unsubscribe' }), email, returnAddress)
  expect(await statusOf(id)).toBe('unsubscribed')
  expect(forwardedTo(alice.email).length).toBe(before + 1)
})

test('a message that only claims to be from the prospect is forwarded with a warning and changes nothing (I7)', async () => {
  const { id, email, returnAddress } = await sendOne()
  const raw = Buffer.from(
    `From: Rita <${email}>\r\nTo: ${returnAddress}\r\nSubject: Hello\r\nMessage-ID: <x1@shop.example>\r\n\r\nPay me.\r\n`,
  )
  await deliver(raw, email, returnAddress)
  expect(await statusOf(id)).toBe('sent')
  const parsed = await PostalMime.parse(forwardedTo(alice.email).at(-1)!.raw)
  expect(parsed.text).toMatch(/could not be verified[\s\S]*Pay me\./)
})

test('mail that belongs to no campaign still reaches the owner of the return address', async () => {
  const { returnAddress } = await sendOne()
  const raw = Buffer.from(
    `From: New Friend <friend@else.example>\r\nTo: ${returnAddress}\r\nSubject: Hi\r\n\r\nWe met at the fair.\r\n`,
  )
  await deliver(raw, 'friend@else.example', returnAddress)
  const parsed = await PostalMime.parse(forwardedTo(alice.email).at(-1)!.raw)
  expect([parsed.subject, parsed.replyTo?.[0]?.address]).toEqual(['Hi', 'friend@else.example'])
})

test('mail loops are stopped (I8)', async () => {
  const { email, sample, returnAddress, returnPath } = await sendOne()
  await deliver(await buildReply({ ...sample, text: 'First' }), email, returnAddress)
  const forwarded = forwardedTo(alice.email).at(-1)!
  const before = forwardedTo(alice.email).length
  await deliver(forwarded.raw, 'someone@else.example', returnAddress)
  expect(await newestInbound(), 'from the return address itself').toMatchObject({ forward_state: 'none' })
  const rewritten = forwarded.raw
    .toString('latin1')
    .replace(/^From: .*(?:\r\n[ \t].*)*/m, 'From: list@else.example')
  await deliver(Buffer.from(rewritten, 'latin1'), 'list@else.example', returnAddress)
  expect(await newestInbound()).toMatchObject({
    forward_state: 'failed',
    error: expect.stringContaining('by this app'),
  })
  // Mail to the return path of a forwarded reply is dropped.
  await deliver(
    await buildDsn({
      original: forwarded.raw,
      date: clock.now(),
      recipient: alice.email,
      reporting_mta: 'mx.customer.example',
      status: '5.1.1',
      diagnostic: '550 no',
    }),
    null,
    forwarded.envelope.from,
  )
  expect(forwardedTo(alice.email).length).toBe(before)
  expect(returnPath).not.toBe(forwarded.envelope.from)
})

test("Bob's return address cannot be used to change what belongs to Alice", async () => {
  const { id, email, sample } = await sendOne()
  const other = await sendOne(bob)
  const raw = await buildReply({ ...sample, text: 'Wrong address' })
  await deliver(raw, email, other.returnAddress)
  expect(await statusOf(id)).toBe('sent')
  expect((await PostalMime.parse(forwardedTo(bob.email).at(-1)!.raw)).text).toContain('Wrong address')
})

test('a deferred forward is retried later, one without a final reply is not', async () => {
  const { email, sample, returnAddress } = await sendOne()
  mail.answers.set(alice.email, { outcome: 'deferred', code: 451, answer: '451 4.3.0 later' })
  const before = forwardedTo(alice.email).length
  await deliver(await buildReply({ ...sample, text: 'Later then' }), email, returnAddress)
  expect(forwardedTo(alice.email).length).toBe(before)
  mail.answers.delete(alice.email)
  clock.advance(10 * 60_000)
  const sweep = async () => {
    await app.ports.jobs.enqueue(db, inboundJob, {}, {})
    await drain()
  }
  await sweep()
  expect(forwardedTo(alice.email).length).toBe(before + 1)

  mail.answers.set(alice.email, { outcome: 'unconfirmed', code: null, answer: 'broke' })
  await deliver(await buildReply({ ...sample, text: 'In doubt' }), email, returnAddress)
  mail.answers.clear()
  clock.advance(60 * 60_000)
  await sweep()
  expect(forwardedTo(alice.email).length).toBe(before + 1)
  expect((await newestInbound()).forward_state).toBe('unconfirmed')
})

test('a dead worker’s transmitting forwards are not sent again, its claimed ones are', async () => {
  const { email, sample, returnAddress } = await sendOne()
  const before = forwardedTo(alice.email).length
  for (const text of ['taken', 'leaving'])
    await receive({
      raw: await buildReply({ ...sample, text }),
      envelope: { from: email, to: [returnAddress] },
    })
  await query(
    `update inbound_messages set handled_at = received_at, owner_id = $1, worker_id = 'dead',
       forward_state = case when position('leaving' in encode(raw, 'escape')) > 0 then 'transmitting' else 'claimed' end,
       next_at = received_at where handled_at is null`,
    [alice.id],
  )
  await drain()
  expect(forwardedTo(alice.email).length).toBe(before + 1)
})

test('hostile bytes are stored, forwarded unchanged, and do no harm', async () => {
  const { returnAddress } = await sendOne()
  const before = forwardedTo(alice.email).length
  const raw = Buffer.concat([
    Buffer.from('From: x <x@y.example>\r\nSubject: \x00\r\n\r\n'),
    Buffer.alloc(2000, 0),
  ])
  await deliver(raw, 'x@y.example', returnAddress)
  expect(forwardedTo(alice.email).length).toBe(before + 1)
})

test('a signed webhook accepts raw messages; a wrong or old signature and an unknown address are refused', async () => {
  const { id, email, sample, returnAddress } = await sendOne()
  const raw = await buildReply({ ...sample, text: 'By webhook' })
  const envelope = { from: email, to: returnAddress }
  const url = `/api/inbound/raw?from=${encodeURIComponent(email)}&to=${encodeURIComponent(returnAddress)}`
  const time = Math.floor(clock.now().getTime() / 1000)
  const post = (signature: string, target = url) =>
    app.server.inject({
      method: 'POST',
      url: target,
      payload: raw,
      headers: { 'content-type': 'message/rfc822', 'x-goldpan-signature': signature },
    })
  expect((await post('')).statusCode).toBe(400)
  expect((await post(signMail({ raw, envelope }, 'wrong', time))).statusCode).toBe(400)
  const other = { raw: Buffer.from('another message'), envelope }
  expect((await post(signMail(other, SECRET, time))).statusCode).toBe(400)
  const old = time - 600
  expect((await post(signMail({ raw, envelope }, SECRET, old))).statusCode).toBe(400)
  const stranger = { from: email, to: 'nobody@reply.test.example' }
  const elsewhere = await post(
    signMail({ raw, envelope: stranger }, SECRET, time),
    `/api/inbound/raw?from=${encodeURIComponent(email)}&to=nobody@reply.test.example`,
  )
  expect(elsewhere.statusCode).toBe(404)
  const signature = signMail({ raw, envelope }, SECRET, time)
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(signature)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  await drain()
  expect(await statusOf(id)).toBe('responded')
})

test('a report about somebody else does not suppress the address written to', async () => {
  const { id, email, sample, returnPath } = await sendOne()
  const report = { ...sample, recipient: 'elsewhere@other.example', reporting_mta: 'mx.shop.example' }
  const diagnostic = '550 5.1.1 No such user'
  await deliver(await buildDsn({ ...report, status: '5.1.1', diagnostic }), null, returnPath)
  expect(await statusOf(id)).toBe('bounced')
  expect((await app.features.suppressions.findSuppressed(db, alice.id, [email])).size).toBe(0)
})

test.each([
  'Hello, please remove us from your list. Thank you.\n\nRita Reader',
  'Sehr geehrte Damen und Herren, bitte löschen Sie unsere Adresse aus Ihrem Verteiler. Vielen Dank.',
])('the opt-out %j unsubscribes, suppresses and is no response', async (text) => {
  const { id, email, prospects, sample, returnAddress } = await sendOne()
  await deliver(await buildReply({ ...sample, text }), email, returnAddress)
  expect(await statusOf(id)).toBe('unsubscribed')
  expect([...(await app.features.suppressions.findSuppressed(db, alice.id, [email]))]).toEqual([
    [email, 'stop_reply'],
  ])
  const { answer: all } = await alice.call(prospectRoutes.list)
  expect(all.find((prospect) => prospect.id === prospects[0])!.status).not.toBe('responded')
})

test('a mail program’s unsubscribe mail that names our message unsubscribes', async () => {
  const { id, email, sample, returnAddress } = await sendOne()
  const raw = Buffer.from(
    [
      `From: ${email}`,
      `To: ${returnAddress}`,
      'Subject: unsubscribe',
      `In-Reply-To: ${(await PostalMime.parse(sample.original)).messageId}`,
      'Auto-Submitted: auto-replied',
      'X-Apple-Unsubscribe: true',
      '',
      'Apple Mail sent this email to unsubscribe from the message "Clean roofs".',
    ].join('\r\n'),
  )
  await deliver(raw, email, returnAddress)
  expect(await statusOf(id)).toBe('unsubscribed')
})

test('a message id counts as a reply in a header, but not in the text of a stranger', async () => {
  const { id, sample, returnAddress } = await sendOne()
  const messageId = (await PostalMime.parse(sample.original)).messageId!
  const from = 'stranger@elsewhere.example'
  const write = (head: string[], text: string) =>
    Buffer.from([`From: ${from}`, `To: ${returnAddress}`, 'Subject: Hello', ...head, '', text].join('\r\n'))
  const quoted = `I have seen this:\r\nMessage-ID: ${messageId}\r\nIn-Reply-To: ${messageId}`
  await deliver(write([], quoted), from, returnAddress)
  expect(await statusOf(id)).toBe('sent')
  await deliver(write([`In-Reply-To: ${messageId}`], 'Yes, please.'), from, returnAddress)
  expect(await statusOf(id)).toBe('responded')
})

test('a message that is only an image is shown as one, with its name', async () => {
  const { email, sample, returnAddress } = await sendOne()
  const messageId = (await PostalMime.parse(sample.original)).messageId!
  const head = [`From: ${email}`, `To: ${returnAddress}`, 'Subject: Re: Hello', `In-Reply-To: ${messageId}`]
  const type = ['Content-Type: image/gif; name=roof.gif', 'Content-Transfer-Encoding: base64']
  const gif = 'R0lGODlhAQABAPAAAP8AAAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=='
  await deliver(Buffer.from([...head, ...type, '', gif].join('\r\n')), email, returnAddress)
  expect(await newestInbound()).toMatchObject({ reply_text: 'A picture', attachments: ['roof.gif'] })
})
