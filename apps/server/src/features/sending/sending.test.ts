import { campaignRoutes } from '@goldpan/contract/campaigns'
import { prospectRoutes } from '@goldpan/contract/prospects'
import type { HandlerInput } from '@goldpan/contract/route'
import { sendingRoutes } from '@goldpan/contract/sending'
import { signatureRoutes } from '@goldpan/contract/signatures'
import { usageRoutes } from '@goldpan/contract/usage'
import { writingRoutes } from '@goldpan/contract/writing'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import {
  readCampaign,
  readDeliveries,
  readJob,
  readStatuses,
  startSend,
  writeCampaign,
} from '../../../test/written-campaign.ts'
import type { HandOverResult, OutgoingMail } from '../../providers/mail/port.ts'
import { sendingJob } from './sending.ts'

const { alice, bob, app, mail, drain, clock, query, createCustomer } = await startTestApp()

const sentTo = (email: string) => mail.accepted.filter(({ envelope }) => envelope.to === email)
// A base64 line ending in '==' isn't a soft line break.
const textOf = ({ raw }: OutgoingMail) =>
  raw
    .toString()
    .replace(/(?<!=)=\r\n(?!\S+: )/g, '')
    .replaceAll('=3D', '=')
const usedBy = async (who: Customer) => (await who.call(usageRoutes.getUsage)).answer.emails_sent_count
const answer = (email: string, outcome: HandOverResult['outcome'], code: number | null, words: string) =>
  mail.answers.set(email, { outcome, code, answer: words })

async function send(who: Customer, id: string, body: { resend?: boolean; only?: 'unconfirmed' } = {}) {
  const { status, answer: started, refusal } = await startSend(who, id, body)
  expect([status, refusal.message]).toEqual([200, undefined])
  await drain()
  return readJob(who, started.job_id)
}

/** A worker's sweep, which runs every few seconds. */
async function sweep() {
  await app.ports.jobs.enqueue(app.database.db, sendingJob, {}, { key: 'sending' })
  await drain()
}

test('a campaign is sent in a background job that counts what it does (SEND-01, SEND-03, SEND-04, SEND-13, SEND-14)', async () => {
  const { id, emails } = await writeCampaign(alice, 12)
  const started = await startSend(alice, id)
  expect(started.answer).toEqual({ success: true, job_id: expect.any(String) })
  expect(await readJob(alice, started.answer.job_id)).toMatchObject({
    status: 'pending',
    progress: { total: 12, processed: 0, success: 0, failed: 0 },
    result: null,
    error: null,
  })
  expect((await readCampaign(alice, id)).status).toBe('active')
  await drain()
  expect(await readJob(alice, started.answer.job_id)).toMatchObject({
    status: 'completed',
    progress: { total: 12, processed: 12, success: 12, failed: 0 },
    result: { sent_count: 12, failed_count: 0, unconfirmed_count: 0 },
    in_flight: 0,
    completed_at: expect.any(String),
  })
  expect(emails.map((email) => sentTo(email).length)).toEqual(emails.map(() => 1))
  const campaign = await readCampaign(alice, id)
  expect(campaign).toMatchObject({ status: 'completed', counts: { total: 12, sent: 12 } })
  expect(campaign.campaign_prospects[0]!.sent_at).toBe(clock.now().toISOString())
})

