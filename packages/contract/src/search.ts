import { z } from 'zod'
import { refusals } from './refusal.ts'
import { route } from './route.ts'
import { optionalLine, requiredLine } from './text.ts'

export const SEARCH_PAGE_SIZE = 20

export const searchMessages = {
  queryBlank: 'Please enter a search query',
  failed: 'Search failed',
  nothing: 'No results found',
  usedTokens: 'Tokens were used for this search as you reached your subscription limit.',
  noneSelected: 'Please select at least one business',
  nameBlank: 'Please enter a table name',
  saved: 'Results saved successfully',
  saveFailed: 'Failed to save results',
  badPageToken: 'This list of results is no longer valid. Please search again.',
} as const

export const foundBusiness = z.object({
  place_id: z.string(),
  name: z.string(),
  address: z.string(),
  website: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable().optional(),
  locality: z.string().nullable().optional(),
  /** The kind of business in English: 'bakery'. */
  category: z.string().max(100).nullable().optional(),
  attribution: z.string().nullable().optional(),
  is_demo: z.boolean().optional(),
  lat: z.number().min(-90).max(90).nullable().optional(),
  lon: z.number().min(-180).max(180).nullable().optional(),
  /** Details must be refreshed then. Null if they may be kept. */
  expires_at: z.iso.datetime().nullable().optional(),
  /** Names of the caller's tables that already hold this business. */
  in_tables: z.array(z.string()).optional(),
})
export type FoundBusiness = z.infer<typeof foundBusiness>

const filters = z
  .object({
    has_website: z.boolean().optional(),
    has_phone: z.boolean().optional(),
    has_email: z.boolean().optional(),
    /** Leaves out businesses that are in a table of the caller. */
    not_in_tables: z.boolean().optional(),
  })
  .optional()

export const searchForm = z.object({
  query: requiredLine(searchMessages.queryBlank, 200),
  location: optionalLine(200),
  pageToken: z.string().max(4000, searchMessages.badPageToken).nullish(),
  filters,
})

export const searchRoutes = {
  map: route('GET', '/api/business/map', {
    answer: z.object({ tiles: z.string().nullable(), attribution: z.string().nullable() }),
    summary: 'Where the map of the results takes its pictures from; null shows points on a plain ground',
  }),
  search: route('POST', '/api/business/search', {
    body: searchForm,
    answer: z.object({
      businesses: z.array(foundBusiness),
      nextPageToken: z.string().nullable(),
      usedTokens: z.boolean(),
      widened: z.string().nullable(),
      attributions: z.array(z.string()),
    }),
    limit: { points: 120, seconds: 60, by: 'user' },
    summary: 'Finds businesses by keywords and place; one search is a query with all its pages',
  }),
}

export const searchRefusals = refusals({
  'search.bad_page_token': {
    status: 400,
    message: searchMessages.badPageToken,
  },
  'search.directory_refused': {
    status: 502,
    message:
      'The business directory refused to answer. Nothing was charged; please tell the operator of this installation.',
  },
  'search.directory_unavailable': {
    status: 503,
    message:
      'The business directory cannot be reached at the moment. Nothing was charged; please try again shortly.',
  },
})

/** 'hotel' in 'vaduz' becomes 'Hotel in Vaduz'. */
export function suggestTableName(query: string, location: string): string {
  return location.trim() ? `${capitalise(query)} in ${capitalise(location)}` : capitalise(query)
}

const capitalise = (text: string): string =>
  text
    .trim()
    .replace(/(^|[\s-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toLocaleUpperCase())
