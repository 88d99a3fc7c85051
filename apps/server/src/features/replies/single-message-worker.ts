import { MessageRefused } from '@goldpan/campaign-mail/campaign-message'
import type { Heartbeat } from '../../jobs/heartbeat.ts'
import type { OnWork } from '../../jobs/work-log.ts'
import { createWorkerLoop, type WorkerLoop } from '../../jobs/worker-loop.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { HandOver, HandOverResult, MailPort, OutgoingMail } from '../../providers/mail/port.ts'
import { inStep } from '../../providers/steps/port.ts'
import { saveOutcome } from '../sending/save-outcome.ts'
import { judge, OUR_FAULT, type Verdict } from '../sending/sending.rules.ts'

export interface SingleMessageWorkerDeps {
  clock: Clock
  systemClock: Clock
  mail: Pick<MailPort, 'handOver'>
  heartbeat: Heartbeat
  onWork: OnWork
  onError: (error: unknown) => void
}

/** A table whose rows are messages to send, such as answers. */
export interface SingleMessageQueue<Row> {
  /** Names the worker in its log. */
  kind: string
  /**
   * Requeues what dead workers had claimed, and sets what they were transmitting to unconfirmed, for this reason. Returns
   * the number of messages.
   */
  recover(liveWorkerIds: string[], reason: string): Promise<number>
  claim(claim: { worker_id: string; now: string; limit: number }): Promise<Row[]>
  /** Throws MessageRefused with a sentence if the message must not be sent. */
  build(row: Row): Promise<OutgoingMail>
  /** Without it, messages leave by the installation's mail server. */
  handOver?(row: Row, mail: OutgoingMail, options: HandOver): Promise<HandOverResult>
  /** Large messages are built and handed over one at a time. */
  isLarge?(row: Row): boolean
  attemptsOf(row: Row): { attempts: number; first_tried_at: string }
  /** Called just before the body leaves. Returns false if the worker has lost its claim, and then nothing is sent. */
  markTransmitting(row: Row): Promise<boolean>
  settle(row: Row, verdict: Verdict, result: HandOverResult): Promise<unknown>
  /** Called if `build` refuses the message. Nothing has been sent. */
  fail(row: Row, reason: string): Promise<unknown>
}

const CONCURRENCY = 5
const INTERRUPTED = 'The process that handed the message over ended before the answer came'

/**
 * Sends the due messages of a queue that belongs to no campaign, such as forwards or answers, each at most once. A message
 * is marked `transmitting` just before its body leaves; after a crash, a marked one is never sent again.
 */
export function createSingleMessageWorker<Row extends { id: string; owner_id: string | null }>(
  deps: SingleMessageWorkerDeps,
  queue: SingleMessageQueue<Row>,
): WorkerLoop {
  const { clock, heartbeat } = deps
  let lastLarge: Promise<void> = Promise.resolve()

  async function send(row: Row, signal: AbortSignal): Promise<void> {
    const mail = await queue.build(row).catch((error: unknown) => {
      if (error instanceof MessageRefused) return error
      throw error
    })
    if (mail instanceof MessageRefused) return void (await queue.fail(row, mail.message))
    const handOver = queue.handOver ?? ((_row, ...rest) => deps.mail.handOver(...rest))
    let marking = Promise.resolve(false)
    const beforeBody = () => {
      marking = queue.markTransmitting(row)
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
    const verdict = judge(result, { ...queue.attemptsOf(row), now: clock.now(), random: Math.random() })
    await saveOutcome(() => queue.settle(row, verdict, result), { signal, onError: deps.onError })
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
    kind: queue.kind,
    concurrency: CONCURRENCY,
    claim: async (limit) => ({
      rows: await queue.claim({ worker_id: heartbeat.id, now: isoNow(clock), limit }),
      retryInMs: null,
    }),
    process: (row, signal) => {
      const attributes = { item: row.id, ...(row.owner_id && { owner: row.owner_id }) }
      const run = () =>
        inStep({ name: 'message', kind: 'item' }, attributes, () => sendOrRetryLater(row, signal))
      if (!queue.isLarge?.(row)) return run()
      lastLarge = lastLarge.then(run)
      return lastLarge
    },
    recover: (liveWorkerIds) => queue.recover(liveWorkerIds, INTERRUPTED),
  })
}