test('a message is from the user at the return address, with signature, footer and one-click headers (SEND-02, SEND-24, SEND-26, SEND-27)', async () => {
  const { id, emails } = await writeCampaign(alice, 1)
  const signature = { name: 'Plain', content: 'Alice of the <b>oven</b> works' }
  const made = await alice.call(signatureRoutes.create, { body: signature })
  await alice.call(campaignRoutes.setSignature, { params: { id }, body: { signature_id: made.answer.id } })
  await send(alice, id)
  const [message] = sentTo(emails[0]!)
  const text = textOf(message!)
  expect(text).toMatch(/^From: "?Alice Tester"? <alice-tester@reply\.test\.example>\r$/m)
  expect(text).toMatch(/^List-Unsubscribe: <http:\/\/localhost:3000\/api\/email\/one-click\/[\w-]+>\r$/m)
  expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  expect(text).toMatch(/^Message-ID:\s+<v1\.[a-z2-7]{47}@reply\.test\.example>\r$/m)
  expect(message!.envelope.from).toMatch(/^b\+[a-z2-7]{47}@reply\.test\.example$/)
  expect(text).toContain('Content-Type: text/plain')
  expect(text).toContain('Alice of the oven works')
  expect(text).toContain('Alice of the <b>oven</b> works')
  expect(text.match(/Assay Lane/g)).toHaveLength(2)
  expect(text.match(/http:\/\/localhost:3000\/unsubscribe\?token=/g)).toHaveLength(2)
  expect(text).toMatch(/<img src="http:\/\/localhost:3000\/t\/o\/[\w-]+\.gif"/)
})

test('a message without a signature ends with the name of its sender, unless the text has it (SEND-02)', async () => {
  const { id, emails, prospects } = await writeCampaign(alice, 2)
  const body = (end: string) => `Hello,\n\nwe repair the ovens of {{businessName|bakeries}}.\n\n${end}`
  const template = { subject: 'Ovens', body: body('Kind regards') }
  await alice.call(writingRoutes.updateTemplate, { params: { id }, body: { template } })
  await alice.call(writingRoutes.regenerate, { params: { id }, body: {} })
  const byHand = { subject: 'Ovens', body: body('Kind regards\nAlice') }
  await alice.call(writingRoutes.updateEmail, { params: { id, prospectId: prospects[1]! }, body: byHand })
  await send(alice, id)
  const read = async (email: string) => (await PostalMime.parse(sentTo(email)[0]!.raw)).text
  expect(await read(emails[0]!)).toMatch(/Kind regards\n+Alice Tester\n/)
  expect(await read(emails[1]!)).toMatch(/Kind regards\nAlice\n+(?!Alice)/)
})

test('the footer and the headers of a message are in the language of its campaign, or of what was written by hand', async () => {
  const { id, emails, prospects } = await writeCampaign(alice, 2)
  const template = {
    subject: 'Öfen für {{businessName|Sie}}',
    body: 'Guten Tag {{firstName|zusammen}},\n\nwir reparieren die Öfen von {{businessName|Bäckereien}} innerhalb eines Tages. Darf ich Ihnen die Einzelheiten schicken?',
  }
  await alice.call(writingRoutes.updateTemplate, { params: { id }, body: { template } })
  await alice.call(writingRoutes.regenerate, { params: { id }, body: {} })
  const byHand = {
    subject: 'Vos fours',
    body: 'Bonjour,\n\nnous réparons les fours de votre boulangerie en une journée. Puis-je vous envoyer les détails ?',
  }
  const ofSecond = { params: { id, prospectId: prospects[1]! } }
  await alice.call(writingRoutes.updateEmail, { ...ofSecond, body: byHand })
  const shown = (await alice.call(writingRoutes.getEmail, ofSecond)).answer.footer
  await send(alice, id)
  const read = (email: string) => PostalMime.parse(sentTo(email)[0]!.raw)
  const german = await read(emails[0]!)
  expect(german.headers.find(({ key }) => key === 'content-language')?.value).toBe('de')
  expect(german.text).toContain('Diese Nachricht wurde von Alice Tester an')
  expect(german.html).toContain('>Abmelden</a>')
  expect(german.html).toContain('<html lang="de">')
  const french = await read(emails[1]!)
  const reason = `Ce message a été envoyé à ${emails[1]} par Alice Tester.`
  expect([french.text, french.html, shown].every((text) => text?.includes(reason))).toBe(true)
  expect(french.html).toContain('>Se désinscrire</a>')
})

test('sending sets the status of the prospects themselves and when they were last written to (SEND-28)', async () => {
  const { id, prospects } = await writeCampaign(alice, 1)
  await send(alice, id)
  const { answer: all } = await alice.call(prospectRoutes.list)
  expect(all.find((prospect) => prospect.id === prospects[0])).toMatchObject({
    status: 'email_sent',
    last_contact: clock.now().toISOString(),
  })
})

