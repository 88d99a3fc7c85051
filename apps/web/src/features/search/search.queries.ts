import {
  type FoundBusiness,
  SEARCH_MAX_MATCHES,
  type SearchSort,
  searchRoutes,
  searchSort,
} from '@goldpan/contract/search'
import { tableRoutes } from '@goldpan/contract/tables'
import { usageRoutes } from '@goldpan/contract/usage'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useReducer } from 'react'
import { z } from 'zod'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
import { call } from '../../lib/goldpan-api.ts'
import {
  countSelected,
  everything,
  type ManySelection,
  nothing,
  shownSelected,
  withShown,
} from '../../lib/many-selection.ts'

export interface SearchFilters {
  has_website: boolean
  has_phone: boolean
  has_email: boolean
  not_in_tables: boolean
  category: string | null
  within_km: number | null
}

export interface SearchInput {
  query: string
  location: string
  filters: SearchFilters
  sort: SearchSort
}

export interface SearchResults {
  input: SearchInput
  businesses: FoundBusiness[]
  /** The total, including matches that aren't loaded. */
  selection: ManySelection
  nextPageToken: string | null
  /** Lets filters and order change without paying for another search. Null if this one was free. */
  searchToken: string | null
  /** A sentence if the search covers more than was asked for. */
  widened: string | null
  /** The results are from around the location, which has none itself. */
  is_around: boolean
  is_covered: boolean
  sorts: SearchSort[]
  /** Null if the directory doesn't count. */
  total: number | null
  with_website: number | null
  /** Kinds to choose from. */
  categories: string[]
  attributions: string[]
}

/** 'bakery' is shown as 'Bakery'. */
export const categoryLabel = (category: string) => category.charAt(0).toLocaleUpperCase() + category.slice(1)

const KEY = ['search', 'results']

