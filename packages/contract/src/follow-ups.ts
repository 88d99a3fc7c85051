import { z } from 'zod'
import { boundedArray } from './bounded.ts'
import {
  CAMPAIGN_PROSPECTS_MAX,
  campaignStatus,
  enrolmentQuery,
  enrolmentState,
  STEPS_MAX,
} from './campaigns.ts'
import { addressInput } from './email-address.ts'
import { mailboxName } from './own-mailboxes.ts'
import { MANY_MAX_BYTES } from './pages.ts'
import { refusals } from './refusal.ts'
import { route } from './route.ts'
import { anyId, id, instant, LONG_TEXT_MAX, oneLine } from './text.ts'
import { handWritten, preview, SUBJECT_MAX, TEST_EMAILS_AN_HOUR } from './writing.ts'

export { STEPS_MAX }
export const WAIT_DAYS_MAX = 60
export const HOLD_DAYS_MAX = 180
/** Enrolments in one answer. */
const ENROLMENTS_MAX = 200

const holdMessages = { email: 'Please enter a valid email address' } as const

/** A day such as 2026-12-09. */
const day = z
  .string()
  .refine(
    (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text),
    'Please choose a day, such as 2026-12-09',
  )

const waitMessage = `Please choose between 1 and ${WAIT_DAYS_MAX} days`
const { subject, body } = handWritten.shape

const stepFields = {
  wait_days: z
    .number({ error: waitMessage })
    .int(waitMessage)
    .min(1, waitMessage)
    .max(WAIT_DAYS_MAX, waitMessage),
  wait_in: z.enum(['working_days', 'days']),
  thread: z.enum(['same', 'new']),
  body,
}
const optionalSubject = z.string().transform(oneLine).nullish()

/** A step in the same thread has the thread's subject. */
const withSubject = <Fields extends { thread: 'same' | 'new'; subject?: string | null | undefined }>(
  fields: Fields,
  context: z.RefinementCtx,
) => {
  if (fields.thread === 'same') return { ...fields, subject: null }
  const read = subject.safeParse(fields.subject ?? '')
  if (read.success) return { ...fields, subject: read.data as string | null }
  for (const { message } of read.error.issues)
    context.addIssue({ code: 'custom', path: ['subject'], message })
  return z.NEVER
}

export const newStep = z
  .object({
    ...stepFields,
    subject: optionalSubject,
    /** Also goes to people who have got all messages. */
    include_finished: z.boolean().default(false),
  })
  .transform(withSubject)

export const stepChange = z.object({
  wait_days: stepFields.wait_days.optional(),
  wait_in: stepFields.wait_in.optional(),
  thread: stepFields.thread.optional(),
  subject: optionalSubject,
  body: body.optional(),
  /** The version that was edited. If the follow-up was changed since, the answer is 409. */
  updated_at: instant.optional(),
})

/** The thread and subject of a step after a change. */
export const threadAndSubject = z
  .object({ thread: stepFields.thread, subject: optionalSubject })
  .transform(withSubject)

export const step = z.object({
  id,
  campaign_id: id,
  position: z.number(),
  wait_days: z.number(),
  wait_in: stepFields.wait_in,
  thread: stepFields.thread,
  /** Null in the same thread. */
  subject: z.string().nullable(),
  body: z.string(),
  written_by: z.string(),
  created_at: instant,
  updated_at: instant,
})
export type Step = z.infer<typeof step>

const rules = z.object({
  /** A reply stops the follow-ups to this person alone, or also to colleagues at the same business. */
  stop_scope: z.enum(['person', 'business']),
  /** Due follow-ups use the day's limit before first messages. */
  follow_ups_first: z.boolean(),
})

export const stepList = rules.extend({
  steps: z.array(step),
  /** People who have got all messages. */
  finished: z.number(),
})
export type StepList = z.infer<typeof stepList>

export const holdReasons = [
  'away',
  'manual',
  'missing_value',
  'allowance',
  'campaign_paused',
  'account_paused',
  'no_mailbox',
  'unconfirmed',
] as const

export const stopReasons = [
  'replied',
  'colleague_replied',
  'stop_word',
  'unsubscribed',
  'complained',
  'bounced',
  'suppressed',
  'converted',
  'rejected',
  'left_company',
  'address_changed',
  'step_failed',
  'removed',
  'archived',
  'campaign_ended',
  'manual',
] as const
export type StopReason = (typeof stopReasons)[number]

