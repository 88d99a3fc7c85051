import type { Cap } from '@goldpan/contract/plans'
import { and, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { Month } from '../../db/months.store.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import {
  account_caps,
  kept_payments,
  type Plan,
  token_balances,
  type UsageType,
  usage_entries,
  usage_months,
} from '../../db/schema.ts'
import { organizationPlans } from './usage.rules.ts'

export type Entry = typeof usage_entries.$inferSelect
export type NewEntry = Omit<typeof usage_entries.$inferInsert, 'owner_id'>

export interface Booking {
  payer: string | null
  payer_plan: Plan
  /** The payer's own cap; null also if there is none. */
  own_cap: Cap
  has_own_cap: boolean
  used_before: number
  used_after: number
  tokens_used: number
  /** Causes paid for, now or before. */
  paid: string[]
}

/** Books units for an owner's work on the payer's ledger, under its lock. */
export async function bookUnits(
  tx: Db,
  owner: OwnerId,
  wanted: { type: UsageType; caps: Record<Plan, Cap>; month: string; causes: string[]; at: string },
): Promise<Booking> {
  const { type, month, at } = wanted
  const { rows } = await tx.execute<Booking & Record<string, unknown>>(
    sql`select booked.*, own.units as own_cap, own.owner_id is not null as has_own_cap
      from book_usage(${owner}, ${type}, ${JSON.stringify(wanted.caps)}, ${sql.param([...organizationPlans])},
        ${month}, ${sql.param(wanted.causes)}, ${at}) booked
      left join account_caps own on own.owner_id = booked.payer and own.usage_type = ${type}
        and (own.until is null or own.until >= ${at.slice(0, 10)}::date)`,
  )
  return rows[0]!
}

