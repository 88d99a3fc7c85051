import { createServer, type Socket } from 'node:net'

/** A bare SMTP server that accepts everything. Reports its port, then counts on request. */
let accepted = 0
let firstAt = 0
let lastAt = 0
let keep = 0
const kept: string[] = []

function accept(message: string): void {
  accepted += 1
  lastAt = performance.now()
  if (accepted === 1) firstAt = lastAt
  if (kept.length < keep) kept.push(message)
}

function serve(socket: Socket): void {
  let isBody = false
  let buffer = ''
  const reply = (line: string) => socket.write(`${line}\r\n`)
  socket.setNoDelay(true)
  reply('220 sink')
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    buffer += chunk.toString('latin1')
    for (;;) {
      const end = buffer.indexOf(isBody ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const text = buffer.slice(0, end)
      buffer = buffer.slice(end + (isBody ? 5 : 2))
      if (isBody) {
        isBody = false
        accept(text)
        reply('250 2.0.0 accepted')
      } else if (/^DATA/i.test(text)) {
        isBody = true
        reply('354 go on')
      } else if (/^QUIT/i.test(text)) socket.end('221 bye\r\n')
      else reply(/^EHLO/i.test(text) ? '250 sink' : '250 ok')
    }
  })
}

const server = createServer(serve)
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))
process.on('message', (order: { reset?: boolean; keep?: number; bodies?: boolean }) => {
  if (order.reset) {
    accepted = 0
    keep = order.keep ?? 0
    kept.length = 0
  }
  process.send?.({ accepted, ms: lastAt - firstAt, ...(order.bodies && { bodies: kept }) })
})
process.on('disconnect', () => process.exit(0))
