import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { recipients } from '../../db/schema.ts'
import type { RecipientRow } from './sending.store.ts'

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

/**
 * Messages that mailboxes have just taken: a copy is due in Sent, or a look for the id that a provider gave to them, which
 * it doesn't name in its answer.
 */
export async function planCopies(tx: Db, owner: OwnerId, ids: string[], at: string): Promise<void> {
  await plan(tx, owner, {
    ids,
    at,
    in: sql`case when m.kind = 'password' then m.keep_copy and m.imap is not null else m.reads = 'answers' end`,
  })
}

/** An unconfirmed message is looked for in the Sent folder of a mailbox that is read. */
export const lookForUnconfirmed = (tx: Db, owner: OwnerId, id: string, at: string): Promise<void> =>
  plan(tx, owner, { ids: [id], at, in: sql`m.reads = 'answers'` })

async function plan(
  tx: Db,
  owner: OwnerId,
  { ids, at, in: isIn }: { ids: string[]; at: string; in: SQL },
): Promise<void> {
  await tx
    .update(recipients)
    .set({ sent_copy_at: at })
    .where(
      and(
        eq(recipients.owner_id, owner),
        inArray(recipients.id, ids),
        sql`exists (
          select from mailboxes m
          where m.id = ${recipients.mailbox_id} and m.removed_at is null and ${isIn})`,
      ),
    )
}
