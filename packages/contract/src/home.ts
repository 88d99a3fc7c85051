import { z } from 'zod'
import { conversationFields } from './inbox.ts'
import { route } from './route.ts'
import { id, instant } from './text.ts'

/** Days covered by the home screen's figures, including today. */
export const HOME_DAYS = 30

/** Progress is polled often while work runs, and rarely otherwise, in case another tab started some. */
export const RUNNING_POLL_MS = 3000
export const IDLE_POLL_MS = 30_000

export const homeMessages = {
  failed: 'Failed to load the overview',
} as const

/** Background work in progress. `subject_id` and `name` belong to the table, campaign or import. */
export const runningJob = z.object({
  id,
  kind: z.enum(['gathering', 'sending', 'checking', 'importing']),
  subject_id: id,
  name: z.string(),
  /** For an import: the kind of its rows. */
  rows: z.enum(['prospects', 'businesses']).optional(),
  done: z.number(),
  total: z.number(),
  started_at: instant,
})
export type RunningJob = z.infer<typeof runningJob>

/**
 * A day in UTC, as YYYY-MM-DD, with the number of emails handed over, follow-ups included, and of recipients first sent
 * to, opened, replied and bounced on that day. `delivered` are those sent to on that day that haven't bounced since.
 */
export const homeDay = z.object({
  day: z.string(),
  emails: z.number(),
  sent: z.number(),
  delivered: z.number(),
  opened: z.number(),
  replied: z.number(),
  bounced: z.number(),
})

/** A person whose conversation is open. */
export const waitingPerson = z.object({
  /** The id of the newest message that they wrote, which opens the conversation. */
  id,
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  company: z.string().nullable(),
  subject: z.string().nullable(),
  /** The first line of the message. */
  excerpt: z.string(),
  received_at: instant,
  label: conversationFields.label,
  label_name: conversationFields.label_name,
  label_reason: conversationFields.label_reason,
})
export type WaitingPerson = z.infer<typeof waitingPerson>

export const tableResult = z.object({
  id,
  name: z.string(),
  sent: z.number(),
  delivered: z.number(),
  replied: z.number(),
})
export type TableResult = z.infer<typeof tableResult>

/** A mailbox that needs a sign-in or can't be reached. */
export const disconnectedMailbox = z.object({ id, address: z.string(), sentence: z.string() })

export const homeOverview = z.object({
  /** The four steps of a lead; true for those the user has completed. */
  steps: z.object({ found: z.boolean(), gathered: z.boolean(), written: z.boolean(), sent: z.boolean() }),
  /** A search with results in the demo town. Null without a demo town. */
  sample: z.object({ keywords: z.string(), location: z.string() }).nullable(),
  /** Open conversations. */
  replies_waiting: z.number(),
  /** The newest of them. */
  waiting: z.array(waitingPerson),
  /** Oldest first, without gaps. */
  days: z.array(homeDay),
  /** The tables with the highest reply rate. */
  best_tables: z.array(tableResult),
  /** Own mailboxes that need a sign-in or can't be reached. */
  mailboxes: z.array(disconnectedMailbox),
})
export type HomeOverview = z.infer<typeof homeOverview>

export const homeRoutes = {
  overview: route('GET', '/api/home', {
    replica: true,
    answer: homeOverview,
    summary: 'Returns the steps done, the people waiting for an answer and the figures of the last 30 days',
  }),
  running: route('GET', '/api/jobs/running', {
    answer: z.array(runningJob),
    summary: 'Lists running background work with its progress',
  }),
}