/** The last search of this visit, kept while other screens are open. */
export function useSearchResults() {
  const client = useQueryClient()
  const { data } = useQuery<SearchResults | null>({
    queryKey: KEY,
    queryFn: () => null,
    enabled: false,
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  // The cache notifies a moment later, and a ticked checkbox would flicker until then.
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const set = (next: SearchResults | null) => {
    client.setQueryData(KEY, next)
    redraw()
  }
  return { results: data ?? null, set }
}

const DRAFT = 'search'
/** How long the server repeats the results of a paid search without charging again. */
const FREE_MS = 3_600_000

const paidSearch = z.object({
  input: z.object({
    query: z.string(),
    location: z.string(),
    filters: z.object({
      has_website: z.boolean(),
      has_phone: z.boolean(),
      has_email: z.boolean(),
      not_in_tables: z.boolean(),
      category: z.string().nullable(),
      within_km: z.number().nullable(),
    }),
    sort: searchSort,
  }),
  searchToken: z.string(),
  free_until: z.number(),
})
export type PaidSearch = z.infer<typeof paidSearch>

/** The last paid search of this tab, if its results still cost nothing after a reload. */
export function findPaidSearch(): PaidSearch | undefined {
  const kept = readDraft(DRAFT, (value) => paidSearch.safeParse(value).data)
  return kept && Date.now() < kept.free_until ? kept : undefined
}

export const forgetPaidSearch = (): void => dropDraft(DRAFT)

const wantedOf = (filters: SearchFilters) =>
  Object.fromEntries(Object.entries(filters).filter(([, wanted]) => wanted))

const wordsOf = ({ query, location, filters }: SearchInput) => ({
  query,
  location: location.trim() || null,
  filters: wantedOf(filters),
})

export const idsOf = (businesses: readonly FoundBusiness[]) => businesses.map(({ place_id }) => place_id)

interface Search {
  input: SearchInput
  /** Of the results whose filters or order are changed; a new search without it. */
  searchToken?: string | null
}

/** Fetches a first page. Returns its size and whether tokens paid for it. */
export function useSearch() {
  const client = useQueryClient()
  const { set } = useSearchResults()
  return useMutation({
    mutationFn: async ({ input, searchToken }: Search) => {
      const { usedTokens, ...page } = await call(searchRoutes.search, {
        body: { ...wordsOf(input), sort: input.sort, searchToken: searchToken ?? null },
      })
      const total = page.nextPageToken ? page.total : page.businesses.length
      const with_website = page.nextPageToken ? page.with_website : countWebsites(page.businesses)
      // Widened results start unticked, so that nothing outside the area is saved by accident.
      const selection = page.is_around ? nothing : chosen(idsOf(page.businesses))
      set({ ...page, total, with_website, input, selection })
      const paid = searchToken ? findPaidSearch() : undefined
      const free_until = paid?.free_until ?? Date.now() + FREE_MS
      if (page.searchToken) keepDraft(DRAFT, { input, searchToken: page.searchToken, free_until })
      else forgetPaidSearch()
      return { usedTokens, count: page.businesses.length }
    },
    onSuccess: (_, { searchToken }) => {
      if (!searchToken) void client.invalidateQueries({ queryKey: ['usage'] })
    },
  })
}

const chosen = (ids: readonly string[]): ManySelection => ({ kind: 'some', keys: new Set(ids) })

export const countWebsites = (businesses: readonly FoundBusiness[]): number =>
  businesses.filter(({ website }) => website !== null).length

/** Fetches the next page of a search and appends it. */
export function useLoadMore() {
  const { set } = useSearchResults()
  return useMutation({
    mutationFn: async (results: SearchResults) => {
      const { input, selection, is_around } = results
      const body = { ...wordsOf(input), sort: input.sort, pageToken: results.nextPageToken }
      const page = await call(searchRoutes.search, { body })
      const known = new Set(idsOf(results.businesses))
      const fresh = page.businesses.filter(({ place_id }) => !known.has(place_id))
      const isChosen = selection.kind === 'some' && !is_around
      set({
        ...results,
        businesses: [...results.businesses, ...fresh],
        selection: isChosen ? chosen([...selection.keys, ...idsOf(fresh)]) : selection,
        nextPageToken: page.nextPageToken,
        attributions: [...new Set([...results.attributions, ...page.attributions])],
      })
    },
  })
}

/** How many matches are selected, and how many of them have a website. */
export function countChosen({ selection, businesses, total, with_website }: SearchResults) {
  const isChosen = shownSelected(selection, idsOf(businesses))
  if (selection.kind === 'some')
    return {
      count: selection.keys.size,
      websites: countWebsites(businesses.filter(({ place_id }) => isChosen.has(place_id))),
    }
  const left = businesses.filter(({ place_id }) => !isChosen.has(place_id))
  return {
    count: countSelected(selection, saveable(total ?? 0)),
    websites: Math.min(saveable(total ?? 0), with_website ?? 0) - countWebsites(left),
  }
}

/** Matches that can be saved at once. */
export const saveable = (total: number): number => Math.min(total, SEARCH_MAX_MATCHES)

export const selectAll = (results: SearchResults): SearchResults => ({ ...results, selection: everything })
/** Loaded rows, or all matches if those are selected. */
export const selectLoaded = (results: SearchResults): SearchResults => ({
  ...results,
  selection: results.selection.kind === 'some' ? chosen(idsOf(results.businesses)) : everything,
})
/** Those selected and all that aren't loaded. Null if there are none, or if these are not quite what was asked for. */
export function selectRest(results: SearchResults): SearchResults | null {
  const { selection, businesses, total, nextPageToken, is_around } = results
  if (selection.kind === 'all-but' || total === null || nextPageToken === null || is_around) return null
  const isSelected = shownSelected(selection, idsOf(businesses))
  const left = idsOf(businesses).filter((id) => !isSelected.has(id))
  return { ...results, selection: { kind: 'all-but', keys: new Set(left) } }
}
export const selectNone = (results: SearchResults): SearchResults => ({ ...results, selection: nothing })

/** After checkboxes of loaded rows changed. */
export function selectShown(results: SearchResults, selected: ReadonlySet<string>): SearchResults {
  const { selection, businesses } = results
  return { ...results, selection: withShown(selection, idsOf(businesses), selected) }
}

/** A new table, or an existing one. */
export type SaveTarget = { name: string } | { table_id: string; name: string }

/** Saves the selected matches. Returns the table, and how many of them it held before. */
export function useSaveResults() {
  const client = useQueryClient()
  const { set } = useSearchResults()
  return useMutation({
    mutationFn: ({ into, results }: { into: SaveTarget; results: SearchResults }) =>
      results.selection.kind === 'some' ? saveLoaded(into, results) : saveAll(into, results),
    onSuccess: (_, { into, results }) => {
      set(withTable(results, into.name))
      return client.invalidateQueries({ queryKey: ['tables'] })
    },
  })
}

/** Marks the selected rows as saved in the table. */
function withTable(results: SearchResults, name: string): SearchResults {
  const isChosen = shownSelected(results.selection, idsOf(results.businesses))
  const businesses = results.businesses.map((business) => {
    const { place_id, in_tables = [] } = business
    const isNew = isChosen.has(place_id) && !in_tables.includes(name)
    return isNew ? { ...business, in_tables: [...in_tables, name] } : business
  })
  return { ...results, businesses }
}

async function saveLoaded(into: SaveTarget, { input, businesses: loaded, selection }: SearchResults) {
  const isChosen = shownSelected(selection, idsOf(loaded))
  const businesses = loaded
    .filter(({ place_id }) => isChosen.has(place_id))
    .map(({ in_tables: _, distance_m: __, ...business }) => business)
  if ('table_id' in into) {
    const body = { businesses }
    const saved = await call(tableRoutes.addBusinesses, { params: { tableId: into.table_id }, body })
    return { ...saved, table_id: into.table_id }
  }
  const [query, location] = [input.query.trim(), input.location.trim()]
  const searched = location ? `${query} in ${location}` : query
  const table = await call(tableRoutes.create, { body: { name: into.name, query: searched, businesses } })
  return { table_id: table.id, added: businesses.length, known: 0 }
}

const saveAll = (into: SaveTarget, { input, searchToken, selection }: SearchResults) =>
  call(searchRoutes.saveMatches, {
    body: {
      ...wordsOf(input),
      // Only free searches have none, and those have no matches.
      searchToken: searchToken!,
      except: [...selection.keys],
      into: 'table_id' in into ? { table_id: into.table_id } : { name: into.name },
    },
  })

export const useMonthSearches = () =>
  useQuery({
    queryKey: ['usage'],
    queryFn: () => call(usageRoutes.getUsage),
    select: ({ business_searches_count: used, business_searches_limit: limit }) => ({
      /** Null if searches are unlimited. */
      left: limit === null ? null : Math.max(0, limit - used),
      limit,
    }),
  })
