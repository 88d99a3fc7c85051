import { z } from 'zod'
import { refusals } from './refusal.ts'
import { route } from './route.ts'
import { id, instant } from './text.ts'

/** Entries of one call, typed or in a file. */
export const SUPPRESSIONS_MAX = 50_000
/** The largest file or text with entries, in characters. */
export const SUPPRESSIONS_TEXT_MAX = 4_000_000

export const suppressionReasons = ['unsubscribed', 'bounced', 'complaint', 'stop_reply', 'manual'] as const
export const suppressionReason = z.enum(suppressionReasons)

export const suppression = z.object({
  id,
  kind: z.enum(['address', 'domain']),
  /** The address, or the domain without '@'. Null if only a hash is left, because the contact was deleted. */
  address: z.string().nullable(),
  reason: suppressionReason,
  /** Its origin, in plain words. */
  source: z.string().nullable(),
  created_at: instant,
  /** Only manual entries can be removed; the others are people's wishes. */
  can_remove: z.boolean(),
})
export type Suppression = z.infer<typeof suppression>

export const suppressionFallbacks = {
  fetch: 'Failed to fetch the do-not-contact list',
  add: 'Failed to add to the do-not-contact list',
  remove: 'Failed to remove the entry',
} as const

export const suppressionMessages = {
  empty: 'Please enter at least one email address or domain',
  tooLong: 'This is too long. Please add it in parts.',
} as const

const added = z.object({
  message: z.string(),
  added: z.number(),
  /** Already on the list. */
  known: z.number(),
  /** The first lines without an address or a domain. */
  invalid: z.array(z.string()),
  invalid_count: z.number(),
})
export type SuppressionsAdded = z.infer<typeof added>

export const suppressionRoutes = {
  list: route('GET', '/api/suppressions', {
    replica: true,
    query: z.object({
      offset: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      search: z.string().max(300).default(''),
      reason: suppressionReason.optional(),
    }),
    answer: z.object({ total: z.number(), suppressions: z.array(suppression) }),
    summary:
      'Lists do-not-contact entries, newest first; an exact address is found even if only its hash is kept',
  }),
  add: route('POST', '/api/suppressions', {
    body: z.object({
      /** Addresses and domains in any order, or the text of a CSV file. */
      text: z
        .string({ error: suppressionMessages.empty })
        .max(SUPPRESSIONS_TEXT_MAX, suppressionMessages.tooLong)
        .refine((text) => text.trim() !== '', suppressionMessages.empty),
      /** The name of the file, if the text is from one. */
      file_name: z.string().max(300).nullish(),
    }),
    maxBytes: 2 * SUPPRESSIONS_TEXT_MAX,
    answer: added,
    limit: { points: 60, seconds: 60, by: 'user' },
    summary: 'Adds addresses and domains, typed or from a CSV file; existing entries are unchanged',
  }),
  remove: route('DELETE', '/api/suppressions/:id', { answer: z.object({ message: z.string() }) }),
  exportCsv: route('GET', '/api/suppressions/export', {
    answer: 'file',
    summary: 'Downloads the list as CSV; entries kept as a hash have no address',
  }),
}

export const suppressionRefusals = refusals({
  'suppressions.not_found': { status: 404, message: 'This entry is no longer on the list' },
  'suppressions.permanent': {
    status: 409,
    message:
      'This entry came from the person themselves or from their mail server, so it stays. Only entries added by hand can be removed.',
  },
  'suppressions.too_many': {
    status: 400,
    message: `Please add at most ${SUPPRESSIONS_MAX.toLocaleString('en')} entries at once. Nothing was added.`,
  },
  'suppressions.nothing_found': {
    status: 400,
    message: 'There is no email address or domain in this text. Nothing was added.',
  },
})
