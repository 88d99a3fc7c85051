import { and, eq, ne } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/database.ts'
import type { OwnerId, SystemScope } from '../../../db/owner.ts'
import { owners, sessions, users } from '../../../db/schema.ts'

const payers = alias(users, 'payers')

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
    .select({ session: sessions, user: users, payer_plan: payers.subscription_plan })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .leftJoin(owners, eq(owners.id, sessions.organization_id))
    .leftJoin(payers, eq(payers.id, owners.person_id))
    .where(eq(sessions.token_hash, tokenHash))
  return rows[0] ?? null
}

/** What a session works for from now on; the database refuses an organization that the person is no member of. */
export async function setOrganization(
  owner: OwnerId,
  db: Db,
  tokenHash: string,
  organization_id: string | null,
): Promise<void> {
  await db
    .update(sessions)
    .set({ organization_id })
    .where(and(eq(sessions.user_id, owner), eq(sessions.token_hash, tokenHash)))
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
