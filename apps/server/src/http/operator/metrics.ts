import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { QueueDepth } from '../../db/health.ts'
import { type GuardDeps, guardedBy } from './operator-guard.ts'

export interface MetricsSource {
  version: string
  readQueues(): Promise<QueueDepth[]>
  /** Refused logins of the last 24 hours, by reason. */
  readRefusedLogins(): Promise<{ reason: string; logins: number }[]>
  /** Database connections: all, idle, and callers waiting for one. */
  countConnections(): { total: number; idle: number; waiting: number }
  /** Messages of campaigns since the first, by what became of them. */
  readOutcomes(): Promise<{ outcome: string; messages: number }[]>
  countWorkers(): Promise<number>
  /** How long the longest due message that could leave has been waiting; null if there is none. */
  readOldestDueMs(): Promise<number | null>
  readHolds(): Promise<{ kind: string; count: number }[]>
  readIncidents(): Promise<{ cause: string; isNoticed: boolean }[]>
  /** In seconds; null if no backup was completed. */
  readBackupAge(): Promise<number | null>
}

const OUTCOMES = ['accepted', 'deferred', 'unreached', 'refused', 'unconfirmed', 'bounced', 'complained']

/**
 * Metrics for Prometheus. Those of process, HTTP responses and database connections are of this process; every process
 * shows the same of the whole installation.
 */
export function createMetrics(server: FastifyInstance, source: MetricsSource): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Gauges named like counters, which promtool refuses; nodejs_active_resources counts the same by type.
  for (const kind of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${kind}_total`)
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
  addGauge(registry, {
    name: 'goldpan_database_connections',
    help: 'Connections of this process to PostgreSQL, and callers that wait for one',
    label: 'state',
    read: async () => Object.entries(source.countConnections()),
  })
  addQueues(registry, source)
  addGauge(registry, {
    name: 'goldpan_refused_logins',
    help: 'Logins that were refused in the last 24 hours, in the whole installation',
    label: 'reason',
    read: async () => (await source.readRefusedLogins()).map(({ reason, logins }) => [reason, logins]),
  })
  addSending(registry, source)
  addBackupAge(registry, source)
  return registry
}

/** `/metrics` for Prometheus. Needs METRICS_TOKEN; without the setting it isn't bound. */
export function bindMetrics(
  server: FastifyInstance,
  { metrics, ...guard }: GuardDeps & { metrics: Registry },
): void {
  server.get('/metrics', { onRequest: guardedBy(guard) }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  )
}

/** Without a sample until a backup was completed, so that an alert can ask for its absence. */
function addBackupAge(registry: Registry, { readBackupAge }: MetricsSource): void {
  new Gauge({
    name: 'goldpan_backup_age_seconds',
    help: 'Seconds since npm run backup last completed a backup, in the whole installation; no sample if it never did',
    registers: [registry],
    async collect() {
      // reset() would leave a sample of 0.
      this.remove()
      const seconds = await readBackupAge().catch(() => null)
      if (seconds !== null) this.set(Math.round(seconds))
    },
  })
}

/** Sending, in the whole installation. */
function addSending(registry: Registry, source: MetricsSource): void {
  addOutcomes(registry, source)
  addGauge(registry, {
    name: 'goldpan_workers_alive',
    help: 'Processes with the role worker that gave a sign of life within 15 seconds, in the whole installation',
    read: async () => [['', await source.countWorkers()]],
  })
  addGauge(registry, {
    name: 'goldpan_oldest_due_message_seconds',
    help: 'How long the oldest due message of a campaign has been able to leave without having been taken by a worker, 0 if there is none, in the whole installation. Messages that wait for a pace, window, cap, pause, hold, slow receiver or the next try are not due',
    read: async () => [['', Math.round((await source.readOldestDueMs()) ?? 0) / 1000]],
  })
  addGauge(registry, {
    name: 'goldpan_holds',
    help: 'Holds that end only when somebody acts, in the whole installation: of all sending after the database changed (installation), and pauses of accounts and campaigns by kind',
    label: 'kind',
    read: async () => (await source.readHolds()).map(({ kind, count }) => [kind, count]),
  })
  addGauge(registry, {
    name: 'goldpan_troubles',
    help: '1 while the operator has been told of it: no_worker for 5 minutes, no_hand_over for 15, in the whole installation',
    label: 'cause',
    read: async () =>
      (await source.readIncidents()).map(({ cause, isNoticed }) => [cause, isNoticed ? 1 : 0]),
  })
}

interface GaugeOf {
  name: string
  help: string
  label?: string
  /** Values by label. */
  read: () => Promise<[string, number][]>
}

function addGauge(registry: Registry, { name, help, label, read }: GaugeOf): void {
  new Gauge({
    name,
    help,
    labelNames: label ? [label] : [],
    registers: [registry],
    async collect() {
      this.reset()
      for (const [value, number] of await readOrNothing(read))
        this.set(label ? { [label]: value } : {}, number)
    },
  })
}

function addOutcomes(registry: Registry, source: MetricsSource): void {
  new Counter({
    name: 'goldpan_messages_total',
    help: 'Messages of campaigns by what became of them: attempts at handing over (accepted, deferred, unreached, refused, unconfirmed) and reports on accepted ones (bounced, complained). Counted for the whole installation, so every process shows the same: take the maximum, not the sum. A killed process loses its last second',
    labelNames: ['outcome'],
    registers: [registry],
    async collect() {
      const counted = await readOrNothing(source.readOutcomes)
      this.reset()
      if (counted === NOTHING) return
      for (const outcome of OUTCOMES)
        this.inc({ outcome }, counted.find((one) => one.outcome === outcome)?.messages ?? 0)
    },
  })
}

function addQueues(registry: Registry, source: MetricsSource): void {
  let reading: Promise<QueueDepth[]> | null = null
  // One reading for both: they are collected at once.
  const read = () => {
    reading ??= readOrNothing(source.readQueues).finally(() => {
      reading = null
    })
    return reading
  }
  const labelNames = ['queue', 'state'] as const
  new Gauge({
    name: 'goldpan_queue_oldest_seconds',
    help: 'How long the first of a queue has been waiting or due, in the whole installation. Of the queue sending also what waits for a pace, window, cap or pause',
    labelNames,
    registers: [registry],
    async collect() {
      this.reset()
      for (const { queue, state, oldestSeconds } of await read())
        if (oldestSeconds !== null) this.set({ queue, state }, oldestSeconds)
    },
  })
  new Gauge({
    name: 'goldpan_queue_depth',
    help: 'Work that waits, is under way or has failed, in the whole installation',
    labelNames,
    registers: [registry],
    async collect() {
      this.reset()
      for (const { queue, state, count } of await read()) this.set({ queue, state }, count)
    },
  })
}

const NOTHING: never[] = []

/** Without the database the metrics of the process remain. */
const readOrNothing = <Value>(read: () => Promise<Value[]>): Promise<Value[]> => read().catch(() => NOTHING)
