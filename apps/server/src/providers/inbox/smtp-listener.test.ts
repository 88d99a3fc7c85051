import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createSmtpListener } from './smtp-listener.ts'
import { inboxSuite } from './suite.ts'

const options = {
  ...{ port: 0, host: '127.0.0.1', name: 'reply.example', maxBytes: 100_000, maxConnections: 40 },
  onError: () => undefined,
}

inboxSuite('the SMTP listener', () => createSmtpListener(options))

const nobody = { accepts: async () => true, store: async () => undefined }

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

test('one message cannot be smuggled into another by bare line breaks', async () => {
  const taken: string[] = []
  const inbox = createSmtpListener(options)
  await inbox.listen({ ...nobody, store: async ({ raw }) => void taken.push(raw.toString()) })
  onTestFinished(() => inbox.close())
  const smuggled =
    'Subject: one\r\n\r\nfirst\n.\nMAIL FROM:<evil@x.example>\r\nRCPT TO:<a@reply.example>\r\nDATA'
  expect(await speak(inbox.port()!, smuggled)).toMatch(/^250/)
  expect(taken).toHaveLength(1)
  expect(taken[0]).toContain('MAIL FROM:<evil@x.example>')
})
