import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { refuse } from '../refuse.ts'
import { createMetrics, type MetricsSource } from './metrics.ts'
import { renderOperatorPage } from './operator-page.ts'

/**
 * `/metrics` for Prometheus and `/operator` for people. Both need METRICS_TOKEN, as a bearer token or as a password;
 * without the setting they don't exist.
 */
export function bindOperatorRoutes(
  server: FastifyInstance,
  { token, systemClock, source }: { token: string | null; systemClock: Clock; source: MetricsSource },
): void {
  if (!token) return
  const metrics = createMetrics(server, source)
  const guard = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store')
    if (isToken(request.headers.authorization, token)) return
    reply.header('www-authenticate', 'Basic realm="Goldpan operator", charset="UTF-8"')
    refuse('accounts.signed_out')
  }
  const renderPage = async () =>
    renderOperatorPage(
      await source.readQueues(),
      source.countConnections(),
      await source.readRefusedLogins(),
      isoNow(systemClock),
    )
  server.get('/metrics', { onRequest: guard }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  )
  server.get('/operator', { onRequest: guard }, async (_request, reply) =>
    reply.type('text/html').send(await renderPage()),
  )
}

/** Compares hashes, so that timing reveals neither the token's length nor its beginning. */
function isToken(authorization: string | undefined, token: string): boolean {
  const [, scheme = '', value = ''] = /^(\w+) (.+)$/.exec(authorization ?? '') ?? []
  const isBasic = scheme.toLowerCase() === 'basic'
  const given = isBasic
    ? Buffer.from(value, 'base64')
        .toString('utf8')
        .replace(/^[^:]*:/, '')
    : value
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return (isBasic || scheme.toLowerCase() === 'bearer') && timingSafeEqual(hash(given), hash(token))
}
