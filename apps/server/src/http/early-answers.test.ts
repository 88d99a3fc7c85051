import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createHttpServer } from './server.ts'

async function start(trustProxy: string) {
  const server = await createHttpServer({
    ...{ logger: pino({ level: 'silent' }), trustProxy, isHttps: () => false },
  })
  const seen: string[] = []
  server.answerEarly('/early/', ({ url, ip, headers }, response) => {
    seen.push(`${url} ${ip} ${headers['user-agent']}`)
    response.writeHead(200, { 'content-type': 'text/plain' }).end('early')
  })
  server.get('/early/:name', async () => 'late')
  server.get('/other', async () => 'other')
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => server.close())
  const get = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(url + path, init)
    return `${answer.status} ${await answer.text()}`
  }
  return { get, seen }
}
const headers = { 'x-forwarded-for': '198.51.100.7', 'user-agent': 'a reader' }

test('what is asked for below the path is answered first, and everything else goes its usual way', async () => {
  const { get, seen } = await start('')
  expect(await get('/early/one?x=1', { headers })).toBe('200 early')
  expect(await get('/other')).toBe('200 other')
  expect(await get('/nothing')).toMatch(/^404 /)
  expect(await get('/early/one', { method: 'POST' })).toMatch(/^404 /)
  // A forwarded address counts only from a proxy that is believed.
  expect(seen).toEqual(['/early/one?x=1 127.0.0.1 a reader'])
})

test('behind a proxy that is believed, the address is the one that it names', async () => {
  const { get, seen } = await start('127.0.0.1')
  await get('/early/two', { headers })
  expect(seen).toEqual(['/early/two 198.51.100.7 a reader'])
})
