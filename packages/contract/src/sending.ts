import { z } from 'zod'
import { mailboxName } from './own-mailboxes.ts'
import { pageQuery, searchedText } from './pages.ts'
import { refusals } from './refusal.ts'
import { route } from './route.ts'
import { id, instant } from './text.ts'

/** How often the screen polls a send job. */
export const SEND_POLL_MS = 2000

export const sendJobStatuses = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const
export const sendJobStatus = z.enum(sendJobStatuses)
export type SendJobStatus = z.infer<typeof sendJobStatus>

export const isActiveSend = (status: SendJobStatus): boolean =>
  status === 'pending' || status === 'processing'

/** Shown when an error has no message of its own. */
export const sendingFallbacks = {
  send: 'Failed to start email campaign',
  job: 'Failed to send campaign',
  cancel: 'Failed to cancel job',
  deliveries: 'Failed to fetch campaign data',
} as const

export const sendJob = z.object({
  id,
  campaign_id: id,
  /** A campaign has at most one active job of each kind. */
  kind: z.enum(['send', 'follow_ups']),
  status: sendJobStatus,
  resend: z.boolean(),
  /** Counted from the recipients. `failed`: certainly not accepted. */
  progress: z.object({ total: z.number(), processed: z.number(), success: z.number(), failed: z.number() }),
  /** `sent_count` counts confirmed ones. Null until the job is over. */
  result: z
    .object({ sent_count: z.number(), failed_count: z.number(), unconfirmed_count: z.number() })
    .nullable(),
  error: z.string().nullable(),
  /** Messages being handed over now; a cancelled job lets them end. */
  in_flight: z.number(),
  /** The reason why the rest waits, as a sentence: the window, the daily limit or the gap. */
  hold: z.string().nullable(),
  /** The end of that wait, or the next retry of a deferred message. */
  next_try_at: instant.nullable(),
  created_at: instant,
  completed_at: instant.nullable(),
})
export type SendJob = z.infer<typeof sendJob>

const counted = (n: number) => `${n} ${n === 1 ? 'email' : 'emails'}`

/** The message at the end of a job. Null while it runs. */
export function sendOutcome(job: Pick<SendJob, 'status' | 'result' | 'error'>): string | null {
  if (job.status === 'cancelled') return 'Email campaign was cancelled'
  if (job.status === 'failed') return job.error || sendingFallbacks.job
  if (job.status !== 'completed') return null
  const { sent_count = 0, failed_count = 0 } = job.result ?? {}
  const sent = `Successfully sent ${sent_count} emails.`
  return failed_count > 0 ? `${sent} Failed to send ${failed_count} emails.` : sent
}

/** Explains unconfirmed messages. Null if there are none. */
export const unconfirmedText = (count: number): string | null =>
  count > 0
    ? `${count} could not be confirmed: the connection broke after the message was handed over. They are not sent again automatically.`
    : null

/** Says that a cancelled job still completes messages being handed over. Null if it doesn't. */
export const stoppingText = (inFlight: number): string | null =>
  inFlight > 0 ? `Stopping: ${counted(inFlight)} still being handed over` : null

export const deliveryStates = [
  'queued',
  'claimed',
  'transmitting',
  'sent',
  'failed',
  'unconfirmed',
  'cancelled',
  'suppressed',
  'expired',
] as const
export const deliveryState = z.enum(deliveryStates)
export type DeliveryState = z.infer<typeof deliveryState>

export const sendAttempt = z.object({
  outcome: z.string(),
  code: z.number().nullable(),
  /** The reply of the server, or the error. */
  answer: z.string().nullable(),
  at: instant,
})

export const delivery = z.object({
  id,
  /** The recipient in the campaign. Null if it was removed since. */
  campaign_prospect_id: z.string().nullable(),
  prospect_id: z.string().nullable(),
  email: z.string(),
  round: z.number(),
  /** The position of the follow-up; 0 for the template. */
  step: z.number(),
  step_id: z.string().nullable(),
  state: deliveryState,
  /** It was accepted and came back. */
  is_bounced: z.boolean(),
  /** The reason why the message waits, as a sentence. */
  reason: z.string(),
  /** The time of the next attempt, or the end of a wait. */
  next_at: instant.nullable(),
  queued_at: instant,
  finished_at: instant.nullable(),
  /** The own mailbox that it leaves from. Null for the return address, and before one is chosen. */
  mailbox: mailboxName.nullable(),
  attempts: z.array(sendAttempt),
})
export type Delivery = z.infer<typeof delivery>

/** Kinds of states that the delivery log is filtered by. */
export const deliveryKinds = {
  waiting: ['queued', 'claimed'],
  transmitting: ['transmitting'],
  accepted: ['sent'],
  bounced: [],
  failed: ['failed', 'expired'],
  unconfirmed: ['unconfirmed'],
  not_sent: ['cancelled', 'suppressed'],
} as const satisfies Record<string, readonly DeliveryState[]>
export type DeliveryKind = keyof typeof deliveryKinds
export const deliveryKind = z.enum(Object.keys(deliveryKinds) as [DeliveryKind, ...DeliveryKind[]])

/** `queued`: by the time of the send. `next`: in the order of sending. */
export const deliverySort = z.enum(['queued', 'next'])
export type DeliverySort = z.infer<typeof deliverySort>

export const sendingRoutes = {
  send: route('POST', '/api/campaigns/:id/send', {
    body: z.object({
      resend: z.boolean().default(false),
      /** Sends only to people whose newest message is in this state; 'unconfirmed' needs `resend`. */
      only: z.enum(['unconfirmed']).optional(),
    }),
    answer: z.object({ success: z.boolean(), job_id: id }),
    limit: { points: 60, seconds: 60, by: 'user' },
    summary: 'Starts sending in the background; `resend` includes people who already received it',
  }),
  getJob: route('GET', '/api/campaigns/jobs/:jobId', { answer: sendJob }),
  cancelJob: route('POST', '/api/campaigns/jobs/:jobId/cancel', {
    answer: sendJob,
    summary: 'Cancels a send job; messages being handed over are completed',
  }),
  listJobs: route('GET', '/api/campaigns/:id/jobs', {
    replica: true,
    answer: z.array(sendJob),
    summary: 'Lists the newest send jobs of a campaign, newest first',
  }),
  listDeliveries: route('GET', '/api/campaigns/:id/deliveries', {
    replica: true,
    query: z.object({
      limit: pageQuery.limit,
      cursor: pageQuery.cursor,
      sort: deliverySort.optional(),
      kind: deliveryKind.optional(),
      /** A part of the address. */
      search: searchedText,
      /** Only this recipient, by its id in the campaign or its prospect's. */
      recipient: id.optional(),
    }),
    answer: z.object({ total: z.number(), deliveries: z.array(delivery) }),
    isPaged: true,
    summary: 'Lists messages with state, reason, and each attempt with the reply of the server',
  }),
}

export const sendingRefusals = refusals({
  'sending.bad_cursor': {
    status: 400,
    message: 'This place in the list is no longer valid. Please load the list again.',
  },
  'sending.job_not_found': { status: 404, message: 'Job not found' },
  'sending.already_running': { status: 409, message: 'This campaign is already being sent' },
  'sending.nobody': { status: 409, message: 'There is nobody left to send to in this campaign' },
  'sending.nothing_written': {
    status: 409,
    message: 'Nobody in this campaign has an email yet. Please generate the emails first.',
  },
})
