import { z } from 'zod'
import { boundedArray } from './bounded.ts'
import { addressInput } from './email-address.ts'
import { refusals } from './refusal.ts'
import { route } from './route.ts'
import { anyId, id, instant } from './text.ts'

/** The most mailboxes of an owner, and of a campaign. */
export const MAILBOXES_MAX = 50
export const MAILBOX_CAP_MAX = 500
/** Mailboxes that have an address but no limits of their own start with these. */
export const MAILBOX_CAP_DEFAULT = 40
export const MAILBOX_DAYS_MAX = 90
export const PLAN_PAGE_MAX = 200

export const mailboxKinds = ['password', 'google', 'microsoft'] as const
export type MailboxKind = (typeof mailboxKinds)[number]
export const oauthProviders = ['google', 'microsoft'] as const
export type OAuthProvider = (typeof oauthProviders)[number]
export const mailboxStates = ['connected', 'failing', 'needs_login', 'off'] as const
export type MailboxState = (typeof mailboxStates)[number]

const address = addressInput('Please enter an email address', 'Please enter a valid email address')

const host = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?$/,
    'Please enter the name of a mail server, such as smtp.example.com',
  )

const portMessage = 'Please enter a port such as 587'

/** A mail server and who signs in there. */
export const mailServer = z.object({
  host,
  port: z.number().int().min(1, portMessage).max(65_535, portMessage),
  /** tls: encrypted from the start. starttls: encrypted before the sign-in. */
  security: z.enum(['tls', 'starttls']),
  username: z.string().trim().min(1, 'Please enter the user name').max(254),
})
export type MailServer = z.infer<typeof mailServer>

const givenServer = mailServer.extend({ username: mailServer.shape.username.optional() })

const rules = {
  name: z.string().trim().max(100).nullable(),
  reads: z.enum(['answers', 'nothing']),
  is_used: z.boolean(),
  daily_cap: z
    .number()
    .int()
    .min(1, 'Please enter at least 1')
    .max(MAILBOX_CAP_MAX, `Please enter at most ${MAILBOX_CAP_MAX}`),
  has_ramp: z.boolean(),
  keep_copy: z.boolean(),
}

export const newMailbox = z.object({
  address,
  password: z.string().max(500).optional(),
  /** For both servers, unless one names its own. */
  username: z.string().trim().max(254).optional(),
  smtp: givenServer.optional(),
  imap: givenServer.nullable().optional(),
  name: rules.name.optional(),
  /** Left out: answers, but nothing where servers for sending alone were entered. */
  reads: rules.reads.optional(),
  daily_cap: rules.daily_cap.optional(),
  has_ramp: rules.has_ramp.optional(),
  keep_copy: rules.keep_copy.optional(),
  is_used: rules.is_used.optional(),
})
export type NewMailbox = z.infer<typeof newMailbox>

export const mailboxChange = newMailbox.partial().extend({
  /** Left out: the stored one stays. */
  password: z.string().min(1, 'Please enter the password of the mailbox').max(500).optional(),
  state: z.enum(['connected', 'off']).optional(),
  /** The version that was edited. If the mailbox was changed since, the answer is 409. */
  updated_at: instant.optional(),
})
export type MailboxChange = z.infer<typeof mailboxChange>

/** One of the owner's mailboxes, without its password or tokens. */
export const ownMailbox = z.object({
  id,
  kind: z.enum(mailboxKinds),
  /** The preset's id. */
  provider: z.string().nullable(),
  /** The From address. */
  address: z.string(),
  /** The account that signs in. It differs from the address for a shared mailbox. */
  account: z.string(),
  name: z.string().nullable(),
  smtp: mailServer.nullable(),
  imap: mailServer.nullable(),
  reads: rules.reads,
  is_used: z.boolean(),
  daily_cap: z.number(),
  has_ramp: z.boolean(),
  keep_copy: z.boolean(),
  state: z.enum(mailboxStates),
  /** Says what is wrong and what to do. Empty if nothing is wrong. */
  sentence: z.string(),
  /** Until then its provider takes no more mail. */
  held_until: instant.nullable(),
  connected_by: z.object({ id, name: z.string() }).nullable(),
  sent_today: z.number(),
  cap_today: z.number(),
  /** People who have heard from it. */
  people: z.number(),
  /** Part of `people`: those who wait for follow-ups. */
  waiting: z.number(),
  read_at: instant.nullable(),
  updated_at: instant,
})
export type OwnMailbox = z.infer<typeof ownMailbox>

