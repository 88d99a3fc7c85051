import { randomUUID } from 'node:crypto'
import { currentAttributes } from '../steps/port.ts'
import { type JobKind, type Jobs, runJob } from './port.ts'

interface Waiting {
  kind: JobKind<never>
  payload: unknown
  key: string | undefined
  requestId: string | undefined
}

/**
 * Jobs in memory, run one after the other by `drain`, delayed ones too. Rolled-back transactions don't remove their
 * jobs, so handlers must cope with finding nothing to do, as with any at-least-once queue.
 */
export function createFakeJobs(): Jobs {
  let waiting: Waiting[] = []
  let isOpen = false
  const handlers = new Map<string, (payload: never, signal: AbortSignal) => Promise<void>>()
  const sweepers: Waiting[] = []
  const stopping = new AbortController()
  return {
    async enqueue(_db, kind, payload, options) {
      const isDuplicate = waiting.some(
        (job) => options?.key !== undefined && job.kind.name === kind.name && job.key === options.key,
      )
      if (!isDuplicate)
        waiting.push({
          kind: kind as JobKind<never>,
          payload: kind.payload.parse(payload),
          key: options?.key,
          requestId: currentAttributes().request_id,
        })
    },
    async withdraw(_db, kind, matches) {
      waiting = waiting.filter((job) => job.kind.name !== kind.name || !matches(job.payload as never))
    },
    // An error of a job is thrown by `drain`, so none is kept.
    listFailed: async () => [],
    retryFailed: async () => null,
    deleteFailed: async () => null,
    handle(kind, work) {
      handlers.set(kind.name, work as (payload: never, signal: AbortSignal) => Promise<void>)
      if (kind.every)
        sweepers.push({
          kind: kind as JobKind<never>,
          payload: kind.every.payload,
          key: undefined,
          requestId: undefined,
        })
    },
    isOpen: () => isOpen,
    async start() {
      isOpen = true
    },
    sweep: () => void waiting.push(...sweepers),
    async stop() {
      isOpen = false
      stopping.abort()
    },
    async drain() {
      for (let job = waiting.shift(); job; job = waiting.shift()) {
        const work = handlers.get(job.kind.name)
        if (!work) throw new Error(`Nobody handles jobs of kind ${job.kind.name}`)
        const payload = job.payload as never
        const run = () => work(payload, stopping.signal)
        await runJob(job.kind, { id: randomUUID(), payload, requestId: job.requestId }, run)
      }
    },
  }
}
