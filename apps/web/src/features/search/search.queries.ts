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

/** The last search of this visit: it is still there when one comes back to the page. */
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
  // The cache tells its readers a moment later; a box that was ticked must not jump back until then.
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

/** Every new result is selected. */
const idsOf = (businesses: FoundBusiness[]) => businesses.map(({ place_id }) => place_id)

/** What a directory may say about its results, and need not. */
const marksOf = (page: { widened?: string | null; attributions?: string[] }) => ({
  widened: page.widened ?? null,
  attributions: page.attributions ?? [],
})

/** A first page: answers what was found and whether tokens paid for it. */
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

/** The next page of a search, appended. */
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
