import { createRequire } from 'node:module'

/** Of the version that the product sends with: another one may lie nearer to the bench. */
const fromProduct = createRequire(new URL('../../apps/server/package.json', import.meta.url))
const { createTransport }: typeof import('nodemailer') = fromProduct('nodemailer')

/** The peer: Nodemailer's own pool, handing over bytes that are ready. Nothing is written down, nothing is checked. */
process.on('message', async ({ url, bodies, total, connections }: Order) => {
  const { hostname, port } = new URL(url)
  const before = process.cpuUsage()
  const transport = createTransport({
    ...{ pool: true, host: hostname, port: Number(port), ignoreTLS: true, maxConnections: connections },
    ...{ maxMessages: Number.POSITIVE_INFINITY, secure: false },
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
  const { user, system } = process.cpuUsage(before)
  process.send?.({
    rss: Math.round(process.memoryUsage.rss() / 1e6),
    cpu: Math.round((user + system) / 1000),
  })
})
process.on('disconnect', () => process.exit(0))

interface Order {
  url: string
  bodies: string[]
  total: number
  connections: number
}
