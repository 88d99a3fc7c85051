import { asOwner, systemScope } from '../../db/owner.ts'
import { isOpen, judgeVisits, type KeptVisit, type Verdict } from './tracking.rules.ts'
import * as store from './tracking.store.ts'
import type { SentMessage, TrackingParts } from './tracking-parts.ts'

const scope = systemScope('stored visits of all owners are judged again')
const PAGE = 200

interface Changed {
  event: store.EventRow
  verdict: Verdict
}

/** A kind of visit whose verdict changes. */
interface Change {
  kind: string
  from: string
  to: string
  count: number
}

export interface Replayed {
  judged: number
  changed: number
  changes: Change[]
}

/** Judges stored visits again after a rule has changed. */
export function createReplay({ db, sentMessages, changeStatus }: TrackingParts) {
  function findChanged(message: SentMessage, events: store.EventRow[]): Changed[] {
    const verdicts = judgeVisits(events.map((event) => toVisit(event, message.handed_over_at)))
    return events.flatMap((event, at) => {
      const verdict = verdicts[at]!
      return verdict.class === event.class && verdict.rule === event.rule ? [] : [{ event, verdict }]
    })
  }

  async function saveVerdicts(message: SentMessage, changed: Changed[]): Promise<void> {
    await db.transaction(async (tx) => {
      for (const { event, verdict } of changed) {
        await store.updateVerdict(tx, asOwner(event.owner_id), event.id, verdict)
        if (!isOpen(verdict)) continue
        await sentMessages.confirm(tx, asOwner(message.owner_id), message.id)
        const clicked = event.kind === 'click' ? { clicked_at: event.at } : {}
        await changeStatus(tx, message, { email_status: 'opened', opened_at: event.at, ...clicked })
      }
    })
  }

  return {
    /** Counts changed verdicts, and with `apply` saves them. A status that was reached stays. */
    async replayVisits({ apply }: { apply: boolean }): Promise<Replayed> {
      const sum = { judged: 0, changed: 0 }
      const counts = new Map<string, Change>()
      for (let last: string | null = null; ; ) {
        const ids = await store.listVisited(db, scope, last, PAGE)
        if (ids.length === 0) return { ...sum, changes: [...counts.values()] }
        const events = Map.groupBy(await store.listVisits(db, scope, ids), (event) => event.recipient_id)
        for (const message of await sentMessages.findMessages(db, ids)) {
          const own = events.get(message.id) ?? []
          sum.judged += own.length
          const changed = findChanged(message, own)
          sum.changed += changed.length
          for (const one of changed) countIn(counts, one)
          if (apply) await saveVerdicts(message, changed)
        }
        last = ids.at(-1)!
      }
    },
  }
}

function countIn(counts: Map<string, Change>, { event, verdict }: Changed): void {
  const from = `${event.class ?? 'unknown'} (${event.rule ?? 'no rule'})`
  const to = `${verdict.class} (${verdict.rule})`
  const key = `${event.kind} ${from} ${to}`
  const { count = 0 } = counts.get(key) ?? {}
  counts.set(key, { kind: event.kind, from, to, count: count + 1 })
}

function toVisit({ kind, at, detail }: store.EventRow, handed_over_at: string | null): KeptVisit {
  const text = (name: string) => (typeof detail?.[name] === 'string' ? (detail[name] as string) : null)
  return {
    kind: kind === 'click' ? 'click' : 'open',
    at,
    handed_over_at,
    userAgent: text('agent'),
    purpose: text('purpose'),
    source: text('source'),
    link: text('link'),
    method: text('method') === 'HEAD' ? 'HEAD' : 'GET',
  }
}
