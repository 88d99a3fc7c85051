import { addressKey } from '@goldpan/contract/email-address'
import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  sql,
  sum,
} from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import {
  account_tokens,
  bot_check_uses,
  business_tables,
  campaigns,
  owners,
  person_holds,
  prospects,
  refused_logins,
  signature_images,
  support_requests,
  type TokenType,
  users,
} from '../../db/schema.ts'
import { isSuspended } from '../../db/suspensions.ts'

export type User = typeof users.$inferSelect
export type AccountToken = typeof account_tokens.$inferSelect

/** Locks the user's row until the transaction ends. */
export async function lockUser(tx: Db, owner: OwnerId): Promise<User | null> {
  const rows = await tx.select().from(users).where(eq(users.id, owner)).for('no key update')
  return rows[0] ?? null
}

export async function findUserByEmail(db: Db, _scope: SystemScope, email: string): Promise<User | null> {
  const rows = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, addressKey(email)))
  return rows[0] ?? null
}

/** Returns null if the address is taken. */
export async function insertUser(
  db: Db,
  _scope: SystemScope,
  user: typeof users.$inferInsert,
): Promise<User | null> {
  const rows = await db.insert(users).values(user).onConflictDoNothing().returning()
  return rows[0] ?? null
}

/** The person responsible for an owner's rows: the owner, or the person who owns the organization. */
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

/**
 * Changes a user's address. False if it is taken. Uses a savepoint, so that the caller's transaction can continue: of
 * two concurrent changes to one address, the second waits for the first.
 */
export async function moveUser(tx: Db, owner: OwnerId, email: string): Promise<boolean> {
  try {
    await tx.transaction((inner) => inner.update(users).set({ email }).where(eq(users.id, owner)))
    return true
  } catch (error) {
    const { cause } = error as { cause?: { constraint?: string } }
    if (cause?.constraint === 'users_email') return false
    throw error
  }
}

const openTokens = (owner: OwnerId, type: TokenType | 'all') =>
  and(
    eq(account_tokens.user_id, owner),
    type === 'all' ? undefined : eq(account_tokens.type, type),
    isNull(account_tokens.used_at),
    isNull(account_tokens.revoked_at),
  )

export async function revokeTokens(db: Db, owner: OwnerId, type: TokenType | 'all', at: string) {
  await db.update(account_tokens).set({ revoked_at: at }).where(openTokens(owner, type))
}

export async function findOpenToken(db: Db, owner: OwnerId, type: TokenType): Promise<AccountToken | null> {
  const rows = await db
    .select()
    .from(account_tokens)
    .where(openTokens(owner, type))
    .orderBy(desc(account_tokens.created_at))
    .limit(1)
  return rows[0] ?? null
}

/** Revokes older tokens of the same type. Returns the new token's id. */
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

/** False if the token has been spent, revoked or expired meanwhile. */
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

/** Users who want a weekly report and have not been sent this one. */
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
    isNull(users.suspended_at),
    lt(users.created_at, reportTime),
    or(isNull(users.weekly_report_at), lt(users.weekly_report_at, reportTime)),
  )

/** Null if another worker has claimed the report or the user no longer wants one. */
export async function claimReport(db: Db, owner: OwnerId, reportTime: string): Promise<User | null> {
  const rows = await db
    .update(users)
    .set({ weekly_report_at: reportTime })
    .where(and(eq(users.id, owner), isReportDue(reportTime)))
    .returning()
  return rows[0] ?? null
}

/** Tells all processes to end the person's streams (features/live), once the transaction commits. */
export async function endStreams(tx: Db, owner: OwnerId): Promise<void> {
  await tx.execute(sql`select pg_notify('goldpan_changes', ${`${owner} suspended`})`)
}

