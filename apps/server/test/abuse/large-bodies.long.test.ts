import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { INBOUND_SIGNATURE_HEADER, INBOUND_WEBHOOK_PATH } from '@goldpan/contract/replies'
import { maxBytesOf } from '@goldpan/contract/route'
import { expect, test } from 'vitest'
import { MAX_RESPONSE_MS, SIXTEEN_MB, startAttackedProduct } from './attacked-product.ts'
import { attackAsStranger, filling, heavyBodies, MULTIPART, oneOfEachKind } from './heavy-bodies.ts'
import { sendUnfinished } from './sent-bodies.ts'

const server = await startAttackedProduct()
const { product, attack, urlOf, returnAddress } = server

const webhook = `${INBOUND_WEBHOOK_PATH}?from=a@b.example&to=${encodeURIComponent(returnAddress)}`
const forged = () => ({
  [INBOUND_SIGNATURE_HEADER]: `t=${Math.floor(Date.now() / 1000)},b=${'0'.repeat(64)},v1=${'0'.repeat(64)}`,
})

// First, while the process has used no memory for anything else.
test('unfinished bodies of strangers are not held in memory', async () => {
  const before = server.memoryMb()
  const body = filling('zeros', SIXTEEN_MB - 1024 * 1024)
  const asking = await Promise.all(
    Array.from({ length: 60 }, () =>
      sendUnfinished(`${product.url}/api/business/tables`, { method: 'POST', length: SIXTEEN_MB, body }),
    ),
  )
  const grown = server.memoryMb() - before
  for (const one of asking) one.destroy()
  expect(grown).toBeLessThan(250)
})

test('the prober sees it when the server stands still', async () => {
  await server.look()
  process.kill(product.pid, 'SIGSTOP')
  await pause(2 * MAX_RESPONSE_MS)
  process.kill(product.pid, 'SIGCONT')
  expect(await server.look()).toBeGreaterThan(MAX_RESPONSE_MS)
})

test('16 MB of a stranger delay no other request by more than 250 ms', async () => {
  expect(await attackAsStranger(server, oneOfEachKind)).toEqual([])
}, 300_000)

test('16 MB, and the largest body that a route takes, of a customer delay no other request by more than 250 ms', async () => {
  const waits: string[] = []
  for (const named of oneOfEachKind) {
    const headers = await server.startSession()
    const sent = { url: urlOf(named), method: named.route.method, headers }
    waits.push(...(await attack({ what: named.name, ...sent, body: filling('objects', SIXTEEN_MB) })))
    const size = Math.min(SIXTEEN_MB, maxBytesOf(named.route))
    if (named.route.body)
      for (const [kind, body] of heavyBodies(named.route, size))
        waits.push(...(await attack({ what: `${named.name}: ${kind}`, ...sent, body })))
    if (named.route.upload)
      waits.push(
        ...(await attack({
          what: `${named.name} as an upload`,
          ...sent,
          body: filling('objects', SIXTEEN_MB),
          headers: { ...headers, 'content-type': MULTIPART },
        })),
      )
  }
  expect(waits).toEqual([])
}, 300_000)

test('16 MB of a forged raw message, and of one over SMTP, delay no other request by more than 250 ms', async () => {
  const sent = { method: 'POST', url: product.url + webhook, body: filling('objects', SIXTEEN_MB) }
  const waits = [
    ...(await attack({ what: 'a raw message without a signature', ...sent })),
    ...(await attack({ what: 'a forged raw message', ...sent, headers: forged() })),
  ]
  for (const to of ['nobody@reply.test.example', returnAddress])
    waits.push(...(await server.findBlock(`SMTP to ${to}`, () => speakSmtp(to))))
  expect(waits).toEqual([])
})

async function speakSmtp(to: string): Promise<void> {
  const socket = connect(server.smtpPort, '127.0.0.1')
  await once(socket, 'data')
  for (const line of ['EHLO x', 'MAIL FROM:<a@b.example>', `RCPT TO:<${to}>`, 'DATA']) {
    socket.write(`${line}\r\n`)
    const [answer] = await once(socket, 'data')
    if (/^[45]/.test(String(answer))) return void socket.destroy()
  }
  const lines = `${'a'.repeat(70)}\r\n`.repeat(SIXTEEN_MB / 72)
  socket.write(`Subject: large\r\n\r\n${lines}.\r\n`)
  await once(socket, 'data')
  socket.destroy()
}
