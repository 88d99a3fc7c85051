import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { readConnection } from '../../db/connection.ts'
import { openPool } from '../../db/database.ts'
import { listen } from '../../db/listen.ts'
import { systemScope } from '../../db/owner.ts'
import { currentAttributes } from '../steps/port.ts'
import type { Vault } from '../vault/port.ts'
import { asJobConnection, countOpenJobs, listFailedJobs, lockFailedJob } from './pg-boss.store.ts'
import { type JobKind, type Jobs, runJob } from './port.ts'

const scope = systemScope('the queue is shared by all owners')

/** Fallback if a notification is lost, and the precision of retries. */
const POLL_SECONDS = 2
/** Wake-ups of a sweeper that one run covers. */
const WAKE_BATCH = 100
/** Concurrent sweeps of a kind. Further ones are skipped. */
const SWEEPS_PER_KIND = 5
/** Failed jobs stay visible to the operator for a week; completed ones are deleted at once. */
const KEEP_FAILED_SECONDS = 7 * 24 * 3600
const DELETE_EVERY_SECONDS = 600

interface Handler {
  kind: JobKind<never>
  work: (payload: never, signal: AbortSignal) => Promise<void>
  sweeps: Set<Promise<void>>
}

export interface PgBossDeps {
  databaseUrl: string
  /** PostgreSQL's own address, if `databaseUrl` leads to a pooler. */
  directUrl?: string
  pool: pg.Pool
  /** Size of its own connection pool. */
  connections: number
  /** Encrypts payloads of kinds with `isSealed`. */
  vault: Vault
  onError: (error: unknown) => void
  /** Reports begin and end of each job, except those of sweepers, which run every few seconds. */
  onJob?: (event: JobEvent) => void
}

export interface JobEvent {
  event: 'begun' | 'ended' | 'failed'
  kind: string
  work: string
  ms?: number
}

/** A stored payload, plain or encrypted, and the request that enqueued it. */
interface Stored {
  sealed?: string
  request_id?: string
}

