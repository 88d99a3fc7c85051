import { z } from 'zod'
import { age, maxAge } from './campaign-age.ts'
import { mapNames, nameFields } from './fields.ts'
import { campaignMailboxes } from './own-mailboxes.ts'
import { MANY_MAX_BYTES, pageQuery, searchedText } from './pages.ts'
import { prospectChoice } from './prospects.ts'
import { refusals } from './refusal.ts'
import { undoName } from './removals.ts'
import { route } from './route.ts'
import { anyId, id, instant, LONG_TEXT_MAX, oneLine } from './text.ts'

export const CAMPAIGN_NAME_MAX = 200
export const CAMPAIGN_PROSPECTS_MAX = 20_000
/** Campaigns with more recipients are answered without the contents of their emails. */
export const CONTENTS_MAX = 1000

export const campaignStatuses = ['draft', 'active', 'paused', 'completed', 'archived'] as const
export const campaignStatus = z.enum(campaignStatuses)
export type CampaignStatus = z.infer<typeof campaignStatus>
/** Offered by the form; the others come from sending. */
export const offeredStatuses = ['draft', 'completed', 'archived'] as const satisfies CampaignStatus[]

export const emailStatuses = [
  'pending',
  'generated',
  'sent',
  'opened',
  'responded',
  'unsubscribed',
  'failed',
  'bounced',
] as const
export const emailStatus = z.enum(emailStatuses)
export type EmailStatus = z.infer<typeof emailStatus>

export const campaignMessages = {
  name: 'Campaign name is required',
  marketingCopy: 'Marketing copy is required',
  noneSelected: 'Please select at least one prospect',
  none: 'No Campaigns Yet',
  notFound: 'Campaign Not Found',
} as const

/** Shown when an error has no message of its own. */
export const campaignFallbacks = {
  fetchAll: 'Failed to fetch campaigns',
  fetch: 'Failed to fetch campaign',
  fetchData: 'Failed to fetch campaign data',
  create: 'Failed to create campaign',
  update: 'Failed to update campaign',
  delete: 'Failed to delete campaign',
  fetchProspects: 'Failed to fetch prospects',
  addProspects: 'Failed to add prospects',
  removeProspect: 'Failed to remove prospect',
  updateSignature: 'Failed to update signature',
} as const

const tooLong = (max: number) => `Please keep this under ${max.toLocaleString('en')} characters`

/** Drops the one character that PostgreSQL can't store. */
const exactText = (text: string) => text.replaceAll('\u0000', '')

const name = z
  .string({ error: campaignMessages.name })
  .transform(oneLine)
  .pipe(z.string().min(1, campaignMessages.name).max(CAMPAIGN_NAME_MAX, tooLong(CAMPAIGN_NAME_MAX)))

const optionalText = z
  .string()
  .max(LONG_TEXT_MAX, tooLong(LONG_TEXT_MAX))
  .nullish()
  .transform((value) => (value?.trim() ? exactText(value) : null))

const marketingCopy = z
  .string({ error: campaignMessages.marketingCopy })
  .max(LONG_TEXT_MAX, tooLong(LONG_TEXT_MAX))
  .refine((value) => value.trim() !== '', campaignMessages.marketingCopy)
  .transform(exactText)

const fields = {
  name,
  description: optionalText,
  marketing_copy: marketingCopy,
  promotional_content: optionalText,
}

export const campaignForm = z.object({ ...fields, ...age, status: campaignStatus.default('draft') })

const recipientChoice = prospectChoice({
  max: CAMPAIGN_PROSPECTS_MAX,
  noneSelected: campaignMessages.noneSelected,
})

export const newCampaign = campaignForm.extend({
  /** Attached with it; none by default. */
  recipients: recipientChoice.optional(),
})

export const campaignChange = z.object({
  name: name.optional(),
  description: optionalText.optional(),
  marketing_copy: marketingCopy.optional(),
  promotional_content: optionalText.optional(),
  status: campaignStatus.optional(),
  max_age_hours: maxAge.optional(),
  /** The version that was edited. If the campaign was changed since, the answer is 409. */
  updated_at: instant.optional(),
})

/** The number of recipients with a status. */
export const statusCount = z.object({
  email_status: emailStatus,
  delivery: z.enum(['unconfirmed']).nullable(),
  count: z.number(),
})
export type StatusCount = z.infer<typeof statusCount>

/**
 * Figures of people but for `emails`, counted from facts. Later events never lower a figure, except `delivered` (after a bounce) and
 * `unconfirmed`. Rates are over `delivered`.
 */
