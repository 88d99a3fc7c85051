import { setTimeout as pause } from 'node:timers/promises'
import { MessageRefused } from '@goldpan/campaign-mail/campaign-message'
import type { AcceptanceLog } from '../../../providers/acceptances/port.ts'
import { isoNow } from '../../../providers/clock/port.ts'
import type { HandOver, HandOverResult, OutgoingMail } from '../../../providers/mail/port.ts'
import { type Facts, inStep } from '../../../providers/steps/port.ts'
import { type Claim, type Claims, NOTHING, type Stop } from '../claims/claims.ts'
import type { InstallationEpoch } from '../epoch/epoch.ts'
import type { Messages } from '../messages/messages.ts'
import { MOST_ANSWER, type Outcomes } from '../outcomes/outcomes.ts'
import { judge, unconfirmedReason, type Verdict } from '../sending.rules.ts'
import type { JobRow, RecipientRow } from '../sending.store.ts'
import type { SendingParts } from '../sending.ts'
import { createAhead } from './ahead.ts'
import { createDrafts } from './drafts.ts'
import { createKeep } from './keep.ts'
import { createLooks } from './looks.ts'
import type { Place, Places } from './places.ts'
import { createTurns, shares } from './turns.ts'

export interface SendingWorkerDeps extends SendingParts {
  /** Hands a message over to the mail server of its sender. */
  handOver: (row: RecipientRow, mail: OutgoingMail, options: HandOver) => Promise<HandOverResult>
  claims: Claims
  epoch: Pick<InstallationEpoch, 'look' | 'findHold'>
  messages: Messages
  outcomes: Outcomes
  acceptances: AcceptanceLog
  /** Ends a job that has nothing left to do. */
  finishJob: (job: Pick<JobRow, 'id' | 'owner_id'>) => Promise<void>
  /** Ends a job that can't go on. */
  stopJob: (job: JobRow, stop: Stop) => Promise<void>
  /** A server refused a message: perhaps the rest should not be tried. */
  afterRefusal: (row: RecipientRow, refusal: 'address' | 'policy' | 'other') => Promise<void>
  /** Bound how many messages are handed over at once. */
  places: Places
  onError: (error: unknown) => void
}

export interface SendingWorker {
  /** Works until nothing is due or the signal comes. A second call while one runs makes it look again. */
  work(signal: AbortSignal): Promise<void>
}

/** A limit that opens later than this is looked at again by the next run. */
const LONGEST_SLEEP_MS = 2000

type Mark = 'none' | 'made' | 'refused' | 'failed'

const factsOf = ({ owner_id, job_id, id }: RecipientRow): Facts => ({
  ...{ owner: owner_id, item: id },
  ...(job_id && { work: job_id }),
})

/** Wakes the one who waits; a ring that nobody waits for is lost, so look before waiting. */
function createBell() {
  let wake: () => void = () => undefined
  return {
    ring: () => wake(),
    wait: () =>
      new Promise<void>((resolve) => {
        wake = resolve
      }),
  }
}

/** Claimed messages that wait for a place, and those of them that are built already. */
function createQueue({ places, messages }: Pick<SendingWorkerDeps, 'places' | 'messages'>) {
  const waiting = createTurns<RecipientRow>()
  const build = (row: RecipientRow) => messages.build(row)
  return { waiting, drafts: createDrafts({ most: places.concurrency, listNext: waiting.listNext, build }) }
}

