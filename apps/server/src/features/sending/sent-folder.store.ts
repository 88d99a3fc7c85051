import { and, asc, eq, gt, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { mailbox_looks, recipients } from '../../db/schema.ts'
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

/** Those of before `since` are given up. */
export async function postponeDue(
  db: Db,
  owner: OwnerId,
  { until, since, ...due }: Due & { until: string; since: string },
): Promise<void> {
  const isOver = sql`coalesce(${recipients.finished_at}, ${recipients.queued_at}) < ${since}`
  await db
    .update(recipients)
    .set({ sent_copy_at: sql`case when ${isOver} then null else ${until}::timestamptz end` })
    .where(isDue(owner, due))
}

const isIts = (owner: OwnerId, mailboxId: string) =>
  and(
    eq(recipients.owner_id, owner),
    eq(recipients.mailbox_id, mailboxId),
    isNotNull(recipients.sent_copy_at),
  )

export async function clearDue(db: Db, owner: OwnerId, mailboxId: string): Promise<void> {
  await db.update(recipients).set({ sent_copy_at: null }).where(isIts(owner, mailboxId))
}

export async function findNextDue(db: Db, owner: OwnerId, mailboxId: string): Promise<string | null> {
  const [row] = await db
    .select({ at: recipients.sent_copy_at })
    .from(recipients)
    .where(isIts(owner, mailboxId))
    .orderBy(asc(recipients.sent_copy_at))
    .limit(1)
  return row?.at ?? null
}

/** When something is due in Sent, in product time, and the visit for it, in system time. */
export interface SentDue {
  at: string
  visit_at: string
}

/**
 * Messages that mailboxes have just taken: a copy is due in Sent, or a search for the id that a provider gave to them,
 * which it doesn't name in its answer.
 */
export const planCopies = (tx: Db, owner: OwnerId, ids: string[], due: SentDue): Promise<void> =>
  plan(tx, owner, {
    ids,
    due,
    in: sql`case when m.kind = 'password' then m.keep_copy and m.imap is not null else m.reads = 'answers' end`,
  })

/** An unconfirmed message is looked for in the Sent folder of a mailbox that is read. */
export const planSearch = (tx: Db, owner: OwnerId, id: string, due: SentDue): Promise<void> =>
  plan(tx, owner, { ids: [id], due, in: sql`m.reads = 'answers'` })

async function plan(
  tx: Db,
  owner: OwnerId,
  { ids, due, in: isIn }: { ids: string[]; due: SentDue; in: SQL },
): Promise<void> {
  const planned = await tx
    .update(recipients)
    .set({ sent_copy_at: due.at })
    .where(
      and(
        eq(recipients.owner_id, owner),
        inArray(recipients.id, ids),
        sql`exists (
          select from mailboxes m
          where m.id = ${recipients.mailbox_id} and m.removed_at is null and ${isIn})`,
      ),
    )
    .returning({ mailbox_id: recipients.mailbox_id })
  await bringForward(
    tx,
    owner,
    planned.flatMap(({ mailbox_id }) => mailbox_id ?? []),
    due.visit_at,
  )
}

/** Locked in one order, so that workers don't wait for each other. */
async function bringForward(tx: Db, owner: OwnerId, mailboxIds: string[], due_at: string): Promise<void> {
  if (mailboxIds.length === 0) return
  const { mailbox_id } = mailbox_looks
  const later = tx
    .select({ mailbox_id })
    .from(mailbox_looks)
    .where(
      and(
        eq(mailbox_looks.owner_id, owner),
        inArray(mailbox_id, [...new Set(mailboxIds)]),
        gt(mailbox_looks.due_at, due_at),
      ),
    )
    .orderBy(asc(mailbox_id))
    .for('update')
  await tx.update(mailbox_looks).set({ due_at }).where(sql`${mailbox_id} in ${later}`)
}
