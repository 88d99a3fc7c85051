import { z } from 'zod'
import { boundedArray } from './bounded.ts'
import { businessFields, mapNames, optionalBusinessFields, optionalInput } from './fields.ts'
import { direction, MANY_MAX_BYTES, manyOf, pageQuery, searchedText } from './pages.ts'
import { refusals } from './refusal.ts'
import { undoName } from './removals.ts'
import { route } from './route.ts'
import { foundBusiness, searchMessages } from './search.ts'
import { requiredLine } from './text.ts'

export const TABLE_MAX_BUSINESSES = 50_000

export const tableMessages = {
  fetchAllFailed: 'Failed to fetch tables',
  fetchFailed: 'Failed to fetch table data',
  noId: 'No table ID provided',
  noData: 'No data returned from server',
  prospectsFailed: 'Failed to fetch some prospects data',
  addFailed: 'Failed to add business',
  updateFailed: 'Failed to update business',
  saveFailed: 'Failed to save business',
  restoreFailed: 'Failed to restore the businesses',
  deleteBusinessFailed: 'Failed to delete business',
  deleteFailed: 'Failed to delete table',
  businessFields: 'Business name and address are required',
} as const

export const gatheringStatus = z.enum(['pending', 'processing', 'completed', 'failed', 'cancelled'])
export type GatheringStatus = z.infer<typeof gatheringStatus>

export const business = z.object({
  place_id: z.string(),
  name: z.string(),
  address: z.string(),
  ...mapNames(optionalBusinessFields, () => z.string().nullable()),
  attribution: z.string().nullable(),
  /** The directory that lists the email: 'OpenStreetMap'. Null without one, and after edits. */
  email_source: z.string().nullable(),
  is_demo: z.boolean(),
  /** Details must be refreshed by this time. Null if they may be kept. */
  expires_at: z.string().nullable().optional(),
  /** The outcome of the last gathering, as a code and a sentence. */
  gathering_outcome: z.string().nullable(),
  gathering_explanation: z.string().nullable(),
  gathered_at: z.string().nullable(),
  prospects_count: z.number(),
})
export type Business = z.infer<typeof business>

const tableHead = z.object({
  id: z.string(),
  name: z.string(),
  query: z.string(),
  created_at: z.string(),
  prospecting_status: gatheringStatus.nullable(),
  last_prospecting_at: z.string().nullable(),
})

export const tableSummary = tableHead.extend({
  businesses: z.array(z.object({ count: z.number() })),
  prospects_count: z.number(),
  /** Gathered prospects not reviewed yet. */
  to_review: z.number(),
})
export type TableSummary = z.infer<typeof tableSummary>

/** `businesses` is the requested page; the counts cover the whole table. */
export const tableDetail = tableHead.extend({
  businesses: z.array(business),
  businesses_count: z.number(),
  prospects_count: z.number(),
})
export type TableDetail = z.infer<typeof tableDetail>

