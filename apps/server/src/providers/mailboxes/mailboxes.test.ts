import { type AddressInfo, createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { refusal, startGmailServer } from '../../../test/gmail-server.ts'
import { graphRefusal, startGraphServer } from '../../../test/graph-server.ts'
import { type Fault, headerOf } from '../../../test/provider-server.ts'
import { systemClock } from '../clock/system.ts'
import { createMailboxes } from './mailboxes.ts'
import type { MailboxCredentials } from './port.ts'

const GOOGLE_SEND = 'https://www.googleapis.com/auth/gmail.send'
const GOOGLE_READ = 'https://www.googleapis.com/auth/gmail.readonly'
const PAT = 'pat@own.example'
const SALES = 'sales@own.example'
const TOKEN = 'a-secret-token'

const gmail: MailboxCredentials = { kind: 'google', address: PAT, account: PAT, access_token: TOKEN }
const microsoft: MailboxCredentials = { kind: 'microsoft', address: PAT, account: PAT, access_token: TOKEN }

const settings = {
  smtp: { name: 'reply.test.example', allowPrivate: [], presets: [] },
  googleUrl: 'http://127.0.0.1:1',
  microsoftUrl: 'http://127.0.0.1:1',
  timeoutMs: 60_000,
  clock: systemClock,
}

function mailFrom(from = PAT) {
  const raw = Buffer.from(
    `Message-ID: <ours@own.example>\r\nFrom: Pat <${from}>\r\nTo: sam@shop.example\r\nSubject: Grüße\r\n\r\nHello ??>>~~\r\n`,
  )
  return { raw, envelope: { from, to: 'sam@shop.example' } }
}

async function start(
  scopes = [GOOGLE_SEND, GOOGLE_READ, 'Mail.Send', 'Mail.Send.Shared'],
  timeoutMs = settings.timeoutMs,
) {
  const tokenOf = (token: string) => (token === TOKEN ? { account: PAT, scopes } : null)
  const google = await startGmailServer({ tokenOf })
  const graph = await startGraphServer({ tokenOf })
  const mailboxes = createMailboxes({
    ...settings,
    timeoutMs,
    googleUrl: google.url,
    microsoftUrl: graph.url,
  })
  onTestFinished(async () => {
    await mailboxes.close()
    await google.close()
    await graph.close()
  })
  return { google, graph, mailboxes }
}

const kinds = [
  { name: 'Gmail', credentials: gmail, refuse: refusal },
  { name: 'Microsoft', credentials: microsoft, refuse: graphRefusal },
]
const serverOf = ({ google, graph }: Awaited<ReturnType<typeof start>>, credentials: MailboxCredentials) =>
  credentials.kind === 'google' ? google : graph

test.each(kinds)('$name gets the raw message, once (MBOX-21, MBOX-22)', async ({ credentials }) => {
  const world = await start()
  const { raw, ...mail } = mailFrom()
  const marks: number[] = []
  const server = serverOf(world, credentials)
  const beforeBody = async () => marks.push(server.calls.length) > 0

  const result = await world.mailboxes.handOver(credentials, { raw, ...mail }, { beforeBody })

  expect(result).toMatchObject({ outcome: 'accepted', code: credentials.kind === 'google' ? 200 : 202 })
  expect(server.sent.map((one) => one.raw.toString())).toEqual([raw.toString()])
  expect(marks).toEqual([0])
  expect(server.forbidden).toEqual([])
})

test('a Message-ID that Gmail changed is part of the result (MBOX-48)', async () => {
  const { google, mailboxes } = await start()
  google.settings.changesMessageIds = true
  const { message_id } = await mailboxes.handOver(gmail, mailFrom())
  expect(message_id).toBe(google.sent[0]?.messageId)
  expect(google.sent[0]?.messageId).not.toBe('ours@own.example')
})

test('a token that may only send asks for the Message-ID once, in vain', async () => {
  const { google, mailboxes } = await start([GOOGLE_SEND])
  for (const _ of [1, 2, 3])
    expect(await mailboxes.handOver(gmail, mailFrom())).toMatchObject({ outcome: 'accepted' })
  expect(google.sent).toHaveLength(3)
  expect(google.calls.filter(({ method }) => method === 'GET')).toHaveLength(1)
  expect(await mailboxes.testSending(gmail)).toBeNull()
})

test('what goes wrong after the acceptance changes nothing (MBOX-21)', async () => {
  const { google, mailboxes } = await start()
  for (const fault of ['silent', 'dropped', refusal(500, 'backendError', 'Oops')] as const) {
    google.failNext(fault, /messages\/18/)
    expect(await mailboxes.handOver(gmail, mailFrom())).toMatchObject({ outcome: 'accepted' })
  }
  expect(google.sent).toHaveLength(3)
})

test.each(kinds)('a message that is withdrawn does not reach $name', async ({ credentials }) => {
  const world = await start()
  const withdrawn = { outcome: 'not_sent', code: null, answer: 'withdrawn' }
  for (const beforeBody of [
    async () => false,
    async () => {
      throw new Error('no database')
    },
  ])
    expect(await world.mailboxes.handOver(credentials, mailFrom(), { beforeBody })).toEqual(withdrawn)
  expect(await world.mailboxes.handOver(credentials, mailFrom(), { signal: AbortSignal.abort() })).toEqual(
    withdrawn,
  )
  expect(serverOf(world, credentials).calls).toEqual([])
})

test.each<{ status: number; reason: string; headers?: object; expected: object }>([
  { status: 400, reason: 'invalidArgument', expected: { outcome: 'rejected', code: 400 } },
  { status: 413, reason: 'uploadTooLarge', expected: { outcome: 'rejected', code: 413 } },
  {
    status: 401,
    reason: 'authError',
    expected: {
      outcome: 'not_sent',
      failure: { kind: 'login', sentence: `${PAT} needs you to sign in again` },
    },
  },
  {
    status: 403,
    reason: 'insufficientPermissions',
    expected: { outcome: 'not_sent', failure: { kind: 'login' } },
  },
  { status: 404, reason: 'notFound', expected: { outcome: 'not_sent', failure: { kind: 'unreachable' } } },
  { status: 302, reason: '', expected: { outcome: 'not_sent', failure: { kind: 'unreachable' } } },
  {
    status: 429,
    reason: 'rateLimitExceeded',
    headers: { 'retry-after': '120' },
    expected: { outcome: 'deferred', failure: { kind: 'limit', wait_ms: 120_000 } },
  },
  { status: 429, reason: '', expected: { outcome: 'deferred', failure: { kind: 'limit', wait_ms: 60_000 } } },
  {
    status: 403,
    reason: 'userRateLimitExceeded',
    expected: { outcome: 'deferred', failure: { kind: 'limit', wait_ms: 60_000 } },
  },
  {
    status: 403,
    reason: 'dailyLimitExceeded',
    expected: { outcome: 'deferred', failure: { kind: 'limit', wait_ms: null } },
  },
  {
    status: 403,
    reason: 'quotaExceeded',
    expected: { outcome: 'deferred', failure: { kind: 'limit', wait_ms: null } },
  },
  { status: 503, reason: 'backendError', expected: { outcome: 'deferred', code: 503 } },
  { status: 500, reason: 'backendError', expected: { outcome: 'unconfirmed', code: 500 } },
  { status: 502, reason: '', expected: { outcome: 'unconfirmed', code: 502 } },
  { status: 504, reason: '', expected: { outcome: 'unconfirmed', code: 504 } },
])(
  '$status $reason means $expected (MBOX-24, MBOX-26, MBOX-27)',
  async ({ status, reason, headers, expected }) => {
    for (const { credentials, refuse } of kinds) {
      const world = await start()
      const words = `The token ${TOKEN} is\r\nno good. ${'x'.repeat(1000)}`
      serverOf(world, credentials).failNext(refuse(status, reason, words, headers))
      const result = await world.mailboxes.handOver(credentials, mailFrom())
      expect(result).toMatchObject(expected)
      expect('failure' in result).toBe('failure' in expected)
      expect(result.trouble?.kind).toBe(status >= 500 ? 'unreachable' : undefined)
      expect(result.answer).toContain(`${status} ${reason}`.trim())
      expect(result.answer.length).toBeLessThanOrEqual(500)
      expect(JSON.stringify(result)).not.toContain(TOKEN)
    }
  },
)

test.each<{ name: string; fault: Fault; isSent: boolean }>([
  { name: 'taken, then cut off', fault: 'taken', isSent: true },
  { name: 'cut off', fault: 'dropped', isSent: false },
  { name: 'never answered', fault: 'silent', isSent: false },
  { name: 'answered too late', fault: { slow_ms: 10_000 }, isSent: true },
])('a message that is $name is unconfirmed (MBOX-24)', async ({ fault, isSent }) => {
  for (const { credentials } of kinds) {
    // Time enough for a request to get there.
    const world = await start(undefined, 2000)
    const server = serverOf(world, credentials)
    server.failNext(fault)
    const result = await world.mailboxes.handOver(credentials, mailFrom())
    expect(result).toMatchObject({
      outcome: 'unconfirmed',
      code: null,
      trouble: { kind: 'unreachable' },
    })
    expect(result).not.toHaveProperty('failure')
    expect(server.sent).toHaveLength(isSent ? 1 : 0)
    expect(server.calls).toHaveLength(1)
  }
})

test('a provider that refuses the connection has got nothing (MBOX-18, MBOX-24)', async () => {
  const { google, graph, mailboxes } = await start()
  await google.close()
  await graph.close()
  for (const { credentials } of kinds) {
    const result = await mailboxes.handOver(credentials, mailFrom())
    expect(result).toMatchObject({ outcome: 'not_sent', failure: { kind: 'unreachable' } })
    expect(await mailboxes.testSending(credentials)).toEqual({
      kind: 'unreachable',
      sentence: '127.0.0.1 could not be reached: ECONNREFUSED',
    })
  }
})

test.each([
  { code: 550, words: '5.4.5 Daily user sending limit exceeded', wait_ms: null },
  { code: 421, words: '4.7.28 Gmail has detected an unusual rate of mail', wait_ms: 60_000 },
])('a mail server at its limit ($code $words) refuses nobody (MBOX-26)', async ({ code, words, wait_ms }) => {
  const server = new SMTPServer({
    secure: true,
    logger: false,
    onAuth: (_auth, _session, done) => done(null, { user: PAT }),
    onData(stream, _session, done) {
      stream.resume()
      stream.once('end', () => done(Object.assign(new Error(words), { responseCode: code })))
    },
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  const mailboxes = createMailboxes({
    ...settings,
    smtp: { name: 'reply.test.example', allowPrivate: [`localhost:${port}`], presets: [] },
  })
  onTestFinished(() => mailboxes.close())
  const credentials: MailboxCredentials = {
    kind: 'password',
    address: PAT,
    provider: null,
    smtp: { host: 'localhost', port, security: 'tls', username: PAT },
    imap: null,
    password: 'secret',
  }
  expect(await mailboxes.handOver(credentials, mailFrom())).toMatchObject({
    outcome: 'deferred',
    code,
    failure: {
      kind: 'limit',
      wait_ms,
    },
  })
})

test('an encryption that fails has let nothing leave (MBOX-24)', async () => {
  const plain = createServer((socket) => socket.end('no TLS here'))
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void plain.close())
  const { port } = plain.address() as AddressInfo
  const url = `https://127.0.0.1:${port}`
  const mailboxes = createMailboxes({ ...settings, googleUrl: url, microsoftUrl: url })
  expect(await mailboxes.handOver(gmail, mailFrom())).toMatchObject({
    outcome: 'not_sent',
    failure: { kind: 'unreachable' },
  })
})

test('a shared mailbox sends as itself; without the right, it says who gives it (MBOX-23)', async () => {
  const { graph, mailboxes } = await start()
  const sales: MailboxCredentials = { kind: 'microsoft', address: SALES, account: PAT, access_token: TOKEN }
  graph.shared.push({ address: SALES, members: [PAT], senders: [] })
  const denied = await mailboxes.handOver(sales, mailFrom(SALES))
  expect(denied).toMatchObject({
    outcome: 'not_sent',
    code: 403,
    failure: {
      kind: 'login',
      sentence:
        'pat@own.example may not send as sales@own.example. Your Microsoft 365 administrator gives the right "Send as".',
    },
  })
  expect(graph.sent).toEqual([])

  graph.shared[0]?.senders.push(PAT)
  expect(await mailboxes.handOver(sales, mailFrom(SALES))).toMatchObject({ outcome: 'accepted' })
  expect(graph.sent.map(({ address, raw }) => [address, headerOf(raw, 'From')])).toEqual([
    [SALES, `Pat <${SALES}>`],
  ])
  expect(graph.calls.at(-1)?.path).toBe('/v1.0/users/sales%40own.example/sendMail')
})

test.each(kinds)('the test of $name signs in and sends nothing', async ({ credentials }) => {
  const world = await start()
  const server = serverOf(world, credentials)
  expect(await world.mailboxes.testSending(credentials)).toBeNull()
  expect(
    await world.mailboxes.testSending({ ...credentials, access_token: 'old' } as MailboxCredentials),
  ).toEqual({
    kind: 'login',
    sentence: `${PAT} needs you to sign in again`,
    is_unauthorized: true,
  })
  server.failNext({ status: 403 })
  expect((await world.mailboxes.testSending(credentials))?.kind).toBe('login')
  server.failNext({ status: 500 })
  expect((await world.mailboxes.testSending(credentials))?.kind).toBe('unreachable')
  expect(server.sent).toEqual([])
  expect(server.forbidden).toEqual([])
})
