import { z } from 'zod'
import { boundedArray } from './bounded.ts'
import { refusals } from './refusal.ts'
import { route } from './route.ts'
import { id, optionalLine, requiredLine } from './text.ts'

export const SEARCH_PAGE_SIZE = 20
/** Matches of one search that are counted, and that can be saved at once. */
export const SEARCH_MAX_MATCHES = 2000

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
  /** From the middle of the place searched in. */
  distance_m: z.number().nullable().optional(),
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
    /** One of the `categories` of an answer. */
    category: z.string().max(100).optional(),
    /** Searches around the middle of the location instead of within its borders. Needs the order 'distance'. */
    within_km: z.number().int().min(1).max(100).optional(),
    /** Leaves out businesses that are in a table of the caller. */
    not_in_tables: z.boolean().optional(),
  })
  .optional()

export const searchSort = z.enum(['match', 'name', 'distance'])
export type SearchSort = z.infer<typeof searchSort>

const token = z.string().max(4000, searchMessages.badPageToken)

export const searchForm = z.object({
  query: requiredLine(searchMessages.queryBlank, 200),
  location: optionalLine(200),
  pageToken: token.nullish(),
  /** From an earlier answer to this query; changing filters or order then costs nothing. */
  searchToken: token.nullish(),
  filters,
  sort: searchSort.default('match'),
})

/** Where found businesses are saved: a new table or an existing one. */
const target = z.union([
  z.object({ name: requiredLine(searchMessages.nameBlank, 200) }),
  z.object({ table_id: id }),
])

export const searchRoutes = {
  map: route('GET', '/api/business/map', {
    answer: z.object({ tiles: z.string().nullable(), attribution: z.string().nullable() }),
    summary: 'Returns where the results map loads its tiles from, or null without a map',
  }),
  search: route('POST', '/api/business/search', {
    body: searchForm,
    answer: z.object({
      businesses: z.array(foundBusiness),
      nextPageToken: z.string().nullable(),
      /** Null if nothing was charged, because the place isn't covered. */
      searchToken: z.string().nullable(),
      usedTokens: z.boolean(),
      widened: z.string().nullable(),
      /** The businesses lie around the place asked for, which has none that match. */
      is_around: z.boolean(),
      /** False if the directory doesn't cover the place; `widened` says what it covers. */
      is_covered: z.boolean(),
      /** The orders that this search can have. */
      sorts: z.array(searchSort),
      /** The number of matches on all pages, up to SEARCH_MAX_MATCHES + 1. Null if they are not counted. */
      total: z.number().nullable(),
      with_website: z.number().nullable(),
      /** Kinds of the counted matches, most frequent first; also those that the filter `category` leaves out. */
      categories: z.array(z.string()),
      attributions: z.array(z.string()),
    }),
    limit: { points: 120, seconds: 60, by: 'user' },
    summary:
      'Searches businesses by keywords and place; all pages and filters of a query count as one search',
  }),
  saveMatches: route('POST', '/api/business/search/save', {
    body: searchForm.omit({ pageToken: true, sort: true }).extend({
      searchToken: token,
      /** Place ids that are left out. */
      except: boundedArray(z.string().max(300), { max: SEARCH_MAX_MATCHES }),
      into: target,
    }),
    answer: z.object({ table_id: z.string(), added: z.number(), known: z.number() }),
    limit: { points: 20, seconds: 60, by: 'user' },
    summary: 'Saves all matches of a search, up to 2,000, in a new table or an existing one',
  }),
}

export const searchRefusals = refusals({
  'search.bad_page_token': {
    status: 400,
    message: searchMessages.badPageToken,
  },
  'search.none_selected': { status: 400, message: searchMessages.noneSelected },
  'search.directory_refused': {
    status: 502,
    message:
      'The business directory rejected this search. Nothing was charged; please tell the operator of this installation.',
  },
  'search.directory_unavailable': {
    status: 503,
    message: 'The business directory cannot be reached. Nothing was charged; please try again shortly.',
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
