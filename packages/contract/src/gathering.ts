import { z } from 'zod'
import { refusals } from './refusal.ts'
import { route } from './route.ts'
import { gatheringStatus, TABLE_MAX_BUSINESSES } from './tables.ts'

export const GATHERING_POLL_MS = 3000

export const gatheringMessages = {
  historyFailed: 'Failed to load job history',
  cancelFailed: 'Failed to cancel job',
  startFailed: 'Failed to start prospect gathering job',
  unknownError: 'Unknown error',
  interrupted:
    'Reading the websites was interrupted again and again. What was found before is kept; please start again.',
} as const

export const gatheringLabels = {
  completed: 'Prospects Gathered',
  processing: 'Gathering Prospects...',
  pending: 'Queued for Gathering',
  failed: 'Gathering Failed',
  cancelled: 'Gathering Cancelled',
} as const satisfies Record<z.infer<typeof gatheringStatus>, string>

export const isActiveJob = (status: string): boolean => status === 'pending' || status === 'processing'

export const gatheringJob = z.object({
  id: z.string(),
  table_id: z.string(),
  status: gatheringStatus,
  progress: z.object({ total: z.number(), processed: z.number(), prospects_found: z.number() }),
  result: z
    .object({
      total_prospects_found: z.number(),
      businesses_processed: z.number(),
      businesses_with_contacts: z.number(),
      businesses_without_websites: z.number(),
      /** How many were not in the list before. */
      prospects_added: z.number(),
      /** Addresses that were found and not added: because no mail may go there, or because the user deleted them. */
      left_out_suppressed: z.number(),
      left_out_deleted: z.number(),
    })
    .nullable(),
  error: z.string().nullable(),
  created_at: z.string(),
  completed_at: z.string().nullable(),
})
export type GatheringJob = z.infer<typeof gatheringJob>

export const gatheringRoutes = {
  start: route('POST', '/api/prospecting/gather/start', {
    body: z.object({
      businessTableId: z.uuid(),
      businessIds: z
        .array(z.string().min(1).max(300))
        .min(1, 'Please select at least one business')
        .max(TABLE_MAX_BUSINESSES),
    }),
    maxBytes: 4 * 1024 * 1024,
    answer: z.object({ job_id: z.string() }),
    summary: 'Starts gathering prospects from the websites of chosen businesses',
  }),
  status: route('GET', '/api/prospecting/gather/status/:jobId', { answer: gatheringJob, isPolled: true }),
  cancel: route('POST', '/api/prospecting/gather/cancel/:jobId', { answer: gatheringJob }),
  history: route('GET', '/api/prospecting/jobs/table/:tableId', { answer: z.array(gatheringJob) }),
  countProspects: route('GET', '/api/prospecting/table/:tableId/prospects/count', {
    answer: z.object({ count: z.number() }),
  }),
}

export const gatheringRefusals = refusals({
  'gathering.job_not_found': { status: 404, message: 'Job not found' },
  'gathering.already_running': {
    status: 409,
    message: 'Prospects are already being gathered for this table',
  },
  'gathering.no_businesses': { status: 400, message: 'None of these businesses is in the table' },
})
