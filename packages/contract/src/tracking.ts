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

/** How long a recipient can take an unsubscription back. */
export const UNDO_HOURS = 24

const TOKEN = z
  .string({ error: unsubscribeMessages.missing })
  .min(1, unsubscribeMessages.missing)
  .max(200, unsubscribeMessages.failed)

export const unsubscribeState = z.object({
  state: z.enum(['subscribed', 'unsubscribed']),
  /** Whose messages these are. */
  sender: z.string(),
  email: z.string(),
  /** The mail was only just sent, or the visit looks like a scanner's: a person has to click. */
  needs_click: z.boolean(),
  /** Until when the unsubscription can be taken back; null when it can't. */
  undo_until: instant.nullable(),
})
export type UnsubscribeState = z.infer<typeof unsubscribeState>

const limit = { points: 120, seconds: 60, by: 'source' } as const

export const trackingRoutes = {
  unsubscribeState: route('GET', '/api/email/unsubscribe', {
    query: z.object({ token: TOKEN }),
    answer: unsubscribeState,
    access: 'public',
    limit,
    summary: 'What the unsubscribe page shows; changes nothing',
  }),
  unsubscribe: route('POST', '/api/email/unsubscribe', {
    body: z.object({ token: TOKEN }),
    answer: z.object({ message: z.string(), ...unsubscribeState.shape }),
    access: 'public',
    limit,
  }),
  undoUnsubscribe: route('POST', '/api/email/unsubscribe/undo', {
    body: z.object({ token: TOKEN }),
    answer: z.object({ message: z.string(), ...unsubscribeState.shape }),
    access: 'public',
    limit,
    summary: `Takes an unsubscription back within ${UNDO_HOURS} hours`,
  }),
}

export const trackingRefusals = refusals({
  'tracking.bad_link': {
    status: 400,
    message: 'This unsubscribe link is not valid. Please use the link as it stands in the email.',
  },
  'tracking.undo_over': {
    status: 409,
    message: 'This can no longer be taken back here. Please write to the sender instead.',
  },
})