export const enrolment = z.object({
  campaign_prospect_id: id,
  prospect_id: z.string().nullable(),
  email: z.string(),
  name: z.string(),
  state: enrolmentState,
  next_position: z.number().nullable(),
  next_step_id: z.string().nullable(),
  due_at: instant.nullable(),
  held_until: instant.nullable(),
  hold_reason: z.enum(holdReasons).nullable(),
  stop_reason: z.enum(stopReasons).nullable(),
  /** 0 is the template. */
  sent_positions: z.array(z.number()),
  /** The own mailbox that the person hears from. Null for the return address. */
  mailbox: mailboxName.nullable(),
  sentence: z.string(),
})
export type Enrolment = z.infer<typeof enrolment>

const enrolmentCounts = z.object({
  waiting: z.number(),
  queued: z.number(),
  held: z.number(),
  stopped: z.number(),
  finished: z.number(),
})

const enrolmentFilter = {
  ...enrolmentQuery,
  search: z.string().max(200).default(''),
}

const prospectIds = boundedArray(anyId, { max: CAMPAIGN_PROSPECTS_MAX })

const enrolmentChange = z.object({
  selection: z.union([
    z.object({ ids: prospectIds }).strict(),
    z.object({
      filter: z.object({ ...enrolmentFilter, step: z.number().int().min(1).max(STEPS_MAX).optional() }),
      except: prospectIds.default([]),
    }),
  ]),
  action: z.enum(['hold', 'resume', 'stop', 'skip', 'restart', 'move']),
  /** For `hold`: the day on which it ends. */
  until: day.optional(),
  /** For `move`: the mailbox that writes to these people from now on. */
  mailbox_id: anyId.optional(),
})
export type EnrolmentAction = z.infer<typeof enrolmentChange>['action']

export const personHold = z.object({
  id,
  email: z.string(),
  until: instant,
  reason: z.enum(['away', 'manual']),
  created_at: instant,
})
export type PersonHold = z.infer<typeof personHold>

const figures = {
  sent: z.number(),
  unconfirmed: z.number(),
  failed: z.number(),
  bounced: z.number(),
  opened: z.number(),
  clicked: z.number(),
  replied: z.number(),
  unsubscribed: z.number(),
}

export const stepResults = z.object({
  steps: z.array(
    z.object({
      /** 0 is the template; null for a removed follow-up that was sent. */
      position: z.number().nullable(),
      step_id: z.string().nullable(),
      subject: z.string().nullable(),
      ...figures,
      waiting: z.number(),
      queued: z.number(),
      held: z.number(),
    }),
  ),
  totals: z.object(figures),
  stopped: z.array(z.object({ reason: z.enum(stopReasons), count: z.number() })),
  /** The next days on which waiting people are due, in the time zone of the pace. */
  due: z.array(z.object({ day: z.string(), position: z.number(), step_id: z.string(), people: z.number() })),
})
export type StepResults = z.infer<typeof stepResults>

export const stepEmail = z.object({
  step_id: id,
  position: z.number(),
  subject: z.string(),
  /** The text to edit. */
  body: z.string(),
  /** HTML without signature and footer. */
  content: z.string(),
  is_edited: z.boolean(),
})
export type StepEmail = z.infer<typeof stepEmail>

const steps = '/api/campaigns/:id/steps'
const emailOfStep = '/api/campaigns/:id/prospects/:prospectId/steps/:stepId/email'
const message = z.object({ message: z.string() })
const jobOfCampaign = z.object({
  status: campaignStatus,
  /** Null if nobody is left who was not written to. */
  job_id: z.string().nullable(),
})

