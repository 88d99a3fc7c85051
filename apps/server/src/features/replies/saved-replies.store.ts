import type { SavedReply } from '@goldpan/contract/answering'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { saved_replies } from '../../db/schema.ts'

const { id, owner_id, name, text } = saved_replies
const own = (owner: OwnerId, replyId: string) => and(eq(owner_id, owner), eq(id, replyId))

export async function listReplies(db: Db, owner: OwnerId): Promise<SavedReply[]> {
  return db
    .select({ id, name, text })
    .from(saved_replies)
    .where(eq(owner_id, owner))
    .orderBy(asc(sql`lower(${name})`), asc(id))
}

/** Only one request at a time adds a reply, so that they can be counted. */
export async function lockReplies(tx: Db, owner: OwnerId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`saved replies:${owner}`}, 0))`)
}

export const countReplies = (db: Db, owner: OwnerId): Promise<number> =>
  db.$count(saved_replies, eq(owner_id, owner))

export async function insertReply(
  tx: Db,
  owner: OwnerId,
  row: Omit<typeof saved_replies.$inferInsert, 'owner_id'>,
): Promise<SavedReply> {
  const [reply] = await tx
    .insert(saved_replies)
    .values({ owner_id: owner, ...row })
    .returning({ id, name, text })
  return reply!
}

export async function updateReply(
  db: Db,
  owner: OwnerId,
  replyId: string,
  change: Pick<typeof saved_replies.$inferInsert, 'name' | 'text' | 'updated_at'>,
): Promise<SavedReply | null> {
  const [reply] = await db
    .update(saved_replies)
    .set(change)
    .where(own(owner, replyId))
    .returning({ id, name, text })
  return reply ?? null
}

export async function deleteReply(db: Db, owner: OwnerId, replyId: string): Promise<boolean> {
  const rows = await db.delete(saved_replies).where(own(owner, replyId)).returning({ id })
  return rows.length > 0
}
