import type { ProspectFilter, ProspectSelection, ProspectSort } from '@goldpan/contract/prospects'
import { and, eq, isNotNull, not, notInArray, type SQL, sql } from 'drizzle-orm'
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
import { business_tables, campaign_prospects, prospects } from '../../db/schema.ts'

/** Must equal the expression of the index prospects_search. */
const searched = sql`lower(${prospects.email} || E'\n' || coalesce(${prospects.first_name}, '') || ' ' || coalesce(${prospects.last_name}, ''))`

const fullName = sql`coalesce(nullif(trim(coalesce(${prospects.first_name}, '') || ' ' || coalesce(${prospects.last_name}, '')), ''), ${prospects.email})`

export const sorts: Record<ProspectSort, SortBy> = {
  added: { expression: sql`${prospects.created_at}`, cast: 'timestamptz' },
  name: { expression: byName(fullName), cast: 'text' },
  business: { expression: byName(sql`coalesce(${prospects.business_name}, '')`), cast: 'text' },
  table: { expression: byName(sql`coalesce(${business_tables.name}, '')`), cast: 'text' },
  email: { expression: sql`lower(${prospects.email})`, cast: 'text' },
  status: { expression: sql`${prospects.status}`, cast: 'text' },
  last_contact: {
    expression: sql`coalesce(${prospects.last_contact}, '-infinity'::timestamptz)`,
    cast: 'timestamptz',
  },
}

export interface ProspectList {
  filter: ProspectFilter
  /** Limits the list to these ids. */
  ids?: string[] | undefined
  sort: ProspectSort
  direction: Direction
  after: Position | null
  limit: number | undefined
}

const isIn = (owner: OwnerId, campaignId: string): SQL =>
  sql`exists (select 1 from ${campaign_prospects} where ${campaign_prospects.owner_id} = ${owner} and ${campaign_prospects.campaign_id} = ${campaignId} and ${campaign_prospects.prospect_id} = ${prospects.id})`

function matching(owner: OwnerId, filter: ProspectFilter): SQL | undefined {
  const { text, status, table, not_in_campaign, review } = filter
  return and(
    eq(prospects.owner_id, owner),
    text?.trim() ? contains(searched, text) : undefined,
    status ? eq(prospects.status, status) : undefined,
    table ? eq(prospects.business_table_id, table) : undefined,
    not_in_campaign ? not(isIn(owner, not_in_campaign)) : undefined,
    review === 'kept' ? isNotNull(prospects.reviewed_at) : undefined,
  )
}

/** The owner's rows of a selection. */
export function selected(owner: OwnerId, selection: ProspectSelection): SQL | undefined {
  if ('ids' in selection)
    return and(eq(prospects.owner_id, owner), sql`${prospects.id} = any(${sql.param(selection.ids)}::uuid[])`)
  const { filter, except } = selection
  return and(matching(owner, filter), except.length > 0 ? notInArray(prospects.id, except) : undefined)
}

/**
 * The ids of a page sorted by business table, from the first rows of each table. Sorting all matches for every page
 * would be too slow while somebody types.
 */
async function idsByTable(db: Db, owner: OwnerId, list: ProspectList, limit: number): Promise<string[]> {
  const { filter, direction, after } = list
  const order = sql.raw(direction === 'ascending' ? 'asc' : 'desc')
  const sign = sql.raw(direction === 'ascending' ? '>' : '<')
  const behindIt = after
    ? sql`and (of.name, ${prospects.id}) ${sign} (${after.value}::text collate "und-x-icu", ${after.id}::uuid)`
    : sql``
  const firstOf = (isIn: SQL) => sql`
    select ${prospects.id}, of.name from ${prospects}
    where ${isIn} and ${matching(owner, filter)} ${behindIt} order by ${prospects.id} ${order} limit ${limit}`
  const { rows } = await db.execute<{ id: string }>(sql`
    select first.id from (
      (select found.* from (
        select id, ${byName(sql`name`)} as name from ${business_tables} where owner_id = ${owner}
      ) of cross join lateral (${firstOf(sql`${prospects.business_table_id} = of.id`)}) found)
      union all
      (select found.* from (select ${byName(sql`''`)} as name) of
       cross join lateral (${firstOf(sql`${prospects.business_table_id} is null`)}) found)
    ) first order by first.name ${order}, first.id ${order} limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Each row comes with the value that it is sorted by. */
export async function listPage(db: Db, owner: OwnerId, list: ProspectList) {
  const sort = sorts[list.sort]
  const { limit } = list
  const isByTable = list.sort === 'table' && limit !== undefined
  const ids = isByTable ? await idsByTable(db, owner, list, limit) : list.ids
  const query = db
    .select({
      prospect: prospects,
      table: { id: business_tables.id, name: business_tables.name },
      sorted_by: sql<string>`(${sort.expression})::text`,
    })
    .from(prospects)
    .leftJoin(business_tables, eq(business_tables.id, prospects.business_table_id))
    .where(
      and(
        matching(owner, list.filter),
        ids && sql`${prospects.id} = any(${sql.param(ids)}::uuid[])`,
        list.after ? behind(sort, prospects.id, list.direction, list.after) : undefined,
      ),
    )
    .orderBy(...inOrder(sort, prospects.id, list.direction))
  return list.limit === undefined ? query : query.limit(list.limit)
}

/** Newest first. */
export async function listSelectedIds(
  db: Db,
  owner: OwnerId,
  selection: ProspectSelection,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: prospects.id })
    .from(prospects)
    .where(selected(owner, selection))
    .orderBy(...inOrder(sorts.added, prospects.id, 'descending'))
    .limit(limit)
  return rows.map(({ id }) => id)
}

export async function countMatching(db: Db, owner: OwnerId, filter: ProspectFilter): Promise<number> {
  return db.$count(prospects, matching(owner, filter))
}
