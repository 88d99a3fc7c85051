import { businessFieldNames } from '@goldpan/contract/fields'
import type { BusinessFilter, BusinessListQuery } from '@goldpan/contract/tables'
import type { Database } from '../../../db/database.ts'
import { readCursor, writeCursor } from '../../../db/keyset.ts'
import type { OwnerId } from '../../../db/owner.ts'
import { csvStream } from '../../../http/csv.ts'
import { refuse } from '../../../http/refuse.ts'
import { toBusiness } from '../tables.rules.ts'
import type { TableRow } from '../tables.store.ts'
import * as store from './listing.store.ts'

/** Rows that an export reads at a time. */
const EXPORT_ROWS = 500

const CSV_COLUMNS = [...businessFieldNames, 'place_id', 'prospects', 'gathering', 'source']

export interface ListingDeps {
  db: Database
  getTable: (owner: OwnerId, id: string) => Promise<TableRow>
  countProspects: (owner: OwnerId, tableId: string) => Promise<number>
  countByPlaces: (owner: OwnerId, tableId: string, placeIds: string[]) => Promise<Map<string, number>>
}

/** The businesses of a table: filtered, sorted, page by page, and as a file. */
export function createListing({ db, getTable, countProspects, countByPlaces }: ListingDeps) {
  async function readPage(owner: OwnerId, tableId: string, query: BusinessListQuery) {
    const { cursor, limit, text, prospects, sort = 'added', direction = 'ascending' } = query
    const named = `${sort} ${direction}`
    const after = cursor === undefined ? null : readCursor(named, cursor, store.sorts[sort].cast)
    if (cursor !== undefined && !after) refuse('tables.bad_cursor')
    const filter = { text, prospects }
    const rows = await store.listPage(db, owner, tableId, { filter, sort, direction, after, limit })
    const last = limit !== undefined && rows.length === limit ? rows.at(-1) : undefined
    const next_cursor = last ? writeCursor(named, { value: last.sorted_by, id: last.business.id }) : null
    const counts = await countByPlaces(
      owner,
      tableId,
      rows.map(({ business }) => business.place_id),
    )
    const found = rows.map(({ business }) => toBusiness(business, counts.get(business.place_id) ?? 0))
    return { found, next_cursor, filter }
  }

  async function* readAll(owner: OwnerId, tableId: string, query: BusinessListQuery) {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await readPage(owner, tableId, { ...query, limit: EXPORT_ROWS, cursor })
      yield* page.found
      cursor = page.next_cursor
    }
  }

  return {
    /** Without a limit all businesses of the table, in its order. */
    async get(owner: OwnerId, id: string, query: BusinessListQuery) {
      const table = await getTable(owner, id)
      const [{ found, next_cursor, filter }, businesses_count, prospects_count] = await Promise.all([
        readPage(owner, id, query),
        store.countMatching(db, owner, id, {}),
        countProspects(owner, id),
      ])
      const isWhole = !filter.text?.trim() && !filter.prospects
      // A page that is not full has counted what matches.
      const isAll = query.cursor === undefined && next_cursor === null
      const count = () => (isAll ? found.length : store.countMatching(db, owner, id, filter))
      const total = isWhole ? businesses_count : await count()
      return {
        answer: { ...table, businesses: found, businesses_count, prospects_count },
        next_cursor,
        total,
      }
    },

    async listPlaceIds(owner: OwnerId, id: string, filter: BusinessFilter) {
      await getTable(owner, id)
      return store.listPlaceIds(db, owner, id, filter)
    },

    /** Read and written page by page, whatever the length of the table. */
    async exportCsv(owner: OwnerId, id: string, query: BusinessListQuery) {
      const table = await getTable(owner, id)
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
  }
}
