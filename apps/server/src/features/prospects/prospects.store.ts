import { optionalProspectFields } from '@goldpan/contract/fields'
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, not, sql } from 'drizzle-orm'
import { belongsTo, isOneOf } from '../../db/belongs-to.ts'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import {
  type AddressResult,
  business_tables,
  campaign_prospects,
  deleted_prospects,
  prospects,
} from '../../db/schema.ts'

export type ProspectRow = typeof prospects.$inferSelect
export type NewProspect = Omit<typeof prospects.$inferInsert, 'owner_id'>

/** PostgreSQL allows 65,535 parameters in a statement. */
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

/** The first that was added with this address, at any business. */
export async function findByEmail(db: Db, owner: OwnerId, email: string): Promise<ProspectRow | null> {
  const [row] = await db
    .select()
    .from(prospects)
    .where(and(eq(prospects.owner_id, owner), sql`lower(${prospects.email}) = ${email.toLowerCase()}`))
    .orderBy(asc(prospects.created_at), asc(prospects.id))
    .limit(1)
  return row ?? null
}

/** Null if the owner has this address for this business. */
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
 * Moves each prospect to its next status in one statement. Writes nothing if both are the same. Locks rows in order
 * of id, so that two transactions can't deadlock. Returns the ids that belong to the owner.
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

/** Remembers prospects that the user deleted, so that gathering leaves them out. */
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

/** Gathering may find these again, because the user has added or restored them. */
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

export type ImportedProspect = Pick<ProspectRow, (typeof COLUMNS)[number]>

const COLUMNS = ['email', ...optionalProspectFields, 'status'] as const
const NAMES = sql.raw(COLUMNS.join(', '))
const SHAPE = sql.raw(COLUMNS.map((column) => `${column} text`).join(', '))

