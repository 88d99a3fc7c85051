import { and, desc, eq, isNull, ne, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { owners, sessions, users } from '../../db/schema.ts'

export type SessionRow = typeof sessions.$inferSelect

const payers = alias(users, 'payers')

/** The current token, or the one before it. */
const ofToken = (tokenHash: string) =>
  or(eq(sessions.token_hash, tokenHash), eq(sessions.previous_hash, tokenHash))

export async function insertSession(
  db: Db,
  owner: OwnerId,
  session: { token_hash: string; at: string; user_agent: string | null },
) {
  const { token_hash, at, user_agent } = session
  await db.insert(sessions).values({ user_id: owner, token_hash, created_at: at, used_at: at, user_agent })
}

export async function findSession(db: Db, _scope: SystemScope, tokenHash: string) {
  const rows = await db
    .select({
      session: sessions,
      user: users,
      payer: { id: payers.id, plan: payers.subscription_plan, suspended_at: payers.suspended_at },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .leftJoin(owners, eq(owners.id, sessions.organization_id))
    .leftJoin(payers, eq(payers.id, owners.person_id))
    .where(ofToken(tokenHash))
  return rows[0] ?? null
}

export type FoundSession = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** The database refuses an organization that the person is no member of. */
export async function setOrganization(
  db: Db,
  owner: OwnerId,
  tokenHash: string,
  organization_id: string | null,
): Promise<void> {
  await db
    .update(sessions)
    .set({ organization_id })
    .where(and(eq(sessions.user_id, owner), ofToken(tokenHash)))
}

export async function touchSession(db: Db, owner: OwnerId, id: string, at: string) {
  await db
    .update(sessions)
    .set({ used_at: at })
    .where(and(eq(sessions.id, id), eq(sessions.user_id, owner)))
}

export async function setProved(db: Db, owner: OwnerId, tokenHash: string, proved_at: string): Promise<void> {
  await db
    .update(sessions)
    .set({ proved_at })
    .where(and(eq(sessions.user_id, owner), ofToken(tokenHash)))
}

/** Records the first use of a new token. */
export async function confirmToken(db: Db, owner: OwnerId, id: string, at: string): Promise<void> {
  await db
    .update(sessions)
    .set({ confirmed_at: at })
    .where(and(eq(sessions.id, id), eq(sessions.user_id, owner), isNull(sessions.confirmed_at)))
}

/** False if another request has replaced the token in the meantime. */
export async function replaceToken(
  db: Db,
  owner: OwnerId,
  session: { id: string; token_hash: string },
  change: { shown_hash: string; new_hash: string; at: string },
): Promise<boolean> {
  const rows = await db
    .update(sessions)
    .set({
      token_hash: change.new_hash,
      previous_hash: change.shown_hash,
      rotated_at: change.at,
      confirmed_at: null,
    })
    .where(
      and(
        eq(sessions.id, session.id),
        eq(sessions.user_id, owner),
        eq(sessions.token_hash, session.token_hash),
      ),
    )
    .returning({ id: sessions.id })
  return rows.length > 0
}

export async function deleteSession(db: Db, _scope: SystemScope, tokenHash: string) {
  await db.delete(sessions).where(ofToken(tokenHash))
}

/** Most recently used first. */
export const listSessions = (db: Db, owner: OwnerId): Promise<SessionRow[]> =>
  db
    .select()
    .from(sessions)
    .where(eq(sessions.user_id, owner))
    .orderBy(desc(sessions.used_at), desc(sessions.id))

export async function deleteOthers(db: Db, owner: OwnerId, keptId: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.user_id, owner), ne(sessions.id, keptId)))
}

export async function deleteSessions(db: Db, owner: OwnerId): Promise<void> {
  await db.delete(sessions).where(eq(sessions.user_id, owner))
}
