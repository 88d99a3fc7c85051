import { campaignRoutes } from '@goldpan/contract/campaigns'
import type { Pace } from '@goldpan/contract/sending-care'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { expect, onTestFinished, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import {
  readCampaign,
  readDeliveries,
  readJob,
  startSend,
  writeCampaign,
} from '../../../test/written-campaign.ts'
import { createFakeDns } from '../../providers/dns/fake.ts'
import { CAREFUL_PACE, NO_PACE } from './pace.rules.ts'
import { sendingJob } from './sending.ts'

const dns = createFakeDns()
// Monday, 2 March 2026, 09:00 UTC.
const { bob, app, mail, drain, clock, query, createCustomer } = await startTestApp({
  ports: { dns },
  environment: {
    MAIL_SMTP_URL: 'smtp://mail.test.example:587',
    DKIM: 'off',
    DOMAIN_CHECK: 'off',
    SENDING_PACE: 'careful',
    // Few at once, so that a pause finds most messages still queued.
    SEND_CONCURRENCY: '2',
  },
})
let people = 0
const newCustomer = (name: string) => createCustomer(`${name}${++people}`)
const minutes = (n: number) => n * 60_000
const sentTo = (emails: string[]) => mail.accepted.filter(({ envelope }) => emails.includes(envelope.to))

async function sweep() {
  await app.ports.jobs.enqueue(app.database.db, sendingJob, {}, { key: 'sending' })
  await drain()
}

const setPace = (who: Customer, pace: Partial<Pace>) =>
  who.call(sendingCareRoutes.savePace, { body: { ...NO_PACE, ...pace } })

async function start(who: Customer, recipients: number | string[]) {
  const { id, emails } = await writeCampaign(who, recipients)
  const { answer } = await startSend(who, id)
  await drain()
  return { id, emails, jobId: answer.job_id }
}

test('a careful pace is the default where mail leaves, and nothing is spread in the built-in outbox', async () => {
  const { answer } = await bob.call(sendingCareRoutes.getPace)
  expect(answer).toEqual({ pace: CAREFUL_PACE, is_default: true, is_free: false })
})

test('messages leave one at a time with a random gap, and the screen says when the next one does', async () => {
  const alice = await newCustomer('Gap')
  await setPace(alice, { gap_from_seconds: 60, gap_to_seconds: 180 })
  const { id, emails, jobId } = await start(alice, 4)
  expect(sentTo(emails)).toHaveLength(1)
  const job = await readJob(alice, jobId)
  expect(job.hold).toBe('Waiting for its turn: messages leave 60 to 180 seconds apart')
  const waitMs = new Date(job.next_try_at!).getTime() - clock.now().getTime()
  expect([waitMs >= minutes(1), waitMs <= minutes(3)]).toEqual([true, true])
  const waiting = (await readDeliveries(alice, id)).filter(({ state }) => state === 'queued')
  expect(new Set(waiting.map(({ reason, next_at }) => `${reason} ${next_at}`))).toEqual(
    new Set([`${job.hold} ${job.next_try_at}`]),
  )
  for (let round = 1; round < 4; round++) {
    await sweep()
    expect(sentTo(emails)).toHaveLength(round)
    clock.advance(minutes(3))
    await sweep()
  }
  expect(await readJob(alice, jobId)).toMatchObject({ status: 'completed', hold: null })
})

test('another pace holds at once for messages that wait already', async () => {
  const alice = await newCustomer('Change')
  await setPace(alice, { gap_from_seconds: 3600, gap_to_seconds: 3600 })
  const { emails, jobId } = await start(alice, 4)
  expect(sentTo(emails)).toHaveLength(1)
  await setPace(alice, { gap_from_seconds: 60, gap_to_seconds: 60 })
  clock.advance(minutes(1))
  await sweep()
  expect(sentTo(emails)).toHaveLength(2)
  await setPace(alice, { daily_cap: 2 })
  await sweep()
  expect(sentTo(emails)).toHaveLength(2)
  expect((await readJob(alice, jobId)).hold).toBe('Waiting for tomorrow: the daily limit of 2 is reached')
  await setPace(alice, {})
  await sweep()
  expect(sentTo(emails)).toHaveLength(4)
})

test('the daily limit counts all campaigns of an account, and the rest leaves on the next day', async () => {
  const alice = await newCustomer('Cap')
  await setPace(alice, { daily_cap: 5 })
  const first = await start(alice, 3)
  const second = await start(alice, 4)
  expect([sentTo(first.emails).length, sentTo(second.emails).length]).toEqual([3, 2])
  expect((await readJob(alice, second.jobId)).hold).toBe(
    'Waiting for tomorrow: the daily limit of 5 is reached',
  )
  clock.advance(24 * minutes(60))
  await sweep()
  expect(sentTo(second.emails)).toHaveLength(4)
})

test('nothing leaves outside of the window in its time zone', async () => {
  const alice = await newCustomer('Window')
  clock.set('2026-03-06T20:00:00.000Z')
  await setPace(alice, {
    window_days: [1, 2, 3, 4, 5],
    window_from: '09:00',
    window_to: '17:00',
    time_zone: 'America/New_York',
  })
  const { emails, jobId } = await start(alice, 2)
  expect(sentTo(emails)).toHaveLength(2)
  const evening = '2026-03-06T22:30:00.000Z'
  clock.set(evening)
  const later = await start(alice, 2)
  expect(sentTo(later.emails)).toHaveLength(0)
  // New York changes to daylight saving time in between: nine o'clock is an hour earlier in UTC.
  expect(await readJob(alice, later.jobId)).toMatchObject({
    hold: 'Waiting for the sending window, Monday to Friday, 09:00 to 17:00 (America/New_York)',
    next_try_at: '2026-03-09T13:00:00.000Z',
  })
  clock.set('2026-03-09T12:59:00.000Z')
  await sweep()
  expect(sentTo(later.emails)).toHaveLength(0)
  clock.set('2026-03-09T13:00:00.000Z')
  await sweep()
  expect(sentTo(later.emails)).toHaveLength(2)
  expect((await readJob(alice, jobId)).status).toBe('completed')
})

test('a new sending domain starts with few messages a day, over all of its accounts', async () => {
  await query('delete from sending_days')
  const [one, two] = [await newCustomer('Ramp'), await newCustomer('Ramp')]
  for (const who of [one, two]) await setPace(who, { has_ramp: true })
  const first = await start(one, 15)
  const second = await start(two, 15)
  expect([sentTo(first.emails).length, sentTo(second.emails).length]).toEqual([15, 5])
  expect((await readJob(two, second.jobId)).hold).toContain(
    'a new sending domain starts with few messages, 20 today',
  )
  clock.advance(24 * minutes(60))
  await sweep()
  expect(sentTo(second.emails)).toHaveLength(15)
})

test('a send that waits for the count of the day holds up nobody else and then leaves once', async () => {
  await query('delete from sending_days')
  const one = await newCustomer('Ramp')
  await setPace(one, { has_ramp: true })
  await start(one, 1)
  const [counted] = await query<{ key: string }>(
    "select 'sending-day:' || domain || ':' || day as key from sending_days",
  )
  const rival = await app.database.pool.connect()
  onTestFinished(() => rival.release())
  await rival.query('begin')
  await rival.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [counted?.key])
  const sending = start(one, 3)
  await expect
    .poll(() => query("select 1 from pg_stat_activity where wait_event = 'advisory' and state = 'active'"))
    .not.toEqual([])
  const { answer } = await bob.call(sendingCareRoutes.getPace)
  expect(answer.is_default).toBe(true)
  await rival.query('commit')
  const { emails } = await sending
  expect(sentTo(emails)).toHaveLength(3)
})

