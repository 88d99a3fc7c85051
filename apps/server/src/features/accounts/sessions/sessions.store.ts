import { and, desc, eq, isNull, ne, or, type Placeholder, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/database.ts'
import type { OwnerId, SystemScope } from '../../../db/owner.ts'
import { owners, sessions, users } from '../../../db/schema.ts'

export type SessionRow = typeof sessions.$inferSelect

const payers = alias(users, 'payers')

/** The session of a token, be it in force or the one before. */
const ofToken = (tokenHash: string | Placeholder) =>
  or(eq(sessions.token_hash, tokenHash), eq(sessions.previous_hash, tokenHash))

export async function insertSession(
  db: Db,
  owner: OwnerId,
  session: { token_hash: string; at: string; user_agent: string | null },
) {
  const { token_hash, at, user_agent } = session
  await db.insert(sessions).values({ user_id: owner, token_hash, created_at: at, used_at: at, user_agent })
}

const selectFound = (db: Db) =>
  db
    .select({ session: sessions, user: users, payer_plan: payers.subscription_plan })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .leftJoin(owners, eq(owners.id, sessions.organization_id))
    .leftJoin(payers, eq(payers.id, owners.person_id))

/** Built once, and planned once a connection. */
function preparedOnce<Query>(prepare: (db: Db) => Query): (db: Db) => Query {
  const prepared = new WeakMap<Db, Query>()
  return (db) => {
    const query = prepared.get(db) ?? prepare(db)
    prepared.set(db, query)
    return query
  }
}

/** Every request asks for one. */
const queryOne = preparedOnce((db) =>
  selectFound(db)
    .where(ofToken(sql.placeholder('hash')))
    .prepare('find_session'),
)

export async function findSession(db: Db, _scope: SystemScope, tokenHash: string) {
  const rows = await queryOne(db).execute({ hash: tokenHash })
  return rows[0] ?? null
}

export type FoundSession = NonNullable<Awaited<ReturnType<typeof findSession>>>

const isAnyOf = (column: SQLWrapper) => sql`${column} = any(${sql.placeholder('hashes')}::text[])`
const queryMany = preparedOnce((db) =>
  selectFound(db)
    .where(or(isAnyOf(sessions.token_hash), isAnyOf(sessions.previous_hash)))
    .prepare('find_sessions'),
)

/** Of many tokens the sessions that there are, by the hash that was asked for. */
export async function findSessions(
  db: Db,
  _scope: SystemScope,
  hashes: string[],
): Promise<Map<string, FoundSession>> {
  const rows = await queryMany(db).execute({ hashes })
  const entries = rows.flatMap((found) =>
    [found.session.token_hash, found.session.previous_hash].map((hash) => [hash, found] as const),
  )
  return new Map(entries.filter((entry): entry is [string, FoundSession] => entry[0] !== null))
}

/** What a session works for from now on; the database refuses an organization that the person is no member of. */
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

/** The password was shown again. */
export async function setProved(db: Db, owner: OwnerId, tokenHash: string, proved_at: string): Promise<void> {
  await db
    .update(sessions)
    .set({ proved_at })
    .where(and(eq(sessions.user_id, owner), ofToken(tokenHash)))
}

/** The first use of a new token. */
export async function confirmToken(db: Db, owner: OwnerId, id: string, at: string): Promise<void> {
  await db
    .update(sessions)
    .set({ confirmed_at: at })
    .where(and(eq(sessions.id, id), eq(sessions.user_id, owner), isNull(sessions.confirmed_at)))
}

/** Puts a new token in the place of the one that is shown; false when another request was quicker. */
export async function replaceToken(
  db: Db,
  owner: OwnerId,
  session: { id: string; token_hash: string },
  change: { shown_hash: string; new_hash: string; at: string },
): Promise<boolean> {
  const rows = await db
    .update(sessions)
    .set({
      ...{ token_hash: change.new_hash, previous_hash: change.shown_hash },
      ...{ rotated_at: change.at, confirmed_at: null },
    })
    .where(
      and(
        ...[eq(sessions.id, session.id), eq(sessions.user_id, owner)],
        eq(sessions.token_hash, session.token_hash),
      ),
    )
    .returning({ id: sessions.id })
  return rows.length > 0
}

export async function deleteSession(db: Db, _scope: SystemScope, tokenHash: string) {
  await db.delete(sessions).where(ofToken(tokenHash))
}

/** The one that was used last comes first. */
export const listSessions = (db: Db, owner: OwnerId): Promise<SessionRow[]> =>
  db
    .select()
    .from(sessions)
    .where(eq(sessions.user_id, owner))
    .orderBy(desc(sessions.used_at), desc(sessions.id))

/** Ends all sessions of a user but this one. */
export async function deleteOthers(db: Db, owner: OwnerId, kept: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.user_id, owner), ne(sessions.id, kept)))
}

/** Ends all sessions of a user. */
export async function deleteSessions(db: Db, owner: OwnerId) {
  await db.delete(sessions).where(eq(sessions.user_id, owner))
}
