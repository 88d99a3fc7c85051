import { asOwner, systemScope } from '../../../db/owner.ts'
import { isOpen, judgeVisits, type KeptVisit } from '../tracking.rules.ts'
import type { SentMessage, TrackingParts } from '../tracking.ts'
import * as store from './replay.store.ts'

const scope = systemScope('stored visits of all owners are judged again')
const PAGE = 200

/** Judges stored visits again, after a rule has changed. */
export function createReplay({ db, messages, move }: TrackingParts) {
  async function replayMessage(message: SentMessage, events: store.EventRow[]): Promise<number> {
    const verdicts = judgeVisits(events.map((event) => toVisit(event, message.handed_over_at)))
    const changed = events.flatMap((event, at) => {
      const verdict = verdicts[at]!
      return verdict.class === event.class && verdict.rule === event.rule ? [] : [{ event, verdict }]
    })
    await db.transaction(async (tx) => {
      for (const { event, verdict } of changed) {
        await store.updateVerdict(scope, tx, event.id, verdict)
        if (!isOpen(verdict)) continue
        await messages.confirm(tx, asOwner(message.owner_id), message.id)
        await move(tx, message, { email_status: 'opened', opened_at: event.at })
      }
    })
    return changed.length
  }

  return {
    /** How many visits were judged anew, and how many differently. A status never goes back. */
    async replayVisits(): Promise<{ judged: number; changed: number }> {
      const sum = { judged: 0, changed: 0 }
      for (let last: string | null = null; ; ) {
        const ids = await store.listVisited(scope, db, last, PAGE)
        if (ids.length === 0) return sum
        const events = Map.groupBy(await store.listVisits(scope, db, ids), (event) => event.recipient_id)
        for (const message of await messages.find(db, ids)) {
          const own = events.get(message.id) ?? []
          sum.judged += own.length
          sum.changed += await replayMessage(message, own)
        }
        last = ids.at(-1)!
      }
    },
  }
}

function toVisit({ kind, at, detail }: store.EventRow, handed_over_at: string | null): KeptVisit {
  const text = (name: string) => (typeof detail?.[name] === 'string' ? (detail[name] as string) : null)
  return {
    ...{ kind: kind === 'click' ? 'click' : 'open', at, handed_over_at },
    ...{ userAgent: text('agent'), purpose: text('purpose'), source: text('source'), link: text('link') },
    method: text('method') === 'HEAD' ? 'HEAD' : 'GET',
  }
}
