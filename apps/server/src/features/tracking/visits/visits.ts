import type { Db } from '../../../db/database.ts'
import { asOwner, systemScope } from '../../../db/owner.ts'
import {
  isOpen,
  judgeVisits,
  type KeptVisit,
  networkOf,
  type Verdict,
  type Visit,
} from '../tracking.rules.ts'
import { insertEvents } from '../tracking.store.ts'
import type { SentMessage, TrackingParts } from '../tracking.ts'
import { createLooks, type Look } from './looks.ts'
import { createRepeats } from './repeats.ts'
import { createWaitingVisits, WAITING_MAX } from './waiting-visits.ts'

/** A visit as it is asked for, with the address of whoever asks, which is not kept. */
export interface Asked extends Visit {
  ip: string
}

interface Seen {
  look: Look
  ip: string
  kind: 'open' | 'click'
  recipient_id: string
  link: string | null
  /** Of an open: what it is recognised by when it is asked for again. */
  token: string | null
  at: Date
}

interface JudgedVisit {
  seen: Seen
  verdict: Verdict
  at: string
  source: string
}

/** A crash loses the opens of so many milliseconds at most. */
const FLUSH_MS = 100
/** Clicks wait for their neighbours: what follows all links of a message at once is a gateway. */
const CLICK_FLUSH_MS = 2500
const scope = systemScope('visits of all owners are written together')

/** Opens and clicks are answered first and written down afterwards, many at a time. */
export function createVisits({ db, clock, tokens, messages, openAll, choices, onError }: TrackingParts) {
  /** Messages that are known as opened: what is opened again changes no status. */
  const opened = new Set<string>()
  const looks = createLooks()
  const repeats = createRepeats()
  const opens = createWaitingVisits<Seen>({ write, onError, delayMs: FLUSH_MS })
  const clicks = createWaitingVisits<Seen>({ write, onError, delayMs: CLICK_FLUSH_MS })

  async function write(batch: Seen[]): Promise<void> {
    const { seen, moved } = await db.transaction(async (tx) => {
      const ids = [...new Set(batch.map(({ recipient_id }) => recipient_id))]
      const known = new Map((await messages.find(tx, ids)).map((message) => [message.id, message]))
      const seen = onceEach(judgeAll(await onlyAllowed(tx, batch, known), known))
      await insertEvents(
        scope,
        tx,
        seen.map((visit) => toEvent(visit, known.get(visit.seen.recipient_id)!.owner_id)),
      )
      const moved = seen.filter(({ seen, verdict }) => isOpen(verdict) && !opened.has(seen.recipient_id))
      await moveToOpened(tx, moved, known)
      return { seen, moved }
    })
    if (opened.size >= WAITING_MAX) opened.clear()
    for (const { seen } of moved) opened.add(seen.recipient_id)
    // What left no trace is looked at anew when it comes again: a choice may have changed.
    const kept = new Set(seen.map(({ seen: { token } }) => token))
    for (const { token } of batch) if (token && !kept.has(token)) repeats.forget(token)
  }

  /** Confirmed in the order of ids, so that two processes never wait for each other's rows. */
  async function moveToOpened(tx: Db, moved: JudgedVisit[], known: Map<string, SentMessage>): Promise<void> {
    const firsts = new Map(moved.toReversed().map(({ seen, at }) => [seen.recipient_id, at] as const))
    const opens = [...firsts].map(([id, at]) => ({ message: known.get(id)!, opened_at: at }))
    for (const { message } of opens.filter(({ message }) => message.is_unconfirmed).sort(byMessage))
      await messages.confirm(tx, asOwner(message.owner_id), message.id)
    await openAll(tx, opens)
  }

  /** What nobody wants recorded leaves no trace, whenever the message was sent. */
  async function onlyAllowed(tx: Db, batch: Seen[], known: Map<string, SentMessage>): Promise<Seen[]> {
    const kept: Seen[] = []
    const ours = batch.filter(({ recipient_id }) => known.has(recipient_id))
    for (const [owner, seen] of Map.groupBy(ours, (visit) => known.get(visit.recipient_id)!.owner_id)) {
      const about = seen.map(({ recipient_id }) => known.get(recipient_id)!)
      const choices_ = await choices.findAllowed(tx, asOwner(owner), about)
      kept.push(
        ...seen.filter(({ kind }, at) => (kind === 'open' ? choices_[at]!.opens : choices_[at]!.clicks)),
      )
    }
    return kept
  }

  return {
    /** Notes that the picture of a message was loaded. Forged tokens leave no trace. */
    noteOpen(token: string, visit: Asked): void {
      const at = clock.now()
      const look = looks.of(visit)
      if (repeats.has(token, look, at.getTime())) return
      const recipient_id = tokens.verify('open', token)
      if (recipient_id === null) return
      const { ip } = visit
      if (opens.add({ look, ip, kind: 'open', recipient_id, link: null, token, at })) repeats.add(token, look)
    },
    /** Notes that a link of a message was followed. */
    noteClick(token: string, link: string, visit: Asked): void {
      const recipient_id = tokens.verify('click', token)
      if (recipient_id !== null)
        clicks.add({
          ...{ look: looks.of(visit), ip: visit.ip, kind: 'click', recipient_id, link, token: null },
          at: clock.now(),
        })
    },
    /** Waits until everything noted so far is written down. */
    flushVisits: async (): Promise<void> => {
      await Promise.all([opens.flush(), clicks.flush()])
    },
  }
}

/** Opens are judged by themselves, clicks with those around them. */
function judgeAll(batch: Seen[], known: Map<string, SentMessage>): JudgedVisit[] {
  const clicks = batch.filter(({ kind }) => kind === 'click')
  const verdicts = new Map<Seen, Verdict>()
  for (const [id, seen] of Map.groupBy(clicks, ({ recipient_id }) => recipient_id)) {
    const { handed_over_at } = known.get(id)!
    const visits = seen.map(
      ({ look, kind, link, at, ip }): KeptVisit => ({
        ...look,
        ...{ kind, link, at: at.toISOString(), source: networkOf(ip), handed_over_at },
      }),
    )
    judgeVisits(visits).forEach((verdict, at) => void verdicts.set(seen[at]!, verdict))
  }
  return batch.map((seen) => ({
    ...{ seen, verdict: verdicts.get(seen) ?? seen.look.verdict },
    ...{ at: seen.at.toISOString(), source: networkOf(seen.ip) },
  }))
}

/** An event with everything that its verdict rests on. */
function toEvent({ seen, verdict, at, source }: JudgedVisit, owner_id: string) {
  const { recipient_id, kind, link, look } = seen
  const agent = look.userAgent?.replaceAll('\u0000', '') ?? null
  return {
    ...{ owner_id, recipient_id, kind, class: verdict.class, rule: verdict.rule, at },
    detail: { agent, purpose: look.purpose, method: look.method ?? 'GET', source, link },
  }
}

/** Some proxies ask for the same picture hundreds of times in a row. */
function onceEach(batch: JudgedVisit[]): JudgedVisit[] {
  const known = new Set<string>()
  return batch.filter(({ seen: { recipient_id, kind, link }, verdict }) => {
    const key = `${recipient_id} ${kind} ${verdict.rule} ${link}`
    if (known.has(key)) return false
    known.add(key)
    return true
  })
}

const byMessage = (a: { message: SentMessage }, b: { message: SentMessage }): number =>
  a.message.id < b.message.id ? -1 : 1
