import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** How long a client that is still sending may continue, so that it can read the response. */
const DRAIN_MS = 10_000
const DRAIN_BYTES = 32 * 1024 * 1024
const CHECK_EVERY_MS = 100

/**
 * Discards the rest of a request that was answered before its body was read, then closes the connection. Closing
 * immediately would reset it, and a client that is still sending would lose the response.
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
    waitedMs += CHECK_EVERY_MS
    if (waitedMs >= DRAIN_MS || socket.bytesRead - read > DRAIN_BYTES) socket.destroy()
  }, CHECK_EVERY_MS)
  watch.unref()
  request.once('close', () => clearInterval(watch))
  request.once('end', () => {
    clearInterval(watch)
    if (headers.connection?.toLowerCase() === 'close') socket.end()
  })
  request.unpipe()
  request.resume()
}
