import { businessFieldNames, pick } from '@goldpan/contract/fields'
import type { HandlerInput } from '@goldpan/contract/route'
import {
  type BusinessFilter,
  type BusinessListQuery,
  type BusinessSelection,
  TABLE_MAX_BUSINESSES,
  type tableRoutes,
} from '@goldpan/contract/tables'
import type { Database, Db } from '../../db/database.ts'
import { readCursor, writeCursor } from '../../db/keyset.ts'
import type { OwnerId } from '../../db/owner.ts'
import { type OpenRemoval, openRemoval } from '../../db/removals/removals.ts'
import type { JobStatus } from '../../db/schema.ts'
import { csvStream } from '../../http/csv.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { requireRoom } from '../accounts/account-limits.ts'
import { createImporting } from './importing.ts'
import * as listing from './listing.store.ts'
import { createManualPlaceId, toBusiness } from './tables.rules.ts'
import * as store from './tables.store.ts'

type Body<Name extends 'create' | 'addBusiness' | 'addBusinesses'> = HandlerInput<
  (typeof tableRoutes)[Name]
>['body']

/** Suggestions while a name is typed. */
const FOUND_BY_NAME = 8
/** Rows read at a time for an export. */
const EXPORT_ROWS = 500

const CSV_COLUMNS = [...businessFieldNames, 'place_id', 'prospects', 'gathering', 'source']

export interface TablesDeps {
  db: Database
  clock: Clock
}

