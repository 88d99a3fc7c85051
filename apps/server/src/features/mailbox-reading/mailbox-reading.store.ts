import { and, asc, eq, gte, inArray, isNull, lte, max, not, or, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { answers, mailbox_looks, mailbox_places, mailboxes, recipients } from '../../db/schema.ts'
import { isSuspended } from '../../db/suspensions.ts'
import type { Cursors } from '../../providers/mailbox-reading/port.ts'

export type ReadMailbox = Pick<
  typeof mailboxes.$inferSelect,
  'id' | 'owner_id' | 'address' | 'reads' | 'keep_copy' | 'removed_at'
>

/** A mailbox with the lease of one visit. */
export type LeasedMailbox = ReadMailbox & { lease_id: string }

/** Failed attempts per message. */
export type Attempts = typeof mailbox_looks.$inferSelect.attempts

export interface Claim {
  /** System time. */
  now: string
  until: string
  limit: number
}

/** Leases mailboxes whose visit is due, except those of suspended accounts. Each lease is one visit's, so a process that stood still has none left. */
export async function claimDue(
  db: Db,
  _scope: SystemScope,
  { now, until, limit }: Claim,
): Promise<LeasedMailbox[]> {
  const { mailbox_id, due_at, held_until } = mailbox_looks
  const due = db
    .select({ mailbox_id })
    .from(mailbox_looks)
    .where(
      and(
        lte(due_at, now),
        or(isNull(held_until), lte(held_until, now)),
        not(isSuspended(mailbox_looks.owner_id)),
      ),
    )
    .orderBy(asc(due_at))
    .limit(limit)
    .for('update', { skipLocked: true })
  const { id, owner_id, address, reads, keep_copy, removed_at } = mailboxes
  const rows = await db
    .update(mailbox_looks)
    .set({ lease_id: sql`gen_random_uuid()`, held_until: until })
    .from(mailboxes)
    .where(and(sql`${mailbox_id} in ${due}`, eq(id, mailbox_id)))
    .returning({ id, owner_id, address, reads, keep_copy, removed_at, lease_id: mailbox_looks.lease_id })
  return rows.flatMap(({ lease_id, ...row }) => (lease_id ? [{ ...row, lease_id }] : []))
}

/** False if the lease was lost: another visit began, or the mailbox was connected anew. */
export async function renewLease(
  db: Db,
  owner: OwnerId,
  lease: Pick<LeasedMailbox, 'id' | 'lease_id'>,
  held_until: string,
): Promise<boolean> {
  const rows = await db
    .update(mailbox_looks)
    .set({ held_until })
    .where(isHeld(owner, lease))
    .returning({ id: mailbox_looks.mailbox_id })
  return rows.length > 0
}

/** `held_until`: the provider demands a pause. */
export async function endLease(
  db: Db,
  owner: OwnerId,
  lease: Pick<LeasedMailbox, 'id' | 'lease_id'>,
  next: { due_at: string; held_until: string | null },
): Promise<void> {
  await db
    .update(mailbox_looks)
    .set({ lease_id: null, ...next })
    .where(isHeld(owner, lease))
}

/** A removed mailbox is visited no more. */
export async function endVisits(
  db: Db,
  owner: OwnerId,
  lease: Pick<LeasedMailbox, 'id' | 'lease_id'>,
): Promise<void> {
  await db.delete(mailbox_looks).where(isHeld(owner, lease))
}

const isHeld = (owner: OwnerId, { id, lease_id }: Pick<LeasedMailbox, 'id' | 'lease_id'>) =>
  and(
    eq(mailbox_looks.owner_id, owner),
    eq(mailbox_looks.mailbox_id, id),
    eq(mailbox_looks.lease_id, lease_id),
  )

/** The cursors, and the system time of the last complete visit; null before the first. */
export async function readCursors(
  db: Db,
  owner: OwnerId,
  mailboxId: string,
): Promise<{ cursors: Cursors; last_visit_at: string | null }> {
  const isIts = and(eq(mailbox_places.owner_id, owner), eq(mailbox_places.mailbox_id, mailboxId))
  const rows = await db.select().from(mailbox_places).where(isIts)
  const [newest] = await db
    .select({ at: max(mailbox_places.updated_at) })
    .from(mailbox_places)
    .where(isIts)
  return {
    cursors: Object.fromEntries(rows.map(({ folder, place: cursor }) => [folder, cursor])),
    last_visit_at: newest?.at ?? null,
  }
}

/** A complete visit ends with these cursors. `read_at` is product time, `updated_at` system time. */
export async function saveCursors(
  tx: Db,
  owner: OwnerId,
  mailboxId: string,
  { cursors, updated_at, read_at }: { cursors: Cursors; updated_at: string; read_at: string },
): Promise<void> {
  await tx
    .update(mailboxes)
    .set({ read_at })
    .where(and(eq(mailboxes.owner_id, owner), eq(mailboxes.id, mailboxId)))
  const rows = Object.entries(cursors).map(([folder, cursor]) => ({
    owner_id: owner,
    mailbox_id: mailboxId,
    folder,
    place: cursor,
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

export async function readAttempts(db: Db, owner: OwnerId, mailboxId: string): Promise<Attempts> {
  const [row] = await db
    .select({ attempts: mailbox_looks.attempts })
    .from(mailbox_looks)
    .where(and(eq(mailbox_looks.owner_id, owner), eq(mailbox_looks.mailbox_id, mailboxId)))
  return row?.attempts ?? {}
}

export async function saveAttempts(
  db: Db,
  owner: OwnerId,
  mailboxId: string,
  attempts: Attempts,
): Promise<void> {
  await db
    .update(mailbox_looks)
    .set({ attempts })
    .where(and(eq(mailbox_looks.owner_id, owner), eq(mailbox_looks.mailbox_id, mailboxId)))
}

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