test('a send goes to those not written to yet; a resend also to those who were, as a new message (F16, SEND-18, SEND-19)', async () => {
  const { id, emails } = await writeCampaign(alice, 2)
  await send(alice, id)
  const late = (await alice.call(prospectRoutes.create, { body: { email: 'late@shop.example' } })).answer.id
  await alice.call(campaignRoutes.addProspects, { params: { id }, body: { prospects: [late] } })
  expect((await startSend(alice, id)).refusal.code).toBe('sending.nothing_written')
  await app.features.writing.regenerate(alice.id, id, { include_edited: false })
  expect((await send(alice, id)).progress.total).toBe(1)
  expect(sentTo('late@shop.example')).toHaveLength(1)
  expect((await startSend(alice, id)).refusal).toMatchObject({ code: 'sending.nobody' })

  expect(await send(alice, id, { resend: true })).toMatchObject({ result: { sent_count: 3 } })
  const ids = sentTo(emails[0]!).map(({ raw }) => /^Message-ID:\s+(.+)\r$/m.exec(raw.toString())?.[1])
  expect(new Set(ids).size).toBe(2)
  expect((await readCampaign(alice, id)).counts).toMatchObject({ total: 3, sent: 3 })
})

test('a message that waits in the queue stops when its recipient replies or an earlier one bounces', async () => {
  const { id, emails } = await writeCampaign(alice, 3)
  await send(alice, id)
  const { answer: again } = await startSend(alice, id, { resend: true })
  const rows = await query<{ id: string }>(
    'select id from campaign_prospects where campaign_id = $1 order by position',
    [id],
  )
  const at = clock.now().toISOString()
  const tell = (n: number, change: Parameters<typeof app.features.campaigns.applyDelivery>[3]) =>
    app.features.campaigns.applyDelivery(app.database.db, alice.id, rows[n]!.id, change)
  await tell(0, { email_status: 'responded', responded_at: at })
  await tell(1, { email_status: 'bounced', bounced_at: at })
  const used = await usedBy(alice)
  await drain()
  expect(emails.map((email) => sentTo(email).length)).toEqual([1, 1, 2])
  expect(await readJob(alice, again.job_id)).toMatchObject({ status: 'completed', result: { sent_count: 1 } })
  expect(await usedBy(alice)).toBe(used + 1)
  const reasons = (await readDeliveries(alice, id)).filter(({ state }) => state === 'cancelled')
  expect(reasons.map(({ reason }) => reason).sort()).toEqual([
    'An earlier message bounced since it was queued',
    'Replied since it was queued',
  ])
})

test('the delivery log is filtered and paged, and a message that came back is Bounced and nothing else', async () => {
  const { id, emails } = await writeCampaign(alice, 5)
  answer(emails[0]!, 'rejected', 550, '550 5.7.1 No')
  await send(alice, id)
  const [back] = await query<{ campaign_prospect_id: string }>(
    'select campaign_prospect_id from recipients where campaign_id = $1 and email = $2',
    [id, emails[1]],
  )
  await app.features.campaigns.applyDelivery(app.database.db, alice.id, back!.campaign_prospect_id, {
    email_status: 'bounced',
    bounced_at: clock.now().toISOString(),
    status_reason: 'Came back: 5.1.1',
  })
  const log = async (filter: HandlerInput<typeof sendingRoutes.listDeliveries>['query']) =>
    alice.call(sendingRoutes.listDeliveries, { params: { id }, query: filter })
  const emailsOf = async (filter: Parameters<typeof log>[0]) =>
    (await log(filter)).answer.deliveries.map(({ email }) => email).toSorted()
  expect(await emailsOf({ kind: 'bounced' })).toEqual([emails[1]])
  expect((await log({ kind: 'bounced' })).answer.deliveries[0]).toMatchObject({
    is_bounced: true,
    reason: 'Came back: 5.1.1',
  })
  expect(await emailsOf({ kind: 'failed' })).toEqual([emails[0]])
  expect(await emailsOf({ kind: 'accepted' })).toEqual(emails.slice(2).toSorted())
  expect(await emailsOf({ search: emails[3]!.toUpperCase() })).toEqual([emails[3]])
  const read: string[] = []
  let cursor: string | undefined
  do {
    const page = await log({ limit: 2, cursor })
    expect(page.answer.total).toBe(5)
    read.push(...page.answer.deliveries.map(({ email }) => email))
    cursor = page.headers['next-cursor'] as string | undefined
  } while (cursor !== undefined)
  expect(read.toSorted()).toEqual(emails.toSorted())
  expect((await log({ cursor: 'nonsense' })).refusal?.code).toBe('sending.bad_cursor')
})

