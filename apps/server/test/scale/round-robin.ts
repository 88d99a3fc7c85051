import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A plain proxy as operators have one: each request goes to the next server that is well, over kept connections, and
 * is streamed both ways. Servers are asked whether they are ready; another one is tried only where nothing was sent
 * yet, because nobody listened. It adds no forwarding headers: with them the built-in mailbox would not answer.
 */
export interface RoundRobin {
  url: string
  port: number
  /** True if the server on this port receives requests. */
  isWell(port: number): boolean
  close(): Promise<void>
}

interface Upstream {
  port: number
  isWell: boolean
  agent: Agent
}

const HOST = '127.0.0.1'
const LOOK_EVERY_MS = 100
/** Between two hops, and nobody else's business. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'te', 'upgrade', 'proxy-connection'])

const newAgent = () => new Agent({ keepAlive: true, maxFreeSockets: 1000 })

/** Starts a proxy on a port, or a free one, before servers on the given ports of this machine. */
export async function startRoundRobin(upstreamPorts: number[], port = 0): Promise<RoundRobin> {
  const upstreams = upstreamPorts.map((each): Upstream => ({ port: each, isWell: false, agent: newAgent() }))
  let turn = 0

  /** Those that are well, the next one first. Where none is, all are tried. */
  function inTurn(): Upstream[] {
    turn += 1
    const well = upstreams.filter(({ isWell }) => isWell)
    const candidates = well.length > 0 ? well : upstreams
    return candidates.map((_, at) => candidates[(turn + at) % candidates.length]!)
  }

  const server = createServer({ requestTimeout: 0 }, (incoming, outgoing) => {
    forward(incoming, outgoing, inTurn())
  })
  // Browsers keep a connection for minutes.
  server.keepAliveTimeout = 75_000
  const looking = setInterval(() => {
    for (const upstream of upstreams) look(upstream)
  }, LOOK_EVERY_MS)
  await new Promise<void>((resolve) => server.listen(port, HOST, resolve))
  const address = server.address() as AddressInfo
  return {
    url: `http://localhost:${address.port}`,
    port: address.port,
    isWell: (each) => upstreams.some((upstream) => upstream.port === each && upstream.isWell),
    async close() {
      clearInterval(looking)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      for (const { agent } of upstreams) agent.destroy()
    },
  }
}

/** Asks a server whether it is ready. One that is not gets nothing more, and its idle connections are given up. */
function look(upstream: Upstream): void {
  const asked = request(
    { host: HOST, port: upstream.port, path: '/api/health/ready', agent: false, timeout: 5000 },
    (answer) => {
      answer.resume()
      mark(upstream, answer.statusCode === 200)
    },
  )
  asked.on('error', () => mark(upstream, false))
  asked.on('timeout', () => asked.destroy())
  asked.end()
}

function mark(upstream: Upstream, isWell: boolean): void {
  if (upstream.isWell && !isWell) {
    for (const socket of Object.values(upstream.agent.freeSockets).flat()) socket?.destroy()
    upstream.agent = newAgent()
  }
  upstream.isWell = isWell
}

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  [upstream, ...others]: Upstream[],
): void {
  if (!upstream) {
    fail(outgoing)
    return
  }
  const { port, agent } = upstream
  const asked = request(
    {
      host: HOST,
      port,
      agent,
      method: incoming.method,
      path: incoming.url,
      headers: passedOn(incoming.rawHeaders),
    },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, passedOn(answer.rawHeaders))
      answer.pipe(outgoing)
      answer.on('error', () => outgoing.destroy())
    },
  )
  asked.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') {
      upstream.isWell = false
      forward(incoming, outgoing, others)
    } else fail(outgoing)
  })
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) asked.destroy()
  })
  // Nothing is sent before somebody listens, so that another one can be asked.
  asked.once('socket', (socket) => {
    const send = () => void incoming.pipe(asked)
    if (socket.connecting) socket.once('connect', send)
    else send()
  })
}

function passedOn(raw: string[]): string[] {
  return raw.flatMap((name, at) => {
    if (at % 2 === 1) return []
    return HOP_BY_HOP.has(name.toLowerCase()) ? [] : [name, raw[at + 1]!]
  })
}

function fail(outgoing: ServerResponse): void {
  if (outgoing.headersSent) outgoing.destroy()
  else outgoing.writeHead(502, { 'content-type': 'text/plain' }).end('Bad gateway')
}
