import { createRequire } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { mendLines, toData } from './message-body.ts'
import { createSmtpMail, parseSmtpUrl } from './smtp.ts'

const data = (text: string) => toData(Buffer.from(text))?.toString()

test('a dot is put before each line that begins with one, and a line of one dot ends the message', () => {
  expect(data('a\r\n.b\r\n..\r\n')).toBe('a\r\n..b\r\n...\r\n.\r\n')
  expect(data('.\r\n')).toBe('..\r\n.\r\n')
  expect(data('a.b\r\nc .d')).toBe('a.b\r\nc .d\r\n.\r\n')
})

test('line ends other than CRLF are told apart, and mended before they travel', () => {
  for (const text of ['a\nb\r\n', 'a\rb\r\n', '\nb', 'a\r', 'a\r\n\n.\r\n', 'a\r\r\n', ''])
    expect(data(text), JSON.stringify(text)).toBeUndefined()
  const mended = (text: string) => toData(mendLines(Buffer.from(text)))?.toString()
  expect(mended('a\nb\r.\r\n\n.\r')).toBe('a\r\nb\r\n..\r\n\r\n..\r\n.\r\n')
  expect(mended('')).toBe('\r\n.\r\n')
})

const { SMTPServer } = createRequire(import.meta.url)('smtp-server')
const received: string[] = []
const server = new SMTPServer({
  ...{ authOptional: true, disabledCommands: ['STARTTLS'], disableReverseLookup: true },
  onData(stream: NodeJS.ReadableStream, _session: unknown, done: () => void) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk) => chunks.push(chunk))
    stream.on('end', () => {
      received.push(Buffer.concat(chunks).toString())
      done()
    })
  },
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.server.address() as AddressInfo
const mail = createSmtpMail({
  server: async () => parseSmtpUrl(`smtp://127.0.0.1:${port}`, 'client.example'),
})
afterAll(async () => {
  await mail.close()
  await new Promise((resolve) => server.close(resolve))
})

test('messages arrive as they are, one after another on a connection, whatever their lines begin and end with', async () => {
  const bodies = [
    'plain\r\n',
    '.\r\n..\r\n.a\r\n',
    'no end',
    `${'x'.repeat(300_000)}\r\n.\r\n`,
    'bare\nline\r\n',
  ]
  for (const body of bodies) {
    const raw = Buffer.from(`Subject: x\r\n\r\n${body}`)
    const result = await mail.handOver({ raw, envelope: { from: 'a@b.example', to: 'c@d.example' } })
    expect(result.outcome).toBe('accepted')
  }
  const arrived = received.map((text) => text.slice('Subject: x\r\n\r\n'.length))
  expect(arrived).toEqual([...bodies.slice(0, 2), 'no end\r\n', bodies[3], 'bare\r\nline\r\n'])
})

test('the body and its end leave in one piece, so that neither waits for the other', async () => {
  const pieces: string[] = []
  const counting = createServer((socket) => {
    let isBody = false
    socket.write('220 test\r\n')
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      if (isBody) {
        pieces.push(text)
        isBody = false
        return void socket.write('250 taken\r\n')
      }
      isBody = /^DATA/i.test(text)
      socket.write(isBody ? '354 go on\r\n' : '250 ok\r\n')
    })
  })
  await new Promise<void>((resolve) => counting.listen(0, '127.0.0.1', resolve))
  const { port } = counting.address() as AddressInfo
  const single = createSmtpMail({
    server: async () => parseSmtpUrl(`smtp://127.0.0.1:${port}`, 'client.example'),
  })
  onTestFinished(async () => {
    await single.close()
    counting.close()
  })
  const raw = Buffer.from('Subject: x\r\n\r\nbody\r\n')
  await single.handOver({ raw, envelope: { from: 'a@b.example', to: 'c@d.example' } })
  expect(pieces).toEqual(['Subject: x\r\n\r\nbody\r\n.\r\n'])
})
