import { z } from 'zod'
import { refusals } from './refusal.ts'
import { route } from './route.ts'

/** A choice can't be shorter: texts and copies are needed for as long. */
export const SHORTEST_DAYS = 30

export const retentionMessages = {
  saved: 'Retention saved',
  tooLong: 'This installation keeps it for less time. Please choose a shorter one.',
  gone: 'The text is no longer kept.',
} as const

/** Shown when an error has no message of its own. */
export const retentionFallbacks = {
  fetch: 'Failed to load how long things are kept',
  save: 'Failed to save how long things are kept',
} as const

const kept = z.object({
  /** Null is for ever. */
  installation_days: z.number().nullable(),
  /** Null follows the installation. */
  chosen_days: z.number().nullable(),
})

/** How long texts of sent emails, single events and delivery attempts, and originals of incoming mail are kept. */
export const retention = z.object({ texts: kept, events: kept, incoming: kept })
export type Retention = z.infer<typeof retention>

const days = z.int().min(SHORTEST_DAYS).max(36_500).nullable()

export const retentionChoice = z.object({ texts_days: days, events_days: days, incoming_days: days })
export type RetentionChoice = z.infer<typeof retentionChoice>

export const retentionRoutes = {
  get: route('GET', '/api/retention', {
    answer: retention,
    summary: 'Returns how long texts, events and incoming mail are kept, by the installation and by choice',
  }),
  save: route('PUT', '/api/retention', {
    body: retentionChoice,
    answer: retention,
    limit: { points: 60, seconds: 60, by: 'user' },
    summary: 'Keeps texts, events and incoming mail for less time; in an organization, owner and admins only',
  }),
}

export const retentionRefusals = refusals({
  'retention.too_long': { status: 400, message: retentionMessages.tooLong },
})
