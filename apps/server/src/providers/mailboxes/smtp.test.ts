import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import type { MailboxServer } from './port.ts'
import { createSmtpMailboxes } from './smtp.ts'

let visits = 0
const canary = createServer((socket) => {
  visits += 1
  socket.end('220 inside\r\n')
})
canary.listen(0, '127.0.0.1')
await once(canary, 'listening')
const { port } = canary.address() as AddressInfo
const mailboxes = createSmtpMailboxes({ name: 'reply.test.example', allowPrivate: [] })
afterAll(async () => {
  await mailboxes.close()
  canary.close()
})

const at = (host: string, onPort = 587): MailboxServer => ({
  ...{ host, port: onPort, security: 'starttls', username: 'ada', password: 'secret' },
})

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
])('a mailbox at %s, inside our own network, is not connected to', async (host) => {
  expect(await mailboxes.test(at(host))).toMatch(/could not be found/)
})

test('a mailbox on a private address is not connected to, however it is spelled', async () => {
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '127.000.000.001'])
    expect(await mailboxes.test(at(host, port))).not.toBeNull()
  expect(visits).toBe(0)
})

test('only ports of mail servers are knocked at, so that nobody looks for open doors through us', async () => {
  expect(await mailboxes.test(at('mail.example.com', 22))).toMatch(/Port 22 is not a port for sending mail/)
})