test('a resend never goes to unsubscribed, bounced or complained addresses (SEND-19, TRACK-03)', async () => {
  const emails = ['gone@a.example', 'back@a.example', 'spam@a.example', 'fine@a.example']
  const { id } = await writeCampaign(alice, emails)
  await send(alice, id)
  const { db } = app.database
  const reasons = ['unsubscribed', 'bounced', 'complaint'] as const
  for (const [index, reason] of reasons.entries())
    await app.features.suppressions.suppress(db, alice.id, {
      email: emails[index]!,
      reason,
      recipient_id: null,
    })
  expect((await send(alice, id, { resend: true })).progress.total).toBe(1)
  expect(emails.map((email) => sentTo(email).length)).toEqual([1, 1, 1, 2])
})

test('an unsubscription in another campaign stops messages, which do not count as remaining', async () => {
  const { id } = await writeCampaign(alice, ['gone2@a.example', 'here2@a.example'])
  const { db } = app.database
  const entry = { email: 'GONE2@a.example', reason: 'unsubscribed', recipient_id: null } as const
  await app.features.suppressions.suppress(db, alice.id, entry)
  expect((await send(alice, id)).result).toEqual({ sent_count: 1, failed_count: 0, unconfirmed_count: 0 })
  expect(await readStatuses(alice, id)).toEqual({
    'gone2@a.example': 'unsubscribed',
    'here2@a.example': 'sent',
  })
  expect((await readCampaign(alice, id)).status).toBe('completed')
})

test('an unsubscription between claim and hand-over wins and costs nothing (USAGE-15)', async () => {
  const { id, emails } = await writeCampaign(alice, 1)
  const before = await usedBy(alice)
  const { answer: started } = await startSend(alice, id)
  const handOver = mail.handOver
  mail.handOver = async (message, options) => {
    mail.handOver = handOver
    const entry = { email: emails[0]!, reason: 'unsubscribed', recipient_id: null } as const
    await app.features.suppressions.suppress(app.database.db, alice.id, entry)
    return handOver(message, options)
  }
  await drain()
  expect(sentTo(emails[0]!)).toHaveLength(0)
  expect((await readDeliveries(alice, id))[0]).toMatchObject({
    state: 'suppressed',
    reason: 'Unsubscribed from your messages',
  })
  expect(await readJob(alice, started.job_id)).toMatchObject({
    status: 'completed',
    progress: { success: 0 },
  })
  expect(await usedBy(alice)).toBe(before)
})

test('a message is charged when it is claimed, refunded when it is refused, and a dead address is remembered (USAGE-14, USAGE-15)', async () => {
  const { id } = await writeCampaign(alice, ['none@dead.example', 'full@b.example', 'ok@b.example'])
  answer('none@dead.example', 'rejected', 550, '550 5.1.1 No such user here')
  answer('full@b.example', 'rejected', 552, '552 5.2.2 Mailbox full')
  const before = await usedBy(alice)
  const job = await send(alice, id)
  expect(job.result).toEqual({ sent_count: 1, failed_count: 2, unconfirmed_count: 0 })
  expect(await usedBy(alice)).toBe(before + 1)
  expect(await readStatuses(alice, id)).toMatchObject({
    'none@dead.example': 'failed',
    'ok@b.example': 'sent',
  })
  const deliveries = await readDeliveries(alice, id)
  expect(deliveries.find(({ email }) => email === 'none@dead.example')).toMatchObject({
    state: 'failed',
    reason: 'The mail server rejected it: 550 5.1.1 No such user here',
    attempts: [{ outcome: 'rejected', code: 550, answer: '550 5.1.1 No such user here' }],
  })
  const suppressed = await app.features.suppressions.findSuppressed(app.database.db, alice.id, [
    'none@dead.example',
    'full@b.example',
  ])
  expect([...suppressed]).toEqual([['none@dead.example', 'bounced']])
})

