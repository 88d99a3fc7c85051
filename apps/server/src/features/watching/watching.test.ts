import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import { beforeEach, expect, test } from 'vitest'
import { type FaultyMailServer, startFaultyMailServer } from '../../../test/faults/faulty-mail-server.ts'
import { startTestApp } from '../../../test/harness.ts'
import { startSend, writeCampaign } from '../../../test/written-campaign.ts'
import { createFakeJobs } from '../../providers/jobs/fake.ts'
import type { JobKind, Jobs } from '../../providers/jobs/port.ts'
import { createSmtpMail, parseSmtpUrl } from '../../providers/mail/smtp.ts'
import { NO_PACE } from '../sending/pace.rules.ts'
import { sendingJob } from '../sending/sending.ts'

const OPERATOR = 'operator@agency.example'
const MINUTE = 60_000
const server: FaultyMailServer = await startFaultyMailServer()
const { jobs, tryAgain } = createRetriedJobs()
const environment = {
  MAIL_SMTP_URL: server.url,
  OPERATOR_EMAIL: OPERATOR,
  DOMAIN_CHECK: 'off',
  SENDING_PACE: 'free',
  SEND_CONNECTIONS_PER_GROUP: '0',
}
const mailOf = () => createSmtpMail({ server: async () => parseSmtpUrl(server.url, 'reply.test.example') })

interface Line {
  level: number
  msg: string
  [field: string]: unknown
}
let lines: Line[] = []
const log = (line: Record<string, unknown>) => void lines.push(line as Line)
/** A process that works, and one that doesn't, beside it. */
const first = await startTestApp({ environment, log, ports: { jobs, mail: mailOf() } })
const { clock, query, app, createCustomer } = first
const second = await startTestApp({
  environment: { ...environment, ROLES: 'web' },
  log,
  databaseUrl: first.databaseUrl,
  ports: { jobs, mail: mailOf(), systemClock: clock },
})

/** Failed jobs wait to be tried again, as in the real queue. */
function createRetriedJobs(): { jobs: Jobs; tryAgain(): Promise<void> } {
  const fake = createFakeJobs()
  const failed: { kind: JobKind<never>; payload: unknown }[] = []
  return {
    jobs: {
      ...fake,
      handle(kind, work) {
        fake.handle(kind, (payload, signal) =>
          work(payload, signal).catch(() => void failed.push({ kind: kind as JobKind<never>, payload })),
        )
      },
    },
    async tryAgain() {
      for (const { kind, payload } of failed.splice(0))
        await fake.enqueue(app.database.db, kind, payload as never)
    },
  }
}

const words = (from: number) => lines.filter(({ level }) => level >= from).map(({ msg }) => msg)
const letters = () =>
  server.bodies
    .filter(({ to }) => to === OPERATOR)
    .map(({ raw }) => raw.replace(/=\r?\n/g, '').replace(/\s+/g, ' '))
const subjects = () =>
  letters().map((raw) => /Subject: (.+?) Date/.exec(raw)?.[1] ?? /Subject: (.{10,60})/.exec(raw)?.[1])

/** A worker's wake, with a heartbeat; what failed before is due again. */
async function work() {
  await tryAgain()
  await jobs.enqueue(app.database.db, sendingJob, {})
  await first.drain()
}
/** Both processes check at the same moment. */
const checkBoth = () => Promise.all([app.features.watching.check(), second.app.features.watching.check()])

async function pass(minutes: number, { isWorking = true } = {}) {
  for (let minute = 0; minute < minutes; minute += 1) {
    clock.advance(MINUTE)
    if (isWorking) await work()
    await checkBoth()
  }
}

let isDown = false
async function down() {
  isDown = true
  await server.down()
}
async function up() {
  if (isDown) await server.up()
  isDown = false
}
const dueMinutes = async () => {
  const ms = await app.features.watching.readOldestDueMs()
  return ms === null ? null : Math.round(ms / MINUTE)
}

const tryAllNow = () =>
  query("update recipients set next_at = $1 where state = 'queued'", [clock.now().toISOString()])

let people = 0
async function send(recipients = 3) {
  const who = await createCustomer(`Sender${++people}`)
  await who.call(sendingCareRoutes.savePace, { body: NO_PACE })
  const { id } = await writeCampaign(who, recipients)
  await startSend(who, id)
  return who
}

beforeEach(async () => {
  await up()
  await tryAllNow()
  await work()
  await query('delete from installation_troubles')
  await query("delete from recipients where state = 'queued'")
  server.bodies.length = 0
  lines = []
})

