import { type FoundBusiness, searchRoutes } from '@goldpan/contract/search'
import { tableRoutes } from '@goldpan/contract/tables'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useReducer } from 'react'
import { call } from '../../lib/goldpan-api.ts'

export interface SearchFilters {
  has_website: boolean
  has_phone: boolean
  has_email: boolean
  not_in_tables: boolean
}

export interface SearchInput {
  query: string
  location: string
  filters: SearchFilters
}

export interface SearchResults {
  input: SearchInput
  businesses: FoundBusiness[]
  selected: Set<string>
  nextPageToken: string | null
  widened: string | null
  attributions: string[]
}

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

const requestOf = ({ query, location, filters }: SearchInput, pageToken: string | null) => ({
  body: {
    query,
    location: location.trim() || null,
    pageToken,
    filters: Object.fromEntries(Object.entries(filters).filter(([, wanted]) => wanted)),
  },
})

const idsOf = (businesses: FoundBusiness[]) => businesses.map(({ place_id }) => place_id)

/** Optional notes of a directory about its results. */
const marksOf = (page: { widened?: string | null; attributions?: string[] }) => ({
  widened: page.widened ?? null,
  attributions: page.attributions ?? [],
})

/** Fetches the first page. Returns its size and whether tokens paid for it. */
export function useSearch() {
  const { set } = useSearchResults()
  return useMutation({
    mutationFn: async (input: SearchInput) => {
      const { usedTokens, ...page } = await call(searchRoutes.search, requestOf(input, null))
      set({ ...page, ...marksOf(page), input, selected: new Set(idsOf(page.businesses)) })
      return { usedTokens, count: page.businesses.length }
    },
  })
}

/** Fetches the next page of a search and appends it. */
export function useLoadMore() {
  const { set } = useSearchResults()
  return useMutation({
    mutationFn: async (results: SearchResults) => {
      const page = await call(searchRoutes.search, requestOf(results.input, results.nextPageToken))
      const known = new Set(idsOf(results.businesses))
      const fresh = page.businesses.filter(({ place_id }) => !known.has(place_id))
      set({
        ...results,
        businesses: [...results.businesses, ...fresh],
        selected: new Set([...results.selected, ...idsOf(fresh)]),
        nextPageToken: page.nextPageToken,
        attributions: [...new Set([...results.attributions, ...marksOf(page).attributions])],
      })
    },
  })
}

export function useSaveResults() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ name, results }: { name: string; results: SearchResults }) => {
      const { query, location } = results.input
      const chosen = results.businesses.filter(({ place_id }) => results.selected.has(place_id))
      const businesses = chosen.map(({ in_tables: _, ...business }) => business)
      const searched = location.trim() ? `${query.trim()} in ${location.trim()}` : query.trim()
      return call(tableRoutes.create, { body: { name, query: searched, businesses } })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['tables'] }),
  })
}
