import type { AddressInfo } from 'node:net'
import { campaignRoutes } from '@goldpan/contract/campaigns'
import type { LiveChange } from '@goldpan/contract/live'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { expect, onTestFinished, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { SESSION_COOKIE } from '../../http/session-gate.ts'

const { app, alice, bob, query, databaseUrl } = await startTestApp()
await app.server.listen({ port: 0, host: '127.0.0.1' })

const urlOf = ({ server }: typeof app) =>
  `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/api/live`

/** Follows the stream as a browser does. */
async function follow(who: Customer, { of = app } = {}) {
  const token = await of.features.sessions.start(of.database.db, who.id, 'test')
  const gone = new AbortController()
  onTestFinished(() => gone.abort())
  const cookie = `${SESSION_COOKIE}=${token}`
  const response = await fetch(urlOf(of), { headers: { cookie }, signal: gone.signal })
  const stream = { response, pings: 0, changes: [] as LiveChange[], isOver: false }
  void read(response, stream).catch(() => undefined)
  await expect.poll(() => stream.pings).toBe(1)
  return stream
}

async function read(response: Response, stream: { pings: number; changes: LiveChange[]; isOver: boolean }) {
  let text = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const events = `${text}${chunk}`.split('\n\n')
    text = events.pop()!
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)![1]!
      if (/^event: ping$/m.test(event)) stream.pings += 1
      else stream.changes.push(JSON.parse(data))
    }
  }
  stream.isOver = true
}

/** Number of listeners that PostgreSQL knows. */
const listeners = async (): Promise<number> =>
  (await query("select from pg_stat_activity where query ilike 'listen%' and datname = current_database()"))
    .length

test('a change is sent to every open screen of its owner within seconds, and to nobody else', async () => {
  const [one, other, bobs] = [await follow(alice), await follow(alice), await follow(bob)]
  expect(one.response.headers.get('content-type')).toBe('text/event-stream')
  await expect.poll(listeners).toBe(1)
  await alice.call(prospectRoutes.create, { body: { email: 'ada@mill.example' } })
  await alice.call(prospectRoutes.create, { body: { email: 'ben@mill.example' } })
  for (const screen of [one, other])
    await expect.poll(() => screen.changes.flatMap(({ topics }) => topics)).toContain('prospects')
  await alice.call(campaignRoutes.create, { body: { name: 'Spring', marketing_copy: 'Ovens' } })
  await expect.poll(() => one.changes.flatMap(({ topics }) => topics)).toContain('campaigns')
  expect(bobs.changes).toEqual([])
})

test('changes of another process are sent as well', async () => {
  const second = await startTestApp({ databaseUrl })
  await second.app.server.listen({ port: 0, host: '127.0.0.1' })
  const stream = await follow(alice, { of: second.app })
  await expect.poll(listeners).toBe(2)
  await alice.call(prospectRoutes.create, { body: { email: 'cleo@mill.example' } })
  await expect.poll(() => stream.changes).toContainEqual({ topics: ['prospects'] })
})

test('after a broken database connection screens are told that anything may have changed', async () => {
  const stream = await follow(alice)
  await expect.poll(listeners).toBeGreaterThan(0)
  await query("select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%'")
  await expect.poll(() => stream.changes).toContainEqual({ topics: null })
  await alice.call(prospectRoutes.create, { body: { email: 'dora@mill.example' } })
  await expect.poll(() => stream.changes).toContainEqual({ topics: ['prospects'] })
})

test('after a jump of the demo clock, of another process too, a screen is told that anything may have changed', async () => {
  const second = await startTestApp({ databaseUrl })
  const stream = await follow(alice)
  await second.app.ports.demoClock!.advance(3600)
  await expect.poll(() => stream.changes).toContainEqual({ topics: null })
})

test('open streams use no request slots, and the 21st ends the oldest', async () => {
  const streams: Awaited<ReturnType<typeof follow>>[] = []
  for (let n = 0; n < 21; n++) streams.push(await follow(bob))
  await expect.poll(() => streams[0]!.isOver).toBe(true)
  expect(streams.slice(1).some(({ isOver }) => isOver)).toBe(false)
  expect((await bob.call(campaignRoutes.list)).status).toBe(200)
})

test('a visitor is refused, and a stop ends the streams', async () => {
  expect((await fetch(urlOf(app))).status).toBe(401)
  const second = await startTestApp({ databaseUrl })
  await second.app.server.listen({ port: 0, host: '127.0.0.1' })
  const stream = await follow(alice, { of: second.app })
  await second.app.stop()
  await expect.poll(() => stream.isOver).toBe(true)
})
