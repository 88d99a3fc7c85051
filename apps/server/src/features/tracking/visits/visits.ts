import type { Db } from '../../../db/database.ts'
import { asOwner, systemScope } from '../../../db/owner.ts'
import { isoNow } from '../../../providers/clock/port.ts'
import { isOpen, judgeVisits, type KeptVisit, type Verdict, type Visit } from '../tracking.rules.ts'
import { insertEvents } from '../tracking.store.ts'
import type { SentMessage, TrackingParts } from '../tracking.ts'

interface Seen extends Visit {
  kind: 'open' | 'click'
  recipient_id: string
  link: string | null
  at: string
}

type JudgedVisit = Seen & Verdict

/** A crash loses the opens of so many milliseconds at most. */
const FLUSH_MS = 100
/** Clicks wait for their neighbours: what follows all links of a message at once is a gateway. */
const CLICK_FLUSH_MS = 2500
/** Beyond this many waiting visits, as when the database is away, further ones are dropped. */
const BUFFER_MAX = 50_000
const BATCH = 1000
const AGENT_MAX = 300
const scope = systemScope('visits of all owners are written together')

/** Opens and clicks are answered first and written down afterwards, many at a time. */
export function createVisits({ db, clock, tokens, messages, move, choices, onError }: TrackingParts) {
  /** Messages that are known as opened: what is opened again changes no status. */
  const opened = new Set<string>()
  const opens = createBuffer({ write, onError, delayMs: FLUSH_MS })
  const clicks = createBuffer({ write, onError, delayMs: CLICK_FLUSH_MS })

  async function write(batch: Seen[]): Promise<void> {
    const fresh = await db.transaction(async (tx) => {
      const ids = [...new Set(batch.map(({ recipient_id }) => recipient_id))]
      const known = new Map((await messages.find(tx, ids)).map((message) => [message.id, message]))
      const allowed = await onlyAllowed(tx, batch, known)
      const seen = onceEach(judgeAll(allowed, known))
      await insertEvents(
        scope,
        tx,
        seen.map((visit) => toEvent(visit, known.get(visit.recipient_id)!.owner_id)),
      )
      // In the order of ids, so that two processes never wait for each other's rows.
      const moved = seen.filter((visit) => isOpen(visit) && !opened.has(visit.recipient_id)).sort(byRecipient)
      for (const { recipient_id, at } of moved) {
        const message = known.get(recipient_id)!
        if (message.is_unconfirmed) await messages.confirm(tx, asOwner(message.owner_id), message.id)
        await move(tx, message, { email_status: 'opened', opened_at: at })
      }
      return moved
    })
    if (opened.size >= BUFFER_MAX) opened.clear()
    for (const { recipient_id } of fresh) opened.add(recipient_id)
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
    noteOpen(token: string, visit: Visit): void {
      const recipient_id = tokens.verify('open', token)
      if (recipient_id !== null)
        opens.add({ ...visit, kind: 'open', recipient_id, link: null, at: isoNow(clock) })
    },
    /** Notes that a link of a message was followed. */
    noteClick(token: string, link: string, visit: Visit): void {
      const recipient_id = tokens.verify('click', token)
      if (recipient_id !== null)
        clicks.add({ ...visit, kind: 'click', recipient_id, link, at: isoNow(clock) })
    },
    /** Waits until everything noted so far is written down. */
    flushVisits: async (): Promise<void> => {
      await Promise.all([opens.flush(), clicks.flush()])
    },
  }
}

interface BufferOptions {
  write: (batch: Seen[]) => Promise<void>
  onError: (error: unknown) => void
  delayMs: number
}

/** Visits that wait to be written. */
function createBuffer({ write, onError, delayMs }: BufferOptions) {
  let waiting: Seen[] = []
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

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

  const flush = (): Promise<void> => {
    if (timer) clearTimeout(timer)
    timer = null
    writing = writing.then(writeWaiting)
    return writing
  }

  function schedule(afterMs: number): void {
    timer ??= setTimeout(() => void flush(), afterMs)
    timer.unref()
  }

  return {
    add(seen: Seen): void {
      if (waiting.length >= BUFFER_MAX) return
      waiting.push(seen)
      schedule(delayMs)
    },
    flush,
  }
}

function judgeAll(batch: Seen[], known: Map<string, SentMessage>): JudgedVisit[] {
  const groups = Map.groupBy(batch, ({ recipient_id }) => recipient_id)
  return [...groups].flatMap(([id, seen]) => {
    const { handed_over_at } = known.get(id)!
    const verdicts = judgeVisits(seen.map((visit): KeptVisit => ({ ...visit, handed_over_at })))
    return seen.map((visit, at) => ({ ...visit, ...verdicts[at]! }))
  })
}

/** An event with everything that its verdict rests on. */
function toEvent(visit: JudgedVisit, owner_id: string) {
  const { recipient_id, kind, at, rule, purpose, method = 'GET', source = null, link } = visit
  const agent = visit.userAgent?.slice(0, AGENT_MAX).replaceAll('\u0000', '') ?? null
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

const byRecipient = (a: Seen, b: Seen): number => a.recipient_id.localeCompare(b.recipient_id)
