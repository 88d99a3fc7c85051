import { setTimeout as pause } from 'node:timers/promises'
import { MessageRefused } from '@goldpan/campaign-mail/campaign-message'
import { isoNow } from '../../../providers/clock/port.ts'
import type { HandOverResult, MailPort } from '../../../providers/mail/port.ts'
import type { Claim, Claims } from '../claims/claims.ts'
import type { Messages } from '../messages/messages.ts'
import type { Outcomes } from '../outcomes/outcomes.ts'
import { judge, unconfirmedReason, type Verdict } from '../sending.rules.ts'
import type { JobRow, RecipientRow } from '../sending.store.ts'
import type { SendingParts } from '../sending.ts'

export interface SendingWorkerDeps extends SendingParts {
  mail: Pick<MailPort, 'handOver'>
  claims: Claims
  messages: Messages
  outcomes: Outcomes
  /** Ends a job that has nothing left to do. */
  finishJob: (job: Pick<JobRow, 'id' | 'owner_id'>) => Promise<void>
  /** Ends a job that can't go on. */
  stopJob: (job: JobRow, why: 'archived' | 'limit') => Promise<void>
  /** Messages handed over at once. */
  concurrency: number
  onError: (error: unknown) => void
}

export interface SendingWorker {
  /** Works until nothing is due or the signal comes. A second call while one runs makes it look again. */
  work(signal: AbortSignal): Promise<void>
}

/** Claimed ahead, so that a hand-over never waits for the database. */
const CLAIMED_AHEAD = 4
/** An outcome that the database did not take is offered again for about a minute; then it counts as unknown. */
const KEEP_TRIES = 12

type Mark = 'none' | 'made' | 'refused' | 'failed'

/** Takes due messages, hands them over and writes down what became of them: once each. */
export function createSendingWorker(deps: SendingWorkerDeps): SendingWorker {
  const { claims, outcomes, heartbeat, clock } = deps
  const waiting: RecipientRow[] = []
  const active = new Set<Promise<void>>()
  let running: Promise<void> | null = null
  let isWokenAgain = false

  /** What is known about a message must not be lost to a database that is away for a moment. */
  async function keep(write: () => Promise<void>): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await write()
      } catch (error) {
        if (tries >= KEEP_TRIES) throw error
        await pause(Math.min(250 * 2 ** tries, 8000))
      }
    }
  }

  function verdictOf(row: RecipientRow, result: HandOverResult): Verdict {
    const first_tried_at = row.first_tried_at ?? isoNow(clock)
    return judge(result, { attempts: row.attempts, first_tried_at, now: clock.now(), random: Math.random() })
  }

  async function handOver(row: RecipientRow, signal: AbortSignal): Promise<void> {
    const mail = await deps.messages.build(row).catch((error: unknown) => {
      if (error instanceof MessageRefused) return error
      throw error
    })
    if (mail instanceof MessageRefused) {
      const verdict = { kind: 'failed', reason: mail.message, isDeadAddress: false } as const
      return outcomes.settle(row, verdict, { outcome: 'refused', code: null, answer: mail.message })
    }
    let mark = 'none' as Mark
    const beforeBody = async () => {
      mark = await claims.markTransmitting(row).then(
        (isMade) => (isMade ? 'made' : 'refused'),
        () => 'failed',
      )
      return mark === 'made'
    }
    const result = await deps.mail.handOver(mail, { beforeBody, signal })
    if (mark === 'refused') return keep(() => claims.settleWithdrawn(row))
    if (mark === 'failed' || (signal.aborted && mark === 'none')) return keep(() => claims.release(row))
    return keep(() => outcomes.settle(row, verdictOf(row, result), result))
  }

  function begin(row: RecipientRow, signal: AbortSignal): void {
    const done = handOver(row, signal)
      .catch((error) => postpone(row, error))
      .then(() => endIfDone(row))
      .catch(deps.onError)
      .finally(() => active.delete(done))
    active.add(done)
  }

  /** A fault of our own: another try later. What can't even be written down is recovered by the next run. */
  async function postpone(row: RecipientRow, error: unknown): Promise<void> {
    deps.onError(error)
    const result = { outcome: 'not_sent', code: null, answer: 'something went wrong on our side' } as const
    await outcomes.settle(row, verdictOf(row, result), result).catch(deps.onError)
  }

  /** The last message of a job at this worker may have been its last one. */
  async function endIfDone(row: RecipientRow): Promise<void> {
    if (row.job_id === null || waiting.some(({ job_id }) => job_id === row.job_id)) return
    await deps.finishJob({ id: row.job_id, owner_id: row.owner_id })
  }

  async function recover(): Promise<void> {
    for (const row of await claims.recover()) {
      const verdict = { kind: 'unconfirmed', reason: unconfirmedReason } as const
      const answer = 'The process that handed the message over ended before the answer came'
      await outcomes.settle(row, verdict, { outcome: 'unconfirmed', code: null, answer })
    }
    for (const job of await claims.listDoneJobs()) await deps.finishJob(job)
  }

  /** Claims for all due jobs in turn, so that a large campaign does not hold up a small one. */
  async function fetch(): Promise<void> {
    const room = deps.concurrency * CLAIMED_AHEAD - waiting.length - active.size
    if (room <= 0) return
    const jobs = await claims.listDueJobs()
    const share = Math.max(1, Math.ceil(room / Math.max(1, jobs.length)))
    for (const job of jobs) {
      const { rows, stop } = await claims.claimOf(job, share).catch(passOver)
      waiting.push(...rows)
      if (stop) await deps.stopJob(job, stop)
      else if (rows.length === 0) await deps.finishJob(job)
    }
  }

  /** A campaign that can't be claimed from, for a fault of ours, does not hold up the others. */
  function passOver(error: unknown): Claim {
    deps.onError(error)
    return { rows: [], stop: null }
  }

  async function emptyQueue(signal: AbortSignal): Promise<void> {
    await recover()
    for (;;) {
      if (!signal.aborted) await fetch()
      while (active.size < deps.concurrency && waiting.length > 0 && !signal.aborted)
        begin(waiting.shift()!, signal)
      if (active.size === 0) return
      await Promise.race(active)
    }
  }

  async function run(signal: AbortSignal): Promise<void> {
    try {
      do {
        isWokenAgain = false
        await emptyQueue(signal)
      } while (isWokenAgain && !signal.aborted)
    } finally {
      await Promise.all(active)
      for (const row of waiting.splice(0)) await claims.release(row).catch(deps.onError)
    }
  }

  return {
    async work(signal) {
      if (running) {
        isWokenAgain = true
        return running
      }
      running = heartbeat
        .during(() => run(signal))
        .finally(() => {
          running = null
        })
      return running
    },
  }
}
