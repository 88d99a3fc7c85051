import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { systemScope } from '../../db/owner.ts'
import { factsUnderWay } from '../steps/port.ts'
import { asJobConnection, countOpenJobs } from './pg-boss.store.ts'
import { type JobKind, type Jobs, runJob } from './port.ts'

const scope = systemScope('the queue is shared by all owners')

interface Handler {
  kind: JobKind<never>
  work: (payload: never, signal: AbortSignal) => Promise<void>
}

export interface PgBossDeps {
  databaseUrl: string
  pool: pg.Pool
  /** How many more connections it may hold. */
  connections: number
  onError: (error: unknown) => void
}

/** Beside the payload: which request asked for it. */
interface Asked {
  request_id?: string
}

/** Jobs on pg-boss in the same PostgreSQL: enqueued in the caller's transaction, taken by any worker. */
export function createPgBossJobs({ databaseUrl, pool, connections, onError }: PgBossDeps): Jobs {
  const handlers: Handler[] = []
  const stopping = new AbortController()
  const timers: NodeJS.Timeout[] = []
  const sweeps = new Set<Promise<void>>()
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: connections,
    application_name: 'goldpan-jobs',
    useListenNotify: true,
  })
  // Without a listener a lost connection would end the process.
  boss.on('error', (error) => onError(error))

  const run = async ({ kind, work }: Handler, id: string, data: unknown) => {
    const payload = kind.payload.parse(data) as never
    const { request_id: requestId } = data as Asked
    try {
      await runJob(kind, { id, payload, requestId }, () => work(payload, stopping.signal))
    } catch (error) {
      onError(error)
      throw error
    }
  }

  const sweep = (handler: Handler, payload: unknown) => {
    const running = run(handler, randomUUID(), payload)
      .catch(() => undefined)
      .finally(() => sweeps.delete(running))
    sweeps.add(running)
  }

  const takeWork = async (handler: Handler) => {
    await boss.work(
      handler.kind.name,
      { pollingIntervalSeconds: 2, localConcurrency: handler.kind.concurrency ?? 1 },
      async ([job]) => {
        if (job) await run(handler, job.id, job.data)
      },
    )
    const every = handler.kind.every
    if (!every) return
    const timer = setInterval(() => sweeps.size < 50 && sweep(handler, every.payload), every.seconds * 1000)
    timers.push(timer)
    sweep(handler, every.payload)
  }

  return {
    async enqueue(db, kind, payload, options) {
      const { request_id } = factsUnderWay()
      const data: Asked = { ...(kind.payload.parse(payload) as object), ...(request_id && { request_id }) }
      await boss.send(kind.name, data, {
        db: asJobConnection(scope, db),
        singletonKey: options?.key,
        startAfter: options?.delaySeconds,
      })
    },
    handle(kind, work) {
      handlers.push({ kind: kind as JobKind<never>, work: work as Handler['work'] })
    },
    async start({ work }) {
      await boss.start()
      for (const { kind } of handlers)
        await boss.createQueue(kind.name, {
          // At most one waiting job per key; jobs without a key are not limited.
          policy: 'standard',
          retryLimit: kind.retryLimit ?? 3,
          retryDelay: 5,
          retryBackoff: true,
          expireInSeconds: 3600,
          heartbeatSeconds: 30,
          notify: true,
        })
      if (work) for (const handler of handlers) await takeWork(handler)
    },
    async stop() {
      stopping.abort()
      for (const timer of timers) clearInterval(timer)
      await boss.stop({ graceful: true, timeout: 3000 }).catch(onError)
      await Promise.allSettled(sweeps)
    },
    async drain() {
      while ((await countOpenJobs(scope, pool)) > 0 || sweeps.size > 0)
        await new Promise((resolve) => setTimeout(resolve, 25))
    },
  }
}
