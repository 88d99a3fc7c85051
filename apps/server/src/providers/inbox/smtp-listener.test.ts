import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createSmtpListener, readCertificate } from './smtp-listener.ts'
import { inboxSuite } from './suite.ts'

const spoolFolder = mkdtempSync(join(tmpdir(), 'goldpan-spool-'))
afterAll(() => rmSync(spoolFolder, { recursive: true, force: true }))

const options = {
  port: 0,
  host: '127.0.0.1',
  name: 'reply.example',
  maxBytes: 100_000,
  maxConnections: 40,
  connectionsPerSource: 40,
  spoolFolder,
  onError: () => undefined,
}

inboxSuite('the SMTP listener', () => createSmtpListener(options))

const anyHandler = { accepts: async () => 'accepted' as const, store: async () => undefined }

test('without a port nothing listens', async () => {
  const inbox = createSmtpListener({ ...options, port: null })
  await inbox.listen(anyHandler)
  expect(inbox.port()).toBeNull()
  await inbox.close()
})

test('a port in use is reported with a sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as { port: number }
  await expect(createSmtpListener({ ...options, port }).listen(anyHandler)).rejects.toThrow(
    `Port ${port} for replies and bounces is in use`,
  )
})

/** A certificate for reply.example with its key. */
const file = (name: string) => join(import.meta.dirname, '../../../test/certificate', name)
const [cert, key] = [file('cert.pem'), file('key.pem')]

test('STARTTLS proves the name with the certificate of the operator', async () => {
  const inbox = createSmtpListener({ ...options, readCertificate: () => readCertificate(cert, key) })
  await inbox.listen(anyHandler)
  onTestFinished(() => inbox.close())
  const plain = connect(inbox.port()!, '127.0.0.1')
  for (const line of ['EHLO x', 'STARTTLS']) {
    await once(plain, 'data')
    plain.write(`${line}\r\n`)
  }
  await once(plain, 'data')
  // Accepts only the given certificate and name.
  const secure = connectTls({ socket: plain, ca: readFileSync(cert), servername: 'reply.example' })
  await once(secure, 'secureConnect')
  expect(secure.authorized).toBe(true)
  secure.write('EHLO x\r\n')
  expect(String((await once(secure, 'data'))[0])).toMatch(/^250/)
  secure.destroy()
})

test('a certificate and a key that don’t match are reported at the start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'goldpan-certificate-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const other = join(folder, 'key.pem')
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  writeFileSync(other, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  await expect(readCertificate(cert, other)).rejects.toThrow("can't be used together")
  await expect(readCertificate('/nowhere.pem', key)).rejects.toThrow(
    'The file /nowhere.pem of INBOUND_TLS_CERT',
  )
})

/** Speaks SMTP up to and including the body. Returns the last line of the server. */
async function sendBody(port: number, body: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  for (const line of ['EHLO x', 'MAIL FROM:<a@b.example>', 'RCPT TO:<a@reply.example>', 'DATA']) {
    await once(socket, 'data')
    socket.write(`${line}\r\n`)
  }
  await once(socket, 'data')
  socket.write(`${body}\r\n.\r\n`)
  const [answer] = await once(socket, 'data')
  return String(answer)
}

test('a body over the size limit is refused although its size was not announced', async () => {
  const taken: string[] = []
  const inbox = createSmtpListener(options)
  await inbox.listen({ ...anyHandler, store: async ({ raw }) => void taken.push(raw.toString()) })
  onTestFinished(() => inbox.close())
  expect(await sendBody(inbox.port()!, 'x'.repeat(70).concat('\r\n').repeat(2000))).toMatch(/^552 5\.3\.4/)
  expect(taken).toEqual([])
})

const ENDINGS = ['\n.\n', '\n.\r\n', '\r\n.\n', '\r.\r', '\r\n.\r', '\r.\r\n', '\r\n\0.\r\n', '\n..\r\n']

test.each(ENDINGS)('one message cannot be smuggled into another behind %j (I9)', async (ending) => {
  const taken: string[] = []
  const inbox = createSmtpListener(options)
  await inbox.listen({ ...anyHandler, store: async ({ raw }) => void taken.push(raw.toString()) })
  onTestFinished(() => inbox.close())
  const smuggled = `Subject: one\r\n\r\nfirst${ending}MAIL FROM:<evil@x.example>\r\nRCPT TO:<a@reply.example>\r\nDATA`
  expect(await sendBody(inbox.port()!, smuggled)).toMatch(/^250/)
  expect(taken).toHaveLength(1)
  expect(taken[0]).toContain('MAIL FROM:<evil@x.example>')
})

test('connections beyond the limit are refused with a sentence, and open ones continue (I9)', async () => {
  const taken: string[] = []
  const inbox = createSmtpListener({ ...options, maxConnections: 5 })
  await inbox.listen({ ...anyHandler, store: async ({ raw }) => void taken.push(raw.toString()) })
  onTestFinished(() => inbox.close())
  const idle = Array.from({ length: 4 }, () => connect(inbox.port()!, '127.0.0.1'))
  for (const socket of idle) {
    onTestFinished(() => void socket.destroy())
    expect(String((await once(socket, 'data'))[0])).toMatch(/^220/)
  }
  expect(await sendBody(inbox.port()!, 'Subject: x\r\n\r\nhello')).toMatch(/^250/)
  const more = Array.from({ length: 20 }, () => connect(inbox.port()!, '127.0.0.1'))
  const answers = await Promise.all(more.map(async (socket) => String((await once(socket, 'data'))[0])))
  for (const socket of more) socket.destroy()
  expect(answers.filter((line) => line.startsWith('421')).length).toBeGreaterThanOrEqual(15)
  expect(taken).toHaveLength(1)
})

