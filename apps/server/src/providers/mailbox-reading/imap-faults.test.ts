import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { IMAP_PASSWORD, type ImapServer, type Reaction, startImapServer } from '../../../test/imap-server.ts'
import { systemClock } from '../clock/system.ts'
import { knownPresets } from '../mailboxes/known-presets.ts'
import type { MailboxCredentials } from '../mailboxes/port.ts'
import { createImapReading, type ImapOptions } from './imap.ts'
import { MessageTooLarge } from './port.ts'
import {
  IMPATIENT_MS,
  mailboxReadingSuite,
  mailNamed,
  mailWithFile,
  nameOf,
  PATIENT_MS,
  type World,
} from './suite.ts'

type Options = Parameters<typeof startImapServer>[0]

async function start(options: Options = {}) {
  const server = await startImapServer(options)
  onTestFinished(() => server.close())
  return server
}

const optionsFor = (server: ImapServer, changes: Partial<ImapOptions> = {}): ImapOptions => ({
  clock: systemClock,
  allowPrivate: [`localhost:${server.port}`],
  presets: knownPresets,
  timeoutMs: PATIENT_MS,
  readBytes: 1_000_000,
  ...changes,
})
const readingOf = (server: ImapServer, changes: Partial<ImapOptions> = {}) =>
  createImapReading(optionsFor(server, changes))

function credentialsFor(
  server: ImapServer,
  changes: { password?: string; provider?: string } = {},
): MailboxCredentials {
  const at = { host: 'localhost', port: server.port, security: 'tls', username: 'pat' } as const
  return {
    kind: 'password',
    address: 'pat@own.example',
    provider: null,
    smtp: at,
    imap: at,
    password: IMAP_PASSWORD,
    ...changes,
  }
}

const weekAgo = () => new Date(Date.now() - 7 * 86_400_000)
const FOLDERS = { inbox: 'INBOX', junk: 'Spam', sent: 'Sent Items' } as const
const nameOfFolder = (path: string) => Object.entries(FOLDERS).find(([, one]) => one === path)![0]

