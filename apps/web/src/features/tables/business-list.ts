import {
  type BusinessFilter,
  type BusinessListQuery,
  businessFilter,
  businessSort,
  type TableDetail,
} from '@goldpan/contract/tables'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useHistoryState } from '../../lib/history-state.ts'
import { everything, type ManySelection, withShown } from '../../lib/many-selection.ts'
import type { Sort } from '../../ui/table-columns.ts'
import { listPlaceIds, useTable } from './tables.queries.ts'

/** A table's businesses, with filter and sort from the address. */
export function useBusinessList(tableId: string) {
  const [search, setSearch] = useSearchParams()
  const filter = readFilter(search)
  const sort = readSort(search)
  const query: BusinessListQuery = {
    ...filter,
    ...(sort ? { sort: businessSort.parse(sort.column), direction: sort.direction } : {}),
  }
  const table = useTable(tableId, query)
  const businesses = useMemo(
    () => table.data?.pages.flatMap(({ answer }) => answer.businesses) ?? [],
    [table.data],
  )
  const { hasNextPage, isFetching, fetchNextPage } = table
  const write = (nextFilter: BusinessFilter, next: Sort | null) =>
    setSearch(writeAddress(nextFilter, next), { replace: true })
  return {
    table,
    businesses,
    matching: table.data?.pages[0]?.total ?? businesses.length,
    filter,
    sort,
    query,
    setFilter: (next: BusinessFilter) => write(next, sort),
    setSort: (next: Sort) => write(filter, next),
    onNearEnd: () => {
      if (hasNextPage && !isFetching) void fetchNextPage()
    },
  }
}

export type BusinessListState = ReturnType<typeof useBusinessList>

export const isNarrowed = (filter: BusinessFilter): boolean => Object.keys(filter).length > 0

/** All businesses are selected by default, later ones too, so the deselected ones are stored. */
export function useBusinessSelection(tableId: string) {
  const [selection, select] = useHistoryState<ManySelection>(`businesses of ${tableId}`, everything)
  return {
    selection,
    select,
    /** The header checkbox of a filtered list selects all its businesses, loaded or not. */
    async selectMatching(filter: BusinessFilter, isSelected: boolean, shown: readonly string[]) {
      const change = (ids: readonly string[]) =>
        select((before) => withShown(before, ids, new Set(isSelected ? ids : [])))
      // Select loaded rows at once, so that the checkbox doesn't flicker while the rest loads.
      change(shown)
      change(await listPlaceIds(tableId, filter))
    },
    countSelected: (places: readonly string[]) =>
      places.filter((id) => selection.keys.has(id) === (selection.kind === 'some')).length,
    async listSelected(): Promise<string[]> {
      if (selection.kind === 'some') return [...selection.keys]
      return (await listPlaceIds(tableId, {})).filter((id) => !selection.keys.has(id))
    },
  }
}

export type BusinessSelectionState = ReturnType<typeof useBusinessSelection>

/** Leaves out what the address says wrongly. */
export function readFilter(search: URLSearchParams): BusinessFilter {
  const read = <Name extends keyof BusinessFilter>(name: Name) => {
    const { data } = businessFilter.shape[name].safeParse(search.get(name)?.slice(0, 200) || undefined)
    return data ? { [name]: data } : {}
  }
  return { ...read('text'), ...read('prospects'), ...read('outcome') }
}

function readSort(search: URLSearchParams): Sort | null {
  const column = businessSort.safeParse(search.get('sort'))
  if (!column.success) return null
  return {
    column: column.data,
    direction: search.get('direction') === 'descending' ? 'descending' : 'ascending',
  }
}

const writeAddress = (filter: BusinessFilter, sort: Sort | null): Record<string, string> => ({
  ...filter,
  ...(sort ? { sort: sort.column, direction: sort.direction } : {}),
})

/** The table's own fields, which come with every page. */
export const headOf = (list: BusinessListState): TableDetail | undefined => list.table.data?.pages[0]?.answer