/** A scheme such as `mailto:`, but not a host with a port: `a.example:8080`. */
const SCHEME = /^(?![\w-]+(?:\.[\w-]+)+:\d{1,5}(?:[/?#]|$))[a-z][a-z\d+.-]*:/i

/** 'golden-pan.example' becomes 'https://golden-pan.example'. */
export function completeWebsite(typed: string): string {
  const website = typed.trim()
  return website === '' || /^http/i.test(website) || SCHEME.test(website) ? website : `https://${website}`
}

/**
 * Refuses inner white space, which browsers drop: a link must open what it shows. Refuses user names, which are email
 * addresses or hide the host.
 */
function isWebAddress(text: string): boolean {
  if (!URL.canParse(text) || /[\s\p{Cc}]/u.test(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

const website = z
  .string()
  .max(businessFields.website.max, 'Please keep this under 2000 characters')
  .nullish()
  .transform((value) => completeWebsite(value ?? '') || null)
  .refine((value) => value === null || isWebAddress(value), 'Please enter a web address')

export const businessForm = z.object({
  name: requiredLine(tableMessages.businessFields, businessFields.name.max),
  address: requiredLine(tableMessages.businessFields, businessFields.address.max),
  ...mapNames(optionalBusinessFields, (name) => optionalInput(businessFields[name])),
  website,
  place_id: z.string().max(300).nullish(),
})

/** The text is searched for in name and address. */
export const businessFilter = z.object({
  text: searchedText,
  prospects: z.enum(['with', 'without']).optional(),
  website: z.enum(['with', 'without']).optional(),
  email: z.enum(['with', 'without']).optional(),
  /** A code of `outcomeLabels`. */
  outcome: z.string().max(40).optional(),
})
export type BusinessFilter = z.infer<typeof businessFilter>

/** By default, in the order added. */
export const businessSort = z.enum(['added', 'name', 'address'])
export type BusinessSort = z.infer<typeof businessSort>

const listQuery = z.object({ ...businessFilter.shape, sort: businessSort.optional(), ...pageQuery })
export type BusinessListQuery = z.infer<typeof listQuery>

const selection = manyOf(z.string().min(1).max(300), businessFilter)
export type BusinessSelection = z.infer<typeof selection>

export const savedBusiness = foundBusiness.omit({ in_tables: true, distance_m: true }).extend({
  name: requiredLine('A business without a name cannot be saved', 500),
  address: z.string().max(1000),
  place_id: z.string().min(1).max(300),
  /** Anything but a web address is dropped, so that a found business isn't refused because of it. */
  website: z
    .string()
    .max(2000)
    .nullable()
    .default(null)
    .transform((found) => {
      const website = completeWebsite(found ?? '')
      return isWebAddress(website) ? website : null
    }),
  phone: z.string().max(60).nullable().default(null),
})

const savedBusinesses = boundedArray(savedBusiness, {
  max: TABLE_MAX_BUSINESSES,
  tooMany: 'A table holds at most 50,000 businesses',
  error: searchMessages.noneSelected,
}).min(1, searchMessages.noneSelected)
const SAVED_MAX_BYTES = 16 * 1024 * 1024

/** A business of one of the user's tables, to choose by name. */
const namedBusiness = z.object({
  place_id: z.string(),
  name: z.string(),
  address: z.string(),
  table: z.object({ id: z.string(), name: z.string() }),
})
export type NamedBusiness = z.infer<typeof namedBusiness>

export const tableRoutes = {
  list: route('GET', '/api/business/tables', { replica: true, answer: z.array(tableSummary) }),
  create: route('POST', '/api/business/tables', {
    body: z.object({
      name: requiredLine(searchMessages.nameBlank, 200),
      query: z.string().trim().max(500),
      businesses: savedBusinesses,
    }),
    maxBytes: SAVED_MAX_BYTES,
    answer: tableHead,
    summary: 'Saves chosen businesses as a table',
  }),
  get: route('GET', '/api/business/table/:tableId', {
    replica: true,
    query: listQuery,
    answer: tableDetail,
    isPaged: true,
    summary: 'Returns a table with its businesses, filtered, sorted and paged on request',
  }),
  listPlaceIds: route('GET', '/api/business/table/:tableId/place-ids', {
    query: businessFilter,
    answer: z.array(z.string()),
    summary: 'Lists the place ids of a table in its order',
  }),
  removeBusinesses: route('POST', '/api/business/table/:tableId/businesses/delete', {
    body: z.object({ selection }),
    maxBytes: MANY_MAX_BYTES,
    answer: z.object({ deleted: z.number(), undo: undoName }),
    summary: 'Removes businesses from a table; `undo` is the id that restores them within a day',
  }),
  remove: route('DELETE', '/api/business/table/:tableId', {
    query: z.object({ prospects: z.enum(['delete', 'keep']).optional() }),
    answer: z.object({ undo: undoName }),
    summary: 'Deletes a table; prospects stay unless `prospects=delete`; `undo` is the id that restores it',
  }),
  findByName: route('GET', '/api/business/named', {
    query: z.object({ text: searchedText }),
    answer: z.array(namedBusiness),
    summary: 'Finds businesses of your tables whose name or address contains a text',
  }),
  addBusinesses: route('POST', '/api/business/table/:tableId/businesses', {
    body: z.object({ businesses: savedBusinesses }),
    maxBytes: SAVED_MAX_BYTES,
    /** `known` ones were in the table before and stay unchanged. */
    answer: z.object({ added: z.number(), known: z.number() }),
    summary: 'Adds chosen businesses to an existing table',
  }),
  addBusiness: route('POST', '/api/business/table/:tableId/business', {
    body: businessForm,
    answer: business,
  }),
  updateBusiness: route('PUT', '/api/business/table/:tableId/business/:placeId', {
    body: businessForm,
    answer: business,
  }),
  removeBusiness: route('DELETE', '/api/business/table/:tableId/business/:placeId', {
    answer: z.object({ undo: undoName }),
    summary: 'Removes a business from a table; `undo` is the id that restores it',
  }),
  exportCsv: route('GET', '/api/business/table/:tableId/export', {
    query: z.object({
      ...businessFilter.shape,
      sort: businessSort.optional(),
      direction: direction.optional(),
    }),
    answer: 'file',
    summary: 'Downloads the businesses of a table as CSV, filtered and sorted on request',
  }),
}

export const tableRefusals = refusals({
  'tables.not_found': { status: 404, message: 'Table not found' },
  'tables.business_not_found': { status: 404, message: 'Business not found' },
  'tables.bad_cursor': {
    status: 400,
    message: 'This page of the list is no longer valid. Please reload the list.',
  },
  'tables.business_exists': { status: 409, message: 'This business is already in the table' },
  'tables.full': { status: 409, message: 'This table is full: it holds at most 50,000 businesses' },
})