/** True if an organization has an open invitation for the address. `now` is system time. */
export async function isInvited(db: Db, _scope: SystemScope, email: string, now: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from organization_invitations sent
    join organizations org on org.id = sent.organization_id and org.deleting_at is null
    join organization_members sender
      on sender.organization_id = sent.organization_id and sender.user_id = sent.invited_by
    where lower(sent.email) = ${addressKey(email)} and sent.expires_at > ${now}
      and (sender.role = 'owner' or sender.role = 'admin' and sent.role = 'member')
      and not ${isSuspended(sql`sent.organization_id`)}
    limit 1`)
  return rows.length > 0
}

/** Cascades to everything that the account owns. */
export async function deleteUser(db: Db, owner: OwnerId): Promise<void> {
  await db.delete(users).where(eq(users.id, owner))
}

/** False if the bot-check token was used before. */
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

/** Inserts an owner other than a person, such as an organization. `person` is responsible for its rows. */
export async function insertOwner(db: Db, person: OwnerId, id: string): Promise<void> {
  await db.insert(owners).values({ id, person_id: person })
}

export async function setPerson(db: Db, owner: OwnerId, person: OwnerId): Promise<void> {
  await db
    .update(owners)
    .set({ person_id: person })
    .where(and(eq(owners.id, owner), ne(owners.id, owners.person_id)))
}

/** Erases all rows of an organization; never a person's. */
export async function deleteOwner(db: Db, owner: OwnerId): Promise<void> {
  await db.delete(owners).where(and(eq(owners.id, owner), ne(owners.id, owners.person_id)))
}

/** Returns true for the first refused login of its hour and reason. */
export async function countRefusedLogin(
  db: Db,
  _scope: SystemScope,
  reason: string,
  at: string,
): Promise<boolean> {
  const [row] = await db
    .insert(refused_logins)
    .values({ hour: sql`date_trunc('hour', ${at}::timestamptz)`, reason, logins: 1 })
    .onConflictDoUpdate({
      target: [refused_logins.hour, refused_logins.reason],
      set: { logins: sql`${refused_logins.logins} + 1` },
    })
    .returning({ logins: refused_logins.logins })
  return row?.logins === 1
}

export async function deleteRefusedLogins(db: Db, _scope: SystemScope, before: string): Promise<void> {
  await db.delete(refused_logins).where(lt(refused_logins.hour, before))
}

export async function sumRefusedLogins(db: Db, _scope: SystemScope, since: string) {
  return db
    .select({ reason: refused_logins.reason, logins: sum(refused_logins.logins).mapWith(Number) })
    .from(refused_logins)
    .where(gte(refused_logins.hour, since))
    .groupBy(refused_logins.reason)
    .orderBy(refused_logins.reason)
}

const countable = { business_tables, prospects, campaigns, person_holds }
export type Countable = keyof typeof countable

/** Stops counting at `upTo`. */
export async function countRows(db: Db, owner: OwnerId, what: Countable, upTo: number): Promise<number> {
  const table = countable[what]
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(eq(table.owner_id, owner))
    .limit(upTo)
    .as('some')
  const [row] = await db.select({ rows: count() }).from(some)
  return row?.rows ?? 0
}

export async function sumFiles(db: Db, owner: OwnerId): Promise<{ files: number; bytes: number }> {
  const sum = (column: typeof signature_images.bytes | typeof support_requests.screenshot_bytes) =>
    sql<number>`coalesce(sum(${column}), 0)::int`
  const [images] = await db
    .select({ files: count(), bytes: sum(signature_images.bytes) })
    .from(signature_images)
    .where(eq(signature_images.owner_id, owner))
  const [screenshots] = await db
    .select({ files: count(support_requests.screenshot_key), bytes: sum(support_requests.screenshot_bytes) })
    .from(support_requests)
    .where(eq(support_requests.owner_id, owner))
  return {
    files: (images?.files ?? 0) + (screenshots?.files ?? 0),
    bytes: (images?.bytes ?? 0) + (screenshots?.bytes ?? 0),
  }
}
