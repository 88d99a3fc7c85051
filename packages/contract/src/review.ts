import { z } from 'zod'
import { prospect } from './prospects.ts'
import { refusals } from './refusal.ts'
import { undoName } from './removals.ts'
import { route } from './route.ts'

/** Prospects of one call of the review. */
export const REVIEW_PAGE = 100

export const reviewRoutes = {
  next: route('GET', '/api/prospecting/table/:tableId/review', {
    answer: z.object({ prospects: z.array(prospect), remaining: z.number() }),
    summary: 'Gathered prospects of a table that nobody has looked over yet, first found first',
  }),
  decide: route('POST', '/api/prospecting/prospect/:id/review', {
    body: z.object({ decision: z.enum(['keep', 'delete']) }),
    answer: z.object({ undo: undoName }),
    summary:
      'Keeps or deletes a gathered prospect; `undo` names the removal of a deleted one, which can be taken back for a day',
  }),
  undo: route('POST', '/api/prospecting/prospect/:id/review/undo', {
    answer: prospect,
    summary: 'Has a prospect that was kept looked over again',
  }),
}

export const reviewMessages = {
  loadFailed: 'Failed to load the prospects to review',
  decideFailed: 'This decision could not be saved. Please try again.',
  undoFailed: 'This could not be taken back',
} as const

export const reviewRefusals = refusals({
  'review.gone': { status: 410, message: 'This prospect was deleted too long ago to be brought back' },
})
