import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { type GuardDeps, guardedBy } from './operator-guard.ts'

/** `/metrics` for Prometheus. Needs METRICS_TOKEN; without the setting it isn't bound. */
export function bindMetrics(
  server: FastifyInstance,
  { metrics, ...guard }: GuardDeps & { metrics: Registry },
): void {
  server.get('/metrics', { onRequest: guardedBy(guard) }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  )
}
