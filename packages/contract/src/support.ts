import { z } from 'zod'
import { refusals } from './refusal.ts'
import { route } from './route.ts'
import { id, instant } from './text.ts'

/** Screenshots must be smaller, in bytes. */
export const SCREENSHOT_MAX_BYTES = 5_242_880

export const supportMessages = {
  required: 'Please fill in all required fields',
  sent: 'Thank you for contacting us! We will review it shortly.',
  failed: 'Failed to submit feedback',
  fetchFailed: 'Failed to load your requests',
  size: 'File size must be less than 5MB',
  kind: 'Please choose an image (PNG, JPG or GIF)',
} as const

export const supportType = z.enum(['bug', 'feature', 'suggestion', 'question'])
export type SupportType = z.infer<typeof supportType>

export const supportPriority = z.enum(['low', 'medium', 'high'])
export type SupportPriority = z.infer<typeof supportPriority>

export const supportTypeLabels: Record<SupportType, string> = {
  bug: 'Bug report',
  feature: 'Feature request',
  suggestion: 'Suggestion',
  question: 'Question',
}

export const supportPriorityLabels: Record<SupportPriority, string> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
}

export const supportState = z.enum(['open', 'answered', 'closed'])
export type SupportState = z.infer<typeof supportState>

/** One line: control characters would end up in a mail header. */
const title = z
  .string({ error: supportMessages.required })
  .trim()
  .min(1, supportMessages.required)
  .max(150, 'Please keep the title under 150 characters')
  .transform((value) => value.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' '))

export const supportForm = z.object({
  type: supportType.default('bug'),
  title,
  description: z
    .string({ error: supportMessages.required })
    .max(10_000, 'Please keep this under 10,000 characters')
    .refine((value) => value.trim() !== '', supportMessages.required)
    // Forms send CR LF.
    .transform((value) => value.replaceAll('\r\n', '\n').trim()),
  priority: supportPriority.default('medium'),
})

export const supportRequest = z.object({
  id,
  type: supportType,
  title: z.string(),
  description: z.string(),
  priority: supportPriority,
  has_screenshot: z.boolean(),
  state: supportState,
  created_at: instant,
})
export type SupportRequest = z.infer<typeof supportRequest>

export const supportRoutes = {
  send: route('POST', '/api/support', {
    whose: 'person',
    // Above the limit, so that a slightly larger file is refused with the sentence about its size.
    upload: { field: 'screenshot', maxBytes: 2 * SCREENSHOT_MAX_BYTES, required: false },
    body: supportForm,
    answer: z.object({ message: z.string(), request: supportRequest }),
    limit: { points: 20, seconds: 3600, by: 'user' },
    summary: 'Sends feedback or a question to the operator, with an optional screenshot',
  }),
  list: route('GET', '/api/support', {
    whose: 'person',
    answer: z.array(supportRequest),
    summary: 'Lists your newest requests with their state',
  }),
}

export const supportRefusals = refusals({
  'support.screenshot_too_large': { status: 413, message: supportMessages.size },
  'support.screenshot_not_image': { status: 400, message: supportMessages.kind },
})
