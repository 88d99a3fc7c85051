import { z } from 'zod'
import { refusals } from './refusal.ts'
import { route } from './route.ts'
import { instant } from './text.ts'

export const unsubscribeMessages = {
  success: 'Successfully Unsubscribed',
  failed: 'Failed to process unsubscribe request',
  missing: 'Missing unsubscribe token',
  home: 'Return to Homepage',
  mistake: 'This was a mistake',
} as const

/** How long a recipient can undo an unsubscription, in hours. */
export const UNDO_HOURS = 24

const TOKEN = z
  .string({ error: unsubscribeMessages.missing })
  .min(1, unsubscribeMessages.missing)
  .max(200, unsubscribeMessages.failed)

export const unsubscribeState = z.object({
  state: z.enum(['subscribed', 'unsubscribed']),
  sender: z.string(),
  email: z.string(),
  /** The mail was just sent, or the visit looks automatic: a person has to click. */
  needs_click: z.boolean(),
  /** Until then the unsubscription can be undone. Null if it can't. */
  undo_until: instant.nullable(),
  /** True if opens and clicks of this person may be tracked. */
  is_recorded: z.boolean(),
})
export type UnsubscribeState = z.infer<typeof unsubscribeState>

export const trackingChoice = z.object({ opens: z.boolean(), clicks: z.boolean() })
export type TrackingChoice = z.infer<typeof trackingChoice>

/** Opens or clicks by people, and by machines such as proxies and scanners. */
const visits = z.object({ people: z.number(), count: z.number(), automatic: z.number() })

export const campaignTracking = z.object({
  account: trackingChoice,
  /** Null: the account's choice applies. */
  choice: z.object({ opens: z.boolean().nullable(), clicks: z.boolean().nullable() }),
  opens: visits,
  clicks: visits,
  /** The links that people followed, most clicked first. */
  links: z.array(z.object({ url: z.string(), people: z.number(), clicks: z.number() })),
})
export type CampaignTracking = z.infer<typeof campaignTracking>

export const trackingFallbacks = {
  fetch: 'Failed to load the tracking settings',
  save: 'Failed to save the tracking settings',
} as const

const limit = { points: 120, seconds: 60, by: 'source' } as const

export const trackingRoutes = {
  unsubscribeState: route('GET', '/api/email/unsubscribe', {
    query: z.object({ token: TOKEN }),
    answer: unsubscribeState,
    access: 'public',
    limit,
    summary: 'Returns what the unsubscribe page shows; changes nothing',
  }),
  unsubscribe: route('POST', '/api/email/unsubscribe', {
    body: z.object({ token: TOKEN }),
    answer: z.object({ message: z.string(), ...unsubscribeState.shape }),
    access: 'public',
    limit,
  }),
  setRecording: route('POST', '/api/email/recording', {
    body: z.object({ token: TOKEN, is_recorded: z.boolean() }),
    answer: unsubscribeState,
    access: 'public',
    limit,
    summary: 'Withdraws or restores a recipient’s consent to tracking, for emails already sent too',
  }),
  getChoice: route('GET', '/api/tracking', { answer: trackingChoice }),
  setChoice: route('PUT', '/api/tracking', {
    body: trackingChoice,
    answer: trackingChoice,
    summary: 'Turns tracking of opens and clicks on or off, for emails already sent too',
  }),
  getCampaign: route('GET', '/api/campaigns/:id/tracking', {
    answer: campaignTracking,
    summary: 'Returns tracking settings, opens and clicks of a campaign, by people and by machines',
  }),
  setCampaign: route('PUT', '/api/campaigns/:id/tracking', {
    body: campaignTracking.shape.choice,
    answer: campaignTracking,
  }),
  undoUnsubscribe: route('POST', '/api/email/unsubscribe/undo', {
    body: z.object({ token: TOKEN }),
    answer: z.object({ message: z.string(), ...unsubscribeState.shape }),
    access: 'public',
    limit,
    summary: `Undoes an unsubscription within ${UNDO_HOURS} hours`,
  }),
}

export const trackingRefusals = refusals({
  'tracking.bad_link': {
    status: 400,
    message: 'This unsubscribe link is not valid. Please open the whole link from the email.',
  },
  'tracking.undo_over': {
    status: 409,
    message: 'This can no longer be undone here. Please write to the sender instead.',
  },
})
