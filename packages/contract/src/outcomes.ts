import { z } from 'zod'
import { refusals } from './refusal.ts'
import { route } from './route.ts'

/** What a visit to one website came to, in a word or two; the business itself has it in a sentence. */
export const outcomeLabels: Record<string, string> = {
  found: 'Contacts found',
  nothing_found: 'No address on the website',
  no_website: 'Skipped: no website',
  social_profile: 'Skipped: a profile, not a website',
  refused_by_robots: 'Skipped: asks robots to stay away',
  excluded: 'Skipped: its owner opted out',
  parked: 'Skipped: no real website',
  domain_gone: 'Website does not exist',
  unreachable: 'Website did not answer',
  blocked: 'Website turned us away',
  interrupted: 'Reading was interrupted',
}

/** What may be otherwise the next time. */
export const retryableOutcomes: readonly string[] = ['unreachable', 'domain_gone', 'blocked', 'interrupted']

export const outcomeRoutes = {
  summary: route('GET', '/api/prospecting/table/:tableId/outcomes', {
    answer: z.object({
      outcomes: z.array(z.object({ outcome: z.string(), businesses: z.number() })),
      /** Businesses that were never gathered. */
      waiting: z.number(),
      /** Businesses that 'Try again' would read. */
      failed: z.number(),
      /** Gathered prospects that nobody has looked over. */
      to_review: z.number(),
    }),
    summary: 'What gathering came to at the businesses of a table',
  }),
  retry: route('POST', '/api/prospecting/gather/retry/:tableId', {
    answer: z.object({ job_id: z.string() }),
    summary: 'Reads the websites again that could not be read',
  }),
}

export const outcomeRefusals = refusals({
  'outcomes.none_failed': {
    status: 400,
    message: 'No website of this table failed, so nothing has to be tried again',
  },
})
