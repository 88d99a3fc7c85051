import { createHash } from 'node:crypto'
import type { Classification } from '@goldpan/campaign-mail/classification'
import { classify } from '@goldpan/campaign-mail/classify'
import type { Database, Db } from '../../db/database.ts'
import { asOwner, type OwnerId } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import {
  type Cursors,
  type FoundHead,
  type Listed,
  MessageTooLarge,
  type ReadingSession,
} from '../../providers/mailbox-reading/port.ts'
import { MailboxFailed } from '../../providers/mailboxes/port.ts'
import type { FoundMail, FoundMessage } from '../replies/found-mail.ts'
import { type Head, judgeHead, readHead } from './concerns.rules.ts'
import * as store from './mailbox-reading.store.ts'

export interface InboxVisitDeps {
  db: Database
  clock: Clock
  systemClock: Clock
  foundMail: FoundMail
  replyDomain: string
  readBytes: number
  onError: (error: unknown) => void
}

/** The right to read a mailbox, which no other visit has meanwhile. */
export interface Lease {
  /** Fires when the process stops or the lease is lost. */
  signal: AbortSignal
  /** Throws if it is lost. */
  renew(db: Db): Promise<void>
}

/** A message to fetch, and whether it is a report of which nothing is known yet. */
interface Wanted {
  head: FoundHead
  isReport: boolean
}

interface Fetched {
  head: FoundHead
  message: FoundMessage
}

interface Visit {
  owner: OwnerId
  mailbox: store.ReadMailbox
  session: ReadingSession
  lease: Lease
  attempts: FailedAttempts
}

const DAY_MS = 24 * 60 * 60_000
/** A first visit, or one after a cursor was lost, reads the mail of this many days … */
const FIRST_DAYS = 7
/** … and of more, up to these, if the last complete visit was longer ago. */
const MAX_DAYS = 30
/** Mail from addresses that a mailbox wrote to within this time concerns us. */
const WRITTEN_TO_DAYS = 90
/** The rest is read by the next visit, so that a full mailbox doesn't keep a reader. */
const MAX_PER_VISIT = 10_000
const REPORT_BYTES = 256_000
/** Messages are stored whenever they reach this size, since they are in memory until then. */
const STORE_BYTES = 10_000_000
/** A message that can't be parsed or stored is passed over after this many visits. */
const MAX_FAILED = 3
/** After this many dropped sessions only the text of a message is fetched. */
const MAX_DROPPED_WHOLE = 2
/** After this many it is passed over, or no later message would ever be read. */
const MAX_DROPPED = 5

/**
 * Reads the inbox and junk of a mailbox. By the headers it finds what concerns us, fetches only that, and stores it
 * together with the cursors where the next visit begins: if the process dies in between, the next visit finds the same
 * messages, and those that are stored already are known.
 */
export function createInboxVisit(deps: InboxVisitDeps) {
  const { db, clock, systemClock, foundMail } = deps

  async function visitInbox(
    mailbox: store.ReadMailbox,
    session: ReadingSession,
    lease: Lease,
  ): Promise<void> {
    const { id } = mailbox
    const owner = asOwner(mailbox.owner_id)
    const attempts = await openAttempts(db, owner, id)
    const own = new Set(await store.listOwnAddresses(db, owner))
    const one = { owner, mailbox, session, lease, attempts }
    const fetchWanted = createFetching(deps, one)
    const storeEach = createStoring(deps, one)
    const start = await store.readCursors(db, owner, id)
    const since = beginningOf(start.last_visit_at)
    let cursors = start.cursors
    for (let seen = 0; seen < MAX_PER_VISIT; ) {
      // The cursors stay, so the next visit finds the rest.
      if (lease.signal.aborted || (await foundMail.isFull(owner))) return
      const listed = await session.list(cursors, since)
      if (!(await takePage(listed))) return
      seen += listed.heads.length
      cursors = listed.cursors
      if (!listed.has_more) return
    }

    /** False if a message failed that is tried again, so the cursors stay before it. */
    async function takePage({ heads, cursors: next }: Listed): Promise<boolean> {
      let batch: Fetched[] = []
      let isComplete = true
      const storeBatch = async (done?: Cursors) => {
        const stored = batch
        batch = []
        if (!(await storeEach(stored, done))) isComplete = false
      }
      for (const wanted of await choose(heads)) {
        if (lease.signal.aborted) return false
        const message = await fetchWanted(wanted, () => storeBatch())
        if (message === 'failed') isComplete = false
        else if (message) batch.push({ head: wanted.head, message })
        if (batch.reduce((sum, { message: { raw } }) => sum + raw.length, 0) > STORE_BYTES) await storeBatch()
      }
      await storeBatch(isComplete ? next : undefined)
      return isComplete
    }

    /** The messages that concern us or may, by their headers. */
    async function choose(heads: FoundHead[]): Promise<Wanted[]> {
      const read: Head[] = []
      for (const { headers } of heads) read.push(await readHead(headers))
      const known = {
        ownAddresses: own,
        replyDomain: deps.replyDomain,
        ourIds: await foundMail.findOurs(owner, [...new Set(read.flatMap(({ message_ids }) => message_ids))]),
        writtenTo: await findWrittenTo(read.flatMap(({ from }) => from ?? [])),
      }
      return heads.flatMap((head, at) => {
        const verdict = judgeHead(read[at]!, known)
        if (verdict === 'forget' || attempts.isOver(head)) return []
        return [{ head, isReport: verdict === 'read report' }]
      })
    }

    async function findWrittenTo(emails: string[]): Promise<Set<string>> {
      const since = new Date(clock.now().getTime() - WRITTEN_TO_DAYS * DAY_MS).toISOString()
      const unique = [...new Set(emails)]
      return new Set(await store.listWrittenTo(db, owner, { mailboxId: id, emails: unique, since }))
    }
  }

  /** System time: a mailbox doesn't know ours. */
  function beginningOf(lastVisitAt: string | null): Date {
    const now = systemClock.now().getTime()
    const last = lastVisitAt === null ? now : new Date(lastVisitAt).getTime()
    return new Date(Math.max(Math.min(last, now - FIRST_DAYS * DAY_MS), now - MAX_DAYS * DAY_MS))
  }

  return visitInbox
}