test('a mail server that is down for an hour: a warning a minute, an error, and one letter that says from when to when', async () => {
  await work()
  await checkBoth()
  await down()
  await send(5)
  await work()
  expect(words(40)).toEqual([
    expect.stringMatching(/^the mail server 127\.0\.0\.1 can't be reached: connect ECONNREFUSED/),
  ])
  await expect
    .poll(() => lines.find(({ level }) => level === 40))
    .toMatchObject({ host: '127.0.0.1', waiting: 5 })
  await pass(14)
  expect(words(50)).toEqual([])
  await pass(6)
  const began = words(50)
  expect(began).toEqual([
    expect.stringMatching(
      /^Nothing has been handed over since 2026-03-02 .* UTC, though 5 messages are waiting\.$/,
    ),
  ])
  await pass(40)
  expect(words(50), 'once, whichever process').toEqual(began)
  expect(
    words(40).filter((msg) => msg.includes("can't be reached")).length,
    'one a minute',
  ).toBeLessThanOrEqual(62)

  await up()
  await tryAllNow()
  await jobs.enqueue(app.database.db, sendingJob, {})
  await first.drain()
  await tryAgain()
  clock.advance(MINUTE)
  await checkBoth()
  await first.drain()
  await expect
    .poll(() => words(40).slice(-2))
    .toEqual([
      'the mail server 127.0.0.1 can be reached again',
      expect.stringMatching(
        /^From 2026-03-02 \d\d:\d\d UTC to 2026-03-02 \d\d:\d\d UTC nothing could be handed over\. No message is waiting now/,
      ),
    ])
  expect(subjects(), 'the letter about the beginning had not left').toEqual(['Goldpan is sending mail again'])
  expect(letters()[0]).toMatch(
    /From 2026-03-02 \d\d:\d\d UTC to 2026-03-02 \d\d:\d\d UTC nothing could be handed over/,
  )
})

test('a hundred failing messages are one warning within a minute', async () => {
  await down()
  await send(100)
  await work()
  await expect.poll(() => words(40)).toHaveLength(1)
  await work()
  expect(words(40)).toHaveLength(1)
})

test('no worker for five minutes is reported once, and its end too, whichever process checks', async () => {
  await work()
  await checkBoth()
  await pass(4, { isWorking: false })
  expect(words(40)).toEqual([])
  await pass(3, { isWorking: false })
  expect(words(50)).toEqual([
    expect.stringMatching(/^No worker has been running since .*: nothing is sent, gathered or imported/),
  ])
  await pass(30, { isWorking: false })
  expect(words(50)).toHaveLength(1)
  expect(subjects(), 'nobody sends letters').toEqual([])
  await pass(2)
  await work()
  expect(words(40).at(-1)).toMatch(/^From .* to .* no worker was running\. One is running now\.$/)
  expect(subjects()).toEqual(['No Goldpan worker is running', 'A Goldpan worker is running again'])
})

test('an incident that returns within the hour is reported by letter after the hour, if it lasts', async () => {
  await pass(7, { isWorking: false })
  await pass(2)
  await pass(7, { isWorking: false })
  await pass(2)
  expect(words(50), 'the log has both').toHaveLength(2)
  await work()
  expect(subjects()).toHaveLength(2)
  await pass(70, { isWorking: false })
  await pass(2)
  await work()
  expect(subjects()).toHaveLength(4)
})

test('workers that live but take no messages are reported too', async () => {
  await send(2)
  const beat = () =>
    query(
      `insert into workers (id, started_at, beat_at) values ('idle', $1, $1)
       on conflict (id) do update set beat_at = excluded.beat_at`,
      [clock.now().toISOString()],
    )
  for (let minute = 0; minute < 18; minute += 1) {
    clock.advance(MINUTE)
    await beat()
    await checkBoth()
  }
  expect(words(50)).toEqual([
    expect.stringMatching(/^Nothing has been handed over since .*though 2 messages are waiting/),
  ])
  expect(await dueMinutes()).toBe(18)
  await pass(2)
  await work()
  expect(subjects()).toEqual(['Goldpan is not sending mail', 'Goldpan is sending mail again'])
})

test.each([
  ['the window of a pace', { window_from: '22:00', window_to: '23:00' }],
  ['the cap of a day', { daily_cap: 1 }],
  ['the gap between two messages', { gap_from_seconds: 3600, gap_to_seconds: 3600 }],
])('messages that wait for %s are not due, and not reported', async (_what, pace) => {
  clock.set(`2026-03-${10 + people}T09:00:00.000Z`)
  const who = await createCustomer(`Paced${++people}`)
  await who.call(sendingCareRoutes.savePace, { body: { ...NO_PACE, ...pace } })
  const { id } = await writeCampaign(who, 3)
  await startSend(who, id)
  await work()
  await pass(20)
  expect(await dueMinutes()).toBeNull()
  expect(words(40)).toEqual([])
})

test('what waits during a pause or a hold of the installation is not due', async () => {
  const who = await send(2)
  clock.advance(20 * MINUTE)
  expect(await dueMinutes()).toBe(20)
  const at = clock.now().toISOString()
  await query(
    "insert into sending_pauses (owner_id, kind, sentence, at) values ($1, 'bounces', 'Too many', $2)",
    [who.id, at],
  )
  expect(await dueMinutes()).toBeNull()
  await query('update sending_pauses set lifted_at = at')
  await query("insert into installation_holds (sentence, at) values ('Restored', $1)", [at])
  expect(await dueMinutes()).toBeNull()
  await query('delete from installation_holds')
  expect(await dueMinutes()).not.toBeNull()
})

test('after a night without a check, counting starts anew', async () => {
  await pass(3, { isWorking: false })
  clock.advance(8 * 60 * MINUTE)
  await pass(3, { isWorking: false })
  expect(words(50)).toEqual([])
})

test('without OPERATOR_EMAIL only the log says it', async () => {
  const quiet = await startTestApp({
    environment: { MAIL_SMTP_URL: server.url, DOMAIN_CHECK: 'off' },
    log,
    ports: { mail: mailOf() },
  })
  for (let minute = 0; minute < 8; minute += 1) {
    quiet.clock.advance(MINUTE)
    await quiet.app.features.watching.check()
  }
  await quiet.drain()
  expect(words(50)).toHaveLength(1)
  expect(server.bodies).toEqual([])
})
