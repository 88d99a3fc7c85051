import { createHash } from 'node:crypto'
import { classify } from '@goldpan/campaign-mail/classify'
import type { Database, Db } from '../../db/database.ts'
import { asOwner } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import {
  type FoundHead,
  type Listed,
  MessageTooLarge,
  type Places,
  type ReadingSession,
} from '../../providers/mailbox-reading/port.ts'
import { MailboxFailed } from '../../providers/mailboxes/port.ts'
import type { FoundMail, FoundMessage } from '../replies/found-mail.ts'
import { addressesOf, concernsReport, type Head, judgeHead, readHead } from './concerns.rules.ts'
import * as store from './mailbox-reading.store.ts'

export interface LookDeps {
  db: Database
  clock: Clock
  systemClock: Clock
  foundMail: FoundMail
  replyDomain: string
  readBytes: number
  onError: (error: unknown) => void
}

/** The right to read a mailbox, which no other process has meanwhile. */
export interface Lease {
  /** Fires when the process stops or the lease is lost. */
  signal: AbortSignal
  /** Throws if it is lost. */
  renew(db: Db, change?: { read_at: string }): Promise<void>
}

/** A message to fetch, and whether it is a report of which nothing is known yet. */
interface Wanted {
  head: FoundHead
  isReport: boolean
}

const DAY_MS = 24 * 60 * 60_000
/** A first look, or one after the place was lost, begins so long ago. */
const FIRST_DAYS = 7
/** … or with the last good look, if that was earlier, but not before. */
const MAX_DAYS = 30
/** Mail from addresses that a mailbox wrote to within this time concerns us. */
const WRITTEN_TO_DAYS = 90
/** The rest is read by the next look, so that a full mailbox doesn't keep a reader. */
const MAX_PER_LOOK = 10_000
const REPORT_BYTES = 256_000
/** Messages are stored whenever they reach this size, since they are in memory until then. */
const STORE_BYTES = 10_000_000
/** A message that can't be read or stored is passed over after so many looks. */
const MAX_TRIES = 3

/**
 * One look at the inbox and junk of a mailbox. By the headers it finds what concerns us, fetches only that, and stores it
 * together with the place where the next look begins: if the process dies in between, the next look finds the same
 * messages, and those that are stored already are known.
 */
