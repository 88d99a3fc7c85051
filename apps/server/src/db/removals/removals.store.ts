import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../database.ts'
import type { OwnerId, SystemScope } from '../owner.ts'
import { isRowId } from '../row-id.ts'
import { type RemovalKind, removals } from '../schema.ts'
import { type Hanging, hanging } from './hanging.ts'

export type RemovalRow = typeof removals.$inferSelect

/** Limits of a removal, and of all removals of an owner. Larger deletions can't be undone. */
export const MAX_ROWS = 100_000
const MAX_BYTES = 64 * 1024 * 1024
const MAX_BYTES_OF_OWNER = 2 * MAX_BYTES

const heldBy = ({ table, columns, isGuest }: Hanging) => (columns && !isGuest ? `${table}:links` : table)

const idsIn = (where: string, ids: readonly string[]): SQL => {
  const [before, ...rest] = where.split('$ids')
  const list = sql`${sql.param(ids)}::uuid[]`
  return sql.join([sql.raw(before!), ...rest.flatMap((part) => [list, sql.raw(part)])], sql``)
}

export async function insertRemoval(
  tx: Db,
  owner: OwnerId,
  removal: Pick<RemovalRow, 'id' | 'kind' | 'removed_at'>,
): Promise<void> {
  await tx.insert(removals).values({ owner_id: owner, ...removal })
}

/** Stores copies of everything that depends on rows about to be deleted. Returns the number of rows. */
export async function keepRows(
  tx: Db,
  owner: OwnerId,
  removalId: string,
  { kind, ids, limit }: { kind: RemovalKind; ids: readonly string[]; limit: number },
): Promise<number> {
  let kept = 0
  for (const one of hanging[kind]) {
    const table = sql.raw(one.table)
    const links = Object.keys(one.columns ?? {}).map((column) => sql.raw(`'${column}', held.${column}`))
    const contents =
      one.columns && !one.isGuest
        ? sql`jsonb_build_object('id', held.id, ${sql.join(links, sql`, `)})`
        : sql`to_jsonb(held)`
    const { rowCount } = await tx.execute(sql`
      insert into removed_rows (owner_id, removal_id, held_by, contents)
      select ${owner}::uuid, ${removalId}::uuid, ${heldBy(one)}, ${contents} from ${table} as held
      where held.owner_id = ${owner} and ${idsIn(one.where, ids)}
      limit ${limit - kept + 1}`)
    kept += rowCount ?? 0
    if (kept > limit) break
  }
  return kept
}

/** False if there was nothing to keep, or too much; then nothing is kept. */
export async function closeRemoval(
  tx: Db,
  owner: OwnerId,
  removalId: string,
  rows: number,
): Promise<boolean> {
  const own = and(eq(removals.owner_id, owner), eq(removals.id, removalId))
  const size = sql`(select coalesce(sum(pg_column_size(contents)), 0) from removed_rows where removal_id = ${removalId}::uuid)`
  const [closed] =
    rows === 0 || rows > MAX_ROWS ? [] : await tx.update(removals).set({ bytes: size }).where(own).returning()
  if (!closed || closed.bytes > MAX_BYTES) {
    await tx.delete(removals).where(own)
    return false
  }
  await tx.execute(sql`
    delete from removals where owner_id = ${owner} and id in (
      select id from (
        select id, sum(bytes) over (order by removed_at desc, id = ${removalId}::uuid desc, id) as together
        from removals where owner_id = ${owner}
      ) as all_of_owner
      where together > ${MAX_BYTES_OF_OWNER} and id <> ${removalId}::uuid)`)
  return true
}

/** Locks the removal, so that only one request undoes it. */
export async function lockRemoval(tx: Db, owner: OwnerId, id: string): Promise<RemovalRow | null> {
  if (!isRowId(id)) return null
  const [row] = await tx
    .select()
    .from(removals)
    .where(and(eq(removals.owner_id, owner), eq(removals.id, id)))
    .for('update')
  return row ?? null
}

export async function countKept(tx: Db, owner: OwnerId, removalId: string, table: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from removed_rows
    where owner_id = ${owner} and removal_id = ${removalId}::uuid and held_by = ${table}`)
  return rows[0]?.count ?? 0
}

/** Restores rows whose key is still free. Returns the restored ids of the first table. */
export async function putBack(
  tx: Db,
  owner: OwnerId,
  removalId: string,
  kind: RemovalKind,
): Promise<string[]> {
  let restored: string[] | null = null
  for (const one of hanging[kind]) {
    if (!one.columns || one.isGuest) {
      const ids = await putRows(tx, owner, removalId, one)
      restored ??= ids
    }
    if (one.columns) await putLinks(tx, owner, removalId, one)
  }
  return restored ?? []
}

const keptRows = (owner: OwnerId, removalId: string, one: Hanging) =>
  sql`kept.owner_id = ${owner} and kept.removal_id = ${removalId}::uuid and kept.held_by = ${heldBy(one)}`

const rowExists = (column: string, table: string) =>
  sql.raw(`exists (select 1 from ${table} where id = (kept.contents->>'${column}')::uuid)`)

async function putRows(tx: Db, owner: OwnerId, removalId: string, one: Hanging): Promise<string[]> {
  const table = sql.raw(one.table)
  const columns = await listColumns(tx, owner, one.table)
  const changes = Object.entries(one.instead ?? {}).map(([column, value]) => sql.raw(`'${column}', ${value}`))
  const needed = Object.entries(one.needs ?? {}).map(([column, of]) => sql` and ${rowExists(column, of)}`)
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into ${table} (${sql.raw(columns.join(', '))}) overriding system value
    select ${sql.raw(columns.map((column) => `restored.${column}`).join(', '))} from removed_rows as kept
    cross join lateral jsonb_populate_record(
      null::${table}, kept.contents || jsonb_build_object(${sql.join(changes, sql`, `)})) as restored
    where ${keptRows(owner, removalId, one)}${sql.join(needed, sql``)}
    order by kept.id
    on conflict do nothing
    returning ${columns.includes('id') ? sql`id` : sql`null as id`}`)
  return rows.map(({ id }) => id)
}

/** Without those that the database computes. */
async function listColumns(tx: Db, _owner: OwnerId, table: string): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select quote_ident(attname) as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`)
  return rows.map(({ name }) => name)
}

/** Leaves references alone that were set since, or whose row was not restored. */
async function putLinks(tx: Db, owner: OwnerId, removalId: string, one: Hanging): Promise<void> {
  for (const [column, of] of Object.entries(one.columns ?? {}))
    await tx.execute(sql`
      update ${sql.raw(one.table)} as held set ${sql.raw(column)} = (kept.contents->>${column})::uuid
      from removed_rows as kept
      where held.id = (kept.contents->>'id')::uuid and held.owner_id = ${owner}
        and held.${sql.raw(column)} is null
        and ${keptRows(owner, removalId, one)} and ${rowExists(column, of)}`)
}

export async function forgetRemoval(tx: Db, owner: OwnerId, id: string): Promise<void> {
  await tx.delete(removals).where(and(eq(removals.owner_id, owner), eq(removals.id, id)))
}

export async function forgetRemovalsBefore(db: Db, _scope: SystemScope, before: string): Promise<void> {
  await db.delete(removals).where(lt(removals.removed_at, before))
}
