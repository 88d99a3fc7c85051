import { createServer, type Socket } from 'node:net'

/**
 * The far end: a bare SMTP server that takes everything, as a process of its own. Says its port, then answers each
 * message of its parent with what it has taken so far.
 */
let accepted = 0
let first = 0
let last = 0
let keep = 0
/** What a mail server of the world takes for a message. */
let delayMs = 0
const kept: string[] = []

function onBody(text: string): void {
  accepted += 1
  last = performance.now()
  if (accepted === 1) first = last
  if (kept.length < keep) kept.push(text)
}

function serve(socket: Socket): void {
  let isBody = false
  let buffer = ''
  const say = (line: string) => socket.write(`${line}\r\n`)
  socket.setNoDelay(true)
  say('220 sink')
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    buffer += chunk.toString('latin1')
    for (;;) {
      const end = isBody ? buffer.indexOf('\r\n.\r\n') : buffer.indexOf('\r\n')
      if (end < 0) return
      const text = buffer.slice(0, end)
      buffer = buffer.slice(end + (isBody ? 5 : 2))
      if (isBody) {
        isBody = false
        onBody(text)
        if (delayMs > 0) setTimeout(() => say('250 2.0.0 taken'), delayMs)
        else say('250 2.0.0 taken')
      } else if (/^DATA/i.test(text)) {
        isBody = true
        say('354 go on')
      } else if (/^QUIT/i.test(text)) socket.end('221 bye\r\n')
      else say(/^EHLO/i.test(text) ? '250 sink' : '250 ok')
    }
  })
}

const server = createServer(serve)
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))
process.on('message', (ask: { reset?: boolean; keep?: number; bodies?: boolean; delayMs?: number }) => {
  delayMs = ask.delayMs ?? delayMs
  if (ask.reset) {
    accepted = 0
    keep = ask.keep ?? 0
    kept.length = 0
  }
  process.send?.({ accepted, ms: last - first, ...(ask.bodies && { bodies: kept }) })
})
process.on('disconnect', () => process.exit(0))