export function createLook(deps: LookDeps) {
  const { db, clock, systemClock, foundMail } = deps

  async function look(
    { id, owner_id, address }: store.ReadMailbox,
    session: ReadingSession,
    lease: Lease,
  ): Promise<void> {
    const owner = asOwner(owner_id)
    const failures = await store.readFailures(db, owner, id)
    const own = new Set(await store.listOwnAddresses(db, owner))
    const start = await store.readPlaces(db, owner, id)
    const since = beginningOf(start.last_look_at)
    let places = start.places
    for (let seen = 0; seen < MAX_PER_LOOK; ) {
      // What isn't stored now is found later.
      if (lease.signal.aborted || (await foundMail.isFull(owner))) return
      const listed = await session.list(places, since)
      if (!(await takePage(listed))) return
      seen += listed.heads.length
      places = listed.places
      if (!listed.has_more) return
    }

    /** False if a message failed that is tried again, so the place stays before it. */
    async function takePage({ heads, places: next }: Listed): Promise<boolean> {
      let batch: { head: FoundHead; message: FoundMessage }[] = []
      let isComplete = true
      const storeBatch = async (done?: Places) => {
        const stored = batch
        batch = []
        if (!(await storeEach(stored, done))) isComplete = false
      }
      for (const wanted of await choose(heads)) {
        if (lease.signal.aborted) return false
        const message = await fetchOrCount(wanted, () => storeBatch())
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
        if (verdict === 'forget' || triesOf(head) >= MAX_TRIES) return []
        return [{ head, isReport: verdict === 'read report' }]
      })
    }

    async function findWrittenTo(emails: string[]): Promise<Set<string>> {
      const since = new Date(clock.now().getTime() - WRITTEN_TO_DAYS * DAY_MS).toISOString()
      const unique = [...new Set(emails)]
      return new Set(await store.listWrittenTo(db, owner, { mailboxId: id, emails: unique, since }))
    }

    /** Null if the message is gone or doesn't concern us. */
    async function fetchOrCount(
      wanted: Wanted,
      beforeThrow: () => Promise<void>,
    ): Promise<FoundMessage | 'failed' | null> {
      try {
        return await fetch(wanted)
      } catch (error) {
        // Another refusal is the mailbox's, not the message's.
        const isDropped = error instanceof MailboxFailed
        if (lease.signal.aborted || (isDropped && error.failure.kind !== 'unreachable')) throw error
        const isTriedAgain = await countFailure(wanted.head)
        if (isDropped) {
          await beforeThrow()
          throw error
        }
        deps.onError(error)
        return isTriedAgain ? 'failed' : null
      }
    }

    async function fetch({ head, isReport }: Wanted): Promise<FoundMessage | null> {
      const { raw, isWhole } = await read(head, isReport ? REPORT_BYTES : deps.readBytes)
      const { folder } = head
      if (raw === null) return null
      if (isReport) {
        const report = raw.subarray(0, REPORT_BYTES)
        return (await concernsUs(report)) ? { raw: report, folder, notice: null } : null
      }
      const notice = isWhole ? null : `Its files are too large to read here; they are in ${address}.`
      return { raw, folder, notice }
    }

    /** Above the limit without its files. */
    async function read({ ref, size }: FoundHead, limit: number) {
      try {
        if (size === null || size <= limit) return { raw: await session.fetch(ref), isWhole: true }
      } catch (error) {
        if (!(error instanceof MessageTooLarge)) throw error
      }
      return { raw: await session.fetchText(ref), isWhole: false }
    }

    async function concernsUs(raw: Buffer): Promise<boolean> {
      const report = await classify(raw)
      return concernsReport(report, {
        ourIds: await foundMail.findOurs(owner, report.message_ids),
        writtenTo: await findWrittenTo(addressesOf(report)),
      })
    }

    /** One by one if together they can't be stored. False if some can't. */
    async function storeEach(
      batch: readonly { head: FoundHead; message: FoundMessage }[],
      next?: Places,
    ): Promise<boolean> {
      try {
        await storeTogether(batch, next)
        return true
      } catch (error) {
        if (lease.signal.aborted || batch.length === 0) throw error
        await lease.renew(db)
        deps.onError(error)
      }
      let isComplete = true
      for (const one of batch)
        if (!(await canStore(one)) && (await countFailure(one.head))) isComplete = false
      if (isComplete && next) await storeTogether([], next)
      return isComplete
    }

    async function canStore(one: { message: FoundMessage }): Promise<boolean> {
      try {
        await storeTogether([one])
        return true
      } catch (error) {
        await lease.renew(db)
        deps.onError(error)
        return false
      }
    }

    async function storeTogether(batch: readonly { message: FoundMessage }[], next?: Places) {
      const at = isoNow(systemClock)
      await db.transaction(async (tx) => {
        await lease.renew(tx, next && { read_at: isoNow(clock) })
        await foundMail.store(
          tx,
          owner,
          id,
          batch.map(({ message }) => message),
        )
        if (next) await store.savePlaces(tx, owner, id, next, at)
        if (next && Object.keys(failures).length > 0) await store.saveFailures(tx, owner, id, {}, at)
      })
    }

    function triesOf(head: FoundHead): number {
      return failures[keyOf(head)] ?? 0
    }

    /** True if it is tried again; else it is passed over from now on. */
    async function countFailure(head: FoundHead): Promise<boolean> {
      const tries = triesOf(head) + 1
      failures[keyOf(head)] = tries
      await store.saveFailures(db, owner, id, failures, isoNow(systemClock))
      return tries < MAX_TRIES
    }
  }

  /** System time: a mailbox doesn't know ours. */
  function beginningOf(lastLookAt: string | null): Date {
    const now = systemClock.now().getTime()
    const last = lastLookAt === null ? now : new Date(lastLookAt).getTime()
    return new Date(Math.max(Math.min(last, now - FIRST_DAYS * DAY_MS), now - MAX_DAYS * DAY_MS))
  }

  return look
}

/** A fingerprint, because nothing of a message may be kept before it is known to be readable. */
const keyOf = ({ headers }: FoundHead): string =>
  createHash('sha256').update(headers).digest('hex').slice(0, 32)