test('nothing leaves on a day off, the preview leaves it out, and a pace without days off keeps them', async () => {
  const alice = await newCustomer('DaysOff')
  clock.set('2026-04-03T10:00:00.000Z')
  await setPace(alice, { days_off: ['2026-04-06', '2026-04-03', '2026-04-06'] })
  const { days_off: _left, ...form } = NO_PACE
  const weekdays = { ...form, window_days: [1, 2, 3, 4, 5] }
  const { answer } = await alice.call(sendingCareRoutes.savePace, { body: weekdays })
  expect(answer.pace.days_off).toEqual(['2026-04-03', '2026-04-06'])
  const { id, emails } = await writeCampaign(alice, 2)
  const preview = await alice.call(sendingCareRoutes.previewSend, { params: { id }, body: {} })
  expect(preview.answer.days.map(({ day, messages }) => [day, messages])).toEqual([['2026-04-07', 2]])
  const { answer: job } = await startSend(alice, id)
  await drain()
  expect(sentTo(emails)).toHaveLength(0)
  expect(await readJob(alice, job.job_id)).toMatchObject({
    hold: 'Waiting for the sending window, Monday to Friday, 00:00 to 24:00 (UTC), except on days off',
    next_try_at: '2026-04-07T00:00:00.000Z',
  })
  clock.set('2026-04-06T12:00:00.000Z')
  await sweep()
  expect(sentTo(emails)).toHaveLength(0)
  // A day that is no longer off applies at once, and the days of the hold don't count as an outage.
  await setPace(alice, { days_off: [] })
  await sweep()
  expect(sentTo(emails)).toHaveLength(2)
})