export const campaignCounts = z.object({
  total: z.number(),
  /** No email is written yet. */
  pending: z.number(),
  /** Written and not sent yet. */
  generated: z.number(),
  /** A message was ever handed over. */
  sent: z.number(),
  /** Emails handed over to them, follow-ups and further rounds included. Each is charged. */
  emails: z.number(),
  /** Part of `sent`: it is unknown if the server accepted the newest message. */
  unconfirmed: z.number(),
  /** `sent` without those that bounced. */
  delivered: z.number(),
  /** Includes everybody who clicked or replied. */
  opened: z.number(),
  clicked: z.number(),
  responded: z.number(),
  unsubscribed: z.number(),
  /** Never handed over, or bounced. */
  failed: z.number(),
  /** Part of `failed`: a message bounced. */
  bounced: z.number(),
})
export type CampaignCounts = z.infer<typeof campaignCounts>

const campaignFields = {
  id,
  name: z.string(),
  description: z.string().nullable(),
  marketing_copy: z.string(),
  promotional_content: z.string().nullable(),
  status: campaignStatus,
  signature_id: z.string().nullable(),
  email_subject: z.string().nullable(),
  max_age_hours: z.number(),
  stop_scope: z.enum(['person', 'business']),
  follow_ups_first: z.boolean(),
  ...campaignMailboxes.shape,
  created_at: instant,
  updated_at: instant,
}

const person = { ...mapNames(nameFields, () => z.string().nullable()), email: z.string() }

export const campaignProspect = z.object({
  id,
  /** Null if the prospect was deleted since; sent messages stay on record. */
  prospect_id: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  email_status: emailStatus,
  email_subject: z.string().nullable(),
  /** HTML without signature and footer. Null if it is not written yet, or left out of this answer. */
  email_content: z.string().nullable(),
  has_content: z.boolean(),
  /** Written by hand; regenerating leaves it alone. */
  is_edited: z.boolean(),
  /** Written from an older template than the one saved. */
  is_stale: z.boolean(),
  delivery: z.enum(['unconfirmed']).nullable(),
  status_reason: z.string().nullable(),
  sent_at: instant.nullable(),
  opened_at: instant.nullable(),
  clicked_at: instant.nullable(),
  responded_at: instant.nullable(),
  prospects: z.object(person),
  business: z.object({ name: z.string().nullable() }),
})
export type CampaignProspect = z.infer<typeof campaignProspect>

/** `added` is the order in which recipients were attached. */
export const recipientSorts = [
  'added',
  'name',
  'business',
  'status',
  'sent',
  'opened',
  'clicked',
  'responded',
] as const
export const recipientSort = z.enum(recipientSorts)
export type RecipientSort = z.infer<typeof recipientSort>

export const STEPS_MAX = 9
export const enrolmentStates = ['waiting', 'queued', 'held', 'stopped', 'finished'] as const
export const enrolmentState = z.enum(enrolmentStates)
export type EnrolmentState = z.infer<typeof enrolmentState>

/** Narrows a list of recipients to those at a place among the follow-ups. */
export const enrolmentQuery = {
  state: enrolmentState.optional(),
  /** The position of the next follow-up. */
  step: z.coerce.number().int().min(1).max(STEPS_MAX).optional(),
}

/** The number of follow-ups, and of people by their place in the sequence. */
export const followUpCounts = z.object({
  steps: z.number(),
  waiting: z.number(),
  queued: z.number(),
  held: z.number(),
  stopped: z.number(),
  finished: z.number(),
})

const sums = {
  counts: campaignCounts,
  follow_ups: followUpCounts,
  /** Recipients not yet sent to whose email is missing or stale. */
  waiting: z.number(),
  /** Recipients that a further round may go to: sent or failed, neither replied, bounced, unsubscribed nor in a follow-up sequence. */
  resendable: z.number(),
  /** While many emails are written in the background. */
  rendering: z.object({ total: z.number(), done: z.number() }).nullable(),
}

export const campaign = z.object({
  ...campaignFields,
  ...sums,
  prospects: z.array(z.object({ id, ...person })),
  campaign_prospects: z.array(campaignProspect),
})
export type Campaign = z.infer<typeof campaign>

/** In a list, recipients are counted by status. */
export const campaignInList = z.object({
  ...campaignFields,
  counts: campaignCounts,
  follow_ups: followUpCounts,
  prospects: z.array(z.object({ count: z.number() })),
  campaign_prospects: z.array(statusCount),
})
export type CampaignInList = z.infer<typeof campaignInList>

