import { z } from 'zod'
import { route } from './route.ts'
import { id, instant } from './text.ts'

/** Days that the home screen's figures reach back, today included. */
export const HOME_DAYS = 30

/** While work runs its progress is asked for this often; otherwise rarely, in case another tab started some. */
export const RUNNING_POLL_MS = 3000
export const IDLE_POLL_MS = 30_000

export const homeMessages = {
  failed: 'Failed to load what is going on',
} as const

/** Background work that is under way. `subject_id` is of the table, campaign or import that `name` names. */
export const runningJob = z.object({
  id,
  kind: z.enum(['gathering', 'sending', 'checking', 'importing']),
  subject_id: id,
  name: z.string(),
  /** Of an import: what it brings. */
  rows: z.enum(['prospects', 'businesses']).optional(),
  done: z.number(),
  total: z.number(),
  started_at: instant,
})
export type RunningJob = z.infer<typeof runningJob>

/** A day in UTC, as YYYY-MM-DD, and how many recipients were sent to, opened and answered on it. */
export const homeDay = z.object({
  day: z.string(),
  sent: z.number(),
  opened: z.number(),
  replied: z.number(),
})

export const tableResult = z.object({ id, name: z.string(), sent: z.number(), replied: z.number() })
export type TableResult = z.infer<typeof tableResult>

export const homeOverview = z.object({
  /** The four steps of a lead, each with whether the user has taken it. */
  steps: z.object({ found: z.boolean(), gathered: z.boolean(), written: z.boolean(), sent: z.boolean() }),
  /** A search that finds something on every installation with the demo town; null on one without. */
  sample: z.object({ keywords: z.string(), location: z.string() }).nullable(),
  /** People who have written and were not answered in the application. */
  replies_waiting: z.number(),
  /** Oldest first, without gaps. */
  days: z.array(homeDay),
  /** The tables whose prospects answer most, best first. */
  best_tables: z.array(tableResult),
})
export type HomeOverview = z.infer<typeof homeOverview>

export const homeRoutes = {
  overview: route('GET', '/api/home', {
    answer: homeOverview,
    summary: 'What the user has done so far, who waits for an answer, and what the last 30 days brought',
  }),
  running: route('GET', '/api/jobs/running', {
    answer: z.array(runningJob),
    summary: 'Background work of the user that is under way, with its progress',
  }),
}
