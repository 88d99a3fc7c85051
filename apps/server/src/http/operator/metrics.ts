import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { QueueDepth } from '../../db/health.ts'

export interface MetricsSource {
  version: string
  readQueues(): Promise<QueueDepth[]>
  /** Refused logins of the last 24 hours, by reason. */
  readRefusedLogins(): Promise<{ reason: string; logins: number }[]>
  /** Database connections: all, idle, and callers waiting for one. */
  countConnections(): { total: number; idle: number; waiting: number }
}

/** Metrics for Prometheus: process, HTTP responses, database connections and queues. */
export function createMetrics(server: FastifyInstance, source: MetricsSource): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const answers = new Histogram({
    name: 'goldpan_http_answer_seconds',
    help: 'Time to answer by route, method and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  server.addHook('onResponse', async (request, reply) => {
    // Unknown paths would create a series for every visitor's guess.
    const route = request.routeOptions.url ?? 'other'
    answers.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  new Gauge({
    name: 'goldpan_build_info',
    help: 'The release that runs',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: source.version }, 1)
  gaugeConnections(registry, source)
  gaugeQueues(registry, source)
  gaugeRefusedLogins(registry, source)
  return registry
}

function gaugeConnections(registry: Registry, source: MetricsSource): void {
  new Gauge({
    name: 'goldpan_database_connections',
    help: 'Connections of this process to PostgreSQL, and callers that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(source.countConnections())) this.set({ state }, count)
    },
  })
}

function gaugeRefusedLogins(registry: Registry, source: MetricsSource): void {
  new Gauge({
    name: 'goldpan_refused_logins',
    help: 'Logins that were refused in the last 24 hours, in the whole installation',
    labelNames: ['reason'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { reason, logins } of await source.readRefusedLogins()) this.set({ reason }, logins)
    },
  })
}

function gaugeQueues(registry: Registry, source: MetricsSource): void {
  const oldest = new Gauge({
    name: 'goldpan_queue_oldest_seconds',
    help: 'How long the first of a queue has been waiting or due',
    labelNames: ['queue', 'state'],
    registers: [registry],
  })
  new Gauge({
    name: 'goldpan_queue_depth',
    help: 'Work that waits, is under way or has failed, in the whole installation',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      this.reset()
      oldest.reset()
      for (const { queue, state, count, oldestSeconds } of await source.readQueues()) {
        this.set({ queue, state }, count)
        if (oldestSeconds !== null) oldest.set({ queue, state }, oldestSeconds)
      }
    },
  })
}
