import { once } from 'node:events'
import { Agent, get as httpGet, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { bindHealth } from './health.ts'
import { createHttpServer } from './server.ts'

async function start() {
  const server = await createHttpServer({
    logger: pino({ level: 'silent' }),
    trustProxy: '',
    isHttps: () => false,
  })
  bindHealth(server, {
    version: '1.2.3',
    isStopping: server.isDraining,
    checkReadiness: async () => ({
      started: true,
      database: true,
      writable: true,
      migrations: true,
      queue: true,
    }),
  })
  const lines = new Readable({ read() {} })
  server.get('/lines', async (_request, reply) => reply.type('text/plain').send(lines))
  const { promise: held, resolve: letGo } = Promise.withResolvers<string>()
  const { promise: asked, resolve: hearAsking } = Promise.withResolvers<void>()
  server.get('/slow', () => {
    hearAsking()
    return held
  })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  const agent = new Agent({ keepAlive: true })
  onTestFinished(async () => {
    agent.destroy()
    await server.close()
  })
  const open = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) =>
      httpGet(url + path, { agent }, resolve).once('error', reject),
    )
  const ask = async (path: string) => {
    const answer = await open(path)
    return `${answer.statusCode} ${answer.headers.connection} ${await text(answer)}`
  }
  return { server, lines, letGo, asked, open, ask }
}

test('a server about to stop tells load balancers so and keeps serving', async () => {
  const { server, ask } = await start()
  expect(await ask('/api/health/ready')).toMatch(/^200 keep-alive .*"ready"/)
  server.announceStop()
  expect(await ask('/api/health/ready')).toMatch(/^503 close .*"stopping"/)
  expect(await ask('/api/health')).toMatch(/^200 close/)
})

test('running requests finish when a server stops, and no new ones are accepted', async () => {
  const { server, lines, letGo, asked, open, ask } = await start()
  lines.push('one\n')
  const streaming = await open('/lines')
  const slow = ask('/slow')
  const { promise: heard, resolve: hear } = Promise.withResolvers<void>()
  let body = ''
  streaming.on('data', (chunk) => {
    body += String(chunk)
    hear()
  })
  const read = once(streaming, 'end')
  await Promise.all([asked, heard])
  const closed = server.close()
  await expect.poll(() => server.server.listening).toBe(false)
  await expect(ask('/early/two')).rejects.toThrow(/ECONNREFUSED/)
  lines.push('two\n')
  lines.push(null)
  letGo('at last')
  expect(await slow).toBe('200 close at last')
  await Promise.all([closed, read])
  expect(body).toBe('one\ntwo\n')
})

test('a connection opened in advance does not delay the stop', async () => {
  const { server } = await start()
  const { port } = server.server.address() as AddressInfo
  const unused = connect(port, '127.0.0.1')
  await once(server.server, 'connection')
  const ended = once(unused, 'close')
  await server.close()
  await ended
})
