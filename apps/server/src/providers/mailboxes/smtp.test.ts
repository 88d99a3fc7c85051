import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import type { MailboxCredentials } from './port.ts'
import { createSmtpMailboxes } from './smtp.ts'

/** At an allowed port, so that only the address can be the reason for a refusal. */
const PORT = 2525
const numbers = [127, randomInt(1, 255), randomInt(256), randomInt(1, 255)]
const inside = numbers.join('.')
let visits = 0
const canary = createServer((socket) => {
  visits += 1
  socket.end('220 inside\r\n')
})
canary.listen(PORT, inside)
await once(canary, 'listening')
const mailboxes = createSmtpMailboxes({ name: 'reply.test.example', allowPrivate: [], presets: [] })
afterAll(async () => {
  await mailboxes.close()
  canary.close()
})

const at = (host: string, port = 587): MailboxCredentials => ({
  kind: 'password',
  address: 'ada@example.com',
  provider: null,
  smtp: { host, port, security: 'starttls', username: 'ada' },
  imap: null,
  password: 'secret',
})
/** The sentence of what a test finds. */
const find = async (credentials: MailboxCredentials) => (await mailboxes.testSending(credentials))?.sentence

test.each([
  '127.0.0.1',
  'localhost',
  '::1',
  '::ffff:127.0.0.1',
  '0x7f000001',
  '2130706433',
  '127.1',
  '0',
  '169.254.169.254',
  '10.0.0.1',
  'fd00::1',
])('a mailbox at %s, in our own network, is not connected to (MBOX-06)', async (host) => {
  expect(await find(at(host))).toMatch(/could not be found/)
})

test('a mailbox at a private address is not connected to in any spelling (MBOX-06)', async () => {
  const whole = Buffer.from(numbers).readUInt32BE()
  for (const host of [
    inside,
    `${whole}`,
    `0x${whole.toString(16)}`,
    `::ffff:${inside}`,
    `[::ffff:${inside}]`,
  ])
    expect(await find(at(host, PORT))).toMatch(/could not be found/)
  expect(visits).toBe(0)

  const trusting = createSmtpMailboxes({
    name: 'reply.test.example',
    allowPrivate: [`${inside}:${PORT}`],
    presets: [],
  })
  await trusting.testSending(at(inside, PORT))
  await trusting.close()
  expect(visits).toBe(1)
})

test('only ports of mail servers are allowed, so that nobody can scan ports through us (MBOX-06)', async () => {
  expect(await find(at('mail.example.com', 22))).toBe(
    'mail.example.com could not be found. Please check the name and the port.',
  )
})
