import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** A client that is still sending when its answer leaves may go on this long, so that it gets to read the answer. */
const DRAIN_MS = 10_000
const DRAIN_BYTES = 32 * 1024 * 1024
const LOOK_MS = 100

/**
 * Throws away what still comes of a request that was answered before its body was read, then ends the connection.
 * Closed at once, it would be reset, and the client that is still sending would never see its answer.
 */
export function drainUnreadBodies(server: FastifyInstance): void {
  server.addHook('onSend', async ({ raw }, reply) => {
    if (raw.complete !== false) return
    reply.removeHeader('connection')
    reply.raw.shouldKeepAlive = true
    reply.raw.once('finish', () => {
      if (!raw.complete && !raw.destroyed) drain(raw)
    })
  })
}

function drain(request: IncomingMessage): void {
  const { socket, headers } = request
  const read = socket.bytesRead
  let waitedMs = 0
  const watch = setInterval(() => {
    waitedMs += LOOK_MS
    if (waitedMs >= DRAIN_MS || socket.bytesRead - read > DRAIN_BYTES) socket.destroy()
  }, LOOK_MS)
  watch.unref()
  request.once('close', () => clearInterval(watch))
  request.once('end', () => {
    clearInterval(watch)
    if (headers.connection?.toLowerCase() === 'close') socket.end()
  })
  request.unpipe()
  request.resume()
}
