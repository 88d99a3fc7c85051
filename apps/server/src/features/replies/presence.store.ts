import { and, asc, eq, gt, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { conversation_presence, users } from '../../db/schema.ts'

const { conversation_id, user_id, owner_id, is_writing, seen_at } = conversation_presence

export async function setPresent(
  tx: Db,
  owner: OwnerId,
  row: Omit<typeof conversation_presence.$inferInsert, 'owner_id'>,
): Promise<void> {
  await tx
    .insert(conversation_presence)
    .values({ owner_id: owner, ...row })
    .onConflictDoUpdate({
      target: [conversation_id, user_id],
      set: { is_writing: row.is_writing, seen_at: row.seen_at },
    })
}

/** Everybody but this person who was there after `since`. */
export async function listPresent(
  db: Db,
  owner: OwnerId,
  { conversationId, except, since }: { conversationId: string; except: OwnerId; since: string },
): Promise<{ name: string; writing: boolean }[]> {
  return db
    .select({
      name: sql<string>`trim(${users.first_name} || ' ' || ${users.last_name})`,
      writing: is_writing,
    })
    .from(conversation_presence)
    .innerJoin(users, eq(users.id, user_id))
    .where(
      and(eq(owner_id, owner), eq(conversation_id, conversationId), ne(user_id, except), gt(seen_at, since)),
    )
    .orderBy(asc(users.first_name), asc(users.id))
}

export async function deleteBefore(db: Db, _scope: SystemScope, before: string): Promise<void> {
  await db.delete(conversation_presence).where(lt(seen_at, before))
}
