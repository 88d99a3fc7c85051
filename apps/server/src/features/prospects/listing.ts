import { prospectLines, prospectTexts } from '@goldpan/contract/fields'
import type { Prospect, ProspectListQuery, ProspectSelection } from '@goldpan/contract/prospects'
import type { Database } from '../../db/database.ts'
import { readCursor, writeCursor } from '../../db/keyset.ts'
import type { OwnerId } from '../../db/owner.ts'
import { csvStream } from '../../http/csv.ts'
import { refuse } from '../../http/refuse.ts'
import * as store from './listing.store.ts'
import type { ListedProspect } from './prospects.rules.ts'

/** Rows read at a time for an export. */
const EXPORT_ROWS = 500

const CSV_COLUMNS = [
  ...prospectLines,
  'business_table',
  'status',
  'last_contact',
  ...prospectTexts,
  'source_url',
  'found_at',
]

const filterOf = ({ text, status, table, not_in_campaign, review }: ProspectListQuery) => ({
  text,
  status,
  table,
  not_in_campaign,
  review,
})

export interface ListingDeps {
  db: Database
  toProspects: (owner: OwnerId, rows: readonly ListedProspect[]) => Promise<Prospect[]>
}

/** The list of prospects: filtered, sorted, page by page, and as a file. */
export function createListing({ db, toProspects }: ListingDeps) {
  const orderOf = ({ sort = 'added', direction }: Pick<ProspectListQuery, 'sort' | 'direction'>) => ({
    sort,
    direction: direction ?? (sort === 'added' ? ('descending' as const) : ('ascending' as const)),
  })

  async function readPage(owner: OwnerId, query: ProspectListQuery, ids?: string[]) {
    const { sort, direction } = orderOf(query)
    const { cursor, limit } = query
    const named = `${sort} ${direction}`
    const after = cursor === undefined ? null : readCursor(named, cursor, store.sorts[sort].cast)
    if (cursor !== undefined && !after) refuse('prospects.bad_cursor')
    const filter = filterOf(query)
    const rows = await store.listPage(db, owner, { filter, ids, sort, direction, after, limit })
    const last = limit !== undefined && rows.length === limit ? rows.at(-1) : undefined
    const next_cursor = last ? writeCursor(named, { value: last.sorted_by, id: last.prospect.id }) : null
    return { rows, next_cursor }
  }

  async function* readAll(owner: OwnerId, query: ProspectListQuery, ids?: string[]) {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await readPage(owner, { ...query, limit: EXPORT_ROWS, cursor }, ids)
      yield* page.rows
      cursor = page.next_cursor
    }
  }

  return {
    /** Lists a page, or everything if no limit is given. Only the first page has a total. */
    async list(owner: OwnerId, query: ProspectListQuery) {
      const { rows, next_cursor } = await readPage(owner, query)
      const answer = await toProspects(owner, rows)
      if (query.limit !== undefined && query.cursor !== undefined) return { answer, next_cursor, total: null }
      // Counting is slow if few rows match, and a first page that isn't full has all matches.
      const isAll = next_cursor === null
      const total = isAll ? rows.length : await store.countMatching(db, owner, filterOf(query))
      return { answer, next_cursor, total }
    },

    /** For campaigns: the ids of a selection, newest first. */
    listSelectedIds: store.listSelectedIds,

    /** Streams the list page by page. */
    exportCsv: (owner: OwnerId, query: ProspectListQuery) =>
      csvStream('prospects.csv', CSV_COLUMNS, lines(readAll(owner, query))),

    /** Streams selected prospects, newest first. */
    exportMany(owner: OwnerId, selection: ProspectSelection) {
      const isNamed = 'ids' in selection
      const rows = isNamed ? readAll(owner, {}, selection.ids) : readAll(owner, selection.filter)
      const left = new Set(isNamed ? [] : selection.except)
      return csvStream('prospects.csv', CSV_COLUMNS, lines(rows, left))
    },
  }
}

async function* lines(
  rows: AsyncIterable<Awaited<ReturnType<typeof store.listPage>>[number]>,
  left = new Set<string>(),
) {
  for await (const { prospect: row, table } of rows)
    if (!left.has(row.id))
      yield [
        ...prospectLines.map((field) => row[field]),
        table?.name,
        row.status,
        row.last_contact,
        ...prospectTexts.map((field) => row[field]),
        row.source_url,
        row.found_at,
      ]
}
