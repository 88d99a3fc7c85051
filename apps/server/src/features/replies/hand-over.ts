import { MessageRefused } from '@goldpan/campaign-mail/campaign-message'
import type { Heartbeat } from '../../jobs/heartbeat.ts'
import type { OnWork } from '../../jobs/work-log.ts'
import { createWorkerLoop, type WorkerLoop } from '../../jobs/worker-loop.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { HandOver, HandOverResult, MailPort, OutgoingMail } from '../../providers/mail/port.ts'
import { inStep } from '../../providers/steps/port.ts'
import { saveOutcome } from '../sending/save-outcome.ts'
import { judge, OUR_FAULT, type Verdict } from '../sending/sending.rules.ts'

export interface HandOverDeps {
  clock: Clock
  systemClock: Clock
  mail: Pick<MailPort, 'handOver'>
  heartbeat: Heartbeat
  onWork: OnWork
  onError: (error: unknown) => void
}

/** A table whose rows are single messages to send. */
export interface WaitingMail<Row> {
  /** For the log of workers. */
  kind: string
  /** Requeues claims of dead workers; messages in transmission become unconfirmed with this reason. Returns how many. */
  recover(others: string[], reason: string): Promise<number>
  claim(claim: { worker_id: string; now: string; limit: number }): Promise<Row[]>
  /** Throws MessageRefused with a sentence if the message must not be sent. */
  build(row: Row): Promise<OutgoingMail>
  /** How it leaves, if not by our own server. */
  handOver?(row: Row, mail: OutgoingMail, options: HandOver): Promise<HandOverResult>
  /** Large messages are built and handed over one at a time. */
  isLarge?(row: Row): boolean
  triedOf(row: Row): { attempts: number; first_tried_at: string }
  /** Called just before the body leaves. False if the worker has lost its claim. */
  mark(row: Row): Promise<boolean>
  settle(row: Row, verdict: Verdict, result: HandOverResult): Promise<unknown>
  /** Called if the message could not be built, so nothing has left. */
  refuse(row: Row, reason: string): Promise<unknown>
}

const CONCURRENCY = 5
const IN_DOUBT = 'The process that handed the message over ended before the answer came'

/** Sends forwards and answers. Never resends a message that may have left. */
export function createHandOver<Row extends { id: string; owner_id: string | null }>(
  deps: HandOverDeps,
  waiting: WaitingMail<Row>,
): WorkerLoop {
  const { clock, heartbeat } = deps
  let lastLarge: Promise<void> = Promise.resolve()

  async function send(row: Row, signal: AbortSignal): Promise<void> {
    const mail = await waiting.build(row).catch((error: unknown) => {
      if (error instanceof MessageRefused) return error
      throw error
    })
    if (mail instanceof MessageRefused) return void (await waiting.refuse(row, mail.message))
    const handOver = waiting.handOver ?? ((_row, ...rest) => deps.mail.handOver(...rest))
    let marking = Promise.resolve(false)
    const beforeBody = () => {
      marking = waiting.mark(row)
      return marking
    }
    const result = await handOver(row, mail, { beforeBody, signal }).catch(async (error: unknown) => {
      if (!(await marking.catch(() => false))) throw error
      // Once its body may have left, a message is never sent again.
      deps.onError(error)
      return { outcome: 'unconfirmed', code: null, answer: OUR_FAULT } as const
    })
    await settle(row, result, signal)
  }

  async function settle(row: Row, result: HandOverResult, signal: AbortSignal): Promise<void> {
    const verdict = judge(result, { ...waiting.triedOf(row), now: clock.now(), random: Math.random() })
    await saveOutcome(() => waiting.settle(row, verdict, result), { signal, onError: deps.onError })
  }

  /** A bug counts as a failed attempt; the message, which nobody has, is retried later. */
  async function sendOrRetryLater(row: Row, signal: AbortSignal): Promise<void> {
    try {
      await send(row, signal)
    } catch (error) {
      deps.onError(error)
      await settle(row, { outcome: 'not_sent', code: null, answer: OUR_FAULT }, signal)
    }
  }

  return createWorkerLoop<Row>({
    systemClock: deps.systemClock,
    heartbeat,
    onWork: deps.onWork,
    kind: waiting.kind,
    concurrency: CONCURRENCY,
    claim: async (limit) => ({
      rows: await waiting.claim({ worker_id: heartbeat.id, now: isoNow(clock), limit }),
      retryInMs: null,
    }),
    process: (row, signal) => {
      const attributes = { item: row.id, ...(row.owner_id && { owner: row.owner_id }) }
      const run = () =>
        inStep({ name: 'message', kind: 'item' }, attributes, () => sendOrRetryLater(row, signal))
      if (!waiting.isLarge?.(row)) return run()
      lastLarge = lastLarge.then(run)
      return lastLarge
    },
    recover: (liveWorkerIds) => waiting.recover(liveWorkerIds, IN_DOUBT),
  })
}
