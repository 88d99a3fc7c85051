import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { readCertificate } from './certificate.ts'
import { createSmtpListener } from './smtp-listener.ts'
import { inboxSuite } from './suite.ts'

const spoolFolder = mkdtempSync(join(tmpdir(), 'goldpan-spool-'))
afterAll(() => rmSync(spoolFolder, { recursive: true, force: true }))

const options = {
  ...{ port: 0, host: '127.0.0.1', name: 'reply.example', maxBytes: 100_000, maxConnections: 40 },
  ...{ connectionsPerSource: 40, spoolFolder },
  onError: () => undefined,
}

inboxSuite('the SMTP listener', () => createSmtpListener(options))

const nobody = { accepts: async () => 'accepted' as const, store: async () => undefined }

test('without a port nothing listens', async () => {
  const inbox = createSmtpListener({ ...options, port: null })
  await inbox.listen(nobody)
  expect(inbox.port()).toBeNull()
  await inbox.close()
})

test('a port in use is told in a sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as { port: number }
  await expect(createSmtpListener({ ...options, port }).listen(nobody)).rejects.toThrow(
    `Port ${port} for replies and bounces is in use`,
  )
})

/** A certificate for reply.example, as an operator has one from a certificate authority. */
const file = (name: string) => join(import.meta.dirname, '../../../test/certificate', name)
const [cert, key] = [file('cert.pem'), file('key.pem')]

test('STARTTLS proves the name with the certificate of the operator', async () => {
  const inbox = createSmtpListener({ ...options, readCertificate: () => readCertificate(cert, key) })
  await inbox.listen(nobody)
  onTestFinished(() => inbox.close())
  const plain = connect(inbox.port()!, '127.0.0.1')
  for (const line of ['EHLO x', 'STARTTLS']) {
    await once(plain, 'data')
    plain.write(`${line}\r\n`)
  }
  await once(plain, 'data')
  // Refuses any certificate but the one that was given, and any other name.
  const secure = connectTls({ socket: plain, ca: readFileSync(cert), servername: 'reply.example' })
  await once(secure, 'secureConnect')
  expect(secure.authorized).toBe(true)
  secure.write('EHLO x\r\n')
  expect(String((await once(secure, 'data'))[0])).toMatch(/^250/)
  secure.destroy()
})

test('a certificate and a key that do not belong together are told at the start', async () => {
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

/** Speaks SMTP up to the body, sends it, and answers the last line heard. */
async function speak(port: number, body: string): Promise<string> {
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

test('a body over the size limit is refused though nobody announced its size', async () => {
  const taken: string[] = []
  const inbox = createSmtpListener(options)
  await inbox.listen({ ...nobody, store: async ({ raw }) => void taken.push(raw.toString()) })
  onTestFinished(() => inbox.close())
  expect(await speak(inbox.port()!, 'x'.repeat(70).concat('\r\n').repeat(2000))).toMatch(/^552 5\.3\.4/)
  expect(taken).toEqual([])
})

const ENDINGS = ['\n.\n', '\n.\r\n', '\r\n.\n', '\r.\r', '\r\n.\r', '\r.\r\n', '\r\n\0.\r\n', '\n..\r\n']

test.each(ENDINGS)('one message cannot be smuggled into another behind %j (I9)', async (ending) => {
  const taken: string[] = []
  const inbox = createSmtpListener(options)
  await inbox.listen({ ...nobody, store: async ({ raw }) => void taken.push(raw.toString()) })
  onTestFinished(() => inbox.close())
  const smuggled = `Subject: one\r\n\r\nfirst${ending}MAIL FROM:<evil@x.example>\r\nRCPT TO:<a@reply.example>\r\nDATA`
  expect(await speak(inbox.port()!, smuggled)).toMatch(/^250/)
  expect(taken).toHaveLength(1)
  expect(taken[0]).toContain('MAIL FROM:<evil@x.example>')
})

test('connections beyond the limit are turned away with a sentence, and those that are open go on (I9)', async () => {
  const taken: string[] = []
  const inbox = createSmtpListener({ ...options, maxConnections: 5 })
  await inbox.listen({ ...nobody, store: async ({ raw }) => void taken.push(raw.toString()) })
  onTestFinished(() => inbox.close())
  const idle = Array.from({ length: 4 }, () => connect(inbox.port()!, '127.0.0.1'))
  for (const socket of idle) {
    onTestFinished(() => void socket.destroy())
    expect(String((await once(socket, 'data'))[0])).toMatch(/^220/)
  }
  expect(await speak(inbox.port()!, 'Subject: x\r\n\r\nhello')).toMatch(/^250/)
  const more = Array.from({ length: 20 }, () => connect(inbox.port()!, '127.0.0.1'))
  const answers = await Promise.all(more.map(async (socket) => String((await once(socket, 'data'))[0])))
  for (const socket of more) socket.destroy()
  expect(answers.filter((line) => line.startsWith('421')).length).toBeGreaterThanOrEqual(15)
  expect(taken).toHaveLength(1)
})