test('a mailbox that is full three times in a month is given up, at once or by a report', async () => {
  const { id, emails } = await writeCampaign(alice, ['stuffed@full.example'])
  answer(emails[0]!, 'rejected', 552, '552 5.2.2 Mailbox full')
  const isGivenUp = async () =>
    (await app.features.suppressions.findSuppressed(app.database.db, alice.id, emails)).size === 1
  await send(alice, id)
  await send(alice, id, { resend: true })
  expect(await isGivenUp()).toBe(false)
  mail.answers.delete(emails[0]!)
  await send(alice, id, { resend: true })
  const { db } = app.database
  const { tracking, sendingMessages } = app.features
  const [row] = await query<{ id: string }>(
    "select id from recipients where email = $1 and state = 'sent'",
    emails,
  )
  const [message] = await sendingMessages.findMessages(db, [row!.id])
  const report = { class: 'soft', status: '5.2.2', reason: 'Mailbox full' } as const
  await db.transaction((tx) => tracking.recordBounce(tx, message!, report))
  expect(await isGivenUp()).toBe(true)
})

test('a server that asks to try later is tried later, with the same Message-ID and return path', async () => {
  const { id, emails } = await writeCampaign(alice, 1)
  const [email] = emails
  const tried: OutgoingMail[] = []
  const handOver = mail.handOver
  mail.handOver = (message, options) => {
    if (message.envelope.to === email) tried.push(message)
    return handOver(message, options)
  }
  answer(email!, 'deferred', 450, '450 4.2.0 Greylisted, try again later')
  const before = await usedBy(alice)
  const { answer: started } = await startSend(alice, id)
  await drain()
  expect(await readJob(alice, started.job_id)).toMatchObject({
    status: 'processing',
    progress: { total: 1, processed: 0 },
    next_try_at: expect.any(String),
  })
  expect((await readDeliveries(alice, id))[0]).toMatchObject({
    state: 'queued',
    reason: 'Waiting: the mail server asked to try later: 450 4.2.0 Greylisted, try again later',
    next_at: expect.any(String),
  })
  await sweep()
  expect(tried).toHaveLength(1)
  clock.advance(10 * 60_000)
  mail.answers.delete(email!)
  await sweep()
  mail.handOver = handOver
  expect(await readJob(alice, started.job_id)).toMatchObject({
    status: 'completed',
    progress: { success: 1 },
  })
  expect(tried).toHaveLength(2)
  expect(tried[0]!.raw.equals(tried[1]!.raw)).toBe(true)
  expect(tried[0]!.envelope).toEqual(tried[1]!.envelope)
  expect(await usedBy(alice)).toBe(before + 1)
})

test('after 24 hours of trying a message is given up and refunded', async () => {
  const { id, emails } = await writeCampaign(alice, 1)
  const before = await usedBy(alice)
  answer(emails[0]!, 'not_sent', null, 'connect ECONNREFUSED')
  const { answer: started } = await startSend(alice, id)
  await drain()
  for (let hour = 0; hour < 26; hour++) {
    clock.advance(3_600_000)
    await sweep()
  }
  expect(await readJob(alice, started.job_id)).toMatchObject({ status: 'completed', progress: { failed: 1 } })
  const [delivery] = await readDeliveries(alice, id)
  expect(delivery!.reason).toBe(
    'Given up after 24 hours: the mail server could not be reached: connect ECONNREFUSED',
  )
  expect(delivery!.attempts.length).toBeGreaterThan(6)
  expect(await usedBy(alice)).toBe(before)
})