test('a day off that is no day, and a 61st one, are refused', async () => {
  const alice = await newCustomer('BadDays')
  const save = (days_off: unknown[]) =>
    alice.call(sendingCareRoutes.savePace, { body: { ...NO_PACE, days_off } as Pace })
  const refused = await save(['2026-02-30'])
  expect(refused.status).toBe(400)
  expect(refused.answer).toMatchObject({ message: 'Please choose a day' })
  const days = Array.from({ length: 61 }, (_, n) =>
    new Date(Date.UTC(2027, 0, n + 1)).toISOString().slice(0, 10),
  )
  expect((await save(days)).answer).toMatchObject({ message: 'Please choose at most 60 days off' })
  expect((await save(days.slice(1))).answer.pace.days_off).toEqual(days.slice(1))
})

test('before a send the preview says who, when, at what cost, and who is skipped and why', async () => {
  const alice = await newCustomer('Preview')
  clock.set('2026-04-01T10:00:00.000Z')
  await setPace(alice, {
    daily_cap: 2,
    window_days: [1, 2, 3, 4, 5],
    window_from: '09:00',
    window_to: '17:00',
  })
  const { id, emails } = await writeCampaign(alice, 5)
  const gone = { email: emails[0]!, reason: 'unsubscribed', source: 'Test', recipient_id: null } as never
  await app.features.suppressions.suppress(app.database.db, alice.id, gone)
  const late = await writeCampaign(alice, ['late@preview.example'])
  await alice.call(campaignRoutes.addProspects, { params: { id }, body: { prospects: late.prospects } })
  const { answer } = await alice.call(sendingCareRoutes.previewSend, { params: { id }, body: {} })
  expect(answer).toMatchObject({
    recipients: 4,
    days: [
      { day: '2026-04-01', messages: 2, from: '2026-04-01T10:00:00.000Z' },
      { day: '2026-04-02', messages: 2, from: '2026-04-02T09:00:00.000Z' },
    ],
    cost: { allowance: 4, tokens: 0, missing: 0 },
    skipped: [
      { reason: 'Unsubscribed from your messages', count: 1, emails: [emails[0]] },
      { reason: 'No email written yet', count: 1, emails: ['late@preview.example'] },
    ],
    sender: { is_mailbox: false },
    pace: ['Messages leave on Monday to Friday, 09:00 to 17:00 (UTC).', 'At most 2 a day.'],
    hold: null,
  })
  expect(answer.first.map(({ email }) => email)).toEqual(emails.slice(1))
  expect((await readCampaign(alice, id)).status).toBe('draft')
  const bobs = await (await newCustomer('Other')).call(sendingCareRoutes.previewSend, {
    params: { id },
    body: {},
  })
  expect(bobs.status).toBe(404)
})

