import { createRequire } from 'node:module'

/** The server's version; the workspace root may have another one. */
const fromServer = createRequire(new URL('../../apps/server/package.json', import.meta.url))
const { createTransport }: typeof import('nodemailer') = fromServer('nodemailer')

interface Order {
  url: string
  bodies: string[]
  total: number
  connections: number
}

/** The peer: Nodemailer's pool with finished messages. It checks and stores nothing. */
process.on('message', async ({ url, bodies, total, connections }: Order) => {
  const { hostname, port } = new URL(url)
  const transport = createTransport({
    pool: true,
    host: hostname,
    port: Number(port),
    ignoreTLS: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
    secure: false,
  })
  const raws = bodies.map((body) => Buffer.from(`${body}\r\n`, 'latin1'))
  let next = 0
  const sendNext = async (): Promise<void> => {
    while (next < total) {
      const raw = raws[next++ % raws.length]!
      await transport.sendMail({ envelope: { from: 'b@bench.example', to: `to${next}@shop.example` }, raw })
    }
  }
  await Promise.all(Array.from({ length: connections }, sendNext))
  transport.close()
  process.send?.({ rss: Math.round(process.memoryUsage.rss() / 1e6) })
})
process.on('disconnect', () => process.exit(0))
