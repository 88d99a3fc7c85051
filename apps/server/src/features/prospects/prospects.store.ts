import { and, asc, count, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { belongsTo, isOneOf } from '../../db/belongs-to.ts'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { business_tables, deleted_prospects, prospects } from '../../db/schema.ts'

export type ProspectRow = typeof prospects.$inferSelect
export type NewProspect = Omit<typeof prospects.$inferInsert, 'owner_id'>

/** Rows a single insert statement takes: PostgreSQL allows 65,535 parameters. */
const INSERT_BATCH = 5000

const own = (owner: OwnerId, id: string) => and(eq(prospects.owner_id, owner), eq(prospects.id, id))

const withTable = (db: Db) =>
  db
    .select({ prospect: prospects, table: { id: business_tables.id, name: business_tables.name } })
    .from(prospects)
    .leftJoin(business_tables, eq(business_tables.id, prospects.business_table_id))

export async function listOfPlace(db: Db, owner: OwnerId, placeId: string, tableId: string | undefined) {
  const filter = and(
    eq(prospects.owner_id, owner),
    eq(prospects.place_id, placeId),
    tableId ? eq(prospects.business_table_id, tableId) : undefined,
  )
  return withTable(db)
    .where(filter)
    .orderBy(desc(prospects.confidence), asc(prospects.created_at), asc(prospects.email))
}

export async function findProspect(db: Db, owner: OwnerId, id: string) {
  const [row] = await withTable(db).where(own(owner, id))
  return row ?? null
}

export async function listByIds(db: Db, owner: OwnerId, ids: string[]): Promise<ProspectRow[]> {
  if (ids.length === 0) return []
  return db
    .select()
    .from(prospects)
    .where(and(eq(prospects.owner_id, owner), inArray(prospects.id, ids)))
}

/** Null when the owner already has this address for this business. */
export async function insertProspect(
  db: Db,
  owner: OwnerId,
  prospect: NewProspect,
): Promise<ProspectRow | null> {
  const [row] = await db
    .insert(prospects)
    .values({ owner_id: owner, ...prospect })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

export async function updateProspect(
  db: Db,
  owner: OwnerId,
  id: string,
  change: Partial<ProspectRow>,
): Promise<ProspectRow | null> {
  const [row] = await db.update(prospects).set(change).where(own(owner, id)).returning()
  return row ?? null
}

/**
 * Moves prospects from the status each has to the one that follows it, in one statement; a status that stays is no
 * update of theirs. They are held in one order, so that two who hold several never wait for each other. Answers those
 * that are the owner's.
 */
export async function moveStatuses(
  tx: Db,
  owner: OwnerId,
  ids: string[],
  move: { from: ProspectRow['status'][]; to: ProspectRow['status'][]; isContact: boolean; at: string },
): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await tx.execute<{ id: string }>(sql`
    with held as materialized (
      select id from prospects
      where ${isOneOf(prospects.id, ids)} and ${belongsTo(prospects.owner_id, owner)}
      order by id for no key update),
    moved as (
      update prospects set
        status = follows.status,
        last_contact = case when ${move.isContact} then greatest(${move.at}::timestamptz, prospects.last_contact) else prospects.last_contact end,
        updated_at = case when prospects.status = follows.status then prospects.updated_at else ${move.at} end
      from held, unnest(${sql.param(move.from)}::text[], ${sql.param(move.to)}::text[]) as follows (after, status)
      where prospects.id = held.id and prospects.status = follows.after
        and (${move.isContact} or prospects.status <> follows.status))
    select id from held`)
  return rows.map(({ id }) => id)
}

/** Remembers that the user did not want these: gathering leaves them out. */
export async function insertDeleted(
  db: Db,
  owner: OwnerId,
  rows: { place_id: string; email_hash: string; deleted_at: string }[],
) {
  for (let start = 0; start < rows.length; start += INSERT_BATCH)
    await db
      .insert(deleted_prospects)
      .values(rows.slice(start, start + INSERT_BATCH).map((row) => ({ owner_id: owner, ...row })))
      .onConflictDoNothing()
}

export async function listDeletedHashes(db: Db, owner: OwnerId, placeId: string): Promise<Set<string>> {
  const rows = await db
    .select({ hash: deleted_prospects.email_hash })
    .from(deleted_prospects)
    .where(and(eq(deleted_prospects.owner_id, owner), eq(deleted_prospects.place_id, placeId)))
  return new Set(rows.map(({ hash }) => hash))
}

/** A prospect that the user adds by hand, or brings back, is wanted again. */
export async function forgetDeleted(
  db: Db,
  owner: OwnerId,
  rows: readonly { place_id: string; email_hash: string }[],
): Promise<void> {
  const column = (name: 'place_id' | 'email_hash') => sql.param(rows.map((row) => row[name]))
  await db.execute(sql`
    delete from ${deleted_prospects} as unwanted
    using unnest(${column('place_id')}::text[], ${column('email_hash')}::text[]) as wanted (place_id, email_hash)
    where unwanted.owner_id = ${owner} and unwanted.place_id = wanted.place_id
      and unwanted.email_hash = wanted.email_hash`)
}

export async function countByPlaces(db: Db, owner: OwnerId, tableId: string, placeIds: string[]) {
  return db
    .select({ key: prospects.place_id, count: count() })
    .from(prospects)
    .where(
      and(
        eq(prospects.owner_id, owner),
        eq(prospects.business_table_id, tableId),
        sql`${prospects.place_id} = any(${sql.param(placeIds)}::text[])`,
      ),
    )
    .groupBy(prospects.place_id)
}

export async function countOfTable(db: Db, owner: OwnerId, tableId: string): Promise<number> {
  return db.$count(prospects, and(eq(prospects.owner_id, owner), eq(prospects.business_table_id, tableId)))
}

export async function countByTable(db: Db, owner: OwnerId) {
  return db
    .select({ key: sql<string>`${prospects.business_table_id}::text`, count: count() })
    .from(prospects)
    .where(eq(prospects.owner_id, owner))
    .groupBy(prospects.business_table_id)
}

export async function countAdded(
  db: Db,
  owner: OwnerId,
  span: { from: string; to: string },
): Promise<number> {
  return db.$count(
    prospects,
    and(
      eq(prospects.owner_id, owner),
      gte(prospects.created_at, span.from),
      lt(prospects.created_at, span.to),
    ),
  )
}

export async function hasProspect(db: Db, owner: OwnerId): Promise<boolean> {
  const rows = await db
    .select({ id: prospects.id })
    .from(prospects)
    .where(eq(prospects.owner_id, owner))
    .limit(1)
  return rows.length > 0
}
