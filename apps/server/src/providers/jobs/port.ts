import type { z } from 'zod'
import type { Db } from '../../db/database.ts'
import { inStep } from '../steps/port.ts'

/** A kind of background work: the name of its queue and the shape of its payload. */
export interface JobKind<Payload = unknown> {
  name: string
  payload: z.ZodType<Payload>
  /** The owner whose rows it works on, if the payload names one. */
  ownerOf?(payload: Payload): string
  /** Retries of a failed job, with growing delays. Default: 3. */
  retryLimit?: number
  /** Concurrent jobs of this kind per process. Default: 1. */
  concurrency?: number
  /** Encrypts the payload at rest, such as one with the secret link of a letter. */
  isSealed?: true
  /** A sweeper: also runs with this payload at this interval in each worker process. */
  every?: { seconds: number; payload: Payload }
}

export interface EnqueueOptions {
  /** Of waiting jobs with the same key, one may be dropped. */
  key?: string
  /** Jobs with a higher priority run first. Default: 0. */
  priority?: number
  /**
   * Limits a burst: jobs of one group (an account, a network) leave one slot of the kind to others. Default: the
   * owner, if the kind has `ownerOf`.
   */
  group?: string
  /** Delays the job, in real time. Waits in product time need a sweeper. */
  afterSeconds?: number
}

/** A job that failed for good ('failed'), or that is run again at `next_at` ('retry'). */
export interface FailedJob {
  id: string
  /** The name of its kind. */
  kind: string
  state: 'failed' | 'retry'
  /** The message of the last error, which may quote what the job worked on. */
  reason: string
  /** When the last attempt failed. ISO 8601. */
  failed_at: string
  tries: number
  next_at: string | null
  /** The owner whose rows it works on, if the payload or the group names one. */
  owner: string | null
}

/**
 * Background jobs, run at least once. The features' rows hold the state and a job only wakes a worker, so running one
 * twice must be harmless.
 */
export interface Jobs {
  /** Joins the caller's transaction. Opens the queues if `start` hasn't. */
  enqueue<Payload>(db: Db, kind: JobKind<Payload>, payload: Payload, options?: EnqueueOptions): Promise<void>
  /** Deletes waiting jobs whose payload matches, in the caller's transaction. */
  withdraw<Payload>(db: Db, kind: JobKind<Payload>, matches: (payload: Payload) => boolean): Promise<void>
  /** Newest first. Failed jobs are kept for a week. */
  listFailed(db: Db, limit: number): Promise<FailedJob[]>
  /** Runs a failed job now, in the caller's transaction. Null if none of this id has failed. */
  retryFailed(db: Db, id: string): Promise<FailedJob | null>
  /** Deletes a failed job, in the caller's transaction. Null if none of this id has failed. */
  deleteFailed(db: Db, id: string): Promise<FailedJob | null>
  /** Registers a handler. Call before `start`. */
  handle<Payload>(
    kind: JobKind<Payload>,
    work: (payload: Payload, signal: AbortSignal) => Promise<void>,
  ): void
  /** True once this process has opened the queues. */
  isOpen(): boolean
  /** Opens the queues; with `work`, also runs jobs. */
  start(options: { work: boolean }): Promise<void>
  /** Runs all sweepers now, if this process works. */
  sweep(): void
  /** Aborts the signal of running jobs, waits for them and stops. */
  stop(): Promise<void>
  /** Resolves when no job waits or runs. For tests. */
  drain(): Promise<void>
}

/** Runs a job as a step: its log lines name the job and the request that enqueued it. */
export function runJob<Payload>(
  kind: JobKind<Payload>,
  job: { id: string; payload: Payload; requestId?: string | undefined },
  work: () => Promise<void>,
): Promise<void> {
  const { id: job_id, payload, requestId: request_id } = job
  const owner = kind.ownerOf?.(payload)
  const facts = { job: kind.name, job_id, ...(request_id && { request_id }), ...(owner && { owner }) }
  return inStep({ name: kind.name, kind: 'job' }, facts, work)
}

export const defineJob = <Payload>(kind: JobKind<Payload>): JobKind<Payload> => kind
