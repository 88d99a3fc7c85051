import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { signatureRoutes } from '@goldpan/contract/signatures'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { SESSION_COOKIE } from '../../src/http/session-gate.ts'
import { systemClock } from '../../src/providers/clock/system.ts'
import { startTestApp } from '../harness.ts'
import { startWeb, until } from './worker-process.ts'

const DESCRIPTORS = 100
const { alice, app } = await startTestApp({ ports: { systemClock } })

/** Keeps one connection open, so that it needs no new descriptor. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

test('a process that runs out of file descriptors answers with a message, stays up and recovers', async () => {
  const cookie = `${SESSION_COOKIE}=${await app.features.sessions.start(app.database.db, alice.id, 'test')}`
  const web = await startWeb(
    { DATABASE_URL: app.database.url },
    { within: `ulimit -n ${DESCRIPTORS}; exec "$@"`, provokes: /EMFILE/ },
  )
  expect((await upload(web.url, cookie)).status).toBe(200)
  const countOpen = () => readdirSync(`/proc/${web.pid}/fd`).length
  let crowd: Socket[] = []
  /** Called repeatedly, since a closing connection to the database frees a descriptor. */
  const useAll = () =>
    until('all its descriptors are in use', () => {
      crowd = crowd.filter(({ destroyed }) => !destroyed)
      crowd.push(...openConnections(new URL(web.url), 2 * DESCRIPTORS - crowd.length))
      return countOpen() === DESCRIPTORS
    })

  let refused = { status: 0, body: '' }
  await until('an upload finds none', async () => {
    await useAll()
    refused = await upload(web.url, cookie)
    return refused.status !== 200
  })
  expect([refused.status, refused.body]).toEqual([503, expect.stringContaining('try again')])
  await until('no new connection is accepted', async () => {
    await useAll()
    return !(await isAnswering(web.url))
  })

  for (const socket of crowd) socket.destroy()
  await until('it answers again', () => isAnswering(web.url))
  expect((await upload(web.url, cookie)).status).toBe(200)
  expect(await web.stop()).toBe(0)
})

function openConnections({ hostname, port }: URL, count: number): Socket[] {
  return Array.from({ length: count }, () =>
    connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname).on('error', () => undefined),
  )
}

const isAnswering = (url: string): Promise<boolean> =>
  fetch(`${url}/api/health`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  )

async function upload(url: string, cookie: string): Promise<{ status: number; body: string }> {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c90' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(picture)]), 'a.png')
  const encoded = new Request(url, { method: 'POST', body: form })
  const sent = request(`${url}${signatureRoutes.uploadImage.path}`, {
    agent,
    method: 'POST',
    headers: { cookie, 'content-type': encoded.headers.get('content-type') ?? '' },
  })
  sent.end(Buffer.from(await encoded.arrayBuffer()))
  const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return { status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }
}
