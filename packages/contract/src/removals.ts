import { z } from 'zod'
import { refusals } from './refusal.ts'
import { route } from './route.ts'

export const removalMessages = {
  undoFailed: 'Failed to undo the deletion',
} as const

export const removalRoutes = {
  undo: route('POST', '/api/removals/:removalId/undo', {
    answer: z.object({
      kind: z.enum(['prospects', 'businesses', 'table', 'campaign', 'conversation']),
      /** Prospects or businesses, or one table, campaign or conversation. Those that were added again meanwhile aren't counted. */
      restored: z.number(),
    }),
    summary:
      'Restores deleted prospects, businesses, a table, a campaign or a conversation, with all that belonged to them, within a day',
  }),
}

/** The name of a deletion. Null if it is too large to be taken back. */
export const undoName = z.uuid().nullable()

export const removalRefusals = refusals({
  'removals.not_found': { status: 404, message: 'This can no longer be undone' },
})
