import { connect } from 'node:net'

/**
 * Many screens that ask how far a send is, every two seconds each while they are told to, as a process of their own. Over
 * bare sockets that are kept: they share the machine with what they measure, so they should cost it as little as they
 * can. Each order is answered with how long the answers since the last one took, and the processor time.
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
let isAsking = false
/** Each screen's next question, in its place within the two seconds. */
const begin: (() => void)[] = []
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

function connectScreen({ host, port, path, cookie }: Order): void {
  const request = `GET ${path} HTTP/1.1\r\nhost: ${host}:${port}\r\ncookie: ${cookie}\r\n\r\n`
  const socket = connect({ host, port, noDelay: true })
  let answer: Buffer = Buffer.alloc(0)
  let begun = 0
  let next: NodeJS.Timeout | undefined
  const ask = () => {
    if (!isAsking) return
    begun = performance.now()
    socket.write(request)
  }
  const askIn = (ms: number) => {
    clearTimeout(next)
    next = setTimeout(ask, ms)
  }
  const place = begin.length
  begin.push(() => askIn((place / begin.length) * EVERY_MS))
  socket.on('error', (error) => fail(error.message))
  socket.on('close', () => fail('the connection was closed'))
  socket.on('data', (chunk: Buffer) => {
    answer = answer.length === 0 ? chunk : Buffer.concat([answer, chunk])
    if (!isWhole(answer)) return
    answer = Buffer.alloc(0)
    const ms = performance.now() - begun
    took.push(ms)
    askIn(Math.max(0, EVERY_MS - ms))
  })
}

process.on('message', (order: Order | { isAsking: boolean } | { tell: true }) => {
  if ('clients' in order) for (let client = 0; client < order.clients; client++) connectScreen(order)
  if ('isAsking' in order) {
    isAsking = order.isAsking
    if (isAsking) for (const screen of begin) screen()
  }
  const { user, system } = process.cpuUsage(since)
  process.send?.({ took, cpuMs: (user + system) / 1000 })
  took = []
  since = process.cpuUsage()
})
process.on('disconnect', () => process.exit(0))