/** Sends lines over SMTP. Returns the reply to the last one. */
async function sendLines(port: number, lines: string[], localAddress = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  let answer = String((await once(socket, 'data'))[0])
  for (const line of lines) {
    socket.write(`${line}\r\n`)
    answer = String((await once(socket, 'data'))[0])
  }
  return { socket, answer }
}

const TO_DATA = ['EHLO x', 'MAIL FROM:<a@b.example>', 'RCPT TO:<a@reply.example>', 'DATA']
const LINE = `${'x'.repeat(70)}\r\n`

async function until(holds: () => boolean) {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
}

test('connections per address are limited until one closes; other addresses are not affected', async () => {
  const inbox = createSmtpListener({ ...options, connectionsPerSource: 3 })
  await inbox.listen(anyHandler)
  onTestFinished(() => inbox.close())
  const port = inbox.port()!
  const [first] = await Promise.all([1, 2, 3].map(() => sendLines(port, [])))

  expect((await sendLines(port, [])).answer).toMatch(/^421 .*Too many connections from your address/)
  expect((await sendLines(port, [], '127.0.0.2')).answer).toMatch(/^220/)

  first!.socket.destroy()
  let answer = ''
  while (!answer.startsWith('220')) answer = (await sendLines(port, [])).answer
})

test('bodies beyond the budget are deferred: at an announced size, before the body and during it', async () => {
  const taken: number[] = []
  const inbox = createSmtpListener({ ...options, maxBytes: 400_000, budgetBytes: 500_000 })
  await inbox.listen({ ...anyHandler, store: async ({ raw }) => void taken.push(raw.length) })
  onTestFinished(() => inbox.close())
  const port = inbox.port()!
  const first = await sendLines(port, TO_DATA)
  const early = await sendLines(port, TO_DATA)
  first.socket.write(LINE.repeat(5000))
  const sized = (bytes: number) => sendLines(port, ['EHLO x', `MAIL FROM:<a@b.example> SIZE=${bytes}`])

  await expect.poll(async () => (await sized(200_000)).answer).toMatch(/^452 4\.3\.1/)
  expect((await sized(100_000)).answer).toMatch(/^250/)

  early.socket.write(LINE.repeat(3000).concat('.\r\nNOOP\r\n'))
  await expect(answersOf(early.socket, 2)).resolves.toMatch(/^452 4\.3\.1 .*\r\n250 /)

  const third = await sendLines(port, TO_DATA)
  third.socket.write(LINE.repeat(1200))
  const waits = async () => (await sendLines(port, TO_DATA.slice(0, 2))).answer
  await expect.poll(waits).toMatch(/^452 4\.3\.1/)

  for (const { socket } of [first, third]) {
    socket.write('.\r\n')
    expect(await answersOf(socket, 1)).toMatch(/^250/)
  }
  expect(taken.toSorted()).toEqual([5000 * LINE.length, 1200 * LINE.length].toSorted())
  expect(await waits()).toMatch(/^250/)
})

/** Reads until this many lines have arrived. */
async function answersOf(socket: Socket, lines: number): Promise<string> {
  let said = ''
  while (said.split('\r\n').length <= lines) said += String((await once(socket, 'data'))[0])
  return said
}

test.each([
  ['breaks off', (socket: Socket) => socket.resetAndDestroy()],
  ['ends in the middle', (socket: Socket) => socket.end()],
])('the budget of a connection that %s is freed immediately', async (_how, end) => {
  const inbox = createSmtpListener({ ...options, maxBytes: 400_000, budgetBytes: 400_000 })
  await inbox.listen(anyHandler)
  onTestFinished(() => inbox.close())
  const { socket } = await sendLines(inbox.port()!, TO_DATA)
  socket.write(LINE.repeat(5000))
  const whole = async () =>
    (await sendLines(inbox.port()!, ['EHLO x', 'MAIL FROM:<a@b.example> SIZE=400000'])).answer
  await expect.poll(whole).toMatch(/^452/)

  end(socket)

  await expect.poll(whole).toMatch(/^250/)
})

test('a large body is an unnamed file, and leftovers of a killed process are removed at the next start', async () => {
  writeFileSync(join(spoolFolder, 'left-behind'), 'x')
  const taken: string[] = []
  const inbox = createSmtpListener({ ...options, maxBytes: 1_000_000 })
  await inbox.listen({ ...anyHandler, store: async ({ raw }) => void taken.push(raw.toString()) })
  onTestFinished(() => inbox.close())
  expect(readdirSync(spoolFolder)).toEqual([])

  const { socket } = await sendLines(inbox.port()!, TO_DATA)
  const opened = () => readdirSync('/proc/self/fd').filter((fd) => isSpooled(fd)).length
  socket.write(LINE.repeat(5000))
  await until(() => opened() === 1 && readdirSync(spoolFolder).length === 0)

  socket.write('end\r\n.\r\n')
  expect(await answersOf(socket, 1)).toMatch(/^250/)
  expect(taken).toEqual([`${LINE.repeat(5000)}end\r\n`])
  await until(() => opened() === 0)
})

function isSpooled(fd: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`).startsWith(spoolFolder)
  } catch {
    return false
  }
}

test('a client that never reads replies is disconnected', async () => {
  const inbox = createSmtpListener(options)
  await inbox.listen(anyHandler)
  onTestFinished(() => inbox.close())
  const { socket } = await sendLines(inbox.port()!, ['EHLO x'])
  socket.pause()
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const noops = 'NOOP\r\n'.repeat(100_000)
  const pump = () => {
    while (!socket.destroyed && socket.write(noops));
  }
  socket.on('drain', pump)
  pump()
  await closed
})