/** Takes due messages, hands them over and writes down what became of them: once each. */
export function createSendingWorker(deps: SendingWorkerDeps): SendingWorker {
  const { claims, outcomes, heartbeat, clock, places } = deps
  const { waiting, drafts } = createQueue(deps)
  const bell = createBell()
  const keep = createKeep(deps.onError)
  /** How many claimed messages of each job are at this worker. */
  const underWay = new Map<string, number>()
  const looks = createLooks(deps.afterRefusal)
  const ahead = createAhead(places.concurrency)
  let isFetching = false
  let mayHaveMore = false
  let waitMs: number | null = null
  let running: Promise<void> | null = null
  let isWokenAgain = false

  function verdictOf(row: RecipientRow, result: HandOverResult): Verdict {
    const first_tried_at = row.first_tried_at ?? isoNow(clock)
    return judge(result, { attempts: row.attempts, first_tried_at, now: clock.now(), random: Math.random() })
  }

  /** Marks a message just before its body leaves, as soon as one more may be in doubt. */
  async function mark(row: RecipientRow, place: Place, signal: AbortSignal): Promise<Mark> {
    await place.enterDoubt()
    if (signal.aborted) return 'none'
    try {
      if (!(await claims.markTransmitting(row))) return 'refused'
      place.noteMark()
      return 'made'
    } catch {
      return 'failed'
    }
  }

  async function handOver(row: RecipientRow, place: Place, signal: AbortSignal): Promise<void> {
    await looks.wait(row)
    const mail = await drafts.take(row).catch((error: unknown) => {
      if (error instanceof MessageRefused) return error
      throw error
    })
    if (mail instanceof MessageRefused) {
      const verdict = { kind: 'failed', reason: mail.message, refusal: 'other' } as const
      return outcomes.settle(row, verdict, { outcome: 'refused', code: null, answer: mail.message })
    }
    let marking: Promise<Mark> = Promise.resolve('none')
    const beforeBody = async () => {
      marking = mark(row, place, signal)
      return (await marking) === 'made'
    }
    const result = await deps.handOver(row, mail, { beforeBody, signal })
    // A hand-over that is broken off does not wait for the mark, which may be on its way to the database.
    const marked = await marking
    if (marked === 'refused') return void (await keep(() => claims.settleWithdrawn(row), signal))
    if (marked === 'failed' || (signal.aborted && marked === 'none'))
      return void (await keep(() => claims.release(row), signal))
    if (signal.aborted && result.outcome === 'not_sent')
      return void (await keep(() => claims.releaseBrokenOff(row), signal))
    const verdict = verdictOf(row, result)
    const forget = verdict.kind === 'sent' ? noteAccepted(row, place, result) : null
    const settled = await keep(() => outcomes.settle(row, verdict, result), signal)
    if (settled === 'kept') forget?.()
    if (settled === 'kept' && verdict.kind === 'failed') await looks.look(row, verdict.refusal)
  }

  /** All that is left to do is to write it down. Answers what to call when that is done. */
  function noteAccepted(row: RecipientRow, place: Place, { code, answer }: HandOverResult) {
    const { id, owner_id } = row
    const worker_id = row.worker_id ?? ''
    const words = answer.slice(0, MOST_ANSWER)
    const forget = deps.acceptances.note({ id, owner_id, worker_id, code, answer: words })
    place.leave()
    if (forget) place.noteKept()
    bell.ring()
    return forget
  }

  function begin(row: RecipientRow, signal: AbortSignal): void {
    const place = places.take()
    void inStep({ name: 'message', kind: 'item' }, factsOf(row), () =>
      handOver(row, place, signal)
        .catch((error) => postpone(row, error))
        .then(() => endIfDone(row))
        .catch(deps.onError),
    ).finally(() => {
      ahead.note()
      place.end()
      waiting.end(row)
      mayHaveMore = true
      bell.ring()
    })
  }

  /** A fault of our own: another try later. What can't even be written down is recovered by the next run. */
  async function postpone(row: RecipientRow, error: unknown): Promise<void> {
    deps.onError(error)
    const result = { outcome: 'not_sent', code: null, answer: 'something went wrong on our side' } as const
    await outcomes.settle(row, verdictOf(row, result), result).catch(deps.onError)
  }

  /** The last message of a job at this worker may have been its last one. */
  async function endIfDone(row: RecipientRow): Promise<void> {
    const left = (underWay.get(row.job_id ?? '') ?? 1) - 1
    if (left > 0) underWay.set(row.job_id ?? '', left)
    else underWay.delete(row.job_id ?? '')
    if (row.job_id !== null && left === 0) await deps.finishJob({ id: row.job_id, owner_id: row.owner_id })
  }

  async function recover(): Promise<void> {
    await deps.acceptances.takeLeft(await heartbeat.listOthers(), outcomes.settleLeft).catch(deps.onError)
    for (const row of await claims.recover()) {
      const verdict = { kind: 'unconfirmed', reason: unconfirmedReason } as const
      const answer = 'The process that handed the message over ended before the answer came'
      await outcomes.settle(row, verdict, { outcome: 'unconfirmed', code: null, answer })
    }
    for (const job of await claims.listDoneJobs()) await deps.finishJob(job)
  }

  function take(rows: RecipientRow[]): void {
    waiting.add(rows)
    for (const { job_id } of rows) underWay.set(job_id ?? '', (underWay.get(job_id ?? '') ?? 0) + 1)
  }

  /** Claims for the due jobs of all owners in turn, so that a large campaign does not hold up a small one. */
  async function fetch(): Promise<void> {
    const most = ahead.most()
    const jobs = (await deps.epoch.findHold()) ? [] : await claims.listDueJobs()
    const shareOf = shares(jobs, most - waiting.size())
    deps.messages.refresh()
    waitMs = null
    for (const job of jobs) {
      if (waiting.size() >= most) {
        mayHaveMore = true
        return
      }
      const facts = { owner: job.owner_id, work: job.id }
      const claim = () => claims.claimOf(job, shareOf(job)).catch(passOver)
      const { rows, stop, wait_ms } = await inStep({ name: 'claim', kind: 'item' }, facts, claim)
      take(rows)
      if (rows.length > 0) mayHaveMore = true
      if (wait_ms !== null) waitMs = Math.min(waitMs ?? wait_ms, wait_ms)
      if (stop) await deps.stopJob(job, stop)
      else if (rows.length === 0) await deps.finishJob(job)
    }
  }

  /** Looks for more while messages are on their way, so that none of them waits for the database. */
  function fetchAhead(): void {
    if (isFetching || !mayHaveMore || waiting.size() > ahead.most() / 4) return
    isFetching = true
    mayHaveMore = false
    void fetch()
      .catch(deps.onError)
      .finally(() => {
        isFetching = false
        bell.ring()
      })
  }

  /** A campaign that can't be claimed from, for a fault of ours, does not hold up the others. */
  function passOver(error: unknown): Claim {
    deps.onError(error)
    return NOTHING
  }

  async function emptyQueue(signal: AbortSignal): Promise<void> {
    await deps.epoch.look()
    await recover()
    mayHaveMore = true
    for (;;) {
      if (!signal.aborted) fetchAhead()
      while (places.isFree() && waiting.size() > 0 && !signal.aborted) begin(waiting.begin()!, signal)
      if (!signal.aborted) drafts.prepare()
      if (places.isAnyTaken() || isFetching) await bell.wait()
      else if (waitMs !== null && !signal.aborted) mayHaveMore = await sleep(waitMs, signal)
      else return
    }
  }

  /** Waits for a limit that opens again in a moment; false when the clock stands still, as in a test. */
  async function sleep(ms: number, signal: AbortSignal): Promise<boolean> {
    waitMs = null
    const before = clock.now().getTime()
    await pause(Math.min(ms, LONGEST_SLEEP_MS), undefined, { signal }).catch(() => undefined)
    return clock.now().getTime() > before
  }

  async function run(signal: AbortSignal): Promise<void> {
    const onAbort = () => bell.ring()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      do {
        isWokenAgain = false
        await emptyQueue(signal)
      } while (isWokenAgain && !signal.aborted)
    } finally {
      signal.removeEventListener('abort', onAbort)
      while (places.isAnyTaken() || isFetching) await bell.wait()
      underWay.clear()
      drafts.clear()
      await releaseAll(waiting.clear())
    }
  }

  /** Without a database they are released by others, as those of a dead worker are. */
  async function releaseAll(rows: RecipientRow[]): Promise<void> {
    try {
      for (const row of rows) await claims.release(row)
    } catch (error) {
      deps.onError(error)
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
