import { randomUUID } from 'node:crypto'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { DOVECOT_PASSWORD, startDovecot } from '../../../test/dovecot-server.ts'
import { startPausableProxy } from '../../../test/pausable-proxy.ts'
import { systemClock } from '../clock/system.ts'
import type { MailboxCredentials } from '../mailboxes/port.ts'
import { createImapReading } from './imap.ts'
import { IMPATIENT_MS, mailboxReadingSuite, mailWithFile, PATIENT_MS, type World } from './suite.ts'

const dovecot = await startDovecot()
afterAll(() => dovecot.close())

/** Commands that neither mark, move, delete nor create anything. */
const HARMLESS =
  /^(CAPABILITY|NAMESPACE|ID\b.*|LOGOUT|LIST .*|EXAMINE .*|UID SEARCH .*|UID FETCH (?!.*BODY\[).*|APPEND "?Sent"? .*)$/

async function createDovecotWorld() {
  const user = randomUUID()
  const proxy = await startPausableProxy(dovecot.port)
  let password = DOVECOT_PASSWORD
  const options = {
    clock: systemClock,
    allowPrivate: [`127.0.0.1:${proxy.port}`],
    presets: [],
    timeoutMs: PATIENT_MS,
    readBytes: 10_000_000,
  }
  const reading = createImapReading(options)
  const server = { host: '127.0.0.1', port: proxy.port, security: 'starttls', username: user } as const
  const credentials = (): MailboxCredentials => ({
    kind: 'password',
    address: 'pat@own.example',
    provider: null,
    smtp: server,
    imap: server,
    password,
  })
  const world: World = {
    open: () => reading.open(credentials()),
    deliver: (raw, folder, at) => dovecot.deliver(user, raw, folder, at),
    remove: (messageId) => dovecot.remove(user, messageId),
    losePlaces: () => dovecot.renumber(user),
    async refuseLogin() {
      password = 'wrong'
    },
    async stopAnswering() {
      options.timeoutMs = IMPATIENT_MS
      proxy.pause()
    },
    async answerAgain() {
      options.timeoutMs = PATIENT_MS
      proxy.resume()
    },
    snapshot: () => dovecot.list(user),
    async listForbidden() {
      return (await dovecot.listCommands(user)).filter((command) => !HARMLESS.test(command))
    },
    canAppend: true,
    close: () => proxy.close(),
  }
  return { ...world, user, proxy }
}

mailboxReadingSuite('IMAP with Dovecot', createDovecotWorld)

test('of a message of 40 MB the text is read, and little else is transferred (MBOX-46)', async () => {
  const world = await createDovecotWorld()
  onTestFinished(() => world.close())
  await world.deliver(mailWithFile('huge', 40_000_000), 'inbox')
  await world.deliver(mailWithFile('next', 1000), 'inbox')
  const session = await world.open()
  const { heads } = await session.list({}, new Date(Date.now() - 86_400_000))
  expect(heads[0]!.size).toBeGreaterThan(40_000_000)
  const text = await session.fetchText(heads[0]!.ref)
  expect(text!.toString()).toContain('yes please')
  expect(await session.fetch(heads[1]!.ref)).not.toBeNull()
  await session.close()
  expect(world.proxy.countBytes()).toBeLessThan(1_000_000)
})

test('a look takes one connection and ends it (MBOX-51)', async () => {
  const world = await createDovecotWorld()
  onTestFinished(() => world.close())
  const session = await world.open()
  await session.list({}, new Date())
  expect(world.proxy.countOpened()).toBe(1)
  await session.close()
  await expect.poll(() => world.proxy.countOpen()).toBe(0)
})
