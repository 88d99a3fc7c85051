import { expect, onTestFinished, test } from 'vitest'
import { graphRefusal, startGraphServer } from '../../../test/graph-server.ts'
import { systemClock } from '../clock/system.ts'
import { createGraphReading } from './graph.ts'
import { MessageTooLarge } from './port.ts'
import { IMPATIENT_MS, mailboxReadingSuite, mailNamed, mailWithFile, nameOf, PATIENT_MS } from './suite.ts'

const PAT = 'pat@own.example'
const SALES = 'sales@own.example'
const credentials = { kind: 'microsoft', address: PAT, account: PAT, access_token: 'eyJ.token' } as const
const yesterday = () => new Date(Date.now() - 24 * 60 * 60 * 1000)

async function start({ readBytes = 10_000_000, scopes = ['Mail.Send', 'Mail.Read'] } = {}) {
  let isRefused = false
  const graph = await startGraphServer({
    tokenOf: (token) => (!isRefused && token === credentials.access_token ? { account: PAT, scopes } : null),
  })
  onTestFinished(() => graph.close())
  const options = { url: graph.url, timeoutMs: PATIENT_MS, clock: systemClock, readBytes }
  const reading = createGraphReading(options)
  return {
    graph,
    reading,
    open: () => reading.open(credentials),
    refuseLogin: () => {
      isRefused = true
    },
    stopAnswering: () => {
      options.timeoutMs = IMPATIENT_MS
      graph.failAll('silent')
    },
    answerAgain: () => {
      options.timeoutMs = PATIENT_MS
      graph.failAll(null)
    },
  }
}

mailboxReadingSuite('Graph', async () => {
  const { graph, open, refuseLogin, stopAnswering, answerAgain } = await start()
  return {
    open,
    deliver: async (raw, folder, at) => void graph.deliver(PAT, raw, folder, at),
    remove: async (messageId) => graph.remove(PAT, messageId),
    losePlaces: async () => graph.expireDelta(PAT),
    refuseLogin: async () => refuseLogin(),
    stopAnswering: async () => stopAnswering(),
    answerAgain: async () => answerAgain(),
    snapshot: async () => graph.snapshot(PAT),
    listForbidden: async () => [
      ...graph.forbidden,
      ...graph.calls.filter(({ method }) => method !== 'GET').map(({ path }) => path),
    ],
    canAppend: false,
    hidesSize: true,
    close: async () => undefined,
  }
})

test('a look uses one connection, and one request at a time (MBOX-51)', async () => {
  const { graph, open } = await start()
  for (const name of ['one', 'two', 'three']) graph.deliver(PAT, mailNamed(name))
  const session = await open()
  await session.list({}, yesterday())
  await session.close()
  expect(graph.connections()).toBe(1)
  expect(graph.mostAtOnce()).toBe(1)
})

test('a message that is gone before its headers are read is passed over (MBOX-49)', async () => {
  const { graph, open } = await start()
  graph.deliver(PAT, mailNamed('kept'), 'inbox', new Date(Date.now() - 60_000))
  graph.deliver(PAT, mailNamed('gone'))
  graph.failNext(graphRefusal(404, 'ErrorItemNotFound', 'Not found'), /messages\/AAk/)
  const session = await open()
  const { heads } = await session.list({}, yesterday())
  expect(heads.map(({ headers }) => nameOf(headers))).toEqual(['kept'])
  await session.close()
})

test('a link that leads elsewhere is not followed, and the token stays here (MBOX-51)', async () => {
  const elsewhere = await startGraphServer({ tokenOf: () => null })
  onTestFinished(() => elsewhere.close())
  const { graph, open } = await start()
  for (const evil of [
    `${elsewhere.url}/v1.0/me/mailFolders/inbox/messages/delta?$skiptoken=1`,
    `${graph.url.replace('//', '//evil@')}/v1.0/me/messages/delta`,
    `${graph.url}.evil.example/v1.0/me/messages/delta`,
    '/v1.0/me/messages/delta',
  ]) {
    graph.settings.evilLink = evil
    const session = await open()
    await expect(session.list({}, yesterday())).rejects.toMatchObject({ failure: { kind: 'unreachable' } })
    await session.close()
  }
  expect(elsewhere.calls).toEqual([])
})

test('a stored link of another provider begins anew (MBOX-51)', async () => {
  const { graph, open } = await start()
  graph.deliver(PAT, mailNamed('one'))
  const session = await open()
  const { heads } = await session.list({ inbox: 'https://evil.example/v1.0/x' }, yesterday())
  expect(heads).toHaveLength(1)
  await session.close()
})

test.each(['ErrorSyncStateNotFound', 'syncStateNotFound', 'resyncRequired'])(
  'a cursor that is refused with %s begins anew (MBOX-49)',
  async (code) => {
    const { graph, open } = await start()
    graph.deliver(PAT, mailNamed('one'))
    const session = await open()
    const { cursors } = await session.list({}, yesterday())
    graph.failNext(graphRefusal(code.startsWith('Error') ? 410 : 400, code, 'Lost'), /inbox/)
    const { heads } = await session.list(cursors, yesterday())
    expect(heads.map(({ headers }) => nameOf(headers))).toEqual(['one'])
    await session.close()
  },
)

