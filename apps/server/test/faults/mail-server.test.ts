import { setTimeout as pause } from 'node:timers/promises'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { afterAll, expect, test } from 'vitest'
import { NO_PACE } from '../../src/features/sending/pace.rules.ts'
import { sendingJob } from '../../src/features/sending/sending.ts'
import { createSmtpMail, parseSmtpUrl } from '../../src/providers/mail/smtp.ts'
import { startTestApp } from '../harness.ts'
import { readDeliveries, readJob, startSend, writeCampaign } from '../written-campaign.ts'
import { type ConnectionFault, type Fault, startFaultyMailServer } from './faulty-mail-server.ts'
import { sized } from './size.ts'
import { until } from './worker-process.ts'

const server = await startFaultyMailServer()
afterAll(() => server.down())
const smtp = createSmtpMail({ server: async () => parseSmtpUrl(server.url, 'client.example') })
const { app, clock, drain, createCustomer, query } = await startTestApp({ ports: { mail: smtp } })
let customers = 0

/** Sends a new user's campaign through the mail server. */
async function send(emails: string[]) {
  const who = await createCustomer(`Fault${++customers}`)
  await who.call(sendingCareRoutes.savePace, { body: NO_PACE })
  const { id } = await writeCampaign(who, emails)
  // Campaigns of many emails are written by a job.
  await drain()
  const { answer } = await startSend(who, id)
  await drain()
  const states = async () =>
    new Map((await readDeliveries(who, id)).map((delivery) => [delivery.email, delivery] as const))
  return { who, states, readJob: () => readJob(who, answer.job_id) }
}

/** Advances the clock, then sweeps. */
async function later(minutes: number) {
  clock.advance(minutes * 60_000)
  await app.ports.jobs.enqueue(app.database.db, sendingJob, {}, { key: 'sending' })
  await drain()
}

const attemptsFor = (to: string) => server.tries.filter((one) => one.to === to)
const acceptedBy = (to: string) => server.bodies.filter((one) => one.to === to && one.isAccepted)

const retried = { state: 'queued', attempts: 1 }
const [failed, unknown, sent] = ['failed', 'unconfirmed', 'sent'].map((state) => ({ state, attempts: 1 }))
const faults: [address: string, fault: Fault, end: { state: string } | undefined, reasonPattern: RegExp][] = [
  ['fine@a.example', {}, sent, /Accepted by/],
  ['rcpt421@a.example', { rcpt: '421 4.3.2 shutting down' }, retried, /asked to try later: 421/],
  ['rcpt450@a.example', { rcpt: '450 4.2.1 busy' }, retried, /asked to try later: 450/],
  ['rcpt452@a.example', { rcpt: '452 4.2.2 no room just now' }, retried, /asked to try later: 452/],
  ['rcpt550@b.example', { rcpt: '550 5.1.1 no such user' }, failed, /rejected it: 550 5\.1\.1/],
  ['rcpt552@b.example', { rcpt: '552 5.2.2 mailbox full' }, failed, /rejected it: 552 5\.2\.2/],
  ['drop-rcpt@c.example', { rcpt: 'drop' }, retried, /could not be reached/],
  ['data421@a.example', { data: '421 4.3.2 not now' }, retried, /asked to try later: 421/],
  ['data554@b.example', { data: '554 5.6.0 not this' }, failed, /rejected it: 554 5\.6\.0/],
  ['drop-data@c.example', { data: 'drop' }, retried, /could not be reached/],
  ['drop-body@c.example', { body: 'drop' }, unknown, /may or may not have arrived/],
  ['end451@a.example', { end: '451 4.3.0 local problem' }, retried, /asked to try later: 451/],
  ['end552@b.example', { end: '552 5.3.4 too big' }, failed, /rejected it: 552 5\.3\.4/],
  ['end554@b.example', { end: '554 5.6.0 no thanks' }, failed, /rejected it: 554 5\.6\.0/],
  ['drop-end@c.example', { end: 'drop' }, unknown, /may or may not have arrived/],
  ['half-end@c.example', { end: 'half' }, unknown, /may or may not have arrived/],
  ['garbage@c.example', { end: 'what?' }, unknown, /may or may not have arrived/],
]

