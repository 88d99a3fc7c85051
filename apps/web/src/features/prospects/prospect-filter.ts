import { type ProspectListQuery, prospectSort, prospectStatus } from '@goldpan/contract/prospects'
import type { Sort } from '../../ui/table-columns.ts'

/** Filter and sort of the list. They are in the address, so they survive a reload and can be shared. */
export interface ProspectFilter {
  text: string
  status: string
  table: string
}

export const readFilter = (search: URLSearchParams): ProspectFilter => ({
  text: search.get('text') ?? '',
  status: search.get('status') ?? '',
  table: search.get('table') ?? '',
})

/** Null sorts newest first. */
export function readSort(search: URLSearchParams): Sort | null {
  const column = prospectSort.safeParse(search.get('sort'))
  if (!column.success) return null
  return {
    column: column.data,
    direction: search.get('direction') === 'descending' ? 'descending' : 'ascending',
  }
}

export const writeAddress = (filter: ProspectFilter, sort: Sort | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...filter, sort: sort?.column ?? '', direction: sort?.direction ?? '' }).filter(
      ([, value]) => value !== '',
    ),
  )

export const isNarrowed = ({ text, status, table }: ProspectFilter): boolean =>
  text.trim() !== '' || status !== '' || table !== ''

const UUID = /^[0-9a-f-]{36}$/i

/** The filter as a query of the API; invalid parts of a hand-written address are dropped. */
export function filterOf({ text, status, table }: ProspectFilter) {
  const known = prospectStatus.safeParse(status)
  return {
    ...(text.trim() ? { text: text.trim().slice(0, 200) } : {}),
    ...(known.success ? { status: known.data } : {}),
    ...(UUID.test(table) ? { table } : {}),
  }
}

export function queryOf(filter: ProspectFilter, sort: Sort | null): ProspectListQuery {
  const column = prospectSort.safeParse(sort?.column)
  return {
    ...filterOf(filter),
    ...(sort && column.success ? { sort: column.data, direction: sort.direction } : {}),
  }
}