test('a group of servers gets no more messages at once than allowed, from all workers together', async () => {
  const alice = await newCustomer('Group')
  await setPace(alice, {})
  const emails = Array.from({ length: 6 }, (_, n) => `a${n}@big${n}.example`)
  for (let n = 0; n < 6; n++) dns.servers.set(`big${n}.example`, ['aspmx.l.google.com'])
  const { id } = await writeCampaign(alice, [...emails, 'other@small.example'])
  let [now, most] = [0, 0]
  const handOver = mail.handOver
  mail.handOver = async (message, options) => {
    if (!emails.includes(message.envelope.to)) return handOver(message, options)
    most = Math.max(most, ++now)
    const answer = await handOver(message, options)
    now -= 1
    return answer
  }
  await startSend(alice, id)
  await drain()
  mail.handOver = handOver
  expect(sentTo([...emails, 'other@small.example'])).toHaveLength(7)
  expect(most).toBeLessThanOrEqual(2)
  const groups = await query('select distinct server_group from recipients where email like $1', ['a%@big%'])
  expect(groups).toEqual([{ server_group: 'Google' }])
})

test('a provider that asks for less gets a message a minute, and each recipient shows it', async () => {
  const alice = await newCustomer('Slow')
  await setPace(alice, {})
  const emails = Array.from({ length: 5 }, (_, n) => `b${n}@yard${n}.example`)
  for (let n = 0; n < 5; n++) dns.servers.set(`yard${n}.example`, ['mta5.am0.yahoodns.net'])
  const answer = { outcome: 'deferred', code: 421, answer: '421 4.7.0 [TSS04] temporarily deferred' } as const
  for (const email of emails) mail.answers.set(email, answer)
  const { id } = await start(alice, [...emails, 'fast@quick.example'])
  expect(sentTo(['fast@quick.example'])).toHaveLength(1)
  const deliveries = await readDeliveries(alice, id)
  const tried = deliveries.filter(
    ({ attempts }) => attempts.length > 0 && attempts[0]!.outcome === 'deferred',
  )
  expect(tried.length).toBeLessThanOrEqual(2)
  const untried = deliveries.find(({ state, attempts }) => state === 'queued' && attempts.length === 0)
  expect(untried).toMatchObject({
    reason: expect.stringMatching(/^Waiting: yard\d\.example responds slowly$/),
    next_at: expect.any(String),
  })
  mail.answers.clear()
  // Two hours, as the provider asked; then one message a minute.
  clock.advance(minutes(121))
  await sweep()
  expect(sentTo(emails)).toHaveLength(1)
  await sweep()
  expect(sentTo(emails)).toHaveLength(1)
  clock.advance(minutes(1))
  await sweep()
  expect(sentTo(emails)).toHaveLength(2)
  for (let minute = 0; minute < 40; minute++) {
    clock.advance(minutes(1))
    await sweep()
  }
  expect(sentTo(emails)).toHaveLength(5)
})

test('repeated refusals for reasons of policy pause a campaign with the words of the provider, and a new send goes on', async () => {
  const alice = await newCustomer('Policy')
  await setPace(alice, {})
  const { id, emails } = await writeCampaign(alice, 60)
  for (const email of emails)
    mail.answers.set(email, {
      outcome: 'rejected',
      code: 550,
      answer: '550 5.7.515 Access denied, sender unknown',
    })
  const { answer: started } = await startSend(alice, id)
  await drain()
  const job = await readJob(alice, started.job_id)
  expect(job.status).toBe('failed')
  expect(job.error).toContain('550 5.7.515 Access denied, sender unknown')
  expect(job.progress.failed).toBeLessThan(60)
  expect((await readCampaign(alice, id)).status).toBe('paused')
  const { answer: pauses } = await alice.call(sendingCareRoutes.listPauses)
  expect(pauses).toMatchObject([{ kind: 'policy', campaign_id: id, campaign_name: 'Ovens' }])
  mail.answers.clear()
  const again = await startSend(alice, id)
  expect(again.status).toBe(200)
  await drain()
  expect((await readJob(alice, again.answer.job_id)).status).toBe('completed')
  expect((await alice.call(sendingCareRoutes.listPauses)).answer).toEqual([])
})

