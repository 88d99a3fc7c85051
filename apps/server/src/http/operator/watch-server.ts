import Fastify, { type FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { bindHealth, type HealthSource } from '../health.ts'
import { bindMetrics } from './metrics.ts'
import type { GuardDeps } from './operator-guard.ts'

/**
 * Health, readiness and metrics of a process on a port of its own (HEALTH_PORT), for those that serve nothing else, and
 * for probes that shouldn't come through the public address. Serves nothing of users.
 */
export function createWatchServer({
  health,
  token,
  limits,
  metrics,
}: {
  health: HealthSource
  token: string | null
  limits: GuardDeps['limits']
  metrics: Registry | null
}): FastifyInstance {
  const server = Fastify({ logger: false, forceCloseConnections: true, requestTimeout: 10_000 })
  bindHealth(server, health)
  if (token && metrics) bindMetrics(server, { token, limits, metrics })
  return server
}
