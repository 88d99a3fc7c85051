import { z } from 'zod'
import { campaignProspect } from './campaigns.ts'
import { placeholderFields, prospectFields } from './fields.ts'
import { refusals } from './refusal.ts'
import { route } from './route.ts'
import { instant, LONG_TEXT_MAX, oneLine } from './text.ts'

export const SUBJECT_MAX = 200
export const TEST_EMAILS_AN_HOUR = 20
/** Former texts that are kept for a template; the oldest go first. */
export const TEMPLATE_VERSIONS_MAX = 50
/** Subjects longer than this are cut in most inboxes. */
export const SUBJECT_ADVISED = 60

/** The placeholders of a template, in the order in which they are offered. */
export const placeholders = [
  prospectFields.business_name.placeholder,
  ...placeholderFields
    .filter((field) => field !== 'business_name')
    .map((field) => prospectFields[field].placeholder),
  { name: 'city', label: 'City' },
  { name: 'website', label: 'Website' },
  { name: 'trade', label: 'Trade' },
  { name: 'senderName', label: 'Your name' },
] as const
export type PlaceholderName = (typeof placeholders)[number]['name']
export const placeholderNames: readonly PlaceholderName[] = placeholders.map(({ name }) => name)

export const writingMessages = {
  subject: 'Subject line is required',
  body: 'Email body cannot be empty',
  businessName: 'Template must include {{businessName}} placeholder',
  link: 'Both URL and link text are required',
  linkScheme: 'Please enter a web address such as https://example.com, or an email address',
  tooManyTests: `You have sent yourself ${TEST_EMAILS_AN_HOUR} tests within an hour. Please wait a while before the next one.`,
} as const

/** Shown when an error has no message of its own. */
export const writingFallbacks = {
  updateTemplate: 'Failed to update template',
  generate: 'Failed to generate emails',
  sendTest: 'Failed to send the test',
} as const

/** After a template was saved, the screen regenerates, reloads and retries after these. */
export const templateWaits = { regenerateMs: 500, reloadMs: 1000, retryMs: 1000 } as const

const PLACEHOLDER = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g

/** Every `{{name}}` and `{{name|fallback}}` of a text, in order, known or not. */
export function findPlaceholders(text: string): { name: string; fallback: string | null }[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = '', fallback]) => ({
    name: name.trim(),
    fallback: fallback === undefined ? null : fallback.trim(),
  }))
}

const known = new Set<string>(placeholderNames)

/** Each name once. */
export const findUnknownPlaceholders = (text: string): string[] => [
  ...new Set(
    findPlaceholders(text)
      .map(({ name }) => name)
      .filter((name) => !known.has(name)),
  ),
]

/** Finds braces that make no placeholder, nested or not closed. */
export function findBrokenPlaceholder(text: string): string | null {
  const found = /\{\{[^{}\n]{0,40}|[^{}\n]{0,40}\}\}/.exec(text.replace(PLACEHOLDER, '…'))
  return found ? found[0].trim() : null
}

export const brokenPlaceholderMessage = (broken: string): string =>
  `A placeholder is not closed or is inside another: ${broken}`

export const unknownPlaceholderMessage = (names: string[]): string =>
  names.length === 1
    ? `Unknown placeholder: {{${names[0]}}}`
    : `Unknown placeholders: ${names.map((name) => `{{${name}}}`).join(', ')}`

const checkUnknown = (value: string, context: z.RefinementCtx) => {
  const names = findUnknownPlaceholders(value)
  if (names.length > 0) context.addIssue({ code: 'custom', message: unknownPlaceholderMessage(names) })
  const broken = findBrokenPlaceholder(value)
  if (broken !== null) context.addIssue({ code: 'custom', message: brokenPlaceholderMessage(broken) })
}

