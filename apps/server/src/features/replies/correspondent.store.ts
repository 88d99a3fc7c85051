import { and, desc, eq, getTableColumns, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { mailboxes, prospects, recipients } from '../../db/schema.ts'

export type ProspectRow = typeof prospects.$inferSelect

/** The prospect of a conversation: the one whose message was answered, else the newest with the address. */
export async function findProspectOf(
  db: Db,
  owner: OwnerId,
  { prospect_id, email }: { prospect_id: string | null; email: string },
): Promise<ProspectRow | null> {
  const isAnswered = sql`coalesce(${prospects.id} = ${prospect_id}::uuid, false)`
  const [row] = await db
    .select()
    .from(prospects)
    .where(and(eq(prospects.owner_id, owner), or(isAnswered, sql`lower(${prospects.email}) = ${email}`)))
    .orderBy(desc(isAnswered), desc(prospects.created_at))
    .limit(1)
  return row ?? null
}

/** The address of somebody without a conversation, in lower case, by the id of a recipient or a prospect. */
export async function findAddress(db: Db, owner: OwnerId, id: string): Promise<string | null> {
  const [sent] = await db
    .select({ email: recipients.email })
    .from(recipients)
    .where(and(eq(recipients.owner_id, owner), eq(recipients.id, id)))
  const [known] = await db
    .select({ email: prospects.email })
    .from(prospects)
    .where(and(eq(prospects.owner_id, owner), eq(prospects.id, id)))
  return (sent ?? known)?.email.toLowerCase() ?? null
}

/**
 * The mailbox that answers leave from: the one that the message was found in, else that which the person hears from,
 * else that which the address we wrote to hears from. Null for the return address. Removed ones don't count.
 */
export async function findMailboxFor(
  db: Db,
  owner: OwnerId,
  {
    mailbox_id,
    email,
    answers_for,
  }: { mailbox_id: string | null; email: string; answers_for: string | null },
) {
  const heardBy = (address: string | null) => sql`(
    select p.mailbox_id from mailbox_people p
    where p.owner_id = ${owner} and p.email = lower(${address}::text))`
  const order = sql`array[${mailbox_id}::uuid, ${heardBy(email)}, ${heardBy(answers_for)}]`
  const [row] = await db
    .select(getTableColumns(mailboxes))
    .from(mailboxes)
    .where(
      and(eq(mailboxes.owner_id, owner), isNull(mailboxes.removed_at), sql`${mailboxes.id} = any(${order})`),
    )
    .orderBy(sql`array_position(${order}, ${mailboxes.id})`)
    .limit(1)
  return row ?? null
}
