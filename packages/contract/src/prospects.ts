import { z } from 'zod'
import { boundedArray } from './bounded.ts'
import { addressInput } from './email-address.ts'
import { mapNames, optionalInput, optionalProspectFields, prospectFields } from './fields.ts'
import { direction, MANY_MAX, MANY_MAX_BYTES, manyOf, pageQuery, searchedText } from './pages.ts'
import { refusals } from './refusal.ts'
import { undoName } from './removals.ts'
import { route } from './route.ts'
import { suppressionReason } from './suppressions.ts'
import { id, optionalLine } from './text.ts'

export const prospectStatus = z.enum([
  'new',
  'contacted',
  'responded',
  'converted',
  'rejected',
  'email_generated',
  'email_sent',
])
export type ProspectStatus = z.infer<typeof prospectStatus>

export const prospectMessages = {
  emailBlank: 'Email is required',
  emailInvalid: 'Please enter a valid email address',
  added: 'Prospect added successfully',
  updated: 'Prospect updated successfully',
  deleted: 'Prospect deleted successfully',
  addFailed: 'Failed to add prospect',
  updateFailed: 'Failed to update prospect',
  deleteFailed: 'Failed to delete prospect',
  saveFailed: 'Failed to save prospect',
  loadFailed: 'Failed to load data',
  noneYet: "You haven't gathered any prospects yet. Start by searching for businesses.",
  noneMatch: 'No prospects match your current filters.',
} as const

