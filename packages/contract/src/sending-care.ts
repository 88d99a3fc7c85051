import { z } from 'zod'
import { boundedArray } from './bounded.ts'
import { mailboxStates } from './own-mailboxes.ts'
import { refusals } from './refusal.ts'
import { route } from './route.ts'
import { id, instant } from './text.ts'

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Please enter a time such as 09:00')

export const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

export const MAX_DAYS_OFF = 60

const paceFields = z.object({
  /** The most messages a day. Null for no limit. */
  daily_cap: z.number().int().min(1, 'Please enter at least 1').max(100_000).nullable(),
  /** Seconds between two messages, chosen at random between these. */
  gap_from_seconds: z.number().int().min(0).max(3600),
  gap_to_seconds: z.number().int().min(0).max(3600),
  /** 1 is Monday. */
  window_days: boundedArray(z.number().int().min(1).max(7), { max: 7 }).min(
    1,
    'Please choose at least one day',
  ),
  window_from: clockTime,
  window_to: clockTime,
  time_zone: z.string().max(64).refine(isTimeZone, 'Please choose a time zone'),
  /** A new sending domain starts with few messages a day. */
  has_ramp: z.boolean(),
  /** No campaign mail leaves on these days of the time zone, such as '2026-12-25'. */
  days_off: boundedArray(z.iso.date('Please choose a day'), {
    max: MAX_DAYS_OFF,
    tooMany: `Please choose at most ${MAX_DAYS_OFF} days off`,
  }),
})

/** How the mail of an account is spread over the days. */
export const pace = inOrder(paceFields)
export type Pace = z.infer<typeof pace>

/** Days off that are left out stay as they are. */
export const paceForm = inOrder(paceFields.partial({ days_off: true }))
export type PaceForm = z.infer<typeof paceForm>

type Ranges = Pick<
  z.infer<typeof paceFields>,
  'gap_from_seconds' | 'gap_to_seconds' | 'window_from' | 'window_to'
>

function inOrder<Shape extends z.ZodType<Ranges>>(shape: Shape): Shape {
  return shape
    .refine((form) => form.gap_from_seconds <= form.gap_to_seconds, {
      path: ['gap_to_seconds'],
      message: 'The longest gap must not be shorter than the shortest',
    })
    .refine((form) => form.window_from < form.window_to, {
      path: ['window_to'],
      message: 'The window must end after it starts',
    })
}

export const paceAnswer = z.object({
  pace,
  /** Nothing is saved yet; these are the defaults. */
  is_default: z.boolean(),
  /** The installation has no limits by default. */
  is_free: z.boolean(),
})
export type PaceAnswer = z.infer<typeof paceAnswer>

/** One line of the check before a send. */
export const sendCheck = z.object({
  /** A short name that stays the same, such as 'unsubscribe'. */
  line: z.string(),
  /** look: worth a look. unseen: not visible from here. blocked: nothing is sent. */
  state: z.enum(['ok', 'look', 'unseen', 'blocked']),
  sentence: z.string(),
})
export type SendCheck = z.infer<typeof sendCheck>

const plannedDay = z.object({ day: z.string(), messages: z.number(), from: instant, to: instant })

export const sendPreview = z.object({
  recipients: z.number(),
  /** The days of sending, in the time zone of the window, with the first and the last moment. */
  days: z.array(plannedDay),
  /** The follow-ups of these recipients, if nobody answers. */
  steps: z.array(
    z.object({
      position: z.number(),
      step_id: id,
      recipients_at_most: z.number(),
      days: z.array(plannedDay),
    }),
  ),
  cost_at_most: z.object({ messages: z.number(), sentence: z.string() }),
  /** Follow-ups due this month that neither allowance nor tokens cover, if nobody answers. They are sent next month. */
  uncovered: z.object({ follow_ups: z.number(), until: instant }).nullable(),
  time_zone: z.string(),
  /** The first recipients, in order, with the approximate time of each. */
  first: z.array(
    z.object({
      email: z.string(),
      at: instant,
      day: z.string(),
      /** Null for the return address. */
      mailbox_id: z.string().nullable(),
      from: z.string(),
    }),
  ),
  /** The own mailboxes that these messages leave from, and how many of them on each day. */
  mailboxes: z.array(
    z.object({
      mailbox_id: id,
      address: z.string(),
      state: z.enum(mailboxStates),
      sentence: z.string(),
      /** Includes those who wait until it can send again. */
      people: z.number(),
      days: z.array(z.object({ day: z.string(), messages: z.number() })),
    }),
  ),
  cost: z.object({ allowance: z.number(), tokens: z.number(), missing: z.number() }),
  skipped: z.array(z.object({ reason: z.string(), count: z.number(), emails: z.array(z.string()) })),
  /** About people whom a further round would reach. Null if there are none. */
  again: z
    .object({
      last_sent_at: instant,
      /** They received the same text within the last 7 days. */
      unchanged: z.number(),
    })
    .nullable(),
  sender: z.object({ name: z.string(), address: z.string(), is_mailbox: z.boolean() }),
  /** Sentences about the pace: cap, gap, window, ramp. */
  pace: z.array(z.string()),
  /** The reason why nothing is sent now, and how to go on. */
  hold: z.string().nullable(),
  /** The check of the first message, line by line. Empty if nobody is sent to. */
  checks: z.array(sendCheck),
})
export type SendPreview = z.infer<typeof sendPreview>

export const pauseKinds = ['policy', 'bounces', 'complaints'] as const
export const sendingPause = z.object({
  id,
  campaign_id: z.string().nullable(),
  campaign_name: z.string().nullable(),
  kind: z.enum(pauseKinds),
  sentence: z.string(),
  /** The reply of the provider. */
  answer: z.string().nullable(),
  at: instant,
})
export type SendingPause = z.infer<typeof sendingPause>

export const sendingCareRoutes = {
  getPace: route('GET', '/api/sending/pace', { answer: paceAnswer }),
  savePace: route('PUT', '/api/sending/pace', {
    body: paceForm,
    answer: paceAnswer,
    limit: { points: 60, seconds: 60, by: 'user' },
    summary: 'Saves how your emails are spread over the days',
  }),
  previewSend: route('POST', '/api/campaigns/:id/send-preview', {
    body: z.object({ resend: z.boolean().default(false), only: z.enum(['unconfirmed']).optional() }),
    answer: sendPreview,
    limit: { points: 120, seconds: 60, by: 'user' },
    summary: 'Previews a send: recipients, times, cost, and who is skipped and why; changes nothing',
  }),
  listPauses: route('GET', '/api/sending/pauses', {
    answer: z.array(sendingPause),
    summary: 'Lists active automatic pauses, newest first',
  }),
  liftPause: route('POST', '/api/sending/pauses/:id/lift', {
    answer: z.object({ message: z.string() }),
    limit: { points: 20, seconds: 60, by: 'user' },
    summary: 'Resumes after an automatic pause, except one for complaints; bounces are counted from zero',
  }),
}

export const sendingCareRefusals = refusals({
  'sending.paused': { status: 409, message: 'Sending is paused' },
  'sending.not_fit': { status: 409, message: 'Nothing was sent: the first message does not pass the checks' },
  'sending.pause_of_operator': {
    status: 409,
    message:
      'Only the operator of this installation can end a pause for spam complaints. Please write to support.',
  },
  'sending.pause_not_found': { status: 404, message: 'This pause is already over' },
})
