import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signatureRoutes } from '@goldpan/contract/signatures'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../harness.ts'
import { findFreePort } from './free-port.ts'
import { startSink } from './mail-sink.ts'
import { startInbound, until } from './worker-process.ts'

const CONNECTIONS = 60
/** 240 MB in total: about twice MAX_GROWTH_MB. */
const BODY_BYTES = 4 * 1024 * 1024
/** 2 MB are live data; the rest is garbage not yet collected. */
const MAX_GROWTH_MB = 128

const { alice, app, query } = await startTestApp()
const dataDir = mkdtempSync(join(tmpdir(), 'goldpan-inbound-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('60 connections with unfinished bodies use no lasting memory or disk, and other mail is still accepted (I9)', async () => {
  const sink = await startSink(() => 0)
  const port = await findFreePort()
  const inbound = await startInbound({
    DATABASE_URL: app.database.url,
    INBOUND_SMTP_PORT: String(port),
    MAIL_SMTP_URL: sink.url,
    DATA_DIR: dataDir,
    ROLES: 'inbound',
  })
  const { emailId, reply_domain } = (await alice.call(signatureRoutes.getReturnAddress)).answer
  const to = `${emailId}@${reply_domain}`
  const memory = () =>
    Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${inbound.pid}/status`, 'utf8'))![1]) / 1024
  const spooled = () =>
    readdirSync(`/proc/${inbound.pid}/fd`).filter((fd) => isSpooled(inbound.pid, fd)).length

  /** Connects from a separate address each time, like many machines. */
  async function beginBody(n: number): Promise<Socket> {
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${n + 1}` })
    socket.on('error', () => undefined)
    afterAll(() => void socket.destroy())
    await once(socket, 'data')
    for (const line of ['EHLO x', 'MAIL FROM:<a@b.example>', `RCPT TO:<${to}>`, 'DATA']) {
      socket.write(`${line}\r\n`)
      await once(socket, 'data')
    }
    return socket
  }

  /** Waits for `drain`, so that this process doesn't buffer either. */
  async function streamBody(socket: Socket): Promise<void> {
    for (let sent = 0; sent < BODY_BYTES; sent += LINES.length)
      if (!socket.write(LINES)) await once(socket, 'drain')
  }

  await beginBody(200).then((socket) => socket.end('Subject: first\r\n\r\nhi\r\n.\r\nQUIT\r\n'))
  await until('the first message is stored', () => isStored('first'))
  const before = memory()

  for (const round of [1, 2]) {
    const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, (_, n) => beginBody(n + 1)))
    await Promise.all(sockets.map(streamBody))
    await until('all bodies are on disk', () => spooled() === CONNECTIONS)
    expect(memory() - before, 'MB more while bodies arrive').toBeLessThan(MAX_GROWTH_MB)
    expect(readdirSync(join(dataDir, 'incoming')), 'no file has a name').toEqual([])

    const other = await beginBody(100)
    other.end(`Subject: other ${round}\r\n\r\nWhat does it cost?\r\n.\r\nQUIT\r\n`)
    await until('another message is stored', () => isStored(`other ${round}`))

    for (const socket of sockets) socket.destroy()
    await until('no body is left', () => spooled() === 0)
    expect(memory() - before, 'MB more afterwards').toBeLessThan(MAX_GROWTH_MB)
  }
  await inbound.stop()
}, 180_000)

const LINES = Buffer.from(`${'a'.repeat(70)}\r\n`.repeat(1000))

async function isStored(subject: string): Promise<boolean> {
  const rows = await query("select 1 from inbound_messages where encode(raw, 'escape') like $1", [
    `%Subject: ${subject}%`,
  ])
  return rows.length === 1
}

function isSpooled(pid: number, fd: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith(join(dataDir, 'incoming'))
  } catch {
    return false
  }
}
