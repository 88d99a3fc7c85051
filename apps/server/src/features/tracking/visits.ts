import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../db/database.ts'
import { asOwner, systemScope } from '../../db/owner.ts'
import { isOpen, judgeVisits, type KeptVisit, networkOf, type Verdict, type Visit } from './tracking.rules.ts'
import * as store from './tracking.store.ts'
import type { SentMessage, TrackingParts } from './tracking-parts.ts'
import { createVisitBuffer } from './visit-buffer.ts'

/** A request for a pixel or a link. The client's address isn't stored. */
export interface VisitRequest extends Visit {
  ip: string
}

interface BufferedVisit extends Omit<KeptVisit, 'handed_over_at'> {
  id: string
  recipient_id: string
  source: string
}

interface KnownVisit {
  visit: BufferedVisit
  message: SentMessage
}

interface JudgedVisit extends KnownVisit {
  verdict: Verdict
}

/** A killed process loses this much of opens. */
const OPENS_WAIT_MS = 1000
/** A scanner clicks all links of a message within seconds, so clicks are judged together. */
const CLICKS_WAIT_MS = 2500

const scope = systemScope('visits of all owners are recorded in one batch')

/** Buffers opens and clicks in memory and appends them to the events in batches. */
export function createVisits(parts: TrackingParts) {
  const { db, clock, tokens, sentMessages, choices, applyOpens, onError } = parts

  /** Ids are assigned before the write, so that a repeated batch counts once. */
  async function record(visits: BufferedVisit[]): Promise<void> {
    await db.transaction(async (tx) => {
      const known = await findKnown(tx, visits)
      const judged = judge(await filterAllowed(tx, known))
      await store.insertVisits(tx, scope, judged.map(toEvent))
      await markOpened(
        tx,
        judged.filter(({ verdict }) => isOpen(verdict)),
      )
    })
  }

  async function findKnown(tx: Db, visits: BufferedVisit[]): Promise<KnownVisit[]> {
    const ids = new Set(visits.map(({ recipient_id }) => recipient_id))
    const sent = new Map(
      (await sentMessages.findMessages(tx, [...ids])).map((message) => [message.id, message]),
    )
    return visits.flatMap((visit) => {
      const message = sent.get(visit.recipient_id)
      return message ? [{ visit, message }] : []
    })
  }

  /** Checked at the time of writing, so that nothing is recorded after an opt-out. */
  async function filterAllowed(tx: Db, visits: KnownVisit[]): Promise<KnownVisit[]> {
    const allowed: KnownVisit[] = []
    for (const [owner, own] of Map.groupBy(visits, ({ message }) => message.owner_id)) {
      const rules = await choices.findAllowed(
        tx,
        asOwner(owner),
        own.map(({ message }) => message),
      )
      allowed.push(
        ...own.filter(({ visit }, at) => (visit.kind === 'open' ? rules[at]!.opens : rules[at]!.clicks)),
      )
    }
    return allowed
  }

  /** In order of message ids, so that two processes can't deadlock. */
  async function markOpened(tx: Db, visits: JudgedVisit[]): Promise<void> {
    const byMessage = [...Map.groupBy(visits, ({ message }) => message.id)].sort(([a], [b]) =>
      a < b ? -1 : 1,
    )
    const opens = byMessage.map(([, own]) => ({
      message: own[0]!.message,
      opened_at: own[0]!.visit.at,
      clicked_at: own.find(({ visit }) => visit.kind === 'click')?.visit.at ?? null,
    }))
    for (const { message } of opens)
      if (message.is_unconfirmed) await sentMessages.confirm(tx, asOwner(message.owner_id), message.id)
    await applyOpens(tx, opens)
  }

  const opens = createVisitBuffer({ write: record, waitMs: OPENS_WAIT_MS, onError })
  const clicks = createVisitBuffer({ write: record, waitMs: CLICKS_WAIT_MS, onError })

  const toBuffered = (recipient_id: string, { ip, ...visit }: VisitRequest) => ({
    ...visit,
    id: crypto.randomUUID(),
    recipient_id,
    source: networkOf(ip),
    at: clock.now().toISOString(),
  })

  return {
    /** Ignores forged tokens. */
    noteOpen(token: string, visit: VisitRequest): void {
      const id = tokens.verify('open', token)
      if (id !== null) opens.add({ ...toBuffered(id, visit), kind: 'open', link: null })
    },
    noteClick(token: string, link: string, visit: VisitRequest): void {
      const id = tokens.verify('click', token)
      if (id !== null) clicks.add({ ...toBuffered(id, visit), kind: 'click', link })
    },
    /** Writes buffered visits. Returns when done or after `withinMs`. */
    async flushVisits({ withinMs }: { withinMs?: number } = {}): Promise<void> {
      const isWritten = Promise.all([opens.flush(), clicks.flush()])
      if (withinMs === undefined) await isWritten
      else await Promise.race([isWritten, sleep(withinMs, undefined, { ref: false })])
    },
  }
}

/** Judges opens one by one, clicks together with those around them. */
function judge(visits: KnownVisit[]): JudgedVisit[] {
  const judged = [...Map.groupBy(visits, ({ message }) => message.id).values()].flatMap((own) => {
    const verdicts = judgeVisits(
      own.map(({ visit, message }) => ({ ...visit, handed_over_at: message.handed_over_at })),
    )
    return own.map((known, at) => ({ ...known, verdict: verdicts[at]! }))
  })
  return dropRepeats(judged)
}

/** Some mail proxies request the same pixel hundreds of times in a row. */
function dropRepeats(visits: JudgedVisit[]): JudgedVisit[] {
  const seen = new Set<string>()
  return visits.filter(({ visit, verdict }) => {
    const key = `${visit.recipient_id} ${visit.kind} ${verdict.rule} ${visit.link}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Stores all facts behind the verdict, so that it can be judged again. */
function toEvent({ visit, message, verdict }: JudgedVisit): store.VisitEvent {
  const { id, recipient_id, kind, at, userAgent, purpose, method = 'GET', source, link } = visit
  const detail = { agent: userAgent?.replaceAll('\u0000', '') ?? null, purpose, method, source, link }
  return {
    id,
    owner_id: message.owner_id,
    recipient_id,
    kind,
    class: verdict.class,
    rule: verdict.rule,
    detail,
    at,
  }
}
