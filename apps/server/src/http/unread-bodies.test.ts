import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { refuse } from './refuse.ts'
import { createHttpServer } from './server.ts'

const server = await createHttpServer({
  logger: pino({ level: 'silent' }),
  trustProxy: '',
  isHttps: () => false,
})
const onRequest = async () => refuse('accounts.signed_out')
server.post('/refused', { onRequest }, async () => 'read')
server.setNotFoundHandler(() => refuse('request.not_found'))
server.post('/small', async () => 'read')
const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }))

const MB = 1024 * 1024
const head = (path: string, headers: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`

async function open(): Promise<{ socket: Socket; read(): string }> {
  const socket = connect(Number(port), '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (part) => {
    text += part
  })
  await once(socket, 'connect')
  onTestFinished(() => void socket.destroy())
  return { socket, read: () => text }
}

const closeOf = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

const send = (socket: Socket, part: string | Buffer) =>
  new Promise<void>((resolve, reject) => socket.write(part, (error) => (error ? reject(error) : resolve())))

test.each([
  ['/refused', 'Connection: keep-alive', 401],
  ['/refused', 'Connection: close', 401],
  ['/small', 'Connection: keep-alive', 413],
  ['/small', 'Connection: close', 413],
  ['/nowhere', 'Connection: close', 404],
])(
  '%s (%s): a client that is still sending can read the response and is not reset',
  async (path, connection, status) => {
    const { socket, read } = await open()
    const closed = closeOf(socket)
    await send(socket, head(path, `${connection}\r\nContent-Length: ${16 * MB}`))
    await expect.poll(read).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    for (let sent = 0; sent < 16; sent++) await send(socket, Buffer.alloc(MB, '0'))
    if (connection.endsWith('close')) await closed
    else {
      await send(socket, head('/refused', 'Content-Length: 0'))
      await expect.poll(() => read().split('HTTP/1.1 ').length).toBe(3)
    }
  },
)

test('a client that never stops sending is cut off', async () => {
  const { socket, read } = await open()
  socket.on('error', () => undefined)
  await send(socket, head('/refused', `Content-Length: ${1000 * MB}`))
  await expect.poll(read).toMatch(/^HTTP\/1.1 401 /)
  const closed = closeOf(socket)
  let sent = 0
  while (!socket.destroyed && sent < 1000) {
    await send(socket, Buffer.alloc(MB, '0')).catch(() => undefined)
    sent += 1
  }
  expect(sent).toBeLessThan(1000)
  await closed
})