const subject = z
  .string({ error: writingMessages.subject })
  // A subject is one header line.
  .transform(oneLine)
  .pipe(
    z
      .string()
      .min(1, writingMessages.subject)
      .max(SUBJECT_MAX, `Please keep this under ${SUBJECT_MAX} characters`)
      .superRefine(checkUnknown),
  )

const bodyText = z
  .string({ error: writingMessages.body })
  .max(LONG_TEXT_MAX, `Please keep this under ${LONG_TEXT_MAX.toLocaleString('en')} characters`)
  .refine((value) => value.trim() !== '', { message: writingMessages.body, abort: true })
  .transform((value) => value.replaceAll('\u0000', ''))

const body = bodyText.pipe(
  z
    .string()
    .refine((value) => findPlaceholders(value).some(({ name }) => name === 'businessName'), {
      message: writingMessages.businessName,
      abort: true,
    })
    .superRefine(checkUnknown),
)

export const templateForm = z.object({
  subject,
  body,
  /** The version that was edited. If the template was changed since, the answer is 409. */
  updated_at: instant.optional(),
})

/** The body is the template, or has it under `template`. */
const templateBody = z.preprocess(
  (value) => (value && typeof value === 'object' && 'template' in value ? value.template : value),
  templateForm,
) as unknown as z.ZodType<
  z.output<typeof templateForm>,
  z.input<typeof templateForm> | { template: z.input<typeof templateForm> }
>

export const template = z.object({
  /** Empty until a template is generated or written. */
  subject: z.string(),
  body: z.string(),
  /** `composer`, the name of a model, or `hand`. */
  written_by: z.string().nullable(),
  /** A note on this text, such as the reason why the composer replaced a model. */
  note: z.string().nullable(),
  updated_at: instant,
})
export type Template = z.infer<typeof template>

/** A former text of a template. */
export const templateVersion = z.object({
  id: z.string(),
  subject: z.string(),
  body: z.string(),
  written_by: z.string(),
  saved_at: instant,
})
export type TemplateVersion = z.infer<typeof templateVersion>

/** `waiting` emails are written in the background. */
const written = z.object({ message: z.string(), rendered: z.number(), waiting: z.number() })

export const finding = z.object({
  kind: z.enum([
    'missing_placeholder',
    'unknown_placeholder',
    'no_value',
    'spam_words',
    'length',
    'links',
    'subject_length',
    'signature',
    'note',
  ]),
  /** An error keeps the template from being saved. */
  level: z.enum(['error', 'hint', 'fine']),
  sentence: z.string(),
  /** The first ten recipients that it concerns, by name. */
  recipients: z.array(z.string()),
})
export type Finding = z.infer<typeof finding>

/** Recipients without a value for a placeholder; the first ten by name. */
export const missingValue = z.object({
  name: z.string(),
  count: z.number(),
  recipients: z.array(z.string()),
})
export type MissingValue = z.infer<typeof missingValue>

const messageParts = {
  subject: z.string(),
  /** HTML without signature and footer. */
  content: z.string(),
  signature: z.string(),
  /** The reason for the message, the postal address and the unsubscribe link. */
  footer: z.string(),
}

export const preview = z.object({
  ...messageParts,
  recipient: z.object({ id: z.string().nullable(), name: z.string(), email: z.string() }),
  /** Placeholders that this recipient has no value for and the text no fallback; they are left out. */
  missing: z.array(z.string()),
  findings: z.array(finding),
})
export type Preview = z.infer<typeof preview>

export const recipientEmail = z.object({
  ...messageParts,
  recipient: campaignProspect.omit({ email_content: true }),
  /** The text to edit, with blank lines between paragraphs. */
  body: z.string(),
})
export type RecipientEmail = z.infer<typeof recipientEmail>

export const handWritten = z.object({ subject, body: bodyText.pipe(z.string().superRefine(checkUnknown)) })

const generated = written.extend({ template })

