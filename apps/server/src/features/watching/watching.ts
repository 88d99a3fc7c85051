import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Db } from '../../db/database.ts'
import { systemScope } from '../../db/owner.ts'
import type { Letters } from '../../letters/letters.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Tally } from './tally.ts'
import { incidentLetter, incidentSentence } from './watching.mail.ts'
import {
  type Cause,
  CHECK_EVERY_MS,
  type Finding,
  findNoHandOver,
  findNoWorker,
  type Incident,
  judgeIncident,
  type MailState,
  type Report,
} from './watching.rules.ts'
import * as store from './watching.store.ts'

const STOP_WITHIN_MS = 1000
const CAUSES = ['no_hand_over', 'no_worker'] as const satisfies Cause[]
const scope = systemScope('the operator watches the whole installation')

export interface WatchingDeps {
  db: Database
  clock: Clock
  systemClock: Clock
  tally: Pick<Tally, 'flush'>
  countWorkers: () => Promise<number>
  letters: Pick<Letters, 'send' | 'withdrawKeyed'>
  /** Null without OPERATOR_EMAIL: then only the log says it. */
  operatorEmail: string | null
  onReport: (kind: Report['kind'], sentence: string) => void
  onError: (error: unknown) => void
}

/**
 * Reports to the operator when no worker lives or nothing is handed over, and when that is over. Every process checks
 * once a minute, whatever its roles, since workers can't notice that there are none. The first to notice locks the
 * cause's row and reports it.
 */
export function createWatching(deps: WatchingDeps) {
  const { db, clock, systemClock } = deps
  let timer: NodeJS.Timeout | null = null
  let checking: Promise<void> = Promise.resolve()

  async function readOldestDueMs(): Promise<number | null> {
    const since = await store.findAbleSince(db, scope, isoNow(clock))
    return since === null ? null : Math.max(0, clock.now().getTime() - Date.parse(since))
  }

  async function readMail(): Promise<MailState> {
    const outcomes = await store.listOutcomes(db, scope)
    const server = await store.findServerState(db, scope)
    return {
      ...(await store.countTried(db, scope, isoNow(clock))),
      oldestDueMs: await readOldestDueMs(),
      accepted_at: outcomes.find(({ outcome }) => outcome === 'accepted')?.last_at ?? null,
      server_accepted_at: server.accepted_at,
      server_failed_at: server.failed_at,
    }
  }

  async function sendLetter(
    tx: Db,
    { cause, kind, since, hasLetter }: Report,
    waiting: number,
  ): Promise<void> {
    if (!hasLetter || deps.operatorEmail === null) return
    const key = `trouble:${cause}`
    // A letter about the beginning that couldn't leave yet is replaced by the one about the end.
    if (kind === 'over') await deps.letters.withdrawKeyed(tx, key)
    const facts = { cause, since, waiting, now: isoNow(systemClock) }
    await deps.letters.send(tx, incidentLetter(deps.operatorEmail, kind, facts), { key })
  }

  async function check(): Promise<void> {
    await deps.tally.flush()
    const now = systemClock.now()
    const workers = await deps.countWorkers()
    const mail = await readMail()
    const waiting = await store.countWaiting(db, scope, isoNow(clock))
    const findingOf = (row: Incident): Finding => {
      if (row.cause === 'no_worker') return findNoWorker(workers)
      const found = findNoHandOver(mail, row)
      // The letter about the workers is enough.
      return workers === 0 ? { ...found, isPresent: false } : found
    }
    const reports = await db.transaction(async (tx) => {
      const made: Report[] = []
      for (const row of await store.lockIncidents(tx, scope, CAUSES, now.toISOString())) {
        const judged = judgeIncident(row, findingOf(row), now)
        await store.saveIncident(tx, scope, judged.row)
        if (!judged.report) continue
        await sendLetter(tx, judged.report, waiting)
        made.push(judged.report)
      }
      return made
    })
    for (const { kind, cause, since } of reports)
      deps.onReport(kind, incidentSentence(kind, cause, { since, waiting, now: now.toISOString() }))
  }

  return {
    check,

    start(): void {
      timer ??= setInterval(() => {
        checking = check().catch(deps.onError)
      }, CHECK_EVERY_MS).unref()
    },

    async stop(): Promise<void> {
      if (timer) clearInterval(timer)
      timer = null
      // A check may wait for a database that is gone; the next one makes up for it.
      await Promise.race([checking, sleep(STOP_WITHIN_MS, undefined, { ref: false })])
    },

    readOldestDueMs,

    async readOutcomes() {
      await deps.tally.flush()
      return store.listOutcomes(db, scope)
    },

    /** All causes, and whether each is noticed. */
    async readIncidents(): Promise<{ cause: Cause; isNoticed: boolean }[]> {
      const rows = await store.listIncidents(db, scope)
      return CAUSES.map((cause) => ({
        cause,
        isNoticed: rows.some((row) => row.cause === cause && row.noticed_at !== null),
      }))
    },
  }
}
