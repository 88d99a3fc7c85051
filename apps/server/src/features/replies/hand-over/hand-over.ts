import { MessageRefused } from '@goldpan/campaign-mail/campaign-message'
import type { Heartbeat } from '../../../jobs/heartbeat.ts'
import { type Clock, isoNow } from '../../../providers/clock/port.ts'
import type { HandOverResult, MailPort, OutgoingMail } from '../../../providers/mail/port.ts'
import { inStep } from '../../../providers/steps/port.ts'
import { judge, type Verdict } from '../../sending/sending.rules.ts'

export interface HandOverDeps {
  clock: Clock
  mail: Pick<MailPort, 'handOver'>
  heartbeat: Heartbeat
  onError: (error: unknown) => void
}

/** Single messages that wait in rows of a table, as a campaign's do. */
export interface WaitingMail<Row> {
  /** What dead workers held goes back, or stays in doubt with this reason. */
  recover(others: string[], reason: string): Promise<void>
  claim(claim: { worker_id: string; now: string; limit: number }): Promise<Row[]>
  /** Throws MessageRefused with a sentence when the message must not leave. */
  build(row: Row): Promise<OutgoingMail>
  /** Large ones are built and handed over one after another. */
  isLarge?(row: Row): boolean
  triedOf(row: Row): { attempts: number; first_tried_at: string }
  /** Its body is about to leave; false when it is not this worker's any more. */
  mark(row: Row): Promise<boolean>
  settle(row: Row, verdict: Verdict): Promise<unknown>
  /** It could not be built, and nothing has left. */
  refuse(row: Row, reason: string): Promise<unknown>
}

const BATCH = 5
const IN_DOUBT = 'The process that handed the message over ended before the answer came'

/** Hands single messages over as carefully as a campaign's: what may have left is never sent again by itself. */
export function createHandOver<Row extends { id: string; owner_id: string | null }>(
  deps: HandOverDeps,
  waiting: WaitingMail<Row>,
) {
  const { clock, heartbeat } = deps
  let running: Promise<void> | null = null

  async function settle(row: Row, result: HandOverResult): Promise<void> {
    const tried = { ...waiting.triedOf(row), now: clock.now(), random: Math.random() }
    await waiting.settle(row, judge(result, tried))
  }

  async function send(row: Row, signal: AbortSignal): Promise<void> {
    const mail = await waiting.build(row).catch((error: unknown) => {
      if (error instanceof MessageRefused) return error
      throw error
    })
    if (mail instanceof MessageRefused) return void (await waiting.refuse(row, mail.message))
    await settle(row, await deps.mail.handOver(mail, { beforeBody: () => waiting.mark(row), signal }))
  }

  /** A fault of our own: another try later. */
  async function postpone(row: Row, error: unknown): Promise<void> {
    deps.onError(error)
    const answer = 'something went wrong on our side'
    await settle(row, { outcome: 'not_sent', code: null, answer }).catch(deps.onError)
  }

  const sendOrPostpone = (row: Row, signal: AbortSignal) =>
    inStep(
      { name: 'message', kind: 'item' },
      { item: row.id, ...(row.owner_id && { owner: row.owner_id }) },
      () => send(row, signal).catch((error) => postpone(row, error)),
    )

  async function sendAll(rows: Row[], signal: AbortSignal): Promise<void> {
    const [large, small] = [true, false].map((isLarge) =>
      rows.filter((row) => (waiting.isLarge?.(row) ?? false) === isLarge),
    )
    const inTurn = async () => {
      for (const row of large!) await sendOrPostpone(row, signal)
    }
    await Promise.all([inTurn(), ...small!.map((row) => sendOrPostpone(row, signal))])
  }

  const claim = () => waiting.claim({ worker_id: heartbeat.id, now: isoNow(clock), limit: BATCH })

  async function run(signal: AbortSignal): Promise<void> {
    await waiting.recover(await heartbeat.listOthers(), IN_DOUBT)
    for (let rows = await claim(); rows.length > 0; rows = signal.aborted ? [] : await claim())
      await sendAll(rows, signal)
  }

  return {
    /** Hands over all that is due. A second call while one runs waits for it. */
    async work(signal: AbortSignal): Promise<void> {
      running ??= heartbeat
        .during(() => run(signal))
        .finally(() => {
          running = null
        })
      return running
    },
  }
}
