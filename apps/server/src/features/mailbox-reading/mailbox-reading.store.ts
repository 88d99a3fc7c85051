import { and, asc, eq, gt, gte, inArray, isNull, lte, max, ne, or, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { answers, mailbox_places, mailboxes, recipients } from '../../db/schema.ts'
import type { Places } from '../../providers/mailbox-reading/port.ts'

export type ReadMailbox = Pick<
  typeof mailboxes.$inferSelect,
  'id' | 'owner_id' | 'address' | 'reads' | 'next_look_at'
>

/** Numbers of failed tries by message. */
export type Failures = Record<string, number>

/** Of the row that counts failed tries; no folder of a server has this name. */
const FAILURES = ''

export interface Claim {
  reader_id: string
  /** System time. */
  now: Date
  until: string
  /** Product time. */
  clockNow: string
  limit: number
}

/** No look and no lease is planned further ahead, except by a clock that was set back since. */
const MAX_AHEAD_MS = 2 * 60 * 60_000

/** Leases mailboxes whose look is due, or that have something to do in Sent. */
export async function claimDue(
  db: Db,
  _scope: SystemScope,
  { reader_id, now, until, clockNow, limit }: Claim,
): Promise<ReadMailbox[]> {
  const { id, owner_id, address, reads, state, next_look_at, reading_until } = mailboxes
  const [at, ahead] = [now.toISOString(), new Date(now.getTime() + MAX_AHEAD_MS).toISOString()]
  const isPast = (column: typeof next_look_at | typeof reading_until) =>
    or(isNull(column), lte(column, at), gt(column, ahead))
  const withSentWork = db
    .select({ id: recipients.mailbox_id })
    .from(recipients)
    .where(lte(recipients.sent_copy_at, clockNow))
  const due = db
    .select({ id })
    .from(mailboxes)
    .where(
      and(
        isNull(mailboxes.removed_at),
        eq(state, 'connected'),
        isPast(reading_until),
        or(and(eq(reads, 'answers'), isPast(next_look_at)), inArray(id, withSentWork)),
      ),
    )
    .orderBy(sql`${next_look_at} asc nulls first`)
    .limit(limit)
    .for('update', { skipLocked: true })
  return db
    .update(mailboxes)
    .set({ reader_id, reading_until: until })
    .where(sql`${id} in ${due}`)
    .returning({ id, owner_id, address, reads, next_look_at })
}

/** False if another process reads this mailbox now. */
export async function renewLease(
  db: Db,
  owner: OwnerId,
  mailbox: { id: string; reader_id: string },
  change: { reading_until: string; read_at?: string },
): Promise<boolean> {
  const rows = await db
    .update(mailboxes)
    .set(change)
    .where(isHeld(owner, mailbox))
    .returning({ id: mailboxes.id })
  return rows.length > 0
}

export async function endLease(
  db: Db,
  owner: OwnerId,
  mailbox: { id: string; reader_id: string },
  next_look_at: string | null,
): Promise<void> {
  await db
    .update(mailboxes)
    .set({ reader_id: null, reading_until: null, next_look_at })
    .where(isHeld(owner, mailbox))
}

const isHeld = (owner: OwnerId, { id, reader_id }: { id: string; reader_id: string }) =>
  and(eq(mailboxes.owner_id, owner), eq(mailboxes.id, id), eq(mailboxes.reader_id, reader_id))

/** The places, and the system time of the last good look; null before the first. */
export async function readPlaces(
  db: Db,
  owner: OwnerId,
  mailboxId: string,
): Promise<{ places: Places; last_look_at: string | null }> {
  const isIts = and(
    eq(mailbox_places.owner_id, owner),
    eq(mailbox_places.mailbox_id, mailboxId),
    ne(mailbox_places.folder, FAILURES),
  )
  const rows = await db.select().from(mailbox_places).where(isIts)
  const [newest] = await db
    .select({ at: max(mailbox_places.updated_at) })
    .from(mailbox_places)
    .where(isIts)
  return {
    places: Object.fromEntries(rows.map(({ folder, place }) => [folder, place])),
    last_look_at: newest?.at ?? null,
  }
}

export async function savePlaces(
  tx: Db,
  owner: OwnerId,
  mailboxId: string,
  places: Places,
  updated_at: string,
): Promise<void> {
  const rows = Object.entries(places).map(([folder, place]) => ({
    owner_id: owner,
    mailbox_id: mailboxId,
    folder,
    place,
    updated_at,
  }))
  if (rows.length === 0) return
  await tx
    .insert(mailbox_places)
    .values(rows)
    .onConflictDoUpdate({
      target: [mailbox_places.mailbox_id, mailbox_places.folder],
      set: { place: sql`excluded.place`, updated_at },
    })
}

export async function readFailures(db: Db, owner: OwnerId, mailboxId: string): Promise<Failures> {
  const [row] = await db
    .select({ place: mailbox_places.place })
    .from(mailbox_places)
    .where(
      and(
        eq(mailbox_places.owner_id, owner),
        eq(mailbox_places.mailbox_id, mailboxId),
        eq(mailbox_places.folder, FAILURES),
      ),
    )
  return (row?.place ?? {}) as Failures
}

export const saveFailures = (db: Db, owner: OwnerId, mailboxId: string, failures: Failures, at: string) =>
  savePlaces(db, owner, mailboxId, { [FAILURES]: failures }, at)

/** Addresses of the owner's mailboxes and accounts, in lower case. */
export async function listOwnAddresses(db: Db, owner: OwnerId): Promise<string[]> {
  const rows = await db
    .select({ address: mailboxes.address, account: mailboxes.account })
    .from(mailboxes)
    .where(eq(mailboxes.owner_id, owner))
    .orderBy(asc(mailboxes.id))
  return rows.flatMap(({ address, account }) => [address.toLowerCase(), account.toLowerCase()])
}

/** Those of these lower-case addresses that a mailbox wrote to since then. */
export async function listWrittenTo(
  db: Db,
  owner: OwnerId,
  { mailboxId, emails, since }: { mailboxId: string; emails: string[]; since: string },
): Promise<string[]> {
  if (emails.length === 0) return []
  const email = sql<string>`lower(${recipients.email})`
  const to = sql<string>`lower(${answers.to_email})`
  const sent = db
    .select({ email })
    .from(recipients)
    .where(
      and(
        eq(recipients.owner_id, owner),
        eq(recipients.mailbox_id, mailboxId),
        inArray(email, emails),
        inArray(recipients.state, ['transmitting', 'sent', 'unconfirmed']),
        gte(recipients.transmitting_at, since),
      ),
    )
  const answered = db
    .select({ email: to })
    .from(answers)
    .where(
      and(
        eq(answers.owner_id, owner),
        eq(answers.mailbox_id, mailboxId),
        inArray(to, emails),
        gte(answers.created_at, since),
      ),
    )
  const rows = await unionAll(sent, answered)
  return [...new Set(rows.map((row) => row.email))]
}