/** A mail provider and its servers. */
export const mailboxPreset = z.object({
  id: z.string(),
  name: z.string(),
  domains: z.array(z.string()),
  /** Endings of the names of its mail exchangers. */
  mx: z.array(z.string()),
  kind: z.enum(mailboxKinds),
  smtp: mailServer.omit({ username: true }).nullable(),
  imap: mailServer.omit({ username: true }).nullable(),
  username: z.enum(['address', 'local_part']),
  needs_app_password: z.boolean(),
  hint: z.string(),
  help_url: z.string().nullable(),
  /** It keeps a copy of what is sent by itself. */
  saves_sent: z.boolean(),
})
export type MailboxPreset = z.infer<typeof mailboxPreset>

/** A way to connect an address, the best first. */
export const mailboxWay = z.object({
  kind: z.enum(mailboxKinds),
  provider: z.string().nullable(),
  name: z.string(),
  smtp: mailServer.nullable(),
  imap: mailServer.nullable(),
  needs_app_password: z.boolean(),
  hint: z.string(),
  help_url: z.string().nullable(),
})
export type MailboxWay = z.infer<typeof mailboxWay>

const provider = z.object({
  available: z.boolean(),
  /** Answers can be read, too. */
  reading: z.boolean(),
  /** Names the settings that the operator has to make. Empty if it is available. */
  sentence: z.string(),
})

export const mailboxList = z.object({
  mailboxes: z.array(ownMailbox),
  providers: z.object({ google: provider, microsoft: provider }),
  /** This person's newest sign-in that failed. Null if the newest worked. */
  attempt: z
    .object({ provider: z.enum(oauthProviders), code: z.string(), message: z.string(), at: instant })
    .nullable(),
})
export type MailboxList = z.infer<typeof mailboxList>

/** A mailbox as named beside messages, people and conversations. */
export const mailboxName = z.object({ id, address: z.string() })

/** A mailbox's sent messages on one day of the pace's time zone. */
export const mailboxDay = z.object({
  day: z.string(),
  cap: z.number(),
  sent: z.number(),
  first: z.number(),
  follow_ups: z.number(),
  answers: z.number(),
  bounced: z.number(),
})
export type MailboxDay = z.infer<typeof mailboxDay>

export const campaignMailboxes = z.object({
  /** Null for every mailbox that is used, empty for the return address. */
  mailbox_ids: z.array(z.string()).nullable(),
  mailboxes: z.array(mailboxName.extend({ state: z.enum(mailboxStates) })),
})
export type CampaignMailboxes = z.infer<typeof campaignMailboxes>

export const plannedPerson = z.object({
  prospect_id: z.string().nullable(),
  email: z.string(),
  /** Null for the return address. */
  mailbox_id: z.string().nullable(),
  from: z.string(),
  day: z.string(),
  at: instant,
  /** True if the person has heard from this mailbox before. */
  bound: z.boolean(),
})
export type PlannedPerson = z.infer<typeof plannedPerson>

/** One limit for all routes that connect to providers or mail servers for a user. */
export const mailboxConnects = { points: 60, seconds: 60, by: 'user', shared: 'mailbox-connects' } as const
const limit = mailboxConnects

export const ownMailboxRoutes = {
  list: route('GET', '/api/mailboxes', {
    answer: mailboxList,
    summary: 'Lists the mailboxes, the providers that can be connected, and the newest failed sign-in',
  }),
  presets: route('GET', '/api/mailboxes/presets', {
    answer: z.object({ presets: z.array(mailboxPreset) }),
    summary: 'Lists known mail providers and their servers',
  }),
  lookup: route('POST', '/api/mailboxes/lookup', {
    body: z.object({ address }),
    answer: z.object({ ways: z.array(mailboxWay), sentence: z.string() }),
    limit,
    summary: 'Finds out how an address can be connected',
  }),
  add: route('POST', '/api/mailboxes', {
    body: newMailbox,
    answer: ownMailbox,
    limit,
    summary: 'Connects a mailbox by its password, after testing it',
  }),
  get: route('GET', '/api/mailboxes/:id', { answer: ownMailbox }),
  update: route('PUT', '/api/mailboxes/:id', { body: mailboxChange, answer: ownMailbox, limit }),
  remove: route('DELETE', '/api/mailboxes/:id', {
    query: z.object({ confirm: z.enum(['true', 'false']).optional() }),
    answer: z.object({
      message: z.string(),
      /** People whose follow-ups wait now. */
      held: z.number(),
    }),
    summary: 'Removes a mailbox, with its password or access; what it sent stays',
  }),
  test: route('POST', '/api/mailboxes/:id/test', {
    answer: z.object({
      /** The failure as a sentence. Null if it works. */
      sending: z.string().nullable(),
      reading: z.string().nullable(),
      mailbox: ownMailbox,
    }),
    limit,
    summary: 'Signs in without sending anything',
  }),
  days: route('GET', '/api/mailboxes/:id/days', {
    replica: true,
    query: z.object({ days: z.coerce.number().int().min(1).max(MAILBOX_DAYS_MAX).default(30) }),
    answer: z.object({ days: z.array(mailboxDay) }),
    summary: 'What a mailbox sent on each day, newest first',
  }),
  startSignIn: route('POST', '/api/mailboxes/oauth/:provider/start', {
    body: z
      .object({
        reads: rules.reads.optional(),
        /** The mailbox to sign in to again. */
        mailbox_id: anyId.optional(),
        /** A Microsoft mailbox that others share with the account. */
        shared_address: address.optional(),
      })
      .default({}),
    answer: z.object({ url: z.string() }),
    limit,
    summary: 'Begins a sign-in at Google or Microsoft; open the url in the same browser',
  }),
  setForCampaign: route('PUT', '/api/campaigns/:id/mailboxes', {
    body: z.object({ ids: boundedArray(anyId, { max: MAILBOXES_MAX }).nullable() }),
    answer: campaignMailboxes,
    summary: 'Chooses the mailboxes that a campaign leaves from',
  }),
  plan: route('GET', '/api/campaigns/:id/send-plan', {
    query: z.object({
      search: z.string().max(200).default(''),
      offset: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(PLAN_PAGE_MAX).default(50),
    }),
    answer: z.object({ total: z.number(), people: z.array(plannedPerson) }),
    limit: { points: 120, seconds: 60, by: 'user' },
    summary: 'Who would hear from which mailbox, and when, if the campaign were sent now; changes nothing',
  }),
}