const withId = z.object(campaignFields)
const saved = z.object({ message: z.string() })
const attached = {
  added: z.number(),
  /** Left out because they are on the do-not-contact list. */
  suppressed: z.number(),
}

export const campaignRoutes = {
  list: route('GET', '/api/campaigns', {
    replica: true,
    answer: z.array(campaignInList),
    summary: 'Lists your campaigns, newest first, with recipient counts by status',
  }),
  create: route('POST', '/api/campaigns', {
    body: newCampaign,
    maxBytes: MANY_MAX_BYTES,
    answer: withId.extend(attached),
    summary: 'Creates a campaign, with recipients if given',
  }),
  get: route('GET', '/api/campaigns/:id', {
    query: z.object({ recipients: z.enum(['all', 'none']).default('all') }),
    answer: campaign,
    summary: `Returns a campaign with its recipients, and their emails up to ${CONTENTS_MAX} of them`,
  }),
  update: route('PUT', '/api/campaigns/:id', { body: campaignChange, answer: withId }),
  delete: route('DELETE', '/api/campaigns/:id', { answer: saved.extend({ undo: undoName }) }),
  duplicate: route('POST', '/api/campaigns/:id/duplicate', {
    answer: withId,
    summary: 'Duplicates fields, template and signature, without prospects, as a draft',
  }),
  setSignature: route('PUT', '/api/campaigns/:id/signature', {
    body: z.object({ signature_id: anyId.nullable() }),
    answer: withId,
  }),
  addProspects: route('POST', '/api/campaigns/:id/prospects', {
    body: recipientChoice,
    maxBytes: MANY_MAX_BYTES,
    answer: z.object({ message: z.string(), ...attached }),
    summary: 'Adds prospects; those already in the campaign are unchanged',
  }),
  removeProspect: route('DELETE', '/api/campaigns/:id/prospects/:prospectId', { answer: saved }),
  listRecipients: route('GET', '/api/campaigns/:id/recipients', {
    replica: true,
    query: z.object({
      ...pageQuery,
      sort: recipientSort.optional(),
      search: searchedText,
      status: emailStatus.optional(),
      ...enrolmentQuery,
    }),
    answer: z.object({ total: z.number(), recipients: z.array(campaignProspect) }),
    isPaged: true,
    summary: 'Lists recipients page by page, without their emails',
  }),
  listAttached: route('GET', '/api/campaigns/:id/prospects', {
    replica: true,
    answer: z.array(z.string()),
    summary: 'Lists the ids of the prospects in a campaign',
  }),
  timeline: route('GET', '/api/campaigns/:id/timeline', {
    replica: true,
    answer: z.array(
      z.object({
        day: z.string(),
        emails: z.number(),
        sent: z.number(),
        delivered: z.number(),
        opened: z.number(),
        responded: z.number(),
        bounced: z.number(),
      }),
    ),
    summary:
      'Counts by day (UTC) emails handed over, follow-ups included, and recipients first sent to, opened, responded and bounced; delivered by day of sending',
  }),
  exportCsv: route('GET', '/api/campaigns/:id/export', {
    answer: 'file',
    summary:
      'Downloads the results of a campaign as CSV, one recipient per line, with the number of emails they got',
  }),
}

export const campaignRefusals = refusals({
  'campaigns.not_found': { status: 404, message: campaignMessages.notFound },
  'campaigns.bad_cursor': {
    status: 400,
    message: 'This place in the list is no longer valid. Please load the list again.',
  },
  'campaigns.archived': {
    status: 409,
    message: 'This campaign is archived. It can only be deleted.',
  },
  'campaigns.changed': {
    status: 409,
    message: 'This campaign was changed in another window since you opened it. Nothing was overwritten.',
  },
  'campaigns.not_active': { status: 409, message: 'Only an active campaign can be paused' },
  'campaigns.not_paused': { status: 409, message: 'Only a paused campaign can be resumed' },
  'campaigns.status_not_offered': {
    status: 400,
    message: 'Sending sets active and paused; please choose another status',
  },
  'campaigns.no_such_signature': { status: 404, message: 'This signature no longer exists' },
  'campaigns.prospects_gone': { status: 404, message: 'These prospects no longer exist' },
  'campaigns.prospect_not_found': { status: 404, message: 'This prospect is not in the campaign' },
  'campaigns.too_many_prospects': {
    status: 409,
    message: `A campaign holds at most ${CAMPAIGN_PROSPECTS_MAX.toLocaleString('en')} prospects. Please split it.`,
  },
  'campaigns.being_written': {
    status: 409,
    message: 'The emails are still being written from the newest template. Please try again in a moment.',
  },
})
