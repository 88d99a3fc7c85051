import { z } from 'zod'

/** Hours of an outage after which the rest of a campaign is no longer sent, as the form offers them. */
export const campaignAges = [24, 72, 168, 336] as const
export const DEFAULT_AGE_HOURS = 72

export const maxAge = z
  .number()
  .int()
  .min(24, 'Please enter at least 24 hours')
  .max(720, 'Please enter at most 720 hours')

export const age = { max_age_hours: maxAge.default(DEFAULT_AGE_HOURS) }