/** Serialises bookings of the owner until the transaction ends. */
export async function lockLedger(tx: Db, owner: OwnerId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`ledger:${owner}`}, 0))`)
}

export async function readTokens(db: Db, owner: OwnerId): Promise<number> {
  const rows = await db.select().from(token_balances).where(eq(token_balances.owner_id, owner))
  return rows[0]?.tokens ?? 0
}

export async function readMonth(db: Db, owner: OwnerId, month: string): Promise<Record<UsageType, number>> {
  const rows = await db
    .select()
    .from(usage_months)
    .where(and(eq(usage_months.owner_id, owner), eq(usage_months.month, month)))
  const counts = { business_searches: 0, email_generations: 0, emails_sent: 0 }
  for (const row of rows) counts[row.usage_type] = row.units
  return counts
}

export type OwnCap = Omit<typeof account_caps.$inferSelect, 'owner_id' | 'set_at'>

/** The account's own caps that apply on this day in UTC. */
export async function listOwnCaps(db: Db, owner: OwnerId, day: string): Promise<OwnCap[]> {
  const { usage_type, units, until } = account_caps
  return db
    .select({ usage_type, units, until })
    .from(account_caps)
    .where(and(eq(account_caps.owner_id, owner), or(isNull(until), gte(until, day))))
    .orderBy(usage_type)
}

export async function saveOwnCap(
  tx: Db,
  owner: OwnerId,
  cap: Omit<typeof account_caps.$inferInsert, 'owner_id'>,
): Promise<void> {
  const { usage_type, ...rest } = cap
  await tx
    .insert(account_caps)
    .values({ owner_id: owner, ...cap })
    .onConflictDoUpdate({ target: [account_caps.owner_id, account_caps.usage_type], set: rest })
}

export async function deleteOwnCap(tx: Db, owner: OwnerId, type: UsageType): Promise<void> {
  await tx
    .delete(account_caps)
    .where(and(eq(account_caps.owner_id, owner), eq(account_caps.usage_type, type)))
}

/** Entries for the owner's work, whoever paid. */
export async function findEntries(db: Db, owner: OwnerId, causes: string[]): Promise<Entry[]> {
  return db
    .select()
    .from(usage_entries)
    .where(and(eq(usage_entries.spender_id, owner), inArray(usage_entries.cause, causes)))
}

/** Appends an entry and updates the month and the balance. Requires the ledger's lock. */
export async function appendEntry(tx: Db, owner: OwnerId, entry: NewEntry): Promise<void> {
  await tx.insert(usage_entries).values({ owner_id: owner, ...entry })
  const { month, usage_type, units = 0, tokens = 0 } = entry
  if (month && usage_type && units !== 0)
    await tx
      .insert(usage_months)
      .values({ owner_id: owner, month, usage_type, units: Math.max(0, units) })
      .onConflictDoUpdate({
        target: [usage_months.owner_id, usage_months.month, usage_months.usage_type],
        set: { units: sql`${usage_months.units} + ${units}` },
      })
  if (tokens !== 0)
    await tx
      .insert(token_balances)
      .values({ owner_id: owner, tokens: Math.max(0, tokens) })
      .onConflictDoUpdate({
        target: token_balances.owner_id,
        set: { tokens: sql`${token_balances.tokens} + ${tokens}` },
      })
}

/** Lists who paid for these causes, ordered by id: the order in which ledgers are locked. */
export async function listPayers(db: Db, owner: OwnerId, causes: string[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: usage_entries.owner_id })
    .from(usage_entries)
    .where(
      and(
        eq(usage_entries.spender_id, owner),
        sql`${usage_entries.cause} = any(${sql.param(causes)}::text[])`,
      ),
    )
    .orderBy(usage_entries.owner_id)
  return rows.map(({ id }) => id)
}

/** Appends a refund for each cause that has none, and updates months and balances. Requires the ledgers' locks. */
export async function refundUnits(
  tx: Db,
  owner: OwnerId,
  { causes, note, at }: { causes: string[]; note: string; at: string },
): Promise<void> {
  await tx.execute(sql`
    with refunded as (
      insert into usage_entries
        (owner_id, spender_id, cause, kind, usage_type, month, units, tokens, note, created_at)
      select owner_id, spender_id, 'refund:' || cause, 'refund', usage_type, month, -units, -tokens, ${note}::text, ${at}::timestamptz
      from usage_entries where spender_id = ${owner} and cause = any(${sql.param(causes)}::text[])
      on conflict (spender_id, cause) do nothing
      returning owner_id, usage_type, month, units, tokens),
    months as (
      update usage_months set units = usage_months.units + sums.units
      from (select owner_id, month, usage_type, sum(units)::int as units from refunded group by 1, 2, 3) sums
      where usage_months.owner_id = sums.owner_id and usage_months.month = sums.month
        and usage_months.usage_type = sums.usage_type)
    update token_balances set tokens = token_balances.tokens + sums.tokens
    from (select owner_id, sum(tokens)::int as tokens from refunded group by 1) sums
    where token_balances.owner_id = sums.owner_id and sums.tokens <> 0`)
}

/** Entries that moved tokens, newest first. */
export async function listTokenEntries(db: Db, owner: OwnerId, limit: number): Promise<Entry[]> {
  return db
    .select()
    .from(usage_entries)
    .where(and(eq(usage_entries.owner_id, owner), ne(usage_entries.tokens, 0)))
    .orderBy(desc(usage_entries.created_at), desc(usage_entries.id))
    .limit(limit)
}

/** All entries of a payer, newest first. */
export async function listEntries(db: Db, owner: OwnerId, limit: number): Promise<Entry[]> {
  return db
    .select()
    .from(usage_entries)
    .where(eq(usage_entries.owner_id, owner))
    .orderBy(desc(usage_entries.created_at), desc(usage_entries.id))
    .limit(limit)
}

/** `to` is excluded. */
export interface Span {
  from: string
  to: string
}

/** Counts used units by type, paid by allowance or tokens. */
export async function countUsed(db: Db, owner: OwnerId, span: Span): Promise<Record<UsageType, number>> {
  const rows = await db
    .select({
      type: usage_entries.usage_type,
      used: sql<number>`sum(${usage_entries.units} - ${usage_entries.tokens})::int`,
    })
    .from(usage_entries)
    .where(
      and(
        eq(usage_entries.owner_id, owner),
        isNotNull(usage_entries.usage_type),
        gte(usage_entries.created_at, span.from),
        lt(usage_entries.created_at, span.to),
      ),
    )
    .groupBy(usage_entries.usage_type)
  const counts = { business_searches: 0, email_generations: 0, emails_sent: 0 }
  for (const { type, used } of rows) if (type) counts[type] = Math.max(0, used)
  return counts
}

/** A message whose charge is still needed, because it could be claimed again or refunded. */
const isOpen = (message: SQL) => sql`exists (
  select from recipients r where r.id = ${message}
    and r.state not in ('sent', 'failed', 'cancelled', 'suppressed', 'expired'))`

/** Adds entries to the sums of their payer, spender and month. */
const insertSums = (entries: SQL) => sql`
  insert into usage_entries (owner_id, spender_id, cause, kind, usage_type, month, units, tokens, note, created_at)
  select owner_id, spender_id, 'sum:emails_sent:' || month || ':' || owner_id, 'use', 'emails_sent', month,
    sum(units)::int, sum(tokens)::int, 'Sum of single emails', min(created_at)
  from (${entries}) e group by owner_id, spender_id, month
  on conflict (spender_id, cause) do update set units = usage_entries.units + excluded.units,
    tokens = usage_entries.tokens + excluded.tokens`

/**
 * Replaces a month's entries, and their refunds, by a sum for each payer and spender, before the month is dropped in the
 * same transaction. Entries of open messages move to the table itself. Others can't write to the month meanwhile.
 */
export async function summarizeEmailsOfMonth(tx: Db, _scope: SystemScope, { name }: Month): Promise<void> {
  const month = sql.identifier(name)
  const message = sql`case when m.cause like 'send:%' then substr(m.cause, 6)::uuid end`
  await tx.execute(sql`set local statement_timeout = 0`)
  await tx.execute(sql`lock table ${month} in share row exclusive mode`)
  await tx.execute(sql`
    with open as (delete from ${month} m where ${isOpen(message)} returning m.*)
    insert into usage_entries select * from open`)
  await tx.execute(sql`
    with refunds as (
      delete from only usage_entries u using ${month} m
      where u.spender_id = m.spender_id and u.cause = 'refund:' || m.cause returning u.*)
    ${insertSums(sql`select * from ${month} union all select * from refunds`)}`)
}

/**
 * Replaces the oldest email entries of a payer that are in no month, and their refunds, by a sum for each month and
 * spender. Requires the ledger's lock. Returns how many.
 */
export async function summarizeEmails(
  tx: Db,
  owner: OwnerId,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  const { rows } = await tx.execute<{ summed: number }>(sql`
    with old as (
      select e.spender_id, e.cause from only usage_entries e
      where e.owner_id = ${owner} and e.created_at < ${before}::timestamptz and e.kind = 'use'
        and e.usage_type = 'emails_sent' and e.cause like 'send:%' and not ${isOpen(sql`substr(e.cause, 6)::uuid`)}
      order by e.created_at limit ${limit}),
    gone as (
      delete from only usage_entries u using old
      where u.spender_id = old.spender_id and u.cause in (old.cause, 'refund:' || old.cause) and u.owner_id = ${owner}
      returning u.*),
    sums as (${insertSums(sql`select * from gone`)})
    select count(*)::int as summed from old`)
  return rows[0]!.summed
}

/** Copies purchases to a table without owners. */
export async function keepPayments(tx: Db, owner: OwnerId): Promise<void> {
  const paid = await tx
    .select({
      payment_id: usage_entries.payment_id,
      tokens: usage_entries.tokens,
      paid_at: usage_entries.created_at,
    })
    .from(usage_entries)
    .where(
      and(
        eq(usage_entries.owner_id, owner),
        eq(usage_entries.kind, 'purchase'),
        isNotNull(usage_entries.payment_id),
        gt(usage_entries.tokens, 0),
      ),
    )
  if (paid.length > 0)
    await tx.insert(kept_payments).values(paid.map((row) => ({ ...row, payment_id: row.payment_id ?? '' })))
}