/** Business tables. Operations that exist for another feature say so. */
export function createTables({ db, clock }: TablesDeps) {
  /** Refuses another owner's table like one that doesn't exist. */
  const getTable = async (tx: Db, owner: OwnerId, id: string) =>
    (await store.findTable(tx, owner, id)) ?? refuse('tables.not_found')

  /** Locks the table against additions and deletion until the transaction ends. */
  const lockTable = async (tx: Db, owner: OwnerId, id: string) =>
    (await store.lockTable(tx, owner, id)) ?? refuse('tables.not_found')

  async function withCounts(owner: OwnerId, tableId: string, rows: store.BusinessRow[]) {
    const placeIds = rows.map(({ place_id }) => place_id)
    const counts = await store.countProspects(db, owner, tableId, placeIds)
    return rows.map((row) => toBusiness(row, counts.get(row.place_id) ?? 0))
  }

  async function withCount(owner: OwnerId, row: store.BusinessRow) {
    const [business] = await withCounts(owner, row.table_id, [row])
    return business!
  }

  async function readPage(owner: OwnerId, tableId: string, query: BusinessListQuery) {
    const { cursor, limit, sort = 'added', direction = 'ascending', ...filter } = query
    const named = `${sort} ${direction}`
    const after = cursor === undefined ? null : readCursor(named, cursor, listing.sorts[sort].cast)
    if (cursor !== undefined && !after) refuse('tables.bad_cursor')
    const rows = await listing.listPage(db, owner, tableId, { filter, sort, direction, after, limit })
    const last = limit !== undefined && rows.length === limit ? rows.at(-1) : undefined
    const next_cursor = last ? writeCursor(named, { value: last.sorted_by, id: last.business.id }) : null
    const businesses = rows.map(({ business }) => business)
    return { businesses: await withCounts(owner, tableId, businesses), next_cursor, filter }
  }

  async function* readAll(owner: OwnerId, tableId: string, query: BusinessListQuery) {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await readPage(owner, tableId, { ...query, limit: EXPORT_ROWS, cursor })
      yield* page.businesses
      cursor = page.next_cursor
    }
  }

  /** `undo` is the id of the removal. Null if nothing was removed, or too much to keep. */
  async function removeBusinesses(owner: OwnerId, tableId: string, selection: BusinessSelection) {
    return db.transaction(async (tx) => {
      // Gathering also locks the table before a business, so the two can't deadlock.
      await lockTable(tx, owner, tableId)
      const ids = await listing.listSelectedIds(tx, owner, tableId, selection)
      const removal = await openRemoval(tx, owner, { kind: 'businesses', at: isoNow(clock) })
      await removal.keep('businesses', ids)
      await store.deleteBusinesses(tx, owner, ids)
      return { deleted: ids.length, undo: await removal.close() }
    })
  }

  return {
    hasAny: (owner: OwnerId) => store.hasTable(db, owner),
    findTable: store.findTable,
    getTable,
    lockTable,
    ...createImporting({ db, clock }),

    async list(owner: OwnerId) {
      const tables = await store.listTables(db, owner)
      return tables.map(({ table, businesses_count, ...counts }) => ({
        ...table,
        businesses: [{ count: businesses_count }],
        ...counts,
      }))
    },

    /** A table with a page of its businesses, or with all of them without a limit. */
    async get(owner: OwnerId, id: string, query: BusinessListQuery) {
      const table = await getTable(db, owner, id)
      const [{ businesses, next_cursor, filter }, businesses_count, prospects_count] = await Promise.all([
        readPage(owner, id, query),
        listing.countMatching(db, owner, id, {}),
        store.countProspectsOfTable(db, owner, id),
      ])
      const isWhole =
        !filter.text?.trim() && !filter.prospects && !filter.website && !filter.email && !filter.outcome
      // A first page that isn't full has all matches.
      const isAll = query.cursor === undefined && next_cursor === null
      const count = () => (isAll ? businesses.length : listing.countMatching(db, owner, id, filter))
      return {
        answer: { ...table, businesses, businesses_count, prospects_count },
        next_cursor,
        total: isWhole ? businesses_count : await count(),
      }
    },

    async listPlaceIds(owner: OwnerId, id: string, filter: BusinessFilter) {
      await getTable(db, owner, id)
      return listing.listPlaceIds(db, owner, id, filter)
    },

    /** Streams the businesses page by page. */
    async exportCsv(owner: OwnerId, id: string, query: BusinessListQuery) {
      const table = await getTable(db, owner, id)
      async function* lines() {
        for await (const row of readAll(owner, id, query))
          yield [
            ...businessFieldNames.map((field) => row[field]),
            row.place_id,
            row.prospects_count,
            row.gathering_explanation,
            row.attribution,
          ]
      }
      return csvStream(`${table.name}.csv`, CSV_COLUMNS, lines())
    },

    async create(owner: OwnerId, { name, query, businesses }: Body<'create'>) {
      const at = isoNow(clock)
      return db.transaction(async (tx) => {
        await requireRoom(tx, owner, 'business_tables')
        const table = await store.insertTable(tx, owner, { name, query, created_at: at })
        const rows = businesses.map((found) => ({ ...found, created_at: at, updated_at: at }))
        await store.insertBusinesses(tx, owner, table.id, rows, 0)
        return table
      })
    },

    findByName: (owner: OwnerId, text: string) =>
      text.trim() ? listing.findByName(db, owner, text, FOUND_BY_NAME) : Promise.resolve([]),

    /** Businesses already in the table stay unchanged. */
    async addBusinesses(owner: OwnerId, tableId: string, { businesses }: Body<'addBusinesses'>) {
      const at = isoNow(clock)
      return db.transaction(async (tx) => {
        await lockTable(tx, owner, tableId)
        const count = await store.countBusinesses(tx, owner, tableId)
        const first = (await store.findLastPosition(tx, owner, tableId)) + 1
        const rows = businesses.map((found) => ({ ...found, created_at: at, updated_at: at }))
        const added = await store.insertBusinesses(tx, owner, tableId, rows, first)
        if (count + added.length > TABLE_MAX_BUSINESSES) refuse('tables.full')
        return { added: added.length, known: businesses.length - added.length }
      })
    },

    /** For removals: deletes a table with its businesses and keeps them in the removal. */
    async remove(tx: Db, owner: OwnerId, id: string, removal: OpenRemoval): Promise<void> {
      await removal.keep('table', [id])
      await store.deleteTable(tx, owner, id)
    },

    async addBusiness(owner: OwnerId, tableId: string, form: Body<'addBusiness'>) {
      const at = clock.now()
      const row = await db.transaction(async (tx) => {
        await lockTable(tx, owner, tableId)
        const count = await store.countBusinesses(tx, owner, tableId)
        if (count >= TABLE_MAX_BUSINESSES) refuse('tables.full')
        const place_id = form.place_id || createManualPlaceId(at)
        const times = { created_at: at.toISOString(), updated_at: at.toISOString() }
        const business = { ...form, place_id, ...times }
        const [added] = await store.insertBusinesses(tx, owner, tableId, [business], count)
        return added ?? refuse('tables.business_exists')
      })
      return withCount(owner, row)
    },

    async updateBusiness(owner: OwnerId, tableId: string, placeId: string, form: Body<'addBusiness'>) {
      await getTable(db, owner, tableId)
      // Details written by the user don't expire.
      const change = { ...pick(form, businessFieldNames), expires_at: null, updated_at: isoNow(clock) }
      const row = await store.updateBusiness(db, owner, tableId, placeId, change)
      return withCount(owner, row ?? refuse('tables.business_not_found'))
    },

    removeBusinesses,

    async removeBusiness(owner: OwnerId, tableId: string, placeId: string) {
      const { deleted, undo } = await removeBusinesses(owner, tableId, { ids: [placeId] })
      return deleted > 0 ? { undo } : refuse('tables.business_not_found')
    },

    countProspects: store.countProspectsOfTable,
    countWithProspects: (tx: Db, owner: OwnerId, tableId: string): Promise<number> =>
      listing.countMatching(tx, owner, tableId, { prospects: 'with' }),

    /** For gathering: the selected businesses of a table, in its order. */
    listChosen: store.listBusinessIds,

    /** For gathering: protects the table from deletion until the transaction ends. */
    lockTableShared: store.lockTableShared,

    findBusinessById: store.findBusinessById,
    findBusiness: store.findBusiness,
    findBusinessAnywhere: store.findBusinessAnywhere,

    /** For campaigns. */
    listByPlaces: store.listByPlaces,

    /** For gathering: the outcome of a visit to a business's website. */
    recordOutcome: (
      tx: Db,
      owner: OwnerId,
      businessId: string,
      outcome: {
        gathering_outcome: string
        gathering_explanation: string
        gathered_at: string
        site_facts?: Record<string, unknown>
      },
    ) => store.updateBusinessById(tx, owner, businessId, outcome),

    /** For gathering: the state of the newest job and its end. */
    recordGathering: (tx: Db, owner: OwnerId, tableId: string, status: JobStatus, endedAt?: string) =>
      store.updateGathering(tx, owner, tableId, {
        prospecting_status: status,
        ...(endedAt ? { last_prospecting_at: endedAt } : {}),
      }),

    /** For search: names of the owner's tables that contain each place. */
    async findHoldingTables(owner: OwnerId, placeIds: string[]): Promise<Map<string, string[]>> {
      const rows = await store.listHoldingTables(db, owner, placeIds)
      const byPlace = Map.groupBy(rows, ({ place_id }) => place_id)
      return new Map([...byPlace].map(([placeId, tables]) => [placeId, tables.map(({ name }) => name)]))
    },
  }
}

export type Tables = ReturnType<typeof createTables>

/** A business of a table, as stored. */
export type SavedBusiness = store.BusinessRow
