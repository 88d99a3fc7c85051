import { asOwner, systemScope } from '../../../db/owner.ts'
import { isoNow } from '../../../providers/clock/port.ts'
import { classifyVisit, isOpen, type Verdict, type Visit } from '../tracking.rules.ts'
import { insertEvents } from '../tracking.store.ts'
import type { TrackingParts } from '../tracking.ts'

interface Seen extends Verdict {
  recipient_id: string
  at: string
}

/** A crash loses the opens of so many milliseconds at most. */
const FLUSH_MS = 100
/** Beyond this many waiting opens, as when the database is away, further ones are dropped. */
const BUFFER_MAX = 50_000
const BATCH = 500

const scope = systemScope('opens of all owners are written together')

/** Opens are answered first and written down afterwards, many at a time. */
export function createOpens({ db, clock, tokens, messages, move, onError }: TrackingParts) {
  let waiting: Seen[] = []
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  async function write(batch: Seen[]): Promise<void> {
    await db.transaction(async (tx) => {
      const known = new Map(
        (await messages.find(tx, [...new Set(batch.map(({ recipient_id }) => recipient_id))])).map(
          (message) => [message.id, message],
        ),
      )
      const seen = onceEach(batch).filter(({ recipient_id }) => known.has(recipient_id))
      await insertEvents(
        scope,
        tx,
        seen.map(({ recipient_id, at, class: kind, rule }) => ({
          owner_id: known.get(recipient_id)!.owner_id,
          ...{ recipient_id, kind: 'open' as const, class: kind, rule, at },
        })),
      )
      // In the order of ids, so that two processes never wait for each other's rows.
      for (const { recipient_id, at } of seen.filter(isOpen).sort(byRecipient)) {
        const message = known.get(recipient_id)!
        await messages.confirm(tx, asOwner(message.owner_id), message.id)
        await move(tx, message, { email_status: 'opened', opened_at: at })
      }
    })
  }

  /** Writes what waits; what could not be written waits on. */
  async function writeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH)
      waiting = waiting.slice(BATCH)
      try {
        await write(batch)
      } catch (error) {
        waiting = [...batch, ...waiting].slice(0, BUFFER_MAX)
        onError(error)
        schedule(FLUSH_MS * 20)
        return
      }
    }
  }

  const flushOpens = (): Promise<void> => {
    if (timer) clearTimeout(timer)
    timer = null
    writing = writing.then(writeWaiting)
    return writing
  }

  function schedule(delayMs: number): void {
    timer ??= setTimeout(() => void flushOpens(), delayMs)
    timer.unref()
  }

  return {
    /** Notes that the picture of a message was loaded. Forged tokens leave no trace. */
    noteOpen(token: string, visit: Visit): void {
      const recipient_id = tokens.verify('open', token)
      if (recipient_id === null || waiting.length >= BUFFER_MAX) return
      waiting.push({ ...classifyVisit(visit), recipient_id, at: isoNow(clock) })
      schedule(FLUSH_MS)
    },

    /** Waits until every open noted so far is written down. */
    flushOpens,
  }
}

/** Some proxies ask for the same picture hundreds of times in a row. */
function onceEach(batch: Seen[]): Seen[] {
  const byKind = new Map(batch.map((seen) => [`${seen.recipient_id} ${seen.rule}`, seen] as const).reverse())
  return [...byKind.values()]
}

const byRecipient = (a: Seen, b: Seen): number => a.recipient_id.localeCompare(b.recipient_id)