/** Where providers return after a sign-in. */
export const SIGN_IN_CALLBACK = '/api/mailboxes/oauth/callback'

export const readingSentences = {
  before_consent:
    'Goldpan sends from this mailbox and looks for answers to what it sent. It keeps only messages that answer or concern your own sends. Everything else is forgotten unread. Nothing is marked, moved or deleted.',
  unread: 'Failures of delivery are not seen here: this mailbox is not read.',
} as const

export const mailboxSentences = {
  serversNeeded: (domain: string) => `We do not know the mail servers of ${domain}. Please enter them.`,
  notConfigured: (provider: string) => {
    const setting = `${provider.toUpperCase()}_OAUTH_CLIENT`
    return `Connecting ${provider} is not set up here. The operator sets ${setting}_ID and ${setting}_SECRET.`
  },
  noPasswords: 'Microsoft 365 no longer takes passwords. Use "Connect Microsoft 365".',
} as const

/** A sentence with words in braces is completed by the server. */
export const ownMailboxRefusals = refusals({
  'mailboxes.gone': { status: 404, message: 'This mailbox no longer exists' },
  'mailboxes.exists': { status: 409, message: '{address} is already connected' },
  'mailboxes.too_many': {
    status: 409,
    message: `You have ${MAILBOXES_MAX} mailboxes. Remove one first.`,
  },
  'mailboxes.servers_needed': {
    status: 400,
    message: mailboxSentences.serversNeeded('{domain}'),
  },
  'mailboxes.not_working': { status: 400, message: 'This mailbox does not work' },
  'mailboxes.password': { status: 400, message: 'Please enter the password of the mailbox' },
  'mailboxes.changed': {
    status: 409,
    message: 'This mailbox was changed in another window. Nothing was overwritten.',
  },
  'mailboxes.not_configured': {
    status: 503,
    message: mailboxSentences.notConfigured('{Google}'),
  },
  'mailboxes.consent_declined': {
    status: 400,
    message: 'You did not allow access. Nothing was connected.',
  },
  'mailboxes.admin_needed': {
    status: 400,
    message: 'Your Microsoft 365 administrator has to allow Goldpan first.',
  },
  'mailboxes.scope_missing': {
    status: 400,
    message: 'Sending was not allowed. Please leave its box ticked.',
  },
  'mailboxes.no_lasting_access': {
    status: 400,
    message:
      "{Google} gave no lasting access. Remove Goldpan from your account's connected apps and try again.",
  },
  'mailboxes.no_address': { status: 400, message: '{Google} names no verified address of this account' },
  'mailboxes.state_unknown': {
    status: 400,
    message: 'This sign-in was begun in another window or is too old',
  },
  'mailboxes.other_address': { status: 409, message: 'You signed in as {a}, but this mailbox is {b}' },
  'mailboxes.people_wait': {
    status: 409,
    message: '{n} people wait for follow-ups from {address}. They are held until you move them.',
  },
  'mailboxes.not_yours': { status: 403, message: 'Only {name} or an admin can change this mailbox' },
  'mailboxes.none': { status: 409, message: 'This campaign has no mailbox left. Choose one first.' },
  'mailboxes.cannot_send': { status: 409, message: 'The mailbox of this conversation cannot send' },
})
