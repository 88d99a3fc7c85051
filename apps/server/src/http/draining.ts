import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** True once the server is about to stop: requests are still answered, and each answer ends its connection. */
    isDraining(): boolean
    /** Tells load balancers and clients to go elsewhere; whoever still comes is served. */
    announceStop(): void
  }
}

const SWEEP_MS = 50
/** Browsers open connections in advance, and a request may be on its way over one. */
const UNUSED_GRACE_MS = 1000

/**
 * Lets a server stop without a request that fails. Load balancers hear it from the readiness check, clients with a
 * connection of their own from `Connection: close`; then nothing new is accepted, and what is under way ends.
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
    closeAsTheyEnd(server, unused)
  })
}

/** An answer whose header had left before the stop was announced leaves a connection that waits for more. */
function closeAsTheyEnd({ server }: FastifyInstance, unused: ReadonlySet<Socket>): void {
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
