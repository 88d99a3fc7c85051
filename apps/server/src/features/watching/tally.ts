import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import { systemScope } from '../../db/owner.ts'
import type { MessageOutcome } from '../../db/schema.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import * as store from './watching.store.ts'

const WRITE_AFTER_MS = 1000
const scope = systemScope('outcomes are counted for the whole installation')

export interface TallyDeps {
  db: Database
  systemClock: Clock
  onError: (error: unknown) => void
}

/**
 * Counts in memory and adds to the installation's counters every second, because all workers would wait for their rows
 * in the transactions of the messages. A killed process loses the counts of its last second.
 */
export function createTally({ db, systemClock, onError }: TallyDeps) {
  let outcomes = new Map<MessageOutcome, number>()
  let accepted_at: string | null = null
  let failed_at: string | null = null
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  function writeSoon(): void {
    timer ??= setTimeout(() => void flush().catch(onError), WRITE_AFTER_MS).unref()
  }

  function add(outcome: MessageOutcome, messages: number): void {
    if (messages > 0) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + messages)
  }

  async function write(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    const counted = { outcomes, accepted_at, failed_at }
    if (outcomes.size === 0 && accepted_at === null && failed_at === null) return
    outcomes = new Map()
    accepted_at = null
    failed_at = null
    try {
      await db.transaction((tx) => store.addCounted(tx, scope, counted, isoNow(systemClock)))
    } catch (error) {
      for (const [outcome, messages] of counted.outcomes) add(outcome, messages)
      accepted_at ??= counted.accepted_at
      failed_at ??= counted.failed_at
      writeSoon()
      throw error
    }
  }

  /** One after another, so that a reader that flushed sees everything counted before. */
  function flush(): Promise<void> {
    writing = writing.catch(() => undefined).then(write)
    return writing
  }

  return {
    flush,
    /** Counts the outcome of a campaign message. Call after its transaction, which may run twice. */
    count(outcome: MessageOutcome, messages = 1): void {
      add(outcome, messages)
      writeSoon()
    },
    /** The mail server took a message. */
    recordAccepted(): void {
      accepted_at = isoNow(systemClock)
      writeSoon()
    },
    /** A message could not be handed to it. */
    recordFailed(): void {
      failed_at = isoNow(systemClock)
      writeSoon()
    },
    /** Writes what is left, unless the database is too slow for that. */
    async close({ withinMs }: { withinMs: number }): Promise<void> {
      await Promise.race([flush().catch(onError), sleep(withinMs, undefined, { ref: false })])
      if (timer) clearTimeout(timer)
      timer = null
    },
  }
}

export type Tally = ReturnType<typeof createTally>
