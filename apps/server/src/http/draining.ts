import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** True once the server is about to stop: it still answers, and closes each connection afterwards. */
    isDraining(): boolean
    /** Tells load balancers and clients to go elsewhere, and keeps serving. */
    announceStop(): void
  }
}

const SWEEP_MS = 50
/** Browsers open connections in advance, and one may be about to carry a request. */
const UNUSED_GRACE_MS = 1000

/**
 * Stops a server without failing a request. Load balancers see it in the readiness check, clients in `Connection:
 * close`. Then new requests are no longer accepted, and running ones finish.
 */
export function addDraining(server: FastifyInstance): void {
  let isDraining = false
  const unused = trackUnused(server)
  server.decorate('isDraining', () => isDraining)
  server.decorate('announceStop', () => {
    isDraining = true
  })
  server.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })
  server.addHook('preClose', async () => {
    isDraining = true
    closeIdleConnections(server, unused)
  })
}

/** A response that began before `announceStop` lacks `Connection: close`, so its connection stays open. */
function closeIdleConnections({ server }: FastifyInstance, unused: ReadonlySet<Socket>): void {
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  sweep.unref()
  const opened = [...unused]
  const grace = setTimeout(() => {
    for (const socket of opened) if (unused.has(socket)) socket.destroy()
  }, UNUSED_GRACE_MS)
  server.once('close', () => {
    clearInterval(sweep)
    clearTimeout(grace)
  })
}

/** Connections that have carried no request yet. Node.js doesn't count them as idle. */
function trackUnused({ server }: FastifyInstance): ReadonlySet<Socket> {
  const unused = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket))
  return unused
}