/** A line of the streamed answer. Empty lines keep the connection open. */
export const writingEvent = z.discriminatedUnion('kind', [
  /** The body as far as it is written. */
  z.object({ kind: z.literal('text'), body: z.string() }),
  z.object({ kind: z.literal('done'), answer: generated }),
  z.object({
    kind: z.literal('refused'),
    status: z.number(),
    refusal: z.looseObject({ message: z.string(), code: z.string() }),
  }),
])
export type WritingEvent = z.infer<typeof writingEvent>

const prospectEmailPath = '/api/campaigns/:id/prospects/:prospectId/email'

export const writingRoutes = {
  getTemplate: route('GET', '/api/campaigns/:id/template', { answer: template }),
  updateTemplate: route('PUT', '/api/campaigns/:id/template', { body: templateBody, answer: template }),
  listTemplateVersions: route('GET', '/api/campaigns/:id/template/versions', {
    answer: z.array(templateVersion),
    summary: `Lists the former texts of a template, newest first, at most ${TEMPLATE_VERSIONS_MAX}`,
  }),
  generate: route('POST', '/api/campaigns/:id/generate', {
    body: z.object({ signature_id: z.string().nullish() }).default({}),
    answer: generated,
    lines: writingEvent,
    limit: { points: 60, seconds: 3600, by: 'user' },
    summary: 'Writes a template from the marketing copy, and the emails from it; uses one email generation',
  }),
  regenerate: route('POST', '/api/campaigns/:id/regenerate', {
    body: z.object({ include_edited: z.boolean().default(false) }).default({ include_edited: false }),
    answer: written,
    summary: 'Writes all unsent emails again from the saved template; free',
  }),
  preview: route('POST', '/api/campaigns/:id/preview', {
    body: z.object({
      subject: z.string().max(SUBJECT_MAX * 5),
      body: z.string().max(LONG_TEXT_MAX),
      prospect_id: z.string().nullish(),
    }),
    answer: preview,
    summary: 'Renders a template for one recipient and checks it',
  }),
  missingValues: route('GET', '/api/campaigns/:id/missing-values', {
    answer: z.array(missingValue),
    summary: 'Counts the recipients without a value for each placeholder',
  }),
  sendTest: route('POST', '/api/campaigns/:id/test-email', {
    body: z.object({
      /** The recipient to write for; by default the first who was not sent to. */
      prospect_id: z.string().nullish(),
      /** The text in the editor; by default the saved email of the recipient. */
      template: z.object({ subject, body }).optional(),
    }),
    answer: z.object({ message: z.string(), sent_to: z.string() }),
    limit: { points: TEST_EMAILS_AN_HOUR, seconds: 3600, by: 'user' },
    summary: "Sends the user one recipient's email, marked as a test; neither tracked nor charged",
  }),
  getEmail: route('GET', prospectEmailPath, { answer: recipientEmail }),
  updateEmail: route('PUT', prospectEmailPath, {
    body: handWritten,
    answer: recipientEmail,
    summary: "Saves one recipient's email as edited by hand; regenerating keeps it",
  }),
  resetEmail: route('DELETE', prospectEmailPath, {
    answer: recipientEmail,
    summary: "Discards the edits of one recipient's email and writes it from the template again",
  }),
}

export const writingRefusals = refusals({
  'writing.no_template': {
    status: 409,
    message: 'There is no template yet. Generate one or write it by hand first.',
  },
  'writing.template_changed': {
    status: 409,
    message: 'This template was changed in another window since you opened it. Nothing was overwritten.',
  },
  'writing.already_sent': {
    status: 409,
    message: 'This email was already sent, so it can no longer be changed',
  },
  'writing.test_not_sent': {
    status: 502,
    message: 'The test could not be handed over to the mail server. Please try again in a moment.',
  },
  'writing.test_refused': { status: 409, message: 'This email cannot be sent as it is.' },
  'writing.failed': {
    status: 503,
    message: 'The email could not be written just now. Nothing was charged; please try again.',
  },
})
