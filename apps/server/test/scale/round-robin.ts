import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A reverse proxy like an operator's: round robin over healthy servers, kept-alive connections, streaming both ways.
 * Checks readiness, and tries another server only if the connection was refused, so nothing was sent yet. Adds no
 * forwarding headers: with them the built-in mailbox would refuse to answer.
 */
export interface RoundRobin {
  url: string
  port: number
  /** True if the server on this port gets requests. */
  isHealthy(port: number): boolean
  close(): Promise<void>
}

interface Upstream {
  port: number
  isHealthy: boolean
  agent: Agent
}

const HOST = '127.0.0.1'
const CHECK_EVERY_MS = 100
/** Headers of one connection, which must not be forwarded. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'te', 'upgrade', 'proxy-connection'])

const newAgent = () => new Agent({ keepAlive: true, maxFreeSockets: 1000 })

/** Starts a proxy before servers on the given local ports. Uses a free port if none is given. */
export async function startRoundRobin(upstreamPorts: number[], port = 0): Promise<RoundRobin> {
  const upstreams = upstreamPorts.map(
    (each): Upstream => ({ port: each, isHealthy: false, agent: newAgent() }),
  )
  let next = 0

  /** Healthy servers, the next one first; all of them if none is healthy. */
  function nextUpstreams(): Upstream[] {
    next += 1
    const healthy = upstreams.filter(({ isHealthy }) => isHealthy)
    const candidates = healthy.length > 0 ? healthy : upstreams
    return candidates.map((_, at) => candidates[(next + at) % candidates.length]!)
  }

  const server = createServer({ requestTimeout: 0 }, (incoming, outgoing) => {
    forward(incoming, outgoing, nextUpstreams())
  })
  // As long as browsers keep an idle connection.
  server.keepAliveTimeout = 75_000
  const checking = setInterval(() => {
    for (const upstream of upstreams) checkHealth(upstream)
  }, CHECK_EVERY_MS)
  await new Promise<void>((resolve) => server.listen(port, HOST, resolve))
  const address = server.address() as AddressInfo
  return {
    url: `http://localhost:${address.port}`,
    port: address.port,
    isHealthy: (each) => upstreams.some((upstream) => upstream.port === each && upstream.isHealthy),
    async close() {
      clearInterval(checking)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      for (const { agent } of upstreams) agent.destroy()
    },
  }
}

/** Checks readiness. An unhealthy server gets no more requests, and its idle connections are closed. */
function checkHealth(upstream: Upstream): void {
  const upstreamRequest = request(
    { host: HOST, port: upstream.port, path: '/api/health/ready', agent: false, timeout: 5000 },
    (answer) => {
      answer.resume()
      setHealth(upstream, answer.statusCode === 200)
    },
  )
  upstreamRequest.on('error', () => setHealth(upstream, false))
  upstreamRequest.on('timeout', () => upstreamRequest.destroy())
  upstreamRequest.end()
}

function setHealth(upstream: Upstream, isHealthy: boolean): void {
  if (upstream.isHealthy && !isHealthy) {
    for (const socket of Object.values(upstream.agent.freeSockets).flat()) socket?.destroy()
    upstream.agent = newAgent()
  }
  upstream.isHealthy = isHealthy
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
  const upstreamRequest = request(
    {
      host: HOST,
      port,
      agent,
      method: incoming.method,
      path: incoming.url,
      headers: forwardableHeaders(incoming.rawHeaders),
    },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, forwardableHeaders(answer.rawHeaders))
      answer.pipe(outgoing)
      answer.on('error', () => outgoing.destroy())
    },
  )
  upstreamRequest.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') {
      upstream.isHealthy = false
      forward(incoming, outgoing, others)
    } else fail(outgoing)
  })
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) upstreamRequest.destroy()
  })
  // Sends only once connected, so that another server can be tried after a refusal.
  upstreamRequest.once('socket', (socket) => {
    const send = () => void incoming.pipe(upstreamRequest)
    if (socket.connecting) socket.once('connect', send)
    else send()
  })
}

function forwardableHeaders(raw: string[]): string[] {
  return raw.flatMap((name, at) => {
    if (at % 2 === 1) return []
    return HOP_BY_HOP.has(name.toLowerCase()) ? [] : [name, raw[at + 1]!]
  })
}

function fail(outgoing: ServerResponse): void {
  if (outgoing.headersSent) outgoing.destroy()
  else outgoing.writeHead(502, { 'content-type': 'text/plain' }).end('Bad gateway')
}
