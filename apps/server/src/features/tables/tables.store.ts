import { businessFieldNames, optionalBusinessFields } from '@goldpan/contract/fields'
import { and, asc, count, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { belongsTo, isOneOf } from '../../db/belongs-to.ts'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { business_tables, businesses, type JobStatus, prospects } from '../../db/schema.ts'

export type TableRow = typeof business_tables.$inferSelect
export type BusinessRow = typeof businesses.$inferSelect
export type NewBusiness = Omit<typeof businesses.$inferInsert, 'owner_id' | 'table_id' | 'position'>

/** Building a larger statement would block other requests. */
const INSERT_BATCH = 500

const own = (owner: OwnerId, id: string) =>
  and(eq(business_tables.owner_id, owner), eq(business_tables.id, id))
const ownBusiness = (owner: OwnerId, tableId: string, placeId: string) =>
  and(eq(businesses.owner_id, owner), eq(businesses.table_id, tableId), eq(businesses.place_id, placeId))

export async function insertTable(
  db: Db,
  owner: OwnerId,
  table: { name: string; query: string; created_at: string },
): Promise<TableRow> {
  const [row] = await db
    .insert(business_tables)
    .values({ owner_id: owner, ...table })
    .returning()
  return row!
}

const isToReview = sql`${prospects.reviewed_at} is null and ${prospects.source_url} is not null`

export async function listTables(db: Db, owner: OwnerId) {
  const counted = db
    .select({ table_id: businesses.table_id, count: count().as('businesses_count') })
    .from(businesses)
    .where(eq(businesses.owner_id, owner))
    .groupBy(businesses.table_id)
    .as('counted')
  const found = db
    .select({
      table_id: prospects.business_table_id,
      count: count().as('prospects_count'),
      to_review: sql<number>`count(*) filter (where ${isToReview})`.as('to_review'),
    })
    .from(prospects)
    .where(eq(prospects.owner_id, owner))
    .groupBy(prospects.business_table_id)
    .as('found')
  return db
    .select({
      table: business_tables,
      businesses_count: sql<number>`coalesce(${counted.count}, 0)::int`,
      prospects_count: sql<number>`coalesce(${found.count}, 0)::int`,
      to_review: sql<number>`coalesce(${found.to_review}, 0)::int`,
    })
    .from(business_tables)
    .leftJoin(counted, eq(counted.table_id, business_tables.id))
    .leftJoin(found, eq(found.table_id, business_tables.id))
    .where(eq(business_tables.owner_id, owner))
    .orderBy(desc(business_tables.created_at), desc(business_tables.id))
}

/** The number of prospects at each place in a table. */
export async function countProspects(
  db: Db,
  owner: OwnerId,
  tableId: string,
  placeIds: string[],
): Promise<Map<string, number>> {
  const rows = await db
    .select({ place_id: prospects.place_id, count: count() })
    .from(prospects)
    .where(
      and(
        eq(prospects.owner_id, owner),
        eq(prospects.business_table_id, tableId),
        sql`${prospects.place_id} = any(${sql.param(placeIds)}::text[])`,
      ),
    )
    .groupBy(prospects.place_id)
  return new Map(rows.map((row) => [row.place_id, row.count]))
}

export async function countProspectsOfTable(db: Db, owner: OwnerId, tableId: string): Promise<number> {
  return db.$count(prospects, and(eq(prospects.owner_id, owner), eq(prospects.business_table_id, tableId)))
}

export async function hasTable(db: Db, owner: OwnerId): Promise<boolean> {
  const rows = await db
    .select({ id: business_tables.id })
    .from(business_tables)
    .where(eq(business_tables.owner_id, owner))
    .limit(1)
  return rows.length > 0
}

export async function findTable(db: Db, owner: OwnerId, id: string): Promise<TableRow | null> {
  const [row] = await db.select().from(business_tables).where(own(owner, id))
  return row ?? null
}

/** Locks the table against additions and deletion until the transaction ends. */
export async function lockTable(tx: Db, owner: OwnerId, id: string): Promise<TableRow | null> {
  const [row] = await tx.select().from(business_tables).where(own(owner, id)).for('update')
  return row ?? null
}

/** Locks the table against deletion only; several transactions can hold this lock. */
export async function lockTableShared(tx: Db, owner: OwnerId, id: string) {
  await tx.select({ id: business_tables.id }).from(business_tables).where(own(owner, id)).for('key share')
}

export async function deleteTable(db: Db, owner: OwnerId, id: string): Promise<boolean> {
  const rows = await db.delete(business_tables).where(own(owner, id)).returning({ id: business_tables.id })
  return rows.length > 0
}

export async function updateGathering(
  db: Db,
  owner: OwnerId,
  id: string,
  change: { prospecting_status: JobStatus; last_prospecting_at?: string },
) {
  await db.update(business_tables).set(change).where(own(owner, id))
}

export async function findBusiness(
  db: Db,
  owner: OwnerId,
  tableId: string,
  placeId: string,
): Promise<BusinessRow | null> {
  const [row] = await db
    .select()
    .from(businesses)
    .where(ownBusiness(owner, tableId, placeId))
  return row ?? null
}

export async function findBusinessById(db: Db, owner: OwnerId, id: string): Promise<BusinessRow | null> {
  const [row] = await db
    .select()
    .from(businesses)
    .where(and(eq(businesses.owner_id, owner), eq(businesses.id, id)))
  return row ?? null
}

export async function findBusinessAnywhere(
  db: Db,
  owner: OwnerId,
  placeId: string,
): Promise<BusinessRow | null> {
  const [row] = await db
    .select()
    .from(businesses)
    .where(and(eq(businesses.owner_id, owner), eq(businesses.place_id, placeId)))
    .limit(1)
  return row ?? null
}

/** Lists a place once for each table that contains it. */
export async function listByPlaces(db: Db, owner: OwnerId, placeIds: string[]) {
  if (placeIds.length === 0) return []
  return db
    .select({
      place_id: businesses.place_id,
      table_id: businesses.table_id,
      website: businesses.website,
      locality: businesses.locality,
      category: businesses.category,
      searched: business_tables.query,
      site_text: sql<
        string | null
      >`left(concat_ws(' ', ${businesses.site_facts}->>'title', ${businesses.site_facts}->>'description'), 500)`,
    })
    .from(businesses)
    .innerJoin(business_tables, eq(business_tables.id, businesses.table_id))
    .where(and(eq(businesses.owner_id, owner), inArray(businesses.place_id, placeIds)))
}

export async function listBusinessIds(db: Db, owner: OwnerId, tableId: string, placeIds: string[]) {
  if (placeIds.length === 0) return []
  return db
    .select({
      id: businesses.id,
      place_id: businesses.place_id,
      website: businesses.website,
      position: businesses.position,
    })
    .from(businesses)
    .where(
      and(
        eq(businesses.owner_id, owner),
        eq(businesses.table_id, tableId),
        inArray(businesses.place_id, placeIds),
      ),
    )
    .orderBy(asc(businesses.position))
}

/** Appends businesses in order and returns the added ones. Known ones stay unchanged. */
export async function insertBusinesses(
  db: Db,
  owner: OwnerId,
  tableId: string,
  rows: NewBusiness[],
  first: number,
): Promise<BusinessRow[]> {
  const added: BusinessRow[] = []
  for (let start = 0; start < rows.length; start += INSERT_BATCH) {
    const batch = rows.slice(start, start + INSERT_BATCH).map((row, index) => ({
      ...row,
      owner_id: owner,
      table_id: tableId,
      position: first + start + index,
    }))
    added.push(...(await db.insert(businesses).values(batch).onConflictDoNothing().returning()))
  }
  return added
}

export async function countBusinesses(db: Db, owner: OwnerId, tableId: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(businesses)
    .where(and(eq(businesses.owner_id, owner), eq(businesses.table_id, tableId)))
  return row?.count ?? 0
}

export async function updateBusiness(
  db: Db,
  owner: OwnerId,
  tableId: string,
  placeId: string,
  change: Partial<BusinessRow>,
): Promise<BusinessRow | null> {
  const [row] = await db
    .update(businesses)
    .set(change)
    .where(ownBusiness(owner, tableId, placeId))
    .returning()
  return row ?? null
}

export async function deleteBusinesses(tx: Db, owner: OwnerId, ids: string[]): Promise<void> {
  await tx.delete(businesses).where(and(belongsTo(businesses.owner_id, owner), isOneOf(businesses.id, ids)))
}

export async function updateBusinessById(db: Db, owner: OwnerId, id: string, change: Partial<BusinessRow>) {
  await db
    .update(businesses)
    .set(change)
    .where(and(eq(businesses.owner_id, owner), eq(businesses.id, id)))
}

/** The owner's tables that contain any of these places. */
export async function listHoldingTables(db: Db, owner: OwnerId, placeIds: string[]) {
  if (placeIds.length === 0) return []
  return db
    .select({ place_id: businesses.place_id, name: business_tables.name })
    .from(businesses)
    .innerJoin(business_tables, eq(business_tables.id, businesses.table_id))
    .where(and(eq(businesses.owner_id, owner), inArray(businesses.place_id, placeIds)))
}

export type ImportedBusiness = Pick<BusinessRow, (typeof businessFieldNames)[number]>

const SHAPE = sql.raw(businessFieldNames.map((column) => `${column} text`).join(', '))

/** Keys that are in the table: name and address in lower case, separated by a line break. */
export async function listKnown(tx: Db, owner: OwnerId, tableId: string, keys: string[]): Promise<string[]> {
  const names = keys.map((key) => key.slice(0, key.indexOf('\n')))
  const addresses = keys.map((key) => key.slice(key.indexOf('\n') + 1))
  const { rows } = await tx.execute<{ key: string }>(sql`
    select distinct wanted.name || E'\n' || wanted.address as key
    from unnest(${sql.param(names)}::text[], ${sql.param(addresses)}::text[]) as wanted (name, address)
    join businesses on lower(businesses.name) = wanted.name and lower(businesses.address) = wanted.address
      and businesses.table_id = ${tableId}::uuid and businesses.owner_id = ${owner}::uuid`)
  return rows.map(({ key }) => key)
}

/**
 * Fills in the file's values; blank cells change nothing. Businesses with the same name and address can't be told
 * apart and stay unchanged. Returns the keys of changed businesses.
 */
export async function updateImported(
  tx: Db,
  owner: OwnerId,
  tableId: string,
  rows: ImportedBusiness[],
  at: string,
): Promise<string[]> {
  const filled = (field: string) => `coalesce(given.${field}, businesses.${field})`
  const values = sql.raw(optionalBusinessFields.map((field) => `${field} = ${filled(field)}`).join(', '))
  const differs = sql.raw(
    optionalBusinessFields
      .map((field) => `businesses.${field} is distinct from ${filled(field)}`)
      .join(' or '),
  )
  const { rows: changed } = await tx.execute<{ key: string }>(sql`
    update businesses set ${values}, updated_at = ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (${SHAPE})
    where businesses.owner_id = ${owner}::uuid and businesses.table_id = ${tableId}::uuid and (${differs})
      and lower(businesses.name) = lower(given.name) and lower(businesses.address) = lower(given.address)
      and not exists (select from businesses as other where other.owner_id = ${owner}::uuid
        and other.table_id = ${tableId}::uuid and other.id <> businesses.id
        and lower(other.name) = lower(given.name) and lower(other.address) = lower(given.address))
    returning lower(businesses.name) || E'\n' || lower(businesses.address) as key`)
  return changed.map(({ key }) => key)
}

export async function findLastPosition(tx: Db, owner: OwnerId, tableId: string): Promise<number> {
  const { rows } = await tx.execute<{ last: number | null }>(sql`
    select max(position) as last from businesses
    where table_id = ${tableId}::uuid and owner_id = ${owner}::uuid`)
  return rows[0]?.last ?? -1
}

/** Places with expired details in some table, ordered by id. */
export async function listExpiredPlaces(
  db: Db,
  _scope: SystemScope,
  { now, after, limit }: { now: string; after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ place_id: businesses.place_id })
    .from(businesses)
    .where(and(lte(businesses.expires_at, now), gt(businesses.place_id, after)))
    .orderBy(asc(businesses.place_id))
    .limit(limit)
  return rows.map(({ place_id }) => place_id)
}

/** Replaces expired details of a place in every table that contains it. */
export async function replaceExpired(
  db: Db,
  _scope: SystemScope,
  { placeId, now }: { placeId: string; now: string },
  details: Partial<BusinessRow>,
): Promise<void> {
  await db
    .update(businesses)
    .set(details)
    .where(and(eq(businesses.place_id, placeId), lte(businesses.expires_at, now)))
}