/** Jobs on pg-boss in the same PostgreSQL: enqueued in the caller's transaction, run by any worker. */
export function createPgBossJobs(deps: PgBossDeps): Jobs {
  const { databaseUrl, directUrl = databaseUrl, pool, connections, vault, onError, onJob } = deps
  const handlers: Handler[] = []
  const stopping = new AbortController()
  const sweepers: { sweep: () => void; timer: NodeJS.Timeout }[] = []
  let opening: Promise<void> | null = null
  let isOpen = false
  const ownPool = openPool(readConnection(databaseUrl), {
    max: connections,
    application_name: 'goldpan-jobs',
    onError,
  })
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => ownPool.query(text, values),
      listen: (channel, onNotification, onConnect) =>
        listen(readConnection(directUrl), channel, { onNotification, onConnect, onError }),
    },
    useListenNotify: true,
    maintenanceIntervalSeconds: DELETE_EVERY_SECONDS,
  })
  // Without a listener, a lost connection would end the process.
  boss.on('error', (error) => onError(error))

  async function openQueues(): Promise<void> {
    await boss.start()
    for (const { kind } of handlers) {
      const settings = settingsOf(kind)
      await boss.createQueue(kind.name, { policy: 'standard', ...settings })
      // createQueue leaves the settings of an existing queue alone.
      await boss.updateQueue(kind.name, settings)
    }
    isOpen = true
  }

  function open(): Promise<void> {
    opening ??= openQueues().catch((error: unknown) => {
      opening = null
      throw error
    })
    return opening
  }

  async function toStored<Payload>(kind: JobKind<Payload>, payload: Payload): Promise<Stored> {
    const plain = kind.payload.parse(payload)
    const { request_id } = currentAttributes()
    const content = kind.isSealed
      ? { sealed: await vault.seal(purposeOf(kind), JSON.stringify(plain)) }
      : plain
    return { ...content, ...(request_id && { request_id }) }
  }

  /** Also reads plain payloads that were stored before their kind was sealed. */
  async function readStored<Payload>(kind: JobKind<Payload>, stored: Stored): Promise<Payload> {
    const { sealed } = stored
    const isSealed = kind.isSealed && sealed !== undefined
    return kind.payload.parse(isSealed ? JSON.parse(await vault.open(purposeOf(kind), sealed)) : stored)
  }

  const run = async ({ kind, work }: Handler, id: string, stored: Stored) => {
    const begunAt = performance.now()
    const report = (event: JobEvent['event']) => {
      const ms = event === 'begun' ? {} : { ms: Math.round(performance.now() - begunAt) }
      if (!kind.every) onJob?.({ event, kind: kind.name, work: id, ...ms })
    }
    report('begun')
    try {
      const payload = await readStored(kind, stored)
      await runJob(kind, { id, payload, requestId: stored.request_id }, () => work(payload, stopping.signal))
      report('ended')
    } catch (error) {
      report('failed')
      onError(error)
      // pg-boss stores the error in plain text, and an error may quote the payload.
      throw kind.isSealed ? new Error(`A job of kind ${kind.name} failed; the log says why`) : error
    }
  }

  const sweep = (handler: Handler, payload: object) => {
    if (handler.sweeps.size >= SWEEPS_PER_KIND) return
    const running = run(handler, randomUUID(), payload)
      .catch(() => undefined)
      .finally(() => handler.sweeps.delete(running))
    handler.sweeps.add(running)
  }

  /** Starts a worker, which runs jobs until the queue is empty and then waits for a notification. */
  async function startWorker(handler: Handler): Promise<void> {
    const { name, every, concurrency = 1 } = handler.kind
    const id = await boss.work<Stored>(
      name,
      {
        pollingIntervalSeconds: POLL_SECONDS,
        notifyPollingIntervalSeconds: POLL_SECONDS,
        // All wake-ups of a sweeper are equal.
        batchSize: every ? WAKE_BATCH : 1,
        ...(concurrency > 1 && { groupConcurrency: concurrency - 1 }),
      },
      async (jobs) => {
        try {
          await run(handler, jobs[0]!.id, jobs[0]!.data)
          await boss.deleteJob(
            name,
            jobs.map((job) => job.id),
          )
        } finally {
          // Otherwise pg-boss fetches the next job only at the next poll.
          boss.notifyWorker(id)
        }
      },
    )
  }

  async function startWorkers(handler: Handler): Promise<void> {
    const { concurrency = 1, every } = handler.kind
    for (let started = 0; started < concurrency; started++) await startWorker(handler)
    if (!every) return
    const sweepNow = () => sweep(handler, every.payload)
    sweepers.push({ sweep: sweepNow, timer: setInterval(sweepNow, every.seconds * 1000) })
    sweepNow()
  }

  const listSweeps = () => handlers.flatMap(({ sweeps }) => [...sweeps])

  return {
    async enqueue(db, kind, payload, options) {
      await open()
      const group = options?.group ?? kind.ownerOf?.(payload)
      await boss.send(kind.name, await toStored(kind, payload), {
        db: asJobConnection(db, scope),
        singletonKey: options?.key,
        priority: options?.priority ?? 0,
        ...(options?.afterSeconds && { startAfter: options.afterSeconds }),
        ...(group && { group: { id: group } }),
      })
    },
    async withdraw(db, kind, matches) {
      await open()
      const connection = asJobConnection(db, scope)
      const ids: string[] = []
      for (const { id, data } of await boss.findJobs<Stored>(kind.name, { db: connection })) {
        // An unreadable payload doesn't match.
        const payload = await readStored(kind, data).catch(() => null)
        if (payload !== null && matches(payload)) ids.push(id)
      }
      if (ids.length > 0) await boss.deleteJob(kind.name, ids, { db: connection })
    },
    async listFailed(db, limit) {
      await open()
      return listFailedJobs(db, scope, limit)
    },
    async retryFailed(db, id) {
      await open()
      const job = await lockFailedJob(db, scope, id)
      if (!job) return null
      const connection = asJobConnection(db, scope)
      if (job.state === 'failed') await boss.retry(job.kind, id, { db: connection })
      // Also wakes a worker.
      await boss.update(job.kind, undefined, { id, startAfter: 0, db: connection })
      return job
    },
    async deleteFailed(db, id) {
      await open()
      const job = await lockFailedJob(db, scope, id)
      if (job) await boss.deleteJob(job.kind, id, { db: asJobConnection(db, scope) })
      return job
    },
    handle(kind, work) {
      handlers.push({
        kind: kind as JobKind<never>,
        work: work as Handler['work'],
        sweeps: new Set(),
      })
    },
    isOpen: () => isOpen,
    async start({ work }) {
      await open()
      if (work) for (const handler of handlers) await startWorkers(handler)
    },
    sweep() {
      for (const sweeper of sweepers) sweeper.sweep()
    },
    async stop() {
      stopping.abort()
      isOpen = false
      for (const { timer } of sweepers) clearInterval(timer)
      await boss.stop({ graceful: true, timeout: 3000 }).catch(onError)
      if (!ownPool.ending) await ownPool.end()
      await Promise.allSettled(listSweeps())
    },
    async drain() {
      while ((await countOpenJobs(scope, pool)) > 0 || listSweeps().length > 0)
        await new Promise((resolve) => setTimeout(resolve, 25))
    },
  }
}

const purposeOf = ({ name }: { name: string }): string => `job ${name}`

const settingsOf = (kind: JobKind<never>) => ({
  retryLimit: kind.retryLimit ?? 3,
  retryDelay: 5,
  retryBackoff: true,
  expireInSeconds: 3600,
  heartbeatSeconds: 30,
  deleteAfterSeconds: KEEP_FAILED_SECONDS,
  notify: true,
})