test('too many bounces pause all campaigns of an account with an explanation, until the user goes on', async () => {
  const alice = await newCustomer('Bounce')
  await setPace(alice, {})
  const { id, emails } = await writeCampaign(alice, 120)
  for (const email of emails.filter((_, index) => index % 10 === 0))
    mail.answers.set(email, { outcome: 'rejected', code: 550, answer: '550 5.1.1 No such user' })
  const { answer: started } = await startSend(alice, id)
  await drain()
  mail.answers.clear()
  const job = await readJob(alice, started.job_id)
  expect(job.status).toBe('failed')
  expect(job.error).toMatch(
    /^Sending is paused: \d+ of \d+ messages could not be delivered \(.*%; the limit is 5%\)/,
  )
  expect(job.progress.processed).toBeLessThan(120)
  const other = await writeCampaign(alice, 1)
  const refused = await startSend(alice, other.id)
  expect([refused.status, refused.refusal.code, refused.refusal.message]).toEqual([
    409,
    'sending.paused',
    job.error,
  ])
  const { answer: pauses } = await alice.call(sendingCareRoutes.listPauses)
  expect(pauses).toMatchObject([{ kind: 'bounces', campaign_id: null, sentence: job.error }])
  const params = { id: pauses[0]!.id }
  const stranger = await newCustomer('Other')
  expect((await stranger.call(sendingCareRoutes.liftPause, { params })).status).toBe(404)
  clock.advance(1000)
  expect((await alice.call(sendingCareRoutes.liftPause, { params })).status).toBe(200)
  expect((await startSend(alice, other.id)).status).toBe(200)
  await drain()
  expect(sentTo(other.emails)).toHaveLength(1)
})

test('after a restored backup nothing is sent until the operator says so, and the screens say why (F14)', async () => {
  const alice = await newCustomer('Restored')
  await setPace(alice, {})
  const { id, emails } = await writeCampaign(alice, 2)
  const { answer: started } = await startSend(alice, id)
  // A process started later, with a folder ahead of its database.
  const { createEpoch } = await import('./epoch.ts')
  const kept = await app.ports.mark.read()
  await app.ports.mark.write({ place: kept!.place, epoch: kept!.epoch + 5 })
  const held: string[] = []
  await createEpoch({
    db: app.database.db,
    systemClock: clock,
    mark: app.ports.mark,
    notes: app.ports.notes,
    letters: app.features.letters,
    operatorEmail: 'operator@goldpan.example',
    onHold: (sentence) => held.push(sentence),
    onUnreadable: () => undefined,
  }).check()
  await drain()
  expect(sentTo(emails)).toHaveLength(0)
  const job = await readJob(alice, started.job_id)
  expect(job.hold).toMatch(/^Sending is paused: this installation was restored from a backup/)
  expect((await readDeliveries(alice, id)).map(({ reason }) => reason)).toEqual([job.hold, job.hold])
  expect(held, 'it is logged').toEqual([job.hold])
  expect(sentTo(['operator@goldpan.example']), 'the operator gets a letter').toHaveLength(1)
  expect(await app.features.sendingCare.epoch.lift(app.database.db)).toBe(true)
  await sweep()
  expect(sentTo(emails)).toHaveLength(2)
})

test('the preview says when people were last sent to, and how many would get the same text again within 7 days', async () => {
  const alice = await newCustomer('Again')
  await setPace(alice, NO_PACE)
  const { id } = await writeCampaign(alice, 3)
  const again = async () =>
    (await alice.call(sendingCareRoutes.previewSend, { params: { id }, body: { resend: true } })).answer.again
  expect(await again()).toBeNull()
  const sentAt = clock.now().toISOString()
  await startSend(alice, id)
  await drain()
  expect(await again()).toEqual({ last_sent_at: sentAt, unchanged: 3 })
  await query(
    `update campaign_prospects set email_content = '<p>Changed</p>'
     where id = (select id from campaign_prospects where campaign_id = $1 limit 1)`,
    [id],
  )
  expect(await again()).toMatchObject({ unchanged: 2 })
  clock.advance(minutes(8 * 24 * 60))
  expect(await again()).toEqual({ last_sent_at: sentAt, unchanged: 0 })
})
