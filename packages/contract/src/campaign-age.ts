import { z } from 'zod'

/** How long an outage may last before what is left of a campaign is shown and not sent any more. */
export const campaignAges = [24, 72, 168, 336] as const
export const DEFAULT_AGE_HOURS = 72

/** In hours. */
export const maxAge = z
  .number()
  .int()
  .min(24, 'Please enter at least 24 hours')
  .max(720, 'Please enter at most 720 hours')

/** After an outage longer than this, what is left of a campaign is shown and not sent. */
export const age = { max_age_hours: maxAge.default(DEFAULT_AGE_HOURS) }
