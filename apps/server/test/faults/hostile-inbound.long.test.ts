import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { signatureRoutes } from '@goldpan/contract/signatures'
import { afterAll, expect, test } from 'vitest'
import { systemClock } from '../../src/providers/clock/system.ts'
import { createSmtpMail, parseSmtpUrl } from '../../src/providers/mail/smtp.ts'
import { startTestApp } from '../harness.ts'
import { findFreePort } from './free-port.ts'
import { startSink } from './mail-sink.ts'
import { startInbound, until } from './worker-process.ts'

const { alice, app, query } = await startTestApp({ ports: { systemClock } })
const MEGABYTE = 1_000_000
/** Of the listener's 100 connections. */
const IDLE = 80

const nested = (depth: number) =>
  Array.from(
    { length: depth },
    (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\r\n\r\n--b${at}\r\n`,
  ).join('')
const bombs = (head: string): [name: string, raw: string][] => [
  ['5,000 nested parts', `${head}${nested(5000)}Content-Type: text/plain\r\n\r\nhi`],
  [
    '100,000 parts',
    `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(100_000)}`,
  ],
  ['2,000 nested messages', `${head}${'Content-Type: message/rfc822\r\n\r\n'.repeat(2000)}`],
  ['3 MB of header', `${head}${'X-Y: z\r\n'.repeat(370_000)}\r\nhi`],
  ['100,000 addresses', `${head}Cc: ${'x@y.example,\r\n '.repeat(100_000)}a@b.example\r\n\r\nhi`],
  ['15 MB of HTML', `${head}Content-Type: text/html\r\n\r\n${'<p>hi\r\n'.repeat(2_100_000)}`],
  ['100,000 open tags', `${head}Content-Type: text/html\r\n\r\n${'<div>\r\n'.repeat(100_000)}`],
  ['a line of 10 MB', `${head}\r\n${'a'.repeat(10 * MEGABYTE)}`],
  ['quotes without end', `${head}\r\n${'>'.repeat(2 * MEGABYTE)}`],
  ['zero bytes', `${head}\r\n${'\0'.repeat(100_000)}`],
  ['dots without end', `${head}\r\n${'.\r\n\r\n'.repeat(10_000)}`],
]

test('idle and slow connections, 50 MB messages and MIME bombs leave connections and memory for ordinary mail (I9)', async () => {
  const sink = await startSink(() => 0)
  const port = await findFreePort()
  const { emailId, reply_domain } = (await alice.call(signatureRoutes.getReturnAddress)).answer
  const to = `${emailId}@${reply_domain}`
  const inbound = await startInbound({
    DATABASE_URL: app.database.url,
    INBOUND_SMTP_PORT: String(port),
    MAIL_SMTP_URL: sink.url,
    // All of the test's connections come from one address.
    INBOUND_CONNECTIONS_PER_SOURCE: '100',
  })
  const memory = () =>
    Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${inbound.pid}/status`, 'utf8'))![1]) / 1024
  const sockets: Socket[] = []
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
  })
  async function open(): Promise<Socket> {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    sockets.push(socket)
    await once(socket, 'data')
    return socket
  }
  for (let n = 0; n < IDLE; n++) await open()
  const slow = await open()
  const trickle = setInterval(() => slow.write('E'), 200)
  afterAll(() => clearInterval(trickle))

  /** Sends 50 MB, ignoring the announced limit. */
  async function sendOversized(): Promise<string> {
    const socket = await open()
    for (const line of ['EHLO x', 'MAIL FROM:<a@b.example>', `RCPT TO:<${to}>`, 'DATA']) {
      socket.write(`${line}\r\n`)
      await once(socket, 'data')
    }
    const line = `${'a'.repeat(70)}\r\n`.repeat(10_000)
    for (let n = 0; n < 70; n++) if (!socket.write(line)) await once(socket, 'drain')
    socket.write('.\r\n')
    return String((await once(socket, 'data'))[0])
  }

  const sender = createSmtpMail({
    server: async () => parseSmtpUrl(`smtp://127.0.0.1:${port}`, 'mail.shop.example'),
  })
  afterAll(() => sender.close())
  let senders = 0
  const deliver = (raw: string, from = `reader${++senders}@shop.example`) =>
    sender.handOver({ raw: Buffer.from(raw), envelope: { from, to } })
  const headOf = (name: string) =>
    `From: Reader <reader@shop.example>\r\nTo: ${to}\r\nSubject: ${name}\r\nMessage-ID: <${name.replaceAll(/\W+/g, '-')}@shop.example>\r\n`
  const hello = (name: string) => deliver(`${headOf(name)}\r\nWhat does it cost?\r\n`)
  expect((await hello('before')).outcome).toBe('accepted')
  const before = memory()

  expect(await sendOversized(), 'its size was not announced').toMatch(/^552/)
  const names = bombs('').map(([name]) => name)
  for (const [at, name] of names.entries()) {
    const { outcome } = await deliver(bombs(headOf(name))[at]![1])
    // Accepted messages are stored unchanged; the server may refuse, but must reply.
    expect(['accepted', 'rejected'], name).toContain(outcome)
    expect((await hello(`after ${name}`)).outcome).toBe('accepted')
  }
  await until('all accepted mail is handled', async () => {
    const [open_] = await query<{ n: number }>(
      'select count(*)::int as n from inbound_messages where handled_at is null',
    )
    return open_!.n === 0
  })
  expect(memory() - before, 'MB more than before').toBeLessThan(400)
  const [replies] = await query<{ n: number }>(
    "select count(*)::int as n from inbound_messages where kind = 'reply' and subject like 'after %'",
  )
  expect(replies!.n, 'ordinary mail was recognized as replies').toBe(names.length)
  await inbound.stop()
}, 600_000)