test('what waited for more than three days, as after an outage, is shown and not sent', async () => {
  const { id, emails } = await writeCampaign(alice, 2)
  const { answer: started } = await startSend(alice, id)
  clock.advance(5 * 24 * 3_600_000)
  await drain()
  expect(await readJob(alice, started.job_id)).toMatchObject({ status: 'completed', progress: { failed: 2 } })
  expect((await readDeliveries(alice, id)).map(({ state }) => state)).toEqual(['expired', 'expired'])
  expect(emails.flatMap(sentTo)).toEqual([])
  expect((await readCampaign(alice, id)).status).toBe('active')
})

test('a message without a final answer stays sent and unconfirmed, is counted apart, charged, and never sent again by itself (SEND-20, SEND-21, USAGE-16)', async () => {
  const { id, emails } = await writeCampaign(alice, 2)
  answer(emails[0]!, 'unconfirmed', null, 'the connection broke')
  const before = await usedBy(alice)
  const job = await send(alice, id)
  expect(job).toMatchObject({
    status: 'completed',
    result: { sent_count: 1, failed_count: 0, unconfirmed_count: 1 },
  })
  expect(await readStatuses(alice, id)).toEqual({
    [emails[0]!]: 'sent (unconfirmed)',
    [emails[1]!]: 'sent',
  })
  expect((await readCampaign(alice, id)).counts).toMatchObject({ sent: 2, unconfirmed: 1 })
  expect(await usedBy(alice)).toBe(before + 2)
  mail.answers.clear()
  clock.advance(3_600_000)
  await sweep()
  expect((await startSend(alice, id)).refusal.code).toBe('sending.nobody')
  expect(sentTo(emails[0]!)).toHaveLength(0)

  const again = await send(alice, id, { resend: true, only: 'unconfirmed' })
  expect(again.progress).toMatchObject({ total: 1, success: 1 })
  expect([sentTo(emails[0]!).length, sentTo(emails[1]!).length]).toEqual([1, 1])
  expect((await readCampaign(alice, id)).counts).toMatchObject({ sent: 2, unconfirmed: 0 })
})

test('a cancelled send hands nothing more over, pauses the campaign and can go on later (F12, SEND-15, SEND-16)', async () => {
  const { id, emails } = await writeCampaign(alice, 40)
  const before = await usedBy(alice)
  const { answer: started } = await startSend(alice, id)
  const handOver = mail.handOver
  let handedOver = 0
  let cancelled: Promise<unknown> | undefined
  mail.handOver = async (message, options) => {
    if (++handedOver === 7)
      cancelled = alice.call(sendingRoutes.cancelJob, { params: { jobId: started.job_id } })
    // Messages in flight wait as well, however long the cancellation takes.
    await cancelled
    return handOver(message, options)
  }
  await drain()
  mail.handOver = handOver
  const job = await readJob(alice, started.job_id)
  const sent = emails.flatMap(sentTo).length
  expect(sent).toBeLessThan(12)
  expect(job).toMatchObject({ status: 'cancelled', progress: { total: 40, success: sent }, in_flight: 0 })
  expect((await readCampaign(alice, id)).status).toBe('paused')
  expect(await usedBy(alice)).toBe(before + sent)

  expect((await send(alice, id)).result?.sent_count).toBe(40 - sent)
  expect(new Set(emails.map((email) => sentTo(email).length))).toEqual(new Set([1]))
  expect(await usedBy(alice)).toBe(before + 40)
  expect((await readCampaign(alice, id)).status).toBe('completed')
})