/** 'email_sent' becomes 'Email sent'. */
export function statusLabel(status: string): string {
  const words = status.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The colour of each status badge. */
export const statusColours = {
  new: 'blue',
  contacted: 'yellow',
  responded: 'green',
  converted: 'purple',
  rejected: 'red',
  email_generated: 'indigo',
  email_sent: 'teal',
} as const satisfies Record<ProspectStatus, string>

export const prospect = z.object({
  id: z.string(),
  email: z.string(),
  ...mapNames(optionalProspectFields, () => z.string().nullable()),
  status: prospectStatus,
  business_table_id: z.string().nullable(),
  business_table: z.object({ id: z.string(), name: z.string() }).nullable(),
  place_id: z.string().nullable(),
  business: z.object({ name: z.string() }).nullable(),
  last_contact: z.string().nullable(),
  source_url: z.string().nullable(),
  source_method: z.string().nullable(),
  source_snippet: z.string().nullable(),
  found_at: z.string().nullable(),
  confidence: z.number().nullable(),
  no_solicitation: z.boolean(),
  /** Null until it was looked up. 'safe' means that the domain accepts mail, not that the mailbox exists. */
  address_check: z.enum(['safe', 'risky', 'bad', 'unknown']).nullable(),
  address_reasons: z.array(z.string()),
  address_checked_at: z.string().nullable(),
  /** Why no campaign writes to this address. Null if campaigns may. */
  do_not_contact: suppressionReason.nullable(),
  created_at: z.string(),
})
export type Prospect = z.infer<typeof prospect>

const fields = {
  email: addressInput(prospectMessages.emailBlank, prospectMessages.emailInvalid),
  ...mapNames(optionalProspectFields, (name) => optionalInput(prospectFields[name])),
}

/** Table and business may be empty strings. */
export const newProspect = z.object({
  ...fields,
  status: prospectStatus.default('new'),
  business_table_id: z
    .union([z.uuid(), z.literal('')], { error: 'Please choose one of your tables' })
    .nullish()
    .transform((value) => value || null),
  place_id: optionalLine(300),
})

export const prospectForm = z.object({
  ...fields,
  /** Unchanged if left out. */
  business_name: fields.business_name.optional(),
  status: prospectStatus,
})

/** The text is searched in email, first name and last name. */
export const prospectFilter = z.object({
  text: searchedText,
  status: prospectStatus.optional(),
  table: z.uuid().optional(),
  /** A campaign id: only prospects that aren't in it. */
  not_in_campaign: z.uuid().optional(),
  /** Only prospects kept in a review. */
  review: z.literal('kept').optional(),
})
export type ProspectFilter = z.infer<typeof prospectFilter>

/** Newest first by default. */
export const prospectSort = z.enum(['added', 'name', 'business', 'table', 'email', 'status', 'last_contact'])
export type ProspectSort = z.infer<typeof prospectSort>

const listQuery = z.object({ ...prospectFilter.shape, sort: prospectSort.optional(), ...pageQuery })
export type ProspectListQuery = z.infer<typeof listQuery>

const selection = manyOf(z.uuid(), prospectFilter)
export type ProspectSelection = z.infer<typeof selection>

export const prospectRoutes = {
  list: route('GET', '/api/prospecting/prospects', {
    replica: true,
    query: listQuery,
    answer: z.array(prospect),
    isPaged: true,
    summary: 'Lists prospects, filtered, sorted and paged on request',
  }),
  changeStatus: route('POST', '/api/prospecting/prospects/status', {
    body: z.object({ selection, status: prospectStatus }),
    maxBytes: MANY_MAX_BYTES,
    answer: z.object({ changed: z.number(), undo: z.string().nullable() }),
    summary: 'Sets the status of many prospects; `undo` is the id that reverts it',
  }),
  undoStatus: route('POST', '/api/prospecting/prospects/status/:changeId/undo', {
    answer: z.object({ changed: z.number() }),
    summary: 'Reverts a status change, except where the status has changed since',
  }),
  removeMany: route('POST', '/api/prospecting/prospects/delete', {
    body: z.object({ selection }),
    maxBytes: MANY_MAX_BYTES,
    answer: z.object({ deleted: z.number(), undo: undoName }),
    summary: 'Deletes prospects; `undo` is the id that restores them within a day',
  }),
  suppressMany: route('POST', '/api/prospecting/prospects/do-not-contact', {
    body: z.object({ selection }),
    maxBytes: MANY_MAX_BYTES,
    /** `known` ones were already on the list. */
    answer: z.object({ added: z.number(), known: z.number() }),
    summary: 'Adds the addresses of prospects to the do-not-contact list',
  }),
  exportMany: route('POST', '/api/prospecting/prospects/export', {
    body: z.object({ selection }),
    maxBytes: MANY_MAX_BYTES,
    answer: 'file',
    summary: 'Downloads chosen prospects as CSV, newest first',
  }),
  listOfBusiness: route('GET', '/api/prospecting/business/:placeId/prospects', {
    replica: true,
    query: z.object({ business_table_id: z.uuid().optional() }),
    answer: z.array(prospect),
  }),
  create: route('POST', '/api/prospecting/prospect', { body: newProspect, answer: prospect }),
  update: route('PUT', '/api/prospecting/prospect/:id', { body: prospectForm, answer: prospect }),
  patch: route('PATCH', '/api/prospecting/prospect/:id', {
    body: prospectForm.partial(),
    answer: prospect,
  }),
  remove: route('DELETE', '/api/prospecting/prospect/:id', {
    answer: z.object({ undo: undoName }),
    summary: 'Deletes a prospect; `undo` is the id that restores it',
  }),
  exportCsv: route('GET', '/api/prospecting/prospects/export', {
    query: z.object({
      ...prospectFilter.shape,
      sort: prospectSort.optional(),
      direction: direction.optional(),
    }),
    answer: 'file',
    summary: 'Downloads prospects as CSV, filtered and sorted on request',
  }),
}

/** Prospects for a campaign: listed individually, or all that match a filter, with exceptions. */
export const prospectChoice = ({ max, noneSelected }: { max: number; noneSelected: string }) =>
  z
    .object({
      prospects: boundedArray(id, { max, error: noneSelected }).min(1, noneSelected).optional(),
      matching: z.object({ filter: prospectFilter, except: boundedArray(id, { max: MANY_MAX }) }).optional(),
    })
    .refine(({ prospects, matching }) => (prospects === undefined) !== (matching === undefined), {
      error: noneSelected,
    })

export const prospectRefusals = refusals({
  'prospects.not_found': { status: 404, message: 'Prospect not found' },
  'prospects.change_not_found': { status: 404, message: 'There is nothing to undo' },
  'prospects.bad_cursor': {
    status: 400,
    message: 'This page of the list is no longer valid. Please reload the list.',
  },
  'prospects.exists': {
    status: 409,
    message: 'This business already has a prospect with this email',
  },
})
