import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import { mailboxes } from '../../db/schema.ts'
import type { MailboxRow } from './own-mailboxes.rules.ts'

const isOwn = (owner: OwnerId, id: string) =>
  and(eq(mailboxes.owner_id, owner), eq(mailboxes.id, id), isNull(mailboxes.removed_at))

/** Null if it is gone. */
export async function findMailbox(db: Db, owner: OwnerId, id: string): Promise<MailboxRow | null> {
  if (!isRowId(id)) return null
  const [row] = await db.select().from(mailboxes).where(isOwn(owner, id))
  return row ?? null
}

/** Locks it until the transaction ends. */
export async function lockMailbox(tx: Db, owner: OwnerId, id: string): Promise<MailboxRow | null> {
  if (!isRowId(id)) return null
  const [row] = await tx.select().from(mailboxes).where(isOwn(owner, id)).for('update')
  return row ?? null
}

export async function updateMailbox(
  tx: Db,
  owner: OwnerId,
  id: string,
  change: Partial<MailboxRow>,
): Promise<void> {
  await tx.update(mailboxes).set(change).where(isOwn(owner, id))
}

/** A hold that lasts longer stays. */
export async function holdUntil(db: Db, owner: OwnerId, id: string, until: string): Promise<void> {
  await db
    .update(mailboxes)
    .set({ held_until: sql`greatest(${mailboxes.held_until}, ${until}::timestamptz)` })
    .where(isOwn(owner, id))
}

/** Takes the lease on spending the refresh token. Null if another process has it, or the mailbox is gone. */
export async function leaseRenewal(
  db: Db,
  owner: OwnerId,
  id: string,
  { now, until }: { now: string; until: string },
): Promise<MailboxRow | null> {
  const { refreshing_until } = mailboxes
  const isFree = or(isNull(refreshing_until), lte(refreshing_until, now))
  const [row] = await db
    .update(mailboxes)
    .set({ refreshing_until: until })
    .where(and(isOwn(owner, id), isFree))
    .returning()
  return row ?? null
}

/** Stores the token that replaces the spent one, unless that was replaced already. Ends the lease. */
export async function endRenewal(
  db: Db,
  owner: OwnerId,
  { id, sealed_secret, refreshing_until }: MailboxRow,
  sealed: string,
): Promise<void> {
  if (sealed !== sealed_secret)
    await db
      .update(mailboxes)
      .set({ sealed_secret: sealed })
      .where(and(isOwn(owner, id), eq(mailboxes.sealed_secret, sealed_secret)))
  await db
    .update(mailboxes)
    .set({ refreshing_until: null })
    .where(and(isOwn(owner, id), eq(mailboxes.refreshing_until, refreshing_until ?? '')))
}

/** Failing mailboxes that are due for a test, up to `limit`. Not due again before `next`, should this process die. */
export async function claimTests(
  db: Db,
  _scope: SystemScope,
  { now, next, limit }: { now: string; next: string; limit: number },
): Promise<MailboxRow[]> {
  const { id, state, next_try_at, removed_at } = mailboxes
  const due = db
    .select({ id })
    .from(mailboxes)
    .where(and(eq(state, 'failing'), lte(next_try_at, now), isNull(removed_at)))
    .orderBy(next_try_at)
    .limit(limit)
    .for('update', { skipLocked: true })
  return db.update(mailboxes).set({ next_try_at: next }).where(inArray(id, due)).returning()
}

/** Mailboxes that have been failing since then without anybody being told. */
export async function listLongFailing(db: Db, _scope: SystemScope, since: string) {
  const { id, owner_id, state, failing_since, told_at, removed_at } = mailboxes
  return db
    .select({ id, owner_id })
    .from(mailboxes)
    .where(and(eq(state, 'failing'), lte(failing_since, since), isNull(told_at), isNull(removed_at)))
}