const given = (rows: ImportedProspect[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (${SHAPE})`

/** Returns the addresses that the owner has, in lower case. */
export async function listKnown(tx: Db, owner: OwnerId, emails: string[]): Promise<string[]> {
  const lower = sql<string>`lower(${prospects.email})`
  const rows = await tx
    .select({ email: lower })
    .from(prospects)
    .where(sql`${eq(prospects.owner_id, owner)} and ${lower} = any(${sql.param(emails)}::text[])`)
  return rows.map(({ email }) => email)
}

/** Returns the new addresses, in lower case. */
export async function insertImported(
  tx: Db,
  owner: OwnerId,
  rows: ImportedProspect[],
  place: { tableId: string | null; at: string },
): Promise<string[]> {
  const { rows: added } = await tx.execute<{ email: string }>(sql`
    insert into prospects (owner_id, business_table_id, ${NAMES}, is_edited, created_at, updated_at)
    select ${owner}::uuid, ${place.tableId}::uuid, ${NAMES}, true, ${place.at}::timestamptz, ${place.at}::timestamptz
    from ${given(rows)}
    on conflict do nothing
    returning lower(email) as email`)
  return added.map(({ email }) => email)
}

/**
 * Fills in the file's values. Blank cells and the status change nothing. If several prospects have the address, only
 * the one at the file's business is updated. Returns the addresses of changed prospects, in lower case.
 */
export async function updateImported(
  tx: Db,
  owner: OwnerId,
  rows: ImportedProspect[],
  at: string,
): Promise<string[]> {
  const filled = (field: string) => `coalesce(given.${field}, prospects.${field})`
  const values = sql.raw(optionalProspectFields.map((field) => `${field} = ${filled(field)}`).join(', '))
  const differs = sql.raw(
    optionalProspectFields
      .map((field) => `prospects.${field} is distinct from ${filled(field)}`)
      .join(' or '),
  )
  const sameAddress = sql`select from prospects as other where other.owner_id = ${owner}::uuid
    and lower(other.email) = lower(given.email) and other.id <> prospects.id`
  const isAtBusiness = (table: 'prospects' | 'other') =>
    sql.raw(`coalesce(lower(${table}.business_name), '') = coalesce(lower(given.business_name), '')`)
  const { rows: changed } = await tx.execute<{ email: string }>(sql`
    update prospects set ${values}, is_edited = true, updated_at = ${at}::timestamptz
    from ${given(rows)}
    where prospects.owner_id = ${owner}::uuid and lower(prospects.email) = lower(given.email) and (${differs})
      and (not exists (${sameAddress}) or ${isAtBusiness('prospects')} and not exists (${sameAddress} and ${isAtBusiness('other')}))
    returning lower(prospects.email) as email`)
  return changed.map(({ email }) => email)
}

const inTable = (owner: OwnerId, tableId: string) =>
  and(eq(prospects.owner_id, owner), eq(prospects.business_table_id, tableId))

const isInACampaign = (owner: OwnerId) =>
  sql`exists (select from ${campaign_prospects} where ${campaign_prospects.owner_id} = ${owner} and ${campaign_prospects.prospect_id} = ${prospects.id})`

export const countInNoCampaign = (db: Db, owner: OwnerId, tableId: string): Promise<number> =>
  db.$count(prospects, and(inTable(owner, tableId), not(isInACampaign(owner))))

const toReview = (owner: OwnerId, tableId: string) =>
  and(inTable(owner, tableId), isNull(prospects.reviewed_at), isNotNull(prospects.source_url))

export async function listToReview(db: Db, owner: OwnerId, tableId: string, limit: number) {
  return withTable(db)
    .where(toReview(owner, tableId))
    .orderBy(asc(prospects.created_at), asc(prospects.id))
    .limit(limit)
}

export const countToReview = (db: Db, owner: OwnerId, tableId: string): Promise<number> =>
  db.$count(prospects, toReview(owner, tableId))

export const countKept = (db: Db, owner: OwnerId, tableId: string): Promise<number> =>
  db.$count(prospects, and(inTable(owner, tableId), isNotNull(prospects.reviewed_at)))

/** Returns how many were kept. */
export async function keepAbove(
  db: Db,
  owner: OwnerId,
  tableId: string,
  { confidence, at }: { confidence: number; at: string },
): Promise<number> {
  // The column is single precision and would refuse smaller numbers.
  const least = Math.fround(confidence)
  const rows = await db
    .update(prospects)
    .set({ reviewed_at: at })
    .where(and(toReview(owner, tableId), gt(prospects.confidence, least)))
    .returning({ id: prospects.id })
  return rows.length
}

/** Puts prospects kept at this instant back into the review. */
export async function undoKept(db: Db, owner: OwnerId, tableId: string, at: string): Promise<number> {
  const rows = await db
    .update(prospects)
    .set({ reviewed_at: null })
    .where(and(inTable(owner, tableId), eq(prospects.reviewed_at, at)))
    .returning({ id: prospects.id })
  return rows.length
}

export async function setReviewed(
  db: Db,
  owner: OwnerId,
  id: string,
  reviewedAt: string | null,
): Promise<boolean> {
  const rows = await db
    .update(prospects)
    .set({ reviewed_at: reviewedAt })
    .where(and(eq(prospects.owner_id, owner), eq(prospects.id, id)))
    .returning({ id: prospects.id })
  return rows.length > 0
}

/** Claims due addresses. Those of a dead worker are due again at `again_at`. */
export async function claimDueChecks(
  db: Db,
  _scope: SystemScope,
  claim: { now: string; again_at: string; limit: number },
): Promise<{ id: string; email: string }[]> {
  const due = db
    .select({ id: prospects.id })
    .from(prospects)
    .where(lte(prospects.address_check_due_at, claim.now))
    .orderBy(prospects.address_check_due_at)
    .limit(claim.limit)
    .for('update', { skipLocked: true })
  return db
    .update(prospects)
    .set({ address_check_due_at: claim.again_at })
    .where(inArray(prospects.id, due))
    .returning({ id: prospects.id, email: prospects.email })
}

/** Stores a result, unless the address has changed meanwhile. */
export async function setCheck(
  db: Db,
  _scope: SystemScope,
  checked: { id: string; email: string },
  check: {
    address_check: AddressResult
    address_reasons: string[]
    address_checked_at: string
    address_check_due_at: string
  },
) {
  await db
    .update(prospects)
    .set(check)
    .where(and(eq(prospects.id, checked.id), eq(prospects.email, checked.email)))
}