export const followUpRoutes = {
  list: route('GET', steps, {
    replica: true,
    answer: stepList,
    summary: 'The follow-ups of a campaign, in order',
  }),
  add: route('POST', steps, { body: newStep, answer: step, summary: 'Adds a follow-up at the end' }),
  update: route('PUT', `${steps}/:stepId`, {
    body: stepChange,
    answer: step,
    summary: 'Changes a follow-up for all to whom it has not been queued',
  }),
  remove: route('DELETE', `${steps}/:stepId`, {
    answer: message.extend({
      /** People who were waiting for it and now wait for the next. */
      passed_over: z.number(),
    }),
  }),
  order: route('POST', `${steps}/order`, {
    body: z.object({ ids: boundedArray(z.string().max(100), { max: 100 }) }),
    answer: stepList,
    summary: 'Puts the follow-ups in this order',
  }),
  generate: route('POST', `${steps}/generate`, {
    body: z.object({ position: z.number().int().min(1).max(STEPS_MAX), thread: stepFields.thread }),
    answer: z.object({ subject: z.string().nullable(), body: z.string(), written_by: z.string() }),
    limit: { points: 60, seconds: 3600, by: 'user' },
    summary: 'Writes a text for a follow-up; saves nothing and costs one email generation',
  }),
  preview: route('POST', `${steps}/preview`, {
    body: z.object({
      thread: stepFields.thread,
      subject: z
        .string()
        .max(SUBJECT_MAX * 5)
        .nullish(),
      body: z.string().max(LONG_TEXT_MAX),
      prospect_id: z.string().nullish(),
      /** Where the follow-up stands, which decides its thread; at the end unless given. */
      position: z.number().int().min(1).max(STEPS_MAX).optional(),
    }),
    answer: preview,
    summary: 'A follow-up as one recipient would get it, and what to know before saving it',
  }),
  sendTest: route('POST', `${steps}/:stepId/test-email`, {
    body: z.object({ prospect_id: z.string().nullish() }).default({}),
    answer: message.extend({ sent_to: z.string() }),
    limit: { points: TEST_EMAILS_AN_HOUR, seconds: 3600, by: 'user' },
    summary: 'Sends the user a follow-up as one recipient would get it, marked as a test',
  }),
  getEmail: route('GET', emailOfStep, { answer: stepEmail }),
  updateEmail: route('PUT', emailOfStep, {
    body: z.object({ subject: subject.nullish(), body }),
    answer: stepEmail,
    summary: "Replaces one recipient's follow-up by hand; later changes of the text leave it alone",
  }),
  resetEmail: route('DELETE', emailOfStep, { answer: stepEmail }),
  setRules: route('PUT', '/api/campaigns/:id/follow-up-rules', { body: rules, answer: rules }),
  listEnrolments: route('GET', '/api/campaigns/:id/enrolments', {
    replica: true,
    query: z.object({
      ...enrolmentFilter,
      /** Recipients of the campaign by their own ids, separated by commas. */
      ids: z
        .string()
        .transform((ids) => ids.split(','))
        .pipe(boundedArray(anyId, { max: ENROLMENTS_MAX }))
        .optional(),
      offset: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(ENROLMENTS_MAX).default(50),
    }),
    answer: z.object({ total: z.number(), counts: enrolmentCounts, enrolments: z.array(enrolment) }),
    summary: 'Where recipients stand among the follow-ups; `counts` are of the whole campaign',
  }),
  changeEnrolments: route('POST', '/api/campaigns/:id/enrolments/change', {
    body: enrolmentChange,
    maxBytes: MANY_MAX_BYTES,
    answer: z.object({ changed: z.number(), skipped: z.number() }),
    summary: 'Holds people, resumes, stops, skips or restarts their follow-ups, or moves people to a mailbox',
  }),
  results: route('GET', '/api/campaigns/:id/step-results', {
    replica: true,
    answer: stepResults,
    summary: 'Results of the template and of each follow-up',
  }),
  pause: route('POST', '/api/campaigns/:id/pause', { answer: jobOfCampaign }),
  resume: route('POST', '/api/campaigns/:id/resume', {
    answer: jobOfCampaign,
    summary: 'Goes on with follow-ups, and with the first messages that the pause interrupted',
  }),
  listHolds: route('GET', '/api/holds', { answer: z.object({ holds: z.array(personHold) }) }),
  hold: route('POST', '/api/holds', {
    body: z.object({ email: addressInput(holdMessages.email, holdMessages.email), until: day }),
    answer: personHold,
    summary: 'Leaves a person alone until a day, in all campaigns',
  }),
  liftHold: route('DELETE', '/api/holds/:id', { answer: message }),
}

export const followUpRefusals = refusals({
  'follow_ups.too_many': { status: 409, message: `A campaign has at most ${STEPS_MAX} follow-ups` },
  'follow_ups.step_gone': { status: 404, message: 'This follow-up no longer exists' },
  'follow_ups.changed': {
    status: 409,
    message: 'This follow-up was changed in another window since you opened it. Nothing was overwritten.',
  },
  'follow_ups.is_sent': { status: 409, message: 'This follow-up was already sent to this person' },
  'follow_ups.hold_too_long': {
    status: 400,
    message: `Please choose a day within ${HOLD_DAYS_MAX} days`,
  },
  'follow_ups.hold_not_found': { status: 404, message: 'This hold is over already' },
  'follow_ups.order': { status: 400, message: 'Please name every follow-up of the campaign once' },
})
