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
import { createRepeats } from './repeats.ts'
import { createWaitingVisits, WAITING_MAX } from './waiting-visits.ts'

/** A visit as it is asked for, with the address of whoever asks, which is not kept. */
export interface Asked extends Visit {
  ip: string
}

interface Seen extends Asked {
  kind: 'open' | 'click'
  recipient_id: string
  link: string | null
  /** Of an open: what it is recognised by when it is asked for again. */
  token: string | null
  at: Date
}

type JudgedVisit = Omit<Seen, 'at'> & Verdict & { at: string; source: string }

/** A crash loses the opens of so many milliseconds at most. */
const FLUSH_MS = 100
/** Clicks wait for their neighbours: what follows all links of a message at once is a gateway. */
const CLICK_FLUSH_MS = 2500
const scope = systemScope('visits of all owners are written together')

/** Opens and clicks are answered first and written down afterwards, many at a time. */
export function createVisits({ db, clock, tokens, messages, moveAll, choices, onError }: TrackingParts) {
  /** Messages that are known as opened: what is opened again changes no status. */
  const opened = new Set<string>()
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
        seen.map((visit) => toEvent(visit, known.get(visit.recipient_id)!.owner_id)),
      )
      const moved = seen.filter((visit) => isOpen(visit) && !opened.has(visit.recipient_id))
      await moveToOpened(tx, moved, known)
      return { seen, moved }
    })
    if (opened.size >= WAITING_MAX) opened.clear()
    for (const { recipient_id } of moved) opened.add(recipient_id)
    // What left no trace is looked at anew when it comes again: a choice may have changed.
    const kept = new Set(seen.map(({ token }) => token))
    for (const { token } of batch) if (token && !kept.has(token)) repeats.forget(token)
  }

  /** In the order of ids, so that two processes never wait for each other's rows. */
  async function moveToOpened(tx: Db, moved: JudgedVisit[], known: Map<string, SentMessage>): Promise<void> {
    const firsts = new Map(moved.toReversed().map((visit) => [visit.recipient_id, visit] as const))
    const inOrder = [...firsts.values()].sort(byRecipient)
    const changes = inOrder.map(({ recipient_id, at }) => ({
      message: known.get(recipient_id)!,
      change: { email_status: 'opened', opened_at: at } as const,
    }))
    for (const { message } of changes)
      if (message.is_unconfirmed) await messages.confirm(tx, asOwner(message.owner_id), message.id)
    await moveAll(tx, changes)
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
      if (repeats.has(token, visit, at.getTime())) return
      const recipient_id = tokens.verify('open', token)
      if (recipient_id === null) return
      if (opens.add({ ...visit, kind: 'open', recipient_id, link: null, token, at }))
        repeats.add(token, visit)
    },
    /** Notes that a link of a message was followed. */
    noteClick(token: string, link: string, visit: Asked): void {
      const recipient_id = tokens.verify('click', token)
      if (recipient_id !== null)
        clicks.add({ ...visit, kind: 'click', recipient_id, link, token: null, at: clock.now() })
    },
    /** Waits until everything noted so far is written down. */
    flushVisits: async (): Promise<void> => {
      await Promise.all([opens.flush(), clicks.flush()])
    },
  }
}

function judgeAll(batch: Seen[], known: Map<string, SentMessage>): JudgedVisit[] {
  const groups = Map.groupBy(batch, ({ recipient_id }) => recipient_id)
  return [...groups].flatMap(([id, seen]) => {
    const { handed_over_at } = known.get(id)!
    const visits = seen.map((visit) => ({
      ...{ ...visit, at: visit.at.toISOString(), source: networkOf(visit.ip) },
    }))
    const verdicts = judgeVisits(visits.map((visit): KeptVisit => ({ ...visit, handed_over_at })))
    return visits.map((visit, at) => ({ ...visit, ...verdicts[at]! }))
  })
}

/** An event with everything that its verdict rests on. */
function toEvent(visit: JudgedVisit, owner_id: string) {
  const { recipient_id, kind, at, rule, purpose, method = 'GET', source, link } = visit
  const agent = visit.userAgent?.replaceAll('\u0000', '') ?? null
  return {
    ...{ owner_id, recipient_id, kind, class: visit.class, rule, at },
    detail: { agent, purpose, method, source, link },
  }
}

/** Some proxies ask for the same picture hundreds of times in a row. */
function onceEach(batch: JudgedVisit[]): JudgedVisit[] {
  const keyOf = ({ recipient_id, kind, rule, link }: JudgedVisit) => `${recipient_id} ${kind} ${rule} ${link}`
  return [...new Map(batch.map((seen) => [keyOf(seen), seen] as const).reverse()).values()]
}

const byRecipient = (a: JudgedVisit, b: JudgedVisit): number => (a.recipient_id < b.recipient_id ? -1 : 1)
