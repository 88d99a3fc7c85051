import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the server is about to stop: everything is still answered, and each answer ends its connection. */
    isDraining(): boolean
    /** Tells load balancers and clients to go elsewhere; whoever still comes is served. */
    announceStop(): void
  }
}

const SWEEP_MS = 50

/**
 * Lets a server stop without a request that fails. Load balancers hear it from the readiness check, clients with a
 * connection of their own from `Connection: close`; then nothing new is accepted, and what is under way ends.
 */
export function addDraining(server: FastifyInstance): void {
  let isDraining = false
  server.decorate('isDraining', () => isDraining)
  server.decorate('announceStop', () => {
    isDraining = true
  })
  server.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })
  server.addHook('preClose', async () => {
    isDraining = true
    closeAsTheyEnd(server)
  })
}

/** An answer whose header had left before the stop was announced leaves a connection that waits for more. */
function closeAsTheyEnd({ server }: FastifyInstance): void {
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  sweep.unref()
  server.once('close', () => clearInterval(sweep))
}
