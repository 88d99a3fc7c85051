import { and, count, desc, eq, ilike, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { isOneOf, plainList } from '../../db/belongs-to.ts'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { suppressions } from '../../db/schema.ts'

export type SuppressionRow = typeof suppressions.$inferSelect
export type SuppressionReason = SuppressionRow['reason']
export type NewSuppression = Pick<
  SuppressionRow,
  'kind' | 'hash' | 'email' | 'reason' | 'source' | 'recipient_id' | 'created_at'
>

/** PostgreSQL allows 65,535 parameters in a statement. */
const BATCH = 5000

const inForce = (owner: OwnerId) => and(eq(suppressions.owner_id, owner), isNull(suppressions.lifted_at))

/** Reasons of suppressed hashes. */
export async function listReasons(db: Db, owner: OwnerId, hashes: readonly string[]) {
  const { rows } = await db.execute<Pick<SuppressionRow, 'hash' | 'reason'> & Record<string, unknown>>(sql`
    select hash, reason from suppressions
    where ${inForce(owner)} and hash = any(${plainList(hashes)}::text[])`)
  return rows
}

/** Entries in force with any of these hashes. */
export async function listByHash(
  db: Db,
  owner: OwnerId,
  hashes: readonly string[],
): Promise<SuppressionRow[]> {
  return db
    .select()
    .from(suppressions)
    .where(and(inForce(owner), sql`${suppressions.hash} = any(${sql.param(hashes)}::text[])`))
}

export async function findInForce(db: Db, owner: OwnerId, hash: string): Promise<SuppressionRow | null> {
  return (await listByHash(db, owner, [hash]))[0] ?? null
}

/** Returns how many were added. Existing entries stay unchanged. */
export async function insertSuppressions(
  tx: Db,
  owner: OwnerId,
  rows: readonly NewSuppression[],
): Promise<number> {
  let added = 0
  for (let at = 0; at < rows.length; at += BATCH) {
    const inserted = await tx
      .insert(suppressions)
      .values(rows.slice(at, at + BATCH).map((row) => ({ owner_id: owner, ...row })))
      .onConflictDoNothing()
      .returning({ id: suppressions.id })
    added += inserted.length
  }
  return added
}

/** Suppresses many addresses for the same reason. Returns the new entries. */
export async function insertEach(
  tx: Db,
  owner: OwnerId,
  entries: readonly Pick<SuppressionRow, 'email' | 'hash'>[],
  { reason, source, created_at }: Pick<SuppressionRow, 'reason' | 'source' | 'created_at'>,
): Promise<{ id: string; email: string }[]> {
  const emails = sql.param(entries.map(({ email }) => email))
  const { rows } = await tx.execute<{ id: string; email: string }>(sql`
    insert into suppressions (owner_id, kind, email, hash, reason, source, created_at)
    select ${owner}::uuid, 'address', email, hash, ${reason}, ${source}, ${created_at}::timestamptz
    from unnest(${emails}::text[], ${plainList(entries.map(({ hash }) => hash))}::text[]) as entry (email, hash)
    order by hash
    on conflict do nothing returning id, email`)
  return rows
}

/** Returns those that were in force. */
export async function liftEach(
  tx: Db,
  owner: OwnerId,
  ids: readonly string[],
  at: string,
): Promise<string[]> {
  const rows = await tx
    .update(suppressions)
    .set({ lifted_at: at })
    .where(and(inForce(owner), isOneOf(suppressions.id, ids)))
    .returning({ id: suppressions.id })
  return rows.map(({ id }) => id)
}

/** Puts lifted entries in force again, unless a newer one is. */
export async function restoreEach(tx: Db, owner: OwnerId, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update suppressions s set lifted_at = null
    where s.owner_id = ${owner} and s.id = any(${plainList(ids)}::uuid[]) and s.lifted_at is not null
      and not exists (
        select from suppressions other
        where other.owner_id = s.owner_id and other.hash = s.hash and other.lifted_at is null)`)
}

export async function liftSuppression(tx: Db, owner: OwnerId, id: string, at: string): Promise<boolean> {
  const rows = await tx
    .update(suppressions)
    .set({ lifted_at: at })
    .where(and(inForce(owner), eq(suppressions.id, id)))
    .returning({ id: suppressions.id })
  return rows.length > 0
}

export async function findById(db: Db, owner: OwnerId, id: string): Promise<SuppressionRow | null> {
  const [row] = await db
    .select()
    .from(suppressions)
    .where(and(inForce(owner), eq(suppressions.id, id)))
  return row ?? null
}

export interface ListFilter {
  /** Part of an address. */
  words: string
  /** Hash of the search text, in case it is a whole address. */
  hash: string
  reason: SuppressionReason | undefined
}

const matching = (owner: OwnerId, { words, hash, reason }: ListFilter) =>
  and(
    inForce(owner),
    reason ? eq(suppressions.reason, reason) : undefined,
    words
      ? or(ilike(suppressions.email, `%${words.replace(/[\\%_]/g, '\\$&')}%`), eq(suppressions.hash, hash))
      : undefined,
  )

export async function listPage(
  db: Db,
  owner: OwnerId,
  filter: ListFilter,
  page: { offset: number; limit: number },
): Promise<{ total: number; rows: SuppressionRow[] }> {
  const [counted] = await db.select({ total: count() }).from(suppressions).where(matching(owner, filter))
  const rows = await db
    .select()
    .from(suppressions)
    .where(matching(owner, filter))
    .orderBy(desc(suppressions.created_at), desc(suppressions.id))
    .limit(page.limit)
    .offset(page.offset)
  return { total: counted?.total ?? 0, rows }
}

/** Deletes the addresses of entries made by people or servers. Their hashes stay in force. */
export async function forgetAddresses(tx: Db, owner: OwnerId, hashes: readonly string[]): Promise<void> {
  for (let at = 0; at < hashes.length; at += BATCH)
    await tx
      .update(suppressions)
      .set({ email: null })
      .where(
        and(
          eq(suppressions.owner_id, owner),
          eq(suppressions.kind, 'address'),
          ne(suppressions.reason, 'manual'),
          inArray(suppressions.hash, hashes.slice(at, at + BATCH)),
        ),
      )
}

/** Restores addresses of entries that have only a hash. */
export async function recallAddresses(
  tx: Db,
  owner: OwnerId,
  known: readonly { email: string; hash: string }[],
): Promise<void> {
  const column = (name: 'email' | 'hash') => sql.param(known.map((one) => one[name]))
  await tx.execute(sql`
    update ${suppressions} as entry set email = known.email
    from unnest(${column('email')}::text[], ${column('hash')}::text[]) as known (email, hash)
    where entry.owner_id = ${owner} and entry.kind = 'address' and entry.hash = known.hash and entry.email is null`)
}