/** Fetches a message as far as a visit wants it. */
function createFetching(
  { readBytes, foundMail, onError }: InboxVisitDeps,
  { owner, mailbox, session, lease, attempts }: Visit,
) {
  /** Null if the message is gone or doesn't concern us. 'failed': it is tried again. */
  return async function fetchWanted(
    wanted: Wanted,
    beforeThrow: () => Promise<void>,
  ): Promise<FoundMessage | 'failed' | null> {
    let read: Awaited<ReturnType<typeof readMessage>>
    try {
      read = await readMessage(wanted)
    } catch (error) {
      if (lease.signal.aborted) throw error
      if (error instanceof MailboxFailed) {
        // Another refusal is the mailbox's, not the message's.
        if (error.failure.kind === 'unreachable') await attempts.countDropped(wanted.head)
        await beforeThrow()
        throw error
      }
      onError(error)
      return (await attempts.countFailed(wanted.head)) ? 'failed' : null
    }
    if (read === null || (read.report && !(await foundMail.isReportOnOurs(owner, read.report)))) return null
    return { raw: read.raw, folder: wanted.head.folder, notice: read.notice }
  }

  async function readMessage({ head, isReport }: Wanted) {
    if (isReport) {
      const { raw } = await readWithin(head, REPORT_BYTES)
      const start = raw?.subarray(0, REPORT_BYTES)
      return start ? { raw: start, notice: null, report: await classify(start) } : null
    }
    const { raw, without } = await readWithin(head, readBytes)
    const notice = without && `Its files ${without}; they are in ${mailbox.address}.`
    return raw && { raw, notice, report: null as Classification | null }
  }

  /** Without its files if it is too large, or if it has ended the session repeatedly. */
  async function readWithin({ ref, size, ...head }: FoundHead, limit: number) {
    if (attempts.droppedOf(head) >= MAX_DROPPED_WHOLE)
      return { raw: await session.fetchText(ref), without: 'could not be read here' }
    try {
      if (size === null || size <= limit) return { raw: await session.fetch(ref), without: null }
    } catch (error) {
      if (!(error instanceof MessageTooLarge)) throw error
    }
    return { raw: await session.fetchText(ref), without: 'are too large to read here' }
  }
}

/** Stores messages together with the cursors behind them. */
function createStoring(
  { db, clock, systemClock, foundMail, onError }: InboxVisitDeps,
  { owner, mailbox: { id }, lease, attempts }: Visit,
) {
  /** One by one if together they can't be stored. False if some can't. */
  return async function storeEach(batch: readonly Fetched[], next?: Cursors): Promise<boolean> {
    try {
      await storeTogether(batch, next)
      return true
    } catch (error) {
      if (lease.signal.aborted || batch.length === 0) throw error
      await lease.renew(db)
      onError(error)
    }
    let isComplete = true
    for (const one of batch)
      if (!(await canStore(one)) && (await attempts.countFailed(one.head))) isComplete = false
    if (isComplete && next) await storeTogether([], next)
    return isComplete
  }

  async function canStore(one: Fetched): Promise<boolean> {
    try {
      await storeTogether([one])
      return true
    } catch (error) {
      await lease.renew(db)
      onError(error)
      return false
    }
  }

  async function storeTogether(batch: readonly Fetched[], next?: Cursors): Promise<void> {
    const messages = batch.map(({ message }) => message)
    const saved = next && { cursors: next, updated_at: isoNow(systemClock), read_at: isoNow(clock) }
    await db.transaction(async (tx) => {
      await foundMail.store(tx, owner, id, messages)
      if (saved) await store.saveCursors(tx, owner, id, saved)
      await lease.renew(tx)
      if (saved) await attempts.clear(tx)
    })
  }
}

type FailedAttempts = Awaited<ReturnType<typeof openAttempts>>

/** The failed attempts at messages behind the cursors of a mailbox. */
async function openAttempts(db: Db, owner: OwnerId, mailboxId: string) {
  const counted = await store.readAttempts(db, owner, mailboxId)
  const of = (head: Pick<FoundHead, 'headers'>) => counted[keyOf(head)] ?? { failed: 0, dropped: 0 }
  const isOver = (head: FoundHead) => of(head).failed >= MAX_FAILED || of(head).dropped >= MAX_DROPPED

  async function count(head: FoundHead, kind: 'failed' | 'dropped'): Promise<boolean> {
    counted[keyOf(head)] = { ...of(head), [kind]: of(head)[kind] + 1 }
    await store.saveAttempts(db, owner, mailboxId, counted)
    return !isOver(head)
  }

  return {
    isOver,
    droppedOf: (head: Pick<FoundHead, 'headers'>): number => of(head).dropped,
    /** True if it is tried again; else it is passed over from now on. */
    countFailed: (head: FoundHead) => count(head, 'failed'),
    countDropped: (head: FoundHead) => count(head, 'dropped'),

    async clear(tx: Db): Promise<void> {
      if (Object.keys(counted).length > 0) await store.saveAttempts(tx, owner, mailboxId, {})
    },
  }
}

/** A fingerprint, because nothing of a message may be kept before it is known to be readable. */
const keyOf = ({ headers }: Pick<FoundHead, 'headers'>): string =>
  createHash('sha256').update(headers).digest('hex').slice(0, 32)
