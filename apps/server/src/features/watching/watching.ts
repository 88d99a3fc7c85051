import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Db } from '../../db/database.ts'
import { systemScope } from '../../db/owner.ts'
import type { TroubleCause } from '../../db/schema.ts'
import type { Letters } from '../../letters/letters.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Tally } from './tally.ts'
import { troubleLetter, troubleSentence } from './watching.mail.ts'
import {
  type Finding,
  findNoHandOver,
  findNoWorker,
  judgeTrouble,
  LOOK_EVERY_MS,
  type MailState,
  type News,
  type Trouble,
} from './watching.rules.ts'
import * as store from './watching.store.ts'

const STOP_WITHIN_MS = 1000
const CAUSES = ['no_hand_over', 'no_worker'] as const satisfies TroubleCause[]
const scope = systemScope('the operator watches the whole installation')

export interface WatchingDeps {
  db: Database
  clock: Clock
  systemClock: Clock
  tally: Pick<Tally, 'flush'>
  countWorkers: () => Promise<number>
  letters: Pick<Letters, 'send' | 'withdrawKeyed'>
  /** Null without OPERATOR_EMAIL: then the log is all. */
  operatorEmail: string | null
  onTrouble: (kind: News['kind'], sentence: string) => void
  onError: (error: unknown) => void
}

/**
 * Tells the operator when no worker lives or nothing is handed over, and when that is over. Every process looks once a
 * minute, whatever its roles, since workers can't tell that there are none; whichever notices first locks the cause's
 * row and tells it.
 */
export function createWatching(deps: WatchingDeps) {
  const { db, clock, systemClock } = deps
  let timer: NodeJS.Timeout | null = null
  let looking: Promise<void> = Promise.resolve()

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

  async function tell(tx: Db, { cause, kind, since, hasLetter }: News, waiting: number): Promise<void> {
    if (!hasLetter || deps.operatorEmail === null) return
    const key = `trouble:${cause}`
    // If its beginning couldn't be told yet, its end says all.
    if (kind === 'over') await deps.letters.withdrawKeyed(tx, key)
    const told = { cause, since, waiting, now: isoNow(systemClock) }
    await deps.letters.send(tx, troubleLetter(deps.operatorEmail, kind, told), { key })
  }

  async function look(): Promise<void> {
    await deps.tally.flush()
    const now = systemClock.now()
    const workers = await deps.countWorkers()
    const mail = await readMail()
    const waiting = await store.countWaiting(db, scope, isoNow(clock))
    const findingOf = (row: Trouble): Finding => {
      if (row.cause === 'no_worker') return findNoWorker(workers)
      const found = findNoHandOver(mail, row)
      // One letter is enough to say that nobody works.
      return workers === 0 ? { ...found, isThere: false } : found
    }
    const news = await db.transaction(async (tx) => {
      const told: News[] = []
      for (const row of await store.lockTroubles(tx, scope, CAUSES, now.toISOString())) {
        const judged = judgeTrouble(row, findingOf(row), now)
        await store.saveTrouble(tx, scope, judged.row)
        if (!judged.news) continue
        await tell(tx, judged.news, waiting)
        told.push(judged.news)
      }
      return told
    })
    for (const { kind, cause, since } of news)
      deps.onTrouble(kind, troubleSentence(kind, cause, { since, waiting, now: now.toISOString() }))
  }

  return {
    look,

    start(): void {
      timer ??= setInterval(() => {
        looking = look().catch(deps.onError)
      }, LOOK_EVERY_MS).unref()
    },

    async stop(): Promise<void> {
      if (timer) clearInterval(timer)
      timer = null
      // A look may wait for a database that is gone; it changes nothing that another look doesn't.
      await Promise.race([looking, sleep(STOP_WITHIN_MS, undefined, { ref: false })])
    },

    readOldestDueMs,

    async readOutcomes() {
      await deps.tally.flush()
      return store.listOutcomes(db, scope)
    },

    /** All causes, and whether each is noticed. */
    async readTroubles(): Promise<{ cause: TroubleCause; isNoticed: boolean }[]> {
      const rows = await store.listTroubles(db, scope)
      return CAUSES.map((cause) => ({
        cause,
        isNoticed: rows.some((row) => row.cause === cause && row.noticed_at !== null),
      }))
    },
  }
}
