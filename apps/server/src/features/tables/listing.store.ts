import type { BusinessFilter, BusinessSelection, BusinessSort } from '@goldpan/contract/tables'
import { and, asc, eq, isNotNull, isNull, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import {
  behind,
  byName,
  contains,
  type Direction,
  inOrder,
  type Position,
  type SortBy,
} from '../../db/keyset.ts'
import type { OwnerId } from '../../db/owner.ts'
import { business_tables, businesses, prospects } from '../../db/schema.ts'

/** Must equal the expression of the index businesses_search. */
const searched = sql`lower(${businesses.name} || E'\n' || ${businesses.address})`

export const sorts: Record<BusinessSort, SortBy> = {
  added: { expression: sql`${businesses.position}`, cast: 'int' },
  name: { expression: byName(sql`${businesses.name}`), cast: 'text' },
  address: { expression: byName(sql`${businesses.address}`), cast: 'text' },
}

export interface BusinessList {
  filter: BusinessFilter
  sort: BusinessSort
  direction: Direction
  after: Position | null
  limit: number | undefined
}

const hasProspects = sql`exists (select 1 from ${prospects} where ${prospects.business_table_id} = ${businesses.table_id} and ${prospects.owner_id} = ${businesses.owner_id} and ${prospects.place_id} = ${businesses.place_id})`

function matching(owner: OwnerId, tableId: string, filter: BusinessFilter) {
  const { text, prospects: having, website, email, outcome } = filter
  return and(
    eq(businesses.owner_id, owner),
    eq(businesses.table_id, tableId),
    text?.trim() ? contains(searched, text) : undefined,
    having === 'with' ? hasProspects : having === 'without' ? sql`not ${hasProspects}` : undefined,
    website === 'with' ? isNotNull(businesses.website) : undefined,
    website === 'without' ? isNull(businesses.website) : undefined,
    email === 'with' ? isNotNull(businesses.email) : undefined,
    email === 'without' ? isNull(businesses.email) : undefined,
    outcome ? eq(businesses.gathering_outcome, outcome) : undefined,
  )
}

function selected(owner: OwnerId, tableId: string, selection: BusinessSelection): SQL | undefined {
  if ('ids' in selection)
    return and(
      matching(owner, tableId, {}),
      sql`${businesses.place_id} = any(${sql.param(selection.ids)}::text[])`,
    )
  const { filter, except } = selection
  return and(
    matching(owner, tableId, filter),
    except.length > 0 ? notInArray(businesses.place_id, except) : undefined,
  )
}

/** The first businesses of any table whose name or address contains the text. */
export async function findByName(db: Db, owner: OwnerId, text: string, limit: number) {
  return db
    .select({
      place_id: businesses.place_id,
      name: businesses.name,
      address: businesses.address,
      table: { id: business_tables.id, name: business_tables.name },
    })
    .from(businesses)
    .innerJoin(business_tables, eq(business_tables.id, businesses.table_id))
    .where(and(eq(businesses.owner_id, owner), contains(searched, text)))
    .orderBy(asc(byName(sql`${businesses.name}`)), asc(businesses.id))
    .limit(limit)
}

/** Returns each business with its sort value. */
export async function listPage(db: Db, owner: OwnerId, tableId: string, list: BusinessList) {
  const sort = sorts[list.sort]
  const query = db
    .select({ business: businesses, sorted_by: sql<string>`(${sort.expression})::text` })
    .from(businesses)
    .where(
      and(
        matching(owner, tableId, list.filter),
        list.after ? behind(sort, businesses.id, list.direction, list.after) : undefined,
      ),
    )
    .orderBy(...inOrder(sort, businesses.id, list.direction))
  return list.limit === undefined ? query : query.limit(list.limit)
}

export async function listSelectedIds(
  db: Db,
  owner: OwnerId,
  tableId: string,
  selection: BusinessSelection,
): Promise<string[]> {
  const rows = await db
    .select({ id: businesses.id })
    .from(businesses)
    .where(selected(owner, tableId, selection))
  return rows.map(({ id }) => id)
}

export async function listPlaceIds(db: Db, owner: OwnerId, tableId: string, filter: BusinessFilter) {
  const rows = await db
    .select({ place_id: businesses.place_id })
    .from(businesses)
    .where(matching(owner, tableId, filter))
    .orderBy(...inOrder(sorts.added, businesses.id, 'ascending'))
  return rows.map(({ place_id }) => place_id)
}

export async function countMatching(
  db: Db,
  owner: OwnerId,
  tableId: string,
  filter: BusinessFilter,
): Promise<number> {
  return db.$count(businesses, matching(owner, tableId, filter))
}
