import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { refuse } from '../refuse.ts'
import type { MetricsSource } from './metrics.ts'
import { renderOperatorPage } from './operator-page.ts'

/**
 * `/metrics` for Prometheus and `/operator` for people. Both need METRICS_TOKEN, as a bearer token or as a password;
 * without the setting they aren't bound.
 */
export function bindOperatorRoutes(
  server: FastifyInstance,
  {
    token,
    systemClock,
    source,
    metrics,
  }: { token: string; systemClock: Clock; source: MetricsSource; metrics: Registry },
): void {
  bindMetrics(server, { token, metrics })
  const renderPage = async () =>
    renderOperatorPage(
      await source.readQueues(),
      source.countConnections(),
      await source.readRefusedLogins(),
      isoNow(systemClock),
    )
  server.get('/operator', { onRequest: guardedBy(token) }, async (_request, reply) =>
    reply.type('text/html').send(await renderPage()),
  )
}

/** `/metrics` alone, for the port that watches a process. */
export function bindMetrics(
  server: FastifyInstance,
  { token, metrics }: { token: string; metrics: Registry },
): void {
  server.get('/metrics', { onRequest: guardedBy(token) }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  )
}

const guardedBy = (token: string) => async (request: FastifyRequest, reply: FastifyReply) => {
  reply.header('cache-control', 'no-store')
  if (isToken(request.headers.authorization, token)) return
  reply.header('www-authenticate', 'Basic realm="Goldpan operator", charset="UTF-8"')
  refuse('accounts.signed_out')
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
