import { z } from 'zod'
import { prospect } from './prospects.ts'
import { refusals } from './refusal.ts'
import { undoName } from './removals.ts'
import { route } from './route.ts'
import { instant } from './text.ts'

/** Prospects of one call of the review. */
export const REVIEW_PAGE = 100
/** Above this confidence contacts can be kept without a look. */
export const SURE_CONFIDENCE = 0.8

export const reviewRoutes = {
  next: route('GET', '/api/prospecting/table/:tableId/review', {
    answer: z.object({
      prospects: z.array(prospect),
      remaining: z.number(),
      /** Kept so far. */
      kept: z.number(),
    }),
    summary: 'Lists gathered prospects of a table that are not reviewed yet, in the order they were found',
  }),
  keepAbove: route('POST', '/api/prospecting/table/:tableId/review/keep', {
    body: z.object({ confidence: z.number().min(0).max(1) }),
    answer: z.object({ kept: z.number(), kept_at: instant }),
    summary: 'Keeps all unreviewed prospects of a table above a confidence',
  }),
  undoKeepAbove: route('POST', '/api/prospecting/table/:tableId/review/keep/undo', {
    body: z.object({ kept_at: z.iso.datetime() }),
    answer: z.object({ restored: z.number() }),
    summary: 'Returns prospects that were kept together to the review',
  }),
  decide: route('POST', '/api/prospecting/prospect/:id/review', {
    body: z.object({ decision: z.enum(['keep', 'delete']) }),
    answer: z.object({ undo: undoName }),
    summary:
      'Keeps or deletes a gathered prospect; `undo` is the id that restores a deleted one within a day',
  }),
  undo: route('POST', '/api/prospecting/prospect/:id/review/undo', {
    answer: prospect,
    summary: 'Returns a kept prospect to the review',
  }),
}

export const reviewMessages = {
  loadFailed: 'Failed to load the prospects to review',
  keepAboveFailed: 'These contacts could not be kept. Please try again.',
  decideFailed: 'This decision could not be saved. Please try again.',
  undoFailed: 'This could not be undone',
} as const

export const reviewRefusals = refusals({
  'review.gone': { status: 410, message: 'This prospect was deleted too long ago to be restored' },
})
