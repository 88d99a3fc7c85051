import type { Db } from '../../../db/database.ts'
import { asOwner, systemScope } from '../../../db/owner.ts'
import type { PackedVisits } from '../../../db/schema.ts'
import { isOpen, judgeVisits, type Verdict } from '../tracking.rules.ts'
import { insertEvents } from '../tracking.store.ts'
import type { SentMessage, TrackingParts } from '../tracking.ts'
import { createLooks } from './looks.ts'
import { type Noticed, unpackVisits } from './packed-visits.ts'
import { WAITING_MAX } from './waiting-visits.ts'

interface JudgedVisit {
  visit: Noticed
  verdict: Verdict
}

/** What became of visits. */
export interface Recorded {
  /** Messages that are opened now. */
  opened: string[]
  /** Messages whose visits left no trace. */
  unrecorded: string[]
}

export type RecordVisits = (tx: Db, packed: PackedVisits) => Promise<Recorded>

const scope = systemScope('visits of all owners are written together')

/** Judges visits and writes them down, many at a time. */
export function createRecording({ messages, openAll, choices }: TrackingParts) {
  /** Messages that are known as opened: what is opened again changes no status. */
  const opened = new Set<string>()
  const looks = createLooks()

  /** Confirmed in the order of ids, so that two processes never wait for each other's rows. */
  async function moveToOpened(tx: Db, moved: JudgedVisit[], known: Map<string, SentMessage>): Promise<void> {
    const firsts = new Map(moved.toReversed().map(({ visit }) => [visit.recipient_id, visit.at] as const))
    const opens = [...firsts].map(([id, at]) => ({ message: known.get(id)!, opened_at: at }))
    for (const { message } of opens.filter(({ message }) => message.is_unconfirmed).sort(byMessage))
      await messages.confirm(tx, asOwner(message.owner_id), message.id)
    await openAll(tx, opens)
  }

  /** What nobody wants recorded leaves no trace, whenever the message was sent. */
  async function onlyAllowed(tx: Db, visits: Noticed[], known: Map<string, SentMessage>): Promise<Noticed[]> {
    const kept: Noticed[] = []
    const ours = visits.filter(({ recipient_id }) => known.has(recipient_id))
    for (const [owner, noticed] of Map.groupBy(ours, (visit) => known.get(visit.recipient_id)!.owner_id)) {
      const about = noticed.map(({ recipient_id }) => known.get(recipient_id)!)
      const choices_ = await choices.findAllowed(tx, asOwner(owner), about)
      kept.push(
        ...noticed.filter(({ kind }, at) => (kind === 'open' ? choices_[at]!.opens : choices_[at]!.clicks)),
      )
    }
    return kept
  }

  /** Opens are judged by themselves, clicks with those around them. */
  function judgeAll(visits: Noticed[], known: Map<string, SentMessage>): JudgedVisit[] {
    const clicks = visits.filter(({ kind }) => kind === 'click')
    const verdicts = new Map<Noticed, Verdict>()
    for (const [id, noticed] of Map.groupBy(clicks, ({ recipient_id }) => recipient_id)) {
      const { handed_over_at } = known.get(id)!
      const kept = noticed.map(({ look, detail, ...visit }) => ({
        ...{ ...visit, ...visitOf(look), source: detail.source, handed_over_at },
      }))
      judgeVisits(kept).forEach((verdict, at) => void verdicts.set(noticed[at]!, verdict))
    }
    return visits.map((visit) => ({
      visit,
      verdict: verdicts.get(visit) ?? looks.of(visitOf(visit.look)).verdict,
    }))
  }

  return {
    async record(tx: Db, packed: PackedVisits): Promise<Recorded> {
      const visits = unpackVisits(packed)
      const ids = [...new Set(packed.recipients)]
      const known = new Map((await messages.find(tx, ids)).map((message) => [message.id, message]))
      const judged = onceEach(judgeAll(await onlyAllowed(tx, visits, known), known))
      await insertEvents(
        tx,
        scope,
        judged.map((visit) => toEvent(visit, known.get(visit.visit.recipient_id)!.owner_id)),
      )
      const moved = judged.filter(({ visit, verdict }) => isOpen(verdict) && !opened.has(visit.recipient_id))
      await moveToOpened(tx, moved, known)
      const kept = new Set(judged.map(({ visit }) => visit.recipient_id))
      return {
        opened: moved.map(({ visit }) => visit.recipient_id),
        unrecorded: ids.filter((id) => !kept.has(id)),
      }
    },
    /** Once that is committed. */
    remember(ids: string[]): void {
      if (opened.size >= WAITING_MAX) opened.clear()
      for (const id of ids) opened.add(id)
    },
  }
}

const visitOf = ({ agent, purpose, method }: Noticed['look']) => ({ userAgent: agent, purpose, method })

/** An event with everything that its verdict rests on. */
const toEvent = ({ visit, verdict }: JudgedVisit, owner_id: string) => ({
  ...{ owner_id, recipient_id: visit.recipient_id, kind: visit.kind },
  ...{ class: verdict.class, rule: verdict.rule, detail: visit.detail, at: visit.at },
})

/** Some proxies ask for the same picture hundreds of times in a row. */
function onceEach(batch: JudgedVisit[]): JudgedVisit[] {
  const known = new Set<string>()
  return batch.filter(({ visit: { recipient_id, kind, link }, verdict }) => {
    const key = `${recipient_id} ${kind} ${verdict.rule} ${link}`
    if (known.has(key)) return false
    known.add(key)
    return true
  })
}

const byMessage = (a: { message: SentMessage }, b: { message: SentMessage }): number =>
  a.message.id < b.message.id ? -1 : 1
