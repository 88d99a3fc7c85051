import { and, desc, eq, getTableColumns, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { account_tokens, bot_check_uses, owners, type TokenType, users } from '../../db/schema.ts'

export type User = typeof users.$inferSelect
export type AccountToken = typeof account_tokens.$inferSelect

/** Locks a user until the transaction ends, and reads them as they are then. */
export async function lockUser(tx: Db, owner: OwnerId): Promise<User | null> {
  const rows = await tx.select().from(users).where(eq(users.id, owner)).for('no key update')
  return rows[0] ?? null
}

export async function findUserByEmail(db: Db, _scope: SystemScope, email: string): Promise<User | null> {
  const rows = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
  return rows[0] ?? null
}

/** Null when the address is taken. */
export async function insertUser(
  db: Db,
  _scope: SystemScope,
  user: typeof users.$inferInsert,
): Promise<User | null> {
  const rows = await db.insert(users).values(user).onConflictDoNothing().returning()
  return rows[0] ?? null
}

/** The person who answers for rows of an owner: the owner themselves, or who owns the organization. */
export async function getUser(db: Db, owner: OwnerId): Promise<User | null> {
  const rows = await db
    .select(getTableColumns(users))
    .from(owners)
    .innerJoin(users, eq(users.id, owners.person_id))
    .where(eq(owners.id, owner))
  return rows[0] ?? null
}

export async function updateUser(db: Db, owner: OwnerId, change: Partial<User>): Promise<User | null> {
  const rows = await db.update(users).set(change).where(eq(users.id, owner)).returning()
  return rows[0] ?? null
}

const openTokens = (owner: OwnerId, type: TokenType | 'all') =>
  and(
    eq(account_tokens.user_id, owner),
    type === 'all' ? undefined : eq(account_tokens.type, type),
    isNull(account_tokens.used_at),
    isNull(account_tokens.revoked_at),
  )

/** Makes the unused tokens of a type, or all, worthless. */
export async function revokeTokens(db: Db, owner: OwnerId, type: TokenType | 'all', at: string) {
  await db.update(account_tokens).set({ revoked_at: at }).where(openTokens(owner, type))
}

/** The token of a type that could still be used. */
export async function findOpenToken(db: Db, owner: OwnerId, type: TokenType): Promise<AccountToken | null> {
  const rows = await db
    .select()
    .from(account_tokens)
    .where(openTokens(owner, type))
    .orderBy(desc(account_tokens.created_at))
    .limit(1)
  return rows[0] ?? null
}

/** A new token of a type revokes the older ones. Returns its id. */
export async function insertToken(
  db: Db,
  owner: OwnerId,
  token: { type: TokenType; token_hash: string; email: string; created_at: string; expires_at: string },
): Promise<string> {
  await revokeTokens(db, owner, token.type, token.created_at)
  const rows = await db
    .insert(account_tokens)
    .values({ user_id: owner, ...token })
    .returning({ id: account_tokens.id })
  return rows[0]!.id
}

export async function findToken(
  db: Db,
  _scope: SystemScope,
  tokenHash: string,
): Promise<AccountToken | null> {
  const rows = await db.select().from(account_tokens).where(eq(account_tokens.token_hash, tokenHash))
  return rows[0] ?? null
}

export async function findTokenById(db: Db, _scope: SystemScope, id: string): Promise<AccountToken | null> {
  const rows = await db.select().from(account_tokens).where(eq(account_tokens.id, id))
  return rows[0] ?? null
}

/** Uses a token up; false when somebody else was faster. */
export async function spendToken(db: Db, owner: OwnerId, id: string, at: string): Promise<boolean> {
  const rows = await db
    .update(account_tokens)
    .set({ used_at: at })
    .where(
      and(
        eq(account_tokens.id, id),
        eq(account_tokens.user_id, owner),
        isNull(account_tokens.used_at),
        isNull(account_tokens.revoked_at),
        gt(account_tokens.expires_at, at),
      ),
    )
    .returning({ id: account_tokens.id })
  return rows.length > 0
}

/** Who wants a weekly report and has not had the one of this time. */
export async function listDueForReport(
  db: Db,
  _scope: SystemScope,
  reportTime: string,
  limit: number,
): Promise<string[]> {
  const rows = await db.select({ id: users.id }).from(users).where(isReportDue(reportTime)).limit(limit)
  return rows.map(({ id }) => id)
}

const isReportDue = (reportTime: string) =>
  and(
    eq(users.weekly_reports, true),
    isNotNull(users.email_confirmed_at),
    isNull(users.deleting_at),
    lt(users.created_at, reportTime),
    or(isNull(users.weekly_report_at), lt(users.weekly_report_at, reportTime)),
  )

/** Settles a weekly report; null when another worker did, or it is no longer wanted. */
export async function claimReport(db: Db, owner: OwnerId, reportTime: string): Promise<User | null> {
  const rows = await db
    .update(users)
    .set({ weekly_report_at: reportTime })
    .where(and(eq(users.id, owner), isReportDue(reportTime)))
    .returning()
  return rows[0] ?? null
}

/** Erases the account; everything that belongs to it goes with it. */
export async function deleteUser(db: Db, owner: OwnerId): Promise<void> {
  await db.delete(users).where(eq(users.id, owner))
}

/** Remembers a bot-check token as used; false when it was used before. */
export async function spendBotCheckToken(
  db: Db,
  _scope: SystemScope,
  use: { token_hash: string; expires_at: string; now: string },
): Promise<boolean> {
  await db.delete(bot_check_uses).where(lt(bot_check_uses.expires_at, use.now))
  const rows = await db
    .insert(bot_check_uses)
    .values({ token_hash: use.token_hash, expires_at: use.expires_at })
    .onConflictDoNothing()
    .returning({ token_hash: bot_check_uses.token_hash })
  return rows.length > 0
}
