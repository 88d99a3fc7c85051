import { connect } from 'node:net'

/**
 * Many screens that ask how far a send is, every two seconds each, as a process of their own. Over bare sockets that are
 * kept: they share the machine with what they measure, so they should cost it as little as they can.
 */
interface Order {
  host: string
  port: number
  path: string
  cookie: string
  clients: number
}

const EVERY_MS = 2000
const END_OF_HEAD = '\r\n\r\n'

let took: number[] = []
let isOver = false
let since = process.cpuUsage()

function fail(why: string): never {
  throw new Error(`The progress was not answered: ${why}`)
}

/** Whether an answer has come to its end; anything but 200 ends the bench. */
function isWhole(answer: Buffer): boolean {
  const end = answer.indexOf(END_OF_HEAD)
  if (end < 0) return false
  const head = answer.toString('latin1', 0, end)
  if (!head.startsWith('HTTP/1.1 200 ')) fail(head.slice(0, 200))
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) fail('it does not say its length')
  return answer.length >= end + END_OF_HEAD.length + Number(length)
}

function watch({ host, port, path, cookie }: Order, delayMs: number): void {
  const request = `GET ${path} HTTP/1.1\r\nhost: ${host}:${port}\r\ncookie: ${cookie}\r\n\r\n`
  const socket = connect({ host, port, noDelay: true })
  let answer: Buffer = Buffer.alloc(0)
  let begun = 0
  const ask = () => {
    if (isOver) return void socket.end()
    begun = performance.now()
    socket.write(request)
  }
  socket.once('connect', () => setTimeout(ask, delayMs))
  socket.on('error', (error) => fail(error.message))
  socket.on('close', () => isOver || fail('the connection was closed'))
  socket.on('data', (chunk: Buffer) => {
    answer = answer.length === 0 ? chunk : Buffer.concat([answer, chunk])
    if (!isWhole(answer)) return
    answer = Buffer.alloc(0)
    const ms = performance.now() - begun
    took.push(ms)
    setTimeout(ask, Math.max(0, EVERY_MS - ms))
  })
}

function tell(): void {
  const sorted = took.toSorted((a, b) => a - b)
  const { user, system } = process.cpuUsage(since)
  const screenMs = (user + system) / 1000 / Math.max(1, sorted.length)
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0
  process.send?.({ p95, answers: sorted.length, screenMs }, () => process.exit(0))
}

process.on('message', (order: Order | { stop: true } | { forget: true }) => {
  if ('stop' in order) {
    isOver = true
    return tell()
  }
  took = []
  since = process.cpuUsage()
  if ('clients' in order)
    for (let client = 0; client < order.clients; client++) watch(order, (client / order.clients) * EVERY_MS)
  process.send?.({ begun: true })
})
