import { createRequire } from 'node:module'

/** The far end as a mail server that a library makes: it parses, keeps sessions and costs what such a server costs. */
const fromProduct = createRequire(new URL('../../apps/server/package.json', import.meta.url))
const { SMTPServer }: typeof import('smtp-server') = fromProduct('smtp-server')

let accepted = 0
let first = 0
let last = 0
let keep = 0
const kept: string[] = []

const server = new SMTPServer({
  ...{
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
  },
  onData(stream, _session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk) => chunks.push(chunk))
    stream.on('end', () => {
      accepted += 1
      last = performance.now()
      if (accepted === 1) first = last
      if (kept.length < keep) kept.push(Buffer.concat(chunks).toString('latin1').replace(/\r\n$/, ''))
      done(null, 'taken')
    })
  },
})
server.on('error', () => undefined)
// Otherwise each reply would wait for the other side's acknowledgement, 40 ms.
server.server.on('connection', (socket: import('node:net').Socket) => socket.setNoDelay(true))
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.server.address() as { port: number }).port })
})
process.on('message', (ask: { reset?: boolean; keep?: number; bodies?: boolean }) => {
  if (ask.reset) {
    accepted = 0
    keep = ask.keep ?? 0
    kept.length = 0
  }
  process.send?.({ accepted, ms: last - first, ...(ask.bodies && { bodies: kept }) })
})
process.on('disconnect', () => process.exit(0))
