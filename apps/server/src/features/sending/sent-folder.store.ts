import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { recipients } from '../../db/schema.ts'
import type { RecipientRow } from './sending.store.ts'

/**
 * When something is due in Sent for a message `r` that its mailbox has just taken, 10 s later: a copy, or the id that a
 * provider gave to it, which it doesn't name in its answer. Null if nothing is.
 */
export const sentCopyDue = (at: string): SQL => sql`(
  select ${at}::timestamptz + interval '10 seconds' from mailboxes m
  where m.id = r.mailbox_id and m.removed_at is null
    and case when m.kind = 'password' then m.keep_copy and m.imap is not null else m.reads = 'answers' end)`

interface Due {
  mailboxId: string
  now: string
}

const isDue = (owner: OwnerId, { mailboxId, now }: Due) =>
  and(eq(recipients.owner_id, owner), eq(recipients.mailbox_id, mailboxId), lte(recipients.sent_copy_at, now))

export async function listDue(
  db: Db,
  owner: OwnerId,
  { limit, ...due }: Due & { limit: number },
): Promise<RecipientRow[]> {
  return db
    .select()
    .from(recipients)
    .where(isDue(owner, due))
    .orderBy(asc(recipients.sent_copy_at), asc(recipients.id))
    .limit(limit)
}

export async function update(
  db: Db,
  owner: OwnerId,
  id: string,
  change: Partial<Pick<RecipientRow, 'server_message_id' | 'sent_copy_at'>>,
): Promise<void> {
  await db
    .update(recipients)
    .set(change)
    .where(and(eq(recipients.owner_id, owner), eq(recipients.id, id)))
}

export async function postponeDue(
  db: Db,
  owner: OwnerId,
  { until, ...due }: Due & { until: string },
): Promise<void> {
  await db.update(recipients).set({ sent_copy_at: until }).where(isDue(owner, due))
}

/** An unconfirmed message is looked for in the Sent folder of a mailbox that is read. */
export async function lookForUnconfirmed(tx: Db, owner: OwnerId, id: string, at: string): Promise<void> {
  await tx.execute(sql`
    update recipients r set sent_copy_at = ${at}
    where r.owner_id = ${owner} and r.id = ${id} and exists (
      select from mailboxes m where m.id = r.mailbox_id and m.removed_at is null and m.reads = 'answers')`)
}
