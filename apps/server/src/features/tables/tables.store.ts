import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { business_tables, businesses, type JobStatus } from '../../db/schema.ts'

export type TableRow = typeof business_tables.$inferSelect
export type BusinessRow = typeof businesses.$inferSelect
export type NewBusiness = Omit<typeof businesses.$inferInsert, 'owner_id' | 'table_id' | 'position'>

/** Rows of one insert statement. Building a larger one keeps other requests waiting. */
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

export async function listTables(db: Db, owner: OwnerId) {
  const counted = db
    .select({ table_id: businesses.table_id, count: count().as('count') })
    .from(businesses)
    .where(eq(businesses.owner_id, owner))
    .groupBy(businesses.table_id)
    .as('counted')
  return db
    .select({ table: business_tables, count: sql<number>`coalesce(${counted.count}, 0)::int` })
    .from(business_tables)
    .leftJoin(counted, eq(counted.table_id, business_tables.id))
    .where(eq(business_tables.owner_id, owner))
    .orderBy(desc(business_tables.created_at), desc(business_tables.id))
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

/** The same, held until the transaction ends: nobody adds to it or deletes it meanwhile. */
export async function lockTable(tx: Db, owner: OwnerId, id: string): Promise<TableRow | null> {
  const [row] = await tx.select().from(business_tables).where(own(owner, id)).for('update')
  return row ?? null
}

/** Keeps the table from being deleted; others may do the same at once. */
export async function holdTable(tx: Db, owner: OwnerId, id: string) {
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

/** A business by its place, from whichever table holds it. */
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

/** What is known of these places, from every table that holds one. */
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

/** Appends businesses in order; one that the table already holds is left as it is. Answers the rows added. */
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

export async function updateBusinessById(db: Db, owner: OwnerId, id: string, change: Partial<BusinessRow>) {
  await db
    .update(businesses)
    .set(change)
    .where(and(eq(businesses.owner_id, owner), eq(businesses.id, id)))
}

/** Which of these places stand in tables of the owner, with the tables' names. */
export async function listHoldingTables(db: Db, owner: OwnerId, placeIds: string[]) {
  if (placeIds.length === 0) return []
  return db
    .select({ place_id: businesses.place_id, name: business_tables.name })
    .from(businesses)
    .innerJoin(business_tables, eq(business_tables.id, businesses.table_id))
    .where(and(eq(businesses.owner_id, owner), inArray(businesses.place_id, placeIds)))
}