test('for every fault of a mail server, each message ends in the right state and is retried only when that is safe (F2)', async () => {
  for (const [address, fault] of faults) server.faults.set(address, fault)
  const { who, states, readJob: readSendJob } = await send(faults.map(([address]) => address))
  const first = await states()
  for (const [address, , end, reasonPattern] of faults) {
    const { state, reason, attempts } = first.get(address)!
    expect([address, state, attempts.length]).toEqual([address, end!.state, 1])
    expect(reason).toMatch(reasonPattern)
  }
  const suppressed = await app.features.suppressions.findSuppressed(
    app.database.db,
    who.id,
    faults.map(([address]) => address),
  )
  expect([...suppressed.keys()], 'only the address that does not exist is suppressed').toEqual([
    'rcpt550@b.example',
  ])

  // The server recovers: deferred messages arrive, unconfirmed ones are left alone.
  server.faults.clear()
  await later(10)
  await later(10)
  const last = await states()
  for (const [address, , end] of faults) {
    const expected = end === retried ? 'sent' : end!.state
    expect([address, last.get(address)!.state]).toEqual([address, expected])
    expect([address, attemptsFor(address).length]).toEqual([address, end === retried ? 2 : 1])
    expect(acceptedBy(address).length).toBe(expected === 'sent' ? 1 : 0)
  }
  const count = (wanted: string) => [...last.values()].filter(({ state }) => state === wanted).length
  expect(await readSendJob()).toMatchObject({
    status: 'completed',
    result: {
      sent_count: count('sent'),
      failed_count: count('failed'),
      unconfirmed_count: count('unconfirmed'),
    },
  })
  const [booked] = await query<{ units: number }>(
    "select sum(units)::int as units from usage_entries where owner_id = $1 and usage_type = 'emails_sent'",
    [who.id],
  )
  expect(booked!.units, 'failed messages cost nothing').toBe(count('sent') + count('unconfirmed'))
})

test('a greylisting server accepts every message on the second attempt, from the same envelope sender (F3)', async () => {
  const emails = Array.from({ length: sized(10, 50) }, (_, n) => `grey${n}@grey.example`)
  const seen = new Map<string, number>()
  for (const to of emails)
    server.faults.set(to, (from) => {
      const key = `${from} ${to}`
      const since = seen.get(key) ?? clock.now().getTime()
      seen.set(key, since)
      return clock.now().getTime() - since < 5 * 60_000 ? { rcpt: '450 4.7.1 Greylisted' } : {}
    })
  const { states } = await send(emails)
  expect([...(await states()).values()].every(({ state }) => state === 'queued')).toBe(true)
  await later(10)
  expect([...(await states()).values()].every(({ state }) => state === 'sent')).toBe(true)
  for (const to of emails) {
    expect(attemptsFor(to)).toHaveLength(2)
    expect(new Set(attemptsFor(to).map(({ from }) => from)).size).toBe(1)
  }
  server.faults.clear()
})

const breakConnections = (fault: ConnectionFault): void => {
  server.connectionFault = fault
}

test.each([
  ['refuses connections', () => server.down(), () => server.up()],
  ['disconnects before its greeting', () => breakConnections({ greeting: 'drop' }), () => undefined],
  ['refuses with 421', () => breakConnections({ greeting: '421 4.3.2 too many' }), () => undefined],
  ['offers TLS and then breaks it', () => breakConnections({ breaksTls: true }), () => undefined],
])(
  'while the mail server %s nothing is lost or doubled, and everything arrives afterwards (F2)',
  async (how, begin, end) => {
    const emails = Array.from({ length: 6 }, (_, n) => `${how.replaceAll(' ', '-')}-${n}@d.example`)
    await smtp.close()
    await begin()
    const { states, readJob: readSendJob } = await send(emails)
    const waiting = [...(await states()).values()]
    expect(waiting.map(({ state }) => state)).toEqual(emails.map(() => 'queued'))
    expect(waiting.every(({ reason, next_at }) => reason.startsWith('Waiting: ') && next_at !== null)).toBe(
      true,
    )
    await end()
    server.connectionFault = {}
    await later(10)
    expect(await readSendJob()).toMatchObject({ status: 'completed', result: { sent_count: 6 } })
    expect(emails.map((email) => acceptedBy(email).length)).toEqual(emails.map(() => 1))
  },
)

test('a server that disconnects after ten messages gets the rest over new connections, each once', async () => {
  server.connectionFault = { maxMessages: 10 }
  const emails = Array.from({ length: sized(45, 300) }, (_, n) => `ten${n}@ten.example`)
  const { states, readJob: readSendJob } = await send(emails)
  await later(10)
  await later(30)
  expect(await readSendJob()).toMatchObject({
    status: 'completed',
    result: { sent_count: emails.length, failed_count: 0, unconfirmed_count: 0 },
  })
  expect([...(await states()).values()].every(({ state }) => state === 'sent')).toBe(true)
  expect(emails.map((email) => acceptedBy(email).length)).toEqual(emails.map(() => 1))
  server.connectionFault = {}
})

test('a slow reply holds up only its own message (F2)', async () => {
  const slow = 'slow@slow.example'
  // 30 s in the long form.
  server.faults.set(slow, { wait: () => pause(sized(1500, 30_000)) })
  const others = Array.from({ length: 20 }, (_, n) => `quick${n}@quick.example`)
  const sending = send([slow, ...others])
  await until('the others have arrived', () => others.every((email) => acceptedBy(email).length === 1))
  const { states } = await sending
  expect((await states()).get(slow)!.state).toBe('sent')
  expect(acceptedBy(slow)).toHaveLength(1)
  server.faults.clear()
})
