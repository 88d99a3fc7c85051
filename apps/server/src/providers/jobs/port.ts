import type { z } from 'zod'
import type { Db } from '../../db/database.ts'
import { inStep } from '../steps/port.ts'

/** A kind of background work: its queue's name and what a payload looks like. */
export interface JobKind<Payload = unknown> {
  name: string
  payload: z.ZodType<Payload>
  /** Whose rows it works on, where that is known before it begins. */
  ownerOf?(payload: Payload): string
  /** How often a failed job is tried again, with growing delays; 3 unless told. */
  retryLimit?: number
  /** Jobs of this kind at once in one process; 1 unless told. */
  concurrency?: number
  /** Its payload is encrypted while it waits, as where it holds the secret link of a mail. */
  isSealed?: true
  /** Also run with this payload every so many seconds in each worker process: a sweeper. */
  every?: { seconds: number; payload: Payload }
}

export interface EnqueueOptions {
  /** Jobs with the same key say the same: one that waits already may stand for both. */
  key?: string
  delaySeconds?: number
  /** Jobs with a higher one are taken first; 0 unless told. */
  priority?: number
  /**
   * Whose burst it may be part of: a network, an account. Jobs of one group leave one of the kind's places to
   * others. Unless told, it is the owner where the kind knows one.
   */
  group?: string
}

/**
 * Background work. Rows of the features are the truth; a job only wakes a worker, so running one twice must do
 * no harm (at least once).
 */
export interface Jobs {
  /** Part of the caller's transaction: rolled back with it. Opens the queues where `start` has not yet. */
  enqueue<Payload>(db: Db, kind: JobKind<Payload>, payload: Payload, options?: EnqueueOptions): Promise<void>
  /** Deletes jobs that have not been done, in the caller's transaction. */
  withdraw<Payload>(db: Db, kind: JobKind<Payload>, isMeant: (payload: Payload) => boolean): Promise<void>
  /** Registers who does the work; before start. */
  handle<Payload>(
    kind: JobKind<Payload>,
    work: (payload: Payload, signal: AbortSignal) => Promise<void>,
  ): void
  /** True once the queues of this process are open. */
  isOpen(): boolean
  /** Opens the queues; with `work`, also takes jobs. */
  start(options: { work: boolean }): Promise<void>
  /** Lets running work end (its signal is aborted) and stops. */
  stop(): Promise<void>
  /** Waits until nothing is waiting or running. Tests wait for this fact instead of for time. */
  drain(): Promise<void>
}

/** Does a job as a step of its own: its lines in the log name the job, and the request that asked for it. */
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