/** IMAP4rev1 alone: no SPECIAL-USE, UIDPLUS, ID, NAMESPACE, and no UIDNEXT. */
async function createPlainWorld(): Promise<World> {
  const server = await startImapServer()
  const options = optionsFor(server, { readBytes: 10_000_000 })
  const reading = createImapReading(options)
  const credentials = { ...credentialsFor(server) }
  return {
    open: () => reading.open(credentials),
    deliver: async (raw, folder, at) => server.deliver(FOLDERS[folder], raw, at),
    remove: async (messageId) => server.remove(messageId),
    losePlaces: async () => server.renumber(),
    async refuseLogin() {
      Object.assign(credentials, { password: 'wrong' })
    },
    async stopAnswering() {
      options.timeoutMs = IMPATIENT_MS
      server.intercept = () => 'silence'
    },
    async answerAgain() {
      options.timeoutMs = PATIENT_MS
      server.intercept = () => undefined
    },
    snapshot: async () =>
      [...server.folders].flatMap(([path, { messages }]) =>
        messages.map(({ raw, flags }) => ({
          folder: nameOfFolder(path),
          name: nameOf(raw),
          flags: [...flags],
          is_read: flags.includes('\\Seen'),
        })),
      ),
    listForbidden: async () =>
      server.commands.filter(
        (command) =>
          !/^(CAPABILITY|LOGIN .*|LOGOUT|LIST .*|EXAMINE .*|UID SEARCH .*|UID FETCH (?!.*BODY\[).*|APPEND "Sent Items" .*)$/.test(
            command,
          ),
      ),
    canAppend: true,
    close: () => server.close(),
  }
}

mailboxReadingSuite('Plain IMAP4rev1', createPlainWorld)

test('a server without any extension is read by its plain commands alone (MBOX-43)', async () => {
  const world = await createPlainWorld()
  onTestFinished(() => world.close())
  await world.deliver(mailNamed('answer'), 'inbox')
  await world.deliver(mailNamed('report'), 'junk')
  const session = await world.open()
  const { heads } = await session.list({}, new Date(Date.now() - 60_000))
  expect(heads.map(({ headers }) => nameOf(headers)).sort()).toEqual(['answer', 'report'])
  expect(nameOf((await session.fetch(heads[0]!.ref))!)).toBe(nameOf(heads[0]!.headers))
  await session.close()
  expect(await world.listForbidden()).toEqual([])
})

test.each<[string, string, 'login' | 'unreachable']>([
  ['refuses', '{tag} NO [AUTHENTICATIONFAILED] Invalid credentials\r\n', 'login'],
  ['refuses without a code', '{tag} NO LOGIN failed\r\n', 'login'],
  ['has a password that expired', '{tag} NO [EXPIRED] Password expired\r\n', 'login'],
  ['is unavailable', '{tag} NO [UNAVAILABLE] Temporary authentication failure\r\n', 'unreachable'],
  ['counts connections', '{tag} NO [ALERT] Too many simultaneous connections\r\n', 'unreachable'],
])('a server that %s at the sign-in (MBOX-17, MBOX-18)', async (_name, answer, kind) => {
  const server = await start()
  server.intercept = (command) => (command.startsWith('LOGIN') ? { answer } : undefined)
  expect(await readingOf(server).test(credentialsFor(server))).toMatchObject({ kind })
  expect(server.commands.filter((command) => command.startsWith('LOGIN'))).toHaveLength(1)
})

test('a refused sign-in is told in the words of the server, without the password (MBOX-04)', async () => {
  const server = await start()
  const reading = readingOf(server)
  const refused = await reading.test(credentialsFor(server, { password: 'my secret' }))
  expect(refused).toEqual({
    kind: 'login',
    sentence: 'localhost refused the user name or password: LOGIN failed.',
  })
  server.intercept = (command) =>
    command.startsWith('LOGIN') ? { answer: '{tag} NO my secret is wrong\r\n' } : undefined
  expect((await reading.test(credentialsFor(server, { password: 'my secret' })))?.sentence).not.toContain(
    'secret',
  )
})

test('app passwords and Microsoft are told apart (MBOX-05)', async () => {
  const server = await start()
  const reading = readingOf(server)
  const sentence = async (provider: string) =>
    (await reading.test(credentialsFor(server, { provider, password: 'wrong' })))?.sentence
  expect(await sentence('gmail')).toBe(
    'Gmail needs an app password: turn on 2-step verification, then make one at myaccount.google.com/apppasswords.',
  )
  expect(await sentence('outlook')).toBe(
    'Microsoft 365 no longer takes passwords. Use "Connect Microsoft 365".',
  )
  expect(await sentence('webde')).toBe(
    'localhost refused the user name or password: LOGIN failed. Turn on IMAP at web.de under E-Mail, Settings, POP3 & IMAP.',
  )
})

test('the password goes to no server without encryption (MBOX-06)', async () => {
  const server = await start({ security: 'none' })
  for (const security of ['starttls', 'tls'] as const) {
    const credentials = credentialsFor(server) as Extract<MailboxCredentials, { kind: 'password' }>
    const failure = await readingOf(server).test({ ...credentials, imap: { ...credentials.imap!, security } })
    expect(failure).toEqual({
      kind: 'unreachable',
      sentence: `localhost offers no encryption on port ${server.port}. Please choose the other kind.`,
    })
  }
  expect(server.commands.join('\n')).not.toContain('LOGIN')
})

test('private servers and other ports are not connected to (MBOX-06)', async () => {
  const server = await start()
  const reading = readingOf(server, { allowPrivate: [] })
  const credentials = credentialsFor(server) as Extract<MailboxCredentials, { kind: 'password' }>
  for (const [host, port] of [
    ['localhost', server.port],
    ['localhost', 993],
    ['127.0.0.1', 143],
    ['10.0.0.1', 993],
    ['mail.example.com', 22],
  ] as const)
    expect(await reading.test({ ...credentials, imap: { ...credentials.imap!, host, port } })).toEqual({
      kind: 'unreachable',
      sentence: `${host} could not be found. Please check the name and the port.`,
    })
  expect(server.countOpen()).toBe(0)
})

test('a server that hangs up while signing in refuses nobody (MBOX-18)', async () => {
  const server = await start()
  server.intercept = (command) =>
    command.startsWith('LOGIN') ? { answer: '* BYE Too many connections\r\n', hangsUp: true } : undefined
  expect(await readingOf(server).test(credentialsFor(server))).toEqual({
    kind: 'unreachable',
    sentence: `localhost could not be reached on port ${server.port}: Too many connections`,
  })
})

const half = '* 1 FETCH (UID 1 BODY[] {500}\r\nthe first bytes'
test.each<[string, string, Reaction]>([
  ['stops in the middle of a message', 'UID FETCH', { answer: half }],
  ['hangs up in the middle of a search', 'UID SEARCH', 'hang up'],
  ['hangs up at EXAMINE', 'EXAMINE', 'hang up'],
  ['does not answer a search', 'UID SEARCH', 'silence'],
  ['refuses a search', 'UID SEARCH', { answer: '{tag} NO [SERVERBUG] oops\r\n' }],
  ['answers with noise', 'UID SEARCH', { answer: '\0\0\0 )))) {99999999999}\r\n' }],
  ['announces a literal of 2 GB', 'UID FETCH', { answer: '* 1 FETCH (BODY[] {2000000000}\r\n' }],
])('a server that %s ends the session, and the next look works (MBOX-45)', async (_name, word, reaction) => {
  const server = await start()
  server.deliver('INBOX', mailNamed('one'))
  const options = optionsFor(server)
  const reading = createImapReading(options)
  server.intercept = (command) => (command.startsWith(word) ? reaction : undefined)
  const session = await reading.open(credentialsFor(server))
  options.timeoutMs = 1000
  await expect(session.list({}, weekAgo())).rejects.toMatchObject({ failure: { kind: 'unreachable' } })
  await expect.poll(() => server.countOpen()).toBe(0)
  await expect(session.list({}, weekAgo())).rejects.toMatchObject({ failure: { kind: 'unreachable' } })
  await session.close()

  server.intercept = () => undefined
  options.timeoutMs = PATIENT_MS
  const next = await reading.open(credentialsFor(server))
  expect((await next.list({}, weekAgo())).heads).toHaveLength(1)
  await next.close()
})

test('a server that never greets is given up within the limit (MBOX-45)', async () => {
  const server = await start({ greeting: '' })
  const reading = readingOf(server, { timeoutMs: IMPATIENT_MS })
  expect(await reading.test(credentialsFor(server))).toMatchObject({ kind: 'unreachable' })
  await expect.poll(() => server.countOpen()).toBe(0)
})

test('an abort ends the session at once', async () => {
  const server = await start()
  server.intercept = (command) => (command.startsWith('UID') ? 'silence' : undefined)
  server.deliver('INBOX', mailNamed('one'))
  const stop = new AbortController()
  const session = await readingOf(server).open(credentialsFor(server), stop.signal)
  const listing = session.list({}, weekAgo())
  await expect.poll(() => server.commands.at(-1)).toMatch(/^UID SEARCH/)
  stop.abort()
  await expect(listing).rejects.toMatchObject({ failure: { kind: 'unreachable' } })
  await expect.poll(() => server.countOpen()).toBe(0)
})

test('a message longer than it says is not read whole, and its text still is (MBOX-46)', async () => {
  const server = await start()
  server.sizeOf = () => 1000
  server.deliver('INBOX', mailWithFile('liar', 3_000_000))
  const session = await readingOf(server).open(credentialsFor(server))
  const { heads } = await session.list({}, weekAgo())
  await expect(session.fetch(heads[0]!.ref)).rejects.toBeInstanceOf(MessageTooLarge)
  const text = await session.fetchText(heads[0]!.ref)
  expect(text!.length).toBeLessThan(10_000)
  expect((await PostalMime.parse(text!)).text).toContain('yes please')
  await session.close()
})

test('more bytes than were asked for end the session instead of filling the memory (MBOX-46)', async () => {
  const server = await start()
  server.ignoresPartial = true
  server.deliver('INBOX', mailWithFile('flood', 3_000_000))
  const session = await readingOf(server).open(credentialsFor(server))
  const { heads } = await session.list({}, weekAgo())
  await expect(session.fetch(heads[0]!.ref)).rejects.toMatchObject({ failure: { kind: 'unreachable' } })
  await expect.poll(() => server.countOpen()).toBe(0)
})

test('a reply that never ends does not fill the memory (MBOX-46)', async () => {
  const server = await start()
  server.deliver('INBOX', mailNamed('one'))
  const head = `* 1 FETCH (UID 1 BODY[HEADER]<0> {1000000}\r\n${'x'.repeat(1_000_000)})\r\n`
  server.intercept = (command) => (command.startsWith('UID FETCH') ? { answer: head.repeat(40) } : undefined)
  const session = await readingOf(server).open(credentialsFor(server))
  await expect(session.list({}, weekAgo())).rejects.toMatchObject({
    failure: {
      kind: 'unreachable',
      sentence: expect.stringMatching(/it sent more than it was asked for$/),
    },
  })
  await expect.poll(() => server.countOpen()).toBe(0)
})

test('UIDs that the server was not asked for are ignored', async () => {
  const server = await start()
  server.deliver('INBOX', mailNamed('one'))
  server.intercept = (command) =>
    command.startsWith('UID SEARCH')
      ? { answer: '* SEARCH 1 0 -3 1 99999999999 x 4294967295\r\n{tag} OK done\r\n' }
      : undefined
  const session = await readingOf(server).open(credentialsFor(server))
  expect((await session.list({}, weekAgo())).heads.map(({ headers }) => nameOf(headers))).toEqual(['one'])
  await session.close()
})

test.each([
  ['Junk', 'INBOX.Sent'],
  ['Junk E-mail', 'Sent Messages'],
  ['Bulk Mail', 'Sent'],
])('junk is found in %s and sent mail in %s by their names', async (junk, sent) => {
  const server = await start({ folders: ['INBOX', junk, sent] })
  server.deliver(junk, mailNamed('spam'))
  const session = await readingOf(server).open(credentialsFor(server))
  expect((await session.list({}, weekAgo())).heads).toMatchObject([{ folder: 'junk' }])
  await session.appendSent(mailNamed('copy'))
  expect(server.folders.get(sent)!.messages.map(({ flags }) => flags)).toEqual([['\\Seen']])
  await session.close()
})

test('without folders for junk and sent mail the inbox is read', async () => {
  const server = await start({ folders: ['INBOX'] })
  server.deliver('INBOX', mailNamed('one'))
  const session = await readingOf(server).open(credentialsFor(server))
  expect((await session.list({}, weekAgo())).heads).toHaveLength(1)
  await session.appendSent(mailNamed('copy'))
  expect(await session.findSent('copy@shop.example')).toBeNull()
  await session.close()
  expect(server.commands.filter((command) => command.startsWith('APPEND'))).toEqual([])
})
