import { expect, onTestFinished, test } from 'vitest'
import { refusal, startGmailServer } from '../../../test/gmail-server.ts'
import { systemClock } from '../clock/system.ts'
import { createGmailReading } from './gmail.ts'
import { MessageTooLarge } from './port.ts'
import { IMPATIENT_MS, mailboxReadingSuite, mailNamed, mailWithFile, nameOf, PATIENT_MS } from './suite.ts'

const SCOPES = [
  'https://www.googleapis.com/auth/gmail.send',
  'https://www.googleapis.com/auth/gmail.readonly',
]
const PAT = 'pat@own.example'
const credentials = { kind: 'google', address: PAT, account: PAT, access_token: 'ya29.token' } as const
const HOUR_MS = 60 * 60 * 1000
const yesterday = () => new Date(Date.now() - 24 * HOUR_MS)

async function start({ readBytes = 10_000_000 } = {}) {
  let isRefused = false
  const google = await startGmailServer({
    tokenOf: (token) =>
      !isRefused && token === credentials.access_token ? { account: PAT, scopes: SCOPES } : null,
  })
  onTestFinished(() => google.close())
  const options = { url: google.url, timeoutMs: PATIENT_MS, clock: systemClock, readBytes }
  const reading = createGmailReading(options)
  return {
    google,
    reading,
    open: () => reading.open(credentials),
    refuseLogin: () => {
      isRefused = true
    },
    stopAnswering: () => {
      options.timeoutMs = IMPATIENT_MS
      google.failAll('silent')
    },
    answerAgain: () => {
      options.timeoutMs = PATIENT_MS
      google.failAll(null)
    },
  }
}

mailboxReadingSuite('Gmail', async () => {
  const { google, open, refuseLogin, stopAnswering, answerAgain } = await start()
  return {
    open,
    deliver: async (raw, folder, at) => void google.deliver(PAT, raw, folder, at),
    remove: async (messageId) => google.remove(PAT, messageId),
    losePlaces: async () => google.expireHistory(PAT),
    refuseLogin: async () => refuseLogin(),
    stopAnswering: async () => stopAnswering(),
    answerAgain: async () => answerAgain(),
    snapshot: async () => google.snapshot(PAT),
    listForbidden: async () => [
      ...google.forbidden,
      ...google.calls.filter(({ method }) => method !== 'GET').map(({ path }) => path),
    ],
    canAppend: false,
    close: async () => undefined,
  }
})

test('a look uses one connection, and one request at a time (MBOX-51)', async () => {
  const { google, open } = await start()
  for (const name of ['one', 'two', 'three']) google.deliver(PAT, mailNamed(name))
  const session = await open()
  await session.list({}, yesterday())
  await session.close()
  expect(google.connections()).toBe(1)
  expect(google.mostAtOnce()).toBe(1)
})

test('a message that is gone before its headers are read is passed over (MBOX-48)', async () => {
  const { google, open } = await start()
  google.deliver(PAT, mailNamed('gone'))
  google.deliver(PAT, mailNamed('kept'))
  google.failNext(refusal(404, 'notFound', 'Requested entity was not found.'), /messages\/18/)
  const session = await open()
  const { heads } = await session.list({}, yesterday())
  expect(heads.map(({ headers }) => nameOf(headers))).toEqual(['kept'])
  await session.close()
})

test('a copy in Sent is found although Gmail changed its Message-ID (MBOX-48)', async () => {
  const { google, open } = await start()
  const changed = mailNamed('CAChanged', { headers: 'X-Google-Original-Message-ID: <ours@shop.example>\r\n' })
  const later = mailNamed('later', { headers: 'References: <other@shop.example>\r\n' })
  google.deliver(PAT, changed, 'sent')
  google.deliver(PAT, later, 'sent')
  const session = await open()
  expect(await session.findSent('ours@shop.example')).toBe('CAChanged@shop.example')
  expect(await session.findSent('other@shop.example')).toBeNull()
  await session.close()
})

test.each([
  {
    fault: refusal(429, 'rateLimitExceeded', 'Slow down', { 'retry-after': '90' }),
    kind: 'limit',
    wait_ms: 90_000,
  },
  { fault: refusal(403, 'userRateLimitExceeded', 'Slow down'), kind: 'limit', wait_ms: 60_000 },
  { fault: refusal(503, 'backendError', 'Try again', { 'retry-after': '7' }), kind: 'limit', wait_ms: 7000 },
  { fault: refusal(503, 'backendError', 'Try again'), kind: 'unreachable' },
  { fault: refusal(500, 'backendError', 'Oops'), kind: 'unreachable' },
  { fault: refusal(403, 'insufficientPermissions', 'No'), kind: 'login' },
  { fault: { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, kind: 'unreachable' },
  { fault: { status: 200, body: { messages: [{ id: '../../send' }] } }, kind: 'unreachable' },
  { fault: { status: 200, body: Buffer.from('<html>') }, kind: 'unreachable' },
  { fault: 'dropped' as const, kind: 'unreachable' },
  { fault: 'silent' as const, kind: 'unreachable' },
])('an answer %j ends the look as a failure of the mailbox (MBOX-51)', async ({ fault, kind, wait_ms }) => {
  const { google, open } = await start()
  google.failNext(fault, /messages$/)
  const session = await open()
  const error = await session.list({}, yesterday()).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ failure: { kind, ...(wait_ms && { wait_ms }) } })
  expect(JSON.stringify(error)).not.toContain(credentials.access_token)
  await session.close()
})

test('a mailbox whose sign-in is refused says so, in words', async () => {
  const { reading, refuseLogin } = await start()
  expect(await reading.test(credentials)).toBeNull()
  refuseLogin()
  expect(await reading.test(credentials)).toEqual({
    kind: 'login',
    sentence: 'pat@own.example needs you to sign in again',
    is_unauthorized: true,
  })
})

test('a message above the limit is not read whole, but its text is (MBOX-46)', async () => {
  const { google, open } = await start({ readBytes: 1_000_000 })
  google.deliver(PAT, mailWithFile('large', 4_000_000))
  const session = await open()
  const { heads } = await session.list({}, yesterday())
  await expect(session.fetch(heads[0]!.ref)).rejects.toThrow(MessageTooLarge)
  expect((await session.fetchText(heads[0]!.ref))?.toString()).toContain('yes please')
  await session.close()
})

test('a history that is lost again and again ends the look', async () => {
  const { google, open } = await start()
  const session = await open()
  const { cursors } = await session.list({}, yesterday())
  google.failNext(refusal(404, 'notFound', 'Gone'), /history/)
  await expect(session.list(cursors, yesterday())).rejects.toMatchObject({ failure: { kind: 'unreachable' } })
  await session.close()
})

test('a history of empty pages without an end is given up, and the folders are listed (MBOX-48)', async () => {
  const { google, open } = await start()
  const before = await open()
  const { cursors } = await before.list({}, yesterday())
  await before.close()
  const session = await open()
  google.deliver(PAT, mailWithFile('new', 10))
  const empty = { status: 200, body: { historyId: '2000', nextPageToken: 'more' } }
  for (let page = 0; page < 100; page++) google.failNext(empty, /history/)
  expect((await session.list(cursors, yesterday())).heads).toHaveLength(1)
  await session.close()
})

test('a look ends at once when it is stopped', async () => {
  const { google, reading } = await start()
  google.failAll('silent')
  const stop = new AbortController()
  const session = await reading.open(credentials, stop.signal)
  const listed = session.list({}, yesterday())
  stop.abort()
  await expect(listed).rejects.toThrow('aborted')
  await session.close()
})
