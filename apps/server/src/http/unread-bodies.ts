import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** A client that is still sending when its answer leaves may go on this long, so that it gets to read the answer. */
const DRAIN_MS = 10_000
const DRAIN_BYTES = 32 * 1024 * 1024

/**
 * Throws away what still comes of a request that was answered before its body was read, then ends the connection.
 * Closed at once, it would be reset, and the client that is still sending would never see its answer.
 */
export function drainUnreadBodies(server: FastifyInstance): void {
  server.addHook('onSend', async ({ raw }, reply) => {
    if (raw.complete !== false) return
    reply.removeHeader('connection')
    reply.raw.shouldKeepAlive = true
  })
  server.addHook('onResponse', async ({ raw }) => {
    if (raw.complete === false && !raw.destroyed) drain(raw)
  })
}

function drain(request: IncomingMessage): void {
  let bytes = 0
  const deadline = setTimeout(() => request.socket.destroy(), DRAIN_MS)
  deadline.unref()
  request.unpipe()
  request.on('data', (chunk: Buffer | string) => {
    bytes += chunk.length
    if (bytes > DRAIN_BYTES) request.socket.destroy()
  })
  request.once('close', () => clearTimeout(deadline))
  request.once('end', () => {
    clearTimeout(deadline)
    if (request.headers.connection?.toLowerCase() === 'close') request.socket.end()
  })
  request.resume()
}
