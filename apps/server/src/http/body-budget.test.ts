import { once } from 'node:events'
import { connect } from 'node:net'
import { billingRoutes } from '@goldpan/contract/billing'
import { suppressionRoutes } from '@goldpan/contract/suppressions'
import { tableRoutes } from '@goldpan/contract/tables'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../../test/harness.ts'
import { SESSION_COOKIE } from './session-gate.ts'

const { app, alice, bob, createCustomer } = await startTestApp()
const { port } = new URL(await app.server.listen({ port: 0, host: '127.0.0.1' }))
const MB = 1024 * 1024

/** Begins a body of this length and never ends it. Returns the response, or null while there is none. */
async function beginBody(person: typeof alice | null, length: string) {
  const token = person && (await app.features.sessions.start(app.database.db, person.id, 'test'))
  const socket = connect(Number(port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  const { path } = person ? tableRoutes.create : billingRoutes.webhook
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${SESSION_COOKIE}=${token}`
  socket.write(`${head}\r\nContent-Type: application/json\r\n${length}\r\n\r\n`)
  const answer = { status: null as string | null }
  socket.once('data', (data) => {
    answer.status = /^HTTP\/1.1 (\d+)/.exec(data.toString())?.[1] ?? null
  })
  return { answer, socket }
}

const beginMany = (person: typeof alice, count: number, length: string) =>
  Promise.all(Array.from({ length: count }, () => beginBody(person, length)))

const refused = (begun: Awaited<ReturnType<typeof beginMany>>) =>
  begun.filter(({ answer }) => answer.status === '429').length

const suppress = (person: typeof alice, bytes: number) =>
  person.call(suppressionRoutes.add, { body: { text: `${' '.repeat(bytes)}x@shop.example` } })

test.each([`Content-Length: ${16 * MB}`, 'Transfer-Encoding: chunked'])(
  'three of a person’s sixty unfinished bodies are held and the others refused at once (%s)',
  async (length) => {
    const person = await createCustomer('Mallory')
    const begun = await beginMany(person, 60, length)
    await expect.poll(() => refused(begun)).toBe(57)
    expect((await suppress(person, MB)).status).toBe(429)
    expect((await suppress(bob, MB)).status).toBe(200)
  },
)

test('the budget is freed once a request is answered or broken off', async () => {
  const begun = await beginMany(alice, 4, `Content-Length: ${16 * MB}`)
  await expect.poll(() => refused(begun)).toBe(1)
  expect((await suppress(alice, MB)).status).toBe(429)
  for (const { socket } of begun) socket.destroy()
  await expect.poll(async () => (await suppress(alice, 3 * MB)).status).toBe(200)
  for (let n = 0; n < 20; n++) expect((await suppress(alice, 3 * MB)).status).toBe(200)
})

test('the bodies of all people together are bounded as well, and short ones still pass', async () => {
  const persons = await Promise.all(Array.from({ length: 10 }, (_, n) => createCustomer(`Crowd${n}`)))
  const begun = (
    await Promise.all(persons.map((person) => beginMany(person, 3, `Content-Length: ${16 * MB}`)))
  ).flat()
  await expect.poll(() => refused(begun)).toBe(6)
  expect((await suppress(bob, MB)).status).toBe(429)
  expect((await suppress(bob, 100)).status).toBe(200)
})

test('a visitor’s bodies are bounded by address', async () => {
  const begin = () => beginBody(null, 'Content-Length: 65000')
  const begun = await Promise.all(Array.from({ length: 800 }, begin))
  await expect.poll(() => refused(begun)).toBe(800 - Math.floor((48 * MB) / 65_000))
  expect((await suppress(bob, MB)).status).toBe(200)
})