test('a send for more than allowance and tokens is refused before anything is sent, saying how many are left (SEND-11, SEND-23)', async () => {
  const carol = await createCustomer('Carol')
  await query("update users set subscription_plan = 'test' where id = $1", [carol.id])
  const { id, emails } = await writeCampaign(carol, 11)
  const refused = await startSend(carol, id)
  expect(refused.status).toBe(403)
  expect(refused.refusal).toMatchObject({
    code: 'LIMIT_REACHED',
    usage_type: 'emails_sent',
    remaining: 10,
    needed: 11,
    message: 'You have reached your monthly limit for email sending.',
  })
  await drain()
  expect(emails.flatMap(sentTo)).toEqual([])
  expect((await readCampaign(carol, id)).status).toBe('draft')
})

test('an allowance that another campaign uses up meanwhile ends the job with a reason and nobody is mailed for free', async () => {
  const dora = await createCustomer('Dora')
  const { id } = await writeCampaign(dora, 4)
  const { answer: started } = await startSend(dora, id)
  await query("update users set subscription_plan = 'test' where id = $1", [dora.id])
  await query(
    `insert into usage_months (owner_id, month, usage_type, units) values ($1, $2, 'emails_sent', 8)`,
    [dora.id, clock.now().toISOString().slice(0, 7)],
  )
  await drain()
  expect(await readJob(dora, started.job_id)).toMatchObject({
    status: 'failed',
    error: 'You have reached your monthly limit for email sending.',
    progress: { total: 4, success: 2 },
  })
  expect((await readCampaign(dora, id)).status).toBe('paused')
  expect(await usedBy(dora)).toBe(10)
})

test('twenty starts at once make one job, and nobody gets a message twice (F15)', async () => {
  const { id, emails } = await writeCampaign(alice, 3)
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => startSend(alice, id)))
  expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(outcomes.find(({ status }) => status !== 200)?.refusal).toMatchObject({
    code: 'sending.already_running',
    job_id: expect.any(String),
  })
  await drain()
  expect(emails.map((email) => sentTo(email).length)).toEqual([1, 1, 1])
})

test('an address that could reach somebody else is refused with a sentence', async () => {
  const { id } = await writeCampaign(alice, 1)
  await query('update campaign_prospects set email = $2 where campaign_id = $1', [
    id,
    'a@b.example\r\nBcc: evil@x.example',
  ])
  await query(
    'update prospects set email = $2 where id = (select prospect_id from campaign_prospects where campaign_id = $1)',
    [id, 'a@b.example\r\nBcc: evil@x.example'],
  )
  const job = await send(alice, id)
  expect(job.result).toMatchObject({ sent_count: 0, failed_count: 1 })
  expect((await readDeliveries(alice, id))[0]!.reason).toContain("can't be used")
  expect(mail.accepted.some(({ raw }) => raw.includes('evil@x'))).toBe(false)
})

test('deleting a campaign in the middle of sending ends its messages', async () => {
  const { id, emails } = await writeCampaign(alice, 3)
  await startSend(alice, id)
  await alice.call(campaignRoutes.delete, { params: { id } })
  await drain()
  expect(emails.flatMap(sentTo)).toEqual([])
  const rows = await query('select state from recipients where email = any($1)', [emails])
  expect(rows.map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'cancelled'])
})

test('the jobs of a campaign are listed, newest first', async () => {
  const { id } = await writeCampaign(alice, 1)
  const first = await send(alice, id)
  clock.advance(1000)
  const second = await send(alice, id, { resend: true })
  const { answer: jobs } = await alice.call(sendingRoutes.listJobs, { params: { id } })
  expect(jobs.map((job) => job.id)).toEqual([second.id, first.id])
})

test('Bob cannot send, watch or cancel a campaign of Alice', async () => {
  const { id } = await writeCampaign(alice, 1)
  const { answer: started } = await startSend(alice, id)
  const params = { jobId: started.job_id }
  const answers = await Promise.all([
    startSend(bob, id),
    bob.call(sendingRoutes.getJob, { params }),
    bob.call(sendingRoutes.cancelJob, { params }),
    bob.call(sendingRoutes.listJobs, { params: { id } }),
    bob.call(sendingRoutes.listDeliveries, { params: { id }, query: {} }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  await drain()
  expect((await readJob(alice, started.job_id)).status).toBe('completed')
})
