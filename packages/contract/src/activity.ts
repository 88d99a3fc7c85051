import { z } from 'zod'
import { prospectStatus } from './prospects.ts'
import { route } from './route.ts'

export const activityKind = z.enum([
  'added',
  'found',
  'status',
  'email_generated',
  'sent',
  'failed',
  'unconfirmed',
  'delivered',
  'delayed',
  'opened',
  'clicked',
  'replied',
  'auto_replied',
  'bounced',
  'complained',
  'unsubscribed',
  'resubscribed',
])
export type ActivityKind = z.infer<typeof activityKind>

export const activityEvent = z.object({
  kind: activityKind,
  at: z.string(),
  campaign: z.object({ id: z.string(), name: z.string() }).nullable(),
  from_status: prospectStatus.nullable(),
  to_status: prospectStatus.nullable(),
  /** The position of the follow-up that was sent; 0 for a first email, null for other events. */
  step: z.number().nullable(),
  /** The page on which an address was found, or a server's reply. */
  detail: z.string().nullable(),
})
export type ActivityEvent = z.infer<typeof activityEvent>

export const activityMessages = { failed: 'Failed to load the activity' } as const

export const activityRoutes = {
  list: route('GET', '/api/prospecting/prospect/:id/activity', {
    replica: true,
    answer: z.array(activityEvent),
    summary: 'Lists a prospect’s activity, newest first',
  }),
}
