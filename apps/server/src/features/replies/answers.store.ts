import { and, desc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { answers, inbound_messages } from '../../db/schema.ts'
import type { AnswerRow } from './answer-delivery.store.ts'
import { type InboundRow, inboundColumns } from './stored-message.store.ts'

const { owner_id, press_id, to_email, author_id, state, created_at } = answers

export async function findByPress(db: Db, owner: OwnerId, press: string): Promise<AnswerRow | null> {
  const [row] = await db
    .select()
    .from(answers)
    .where(and(eq(owner_id, owner), eq(press_id, press)))
  return row ?? null
}

export async function insertAnswer(
  tx: Db,
  owner: OwnerId,
  row: Omit<typeof answers.$inferInsert, 'owner_id' | 'state'>,
): Promise<void> {
  await tx.insert(answers).values({ owner_id: owner, state: 'queued', ...row })
}

export async function findAnswer(db: Db, owner: OwnerId, id: string): Promise<AnswerRow | null> {
  const [row] = await db
    .select()
    .from(answers)
    .where(and(eq(owner_id, owner), eq(answers.id, id)))
  return row ?? null
}

/** Locks an answer that no worker has taken, which no worker can take then. Null if it has left. */
export async function lockWaiting(tx: Db, owner: OwnerId, id: string): Promise<AnswerRow | null> {
  const [row] = await tx
    .select()
    .from(answers)
    .where(and(eq(owner_id, owner), eq(answers.id, id), eq(state, 'queued'), eq(answers.attempts, 0)))
    .for('update')
  return row ?? null
}

export async function deleteAnswer(tx: Db, owner: OwnerId, id: string): Promise<void> {
  await tx.delete(answers).where(and(eq(owner_id, owner), eq(answers.id, id)))
}

const isFrom = (owner: OwnerId, email: string) =>
  and(
    eq(inbound_messages.owner_id, owner),
    sql`lower(${inbound_messages.from_email}) = ${email}`,
    eq(inbound_messages.kind, 'reply'),
  )

/** The newest message that a person wrote. */
export async function findNewestReply(db: Db, owner: OwnerId, email: string): Promise<InboundRow | null> {
  const [row] = await db
    .select(inboundColumns)
    .from(inbound_messages)
    .where(isFrom(owner, email))
    .orderBy(desc(inbound_messages.received_at), desc(inbound_messages.id))
    .limit(1)
  return row ?? null
}

/** The newest answer of another member that hasn't failed. */
export async function findOthersAnswer(
  tx: Db,
  owner: OwnerId,
  email: string,
  person: OwnerId,
): Promise<{ id: string; at: string; author_name: string | null } | null> {
  const [row] = await tx
    .select({ id: answers.id, author_name: answers.author_name, at: created_at })
    .from(answers)
    .where(
      and(
        eq(owner_id, owner),
        sql`lower(${to_email}) = ${email}`,
        or(isNull(author_id), ne(author_id, person)),
        ne(state, 'failed'),
      ),
    )
    .orderBy(desc(created_at), desc(answers.id))
    .limit(1)
  return row ?? null
}
