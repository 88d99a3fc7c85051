import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import type { OwnerId, SystemScope } from '../../../db/owner.ts'
import { sessions, users } from '../../../db/schema.ts'

export async function insertSession(
  owner: OwnerId,
  db: Db,
  session: { token_hash: string; at: string; user_agent: string | null },
) {
  const { token_hash, at, user_agent } = session
  await db.insert(sessions).values({ user_id: owner, token_hash, created_at: at, used_at: at, user_agent })
}

export async function findSession(_scope: SystemScope, db: Db, tokenHash: string) {
  const rows = await db
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(eq(sessions.token_hash, tokenHash))
  return rows[0] ?? null
}

export async function touchSession(owner: OwnerId, db: Db, id: string, at: string) {
  await db
    .update(sessions)
    .set({ used_at: at })
    .where(and(eq(sessions.id, id), eq(sessions.user_id, owner)))
}

export async function deleteSession(_scope: SystemScope, db: Db, tokenHash: string) {
  await db.delete(sessions).where(eq(sessions.token_hash, tokenHash))
}

/** Ends a user's sessions, all of them or all but one. */
export async function deleteSessions(owner: OwnerId, db: Db, exceptTokenHash: string | null = null) {
  const own = eq(sessions.user_id, owner)
  await db.delete(sessions).where(exceptTokenHash ? and(own, ne(sessions.token_hash, exceptTokenHash)) : own)
}