test('a copy in Sent is found although Microsoft changed its Message-ID (MBOX-49)', async () => {
  const { graph, open } = await start()
  const headers = 'X-Microsoft-Original-Message-ID: <ours@shop.example>\r\n'
  graph.deliver(PAT, mailNamed('AM1', { headers }), 'sent')
  graph.deliver(PAT, mailNamed('later', { headers: 'References: <other@shop.example>\r\n' }), 'sent')
  const session = await open()
  expect(await session.findSent('ours@shop.example')).toBe('AM1@shop.example')
  expect(await session.findSent('other@shop.example')).toBeNull()
  await session.close()
})

test('headers that Microsoft leaves out are taken from its other fields', async () => {
  const { graph, open } = await start()
  graph.deliver(PAT, mailNamed('one'))
  const body = {
    id: 'AAk1',
    internetMessageId: '<inside@own.example>',
    receivedDateTime: new Date().toISOString(),
    from: { emailAddress: { name: 'Sam "S"\r\nBcc: x@evil.example', address: 'sam@own.example' } },
  }
  graph.failNext({ status: 200, body }, /messages\/AAk/)
  const session = await open()
  const { heads } = await session.list({}, yesterday())
  expect(heads[0]?.headers.toString()).toBe(
    'Message-ID: <inside@own.example>\r\nFrom: "Sam S\r\n Bcc: x@evil.example" <sam@own.example>\r\n',
  )
  await session.close()
})

test('a shared mailbox is read as such (MBOX-23)', async () => {
  const { graph, reading } = await start({ scopes: ['Mail.Read', 'Mail.Read.Shared'] })
  graph.shared.push({ address: SALES, members: [PAT], senders: [] })
  graph.deliver(SALES, mailNamed('one'))
  const session = await reading.open({ ...credentials, address: SALES })
  const { heads } = await session.list({}, yesterday())
  expect(heads).toHaveLength(1)
  await session.close()
  expect(graph.calls.every(({ path }) => path.startsWith('/v1.0/users/sales%40own.example/'))).toBe(true)
})

test('a mailbox without a junk folder is read', async () => {
  const { graph, open } = await start()
  graph.deliver(PAT, mailNamed('one'))
  graph.failNext(graphRefusal(404, 'ErrorFolderNotFound', 'No such folder'), /junkemail/)
  const session = await open()
  expect((await session.list({}, yesterday())).heads).toHaveLength(1)
  await session.close()
})

test.each([
  {
    fault: graphRefusal(429, 'ApplicationThrottled', 'Slow', { 'retry-after': '90' }),
    kind: 'limit',
    wait_ms: 90_000,
  },
  {
    fault: graphRefusal(503, 'ServiceUnavailable', 'Slow', { 'retry-after': '7' }),
    kind: 'limit',
    wait_ms: 7000,
  },
  { fault: graphRefusal(500, 'InternalServerError', 'Oops'), kind: 'unreachable' },
  { fault: graphRefusal(403, 'ErrorAccessDenied', 'No'), kind: 'login' },
  { fault: { status: 200, body: { value: [{ id: '..' }] } }, kind: 'unreachable' },
  { fault: 'dropped' as const, kind: 'unreachable' },
])('an answer %j ends the look as a failure of the mailbox (MBOX-51)', async ({ fault, kind, wait_ms }) => {
  const { graph, open } = await start()
  graph.failNext(fault, /delta$/)
  const session = await open()
  const error = await session.list({}, yesterday()).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ failure: { kind, ...(wait_ms && { wait_ms }) } })
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
  const { graph, open } = await start({ readBytes: 1_000_000 })
  graph.deliver(PAT, mailWithFile('large', 4_000_000))
  const session = await open()
  const { heads } = await session.list({}, yesterday())
  await expect(session.fetch(heads[0]!.ref)).rejects.toThrow(MessageTooLarge)
  expect((await session.fetchText(heads[0]!.ref))?.toString()).toContain('yes please')
  await session.close()
})

test('inbox and junk together are listed in portions of 250', async () => {
  const { graph, open } = await start()
  for (let n = 0; n < 195; n += 1) graph.deliver(PAT, mailNamed(`mail-${n}`))
  for (let n = 0; n < 70; n += 1) graph.deliver(PAT, mailNamed(`spam-${n}`), 'junk')
  const session = await open()
  const first = await session.list({}, yesterday())
  expect(first.heads).toHaveLength(250)
  expect(first.has_more).toBe(true)
  const second = await session.list(first.cursors, yesterday())
  const found = [...first.heads, ...second.heads].map(({ headers }) => nameOf(headers))
  expect(new Set(found).size).toBe(265)
  expect(second.has_more).toBe(false)
  await session.close()
})
