import { z } from 'zod'
import { mailboxName } from './own-mailboxes.ts'
import { refusals } from './refusal.ts'
import { route } from './route.ts'
import { id, instant } from './text.ts'

/** Takes raw messages over HTTP if INBOUND_WEBHOOK_SECRET is set. */
export const INBOUND_WEBHOOK_PATH = '/api/inbound/raw'
export const INBOUND_SIGNATURE_HEADER = 'x-goldpan-signature'

export const ANSWER_MAX = 20_000

const campaign = z.object({ id, name: z.string() })

/** A person who wrote, with their newest message. */
export const correspondent = z.object({
  /** Of the newest message; opens the conversation. */
  id,
  kind: z.enum(['reply', 'auto_reply']),
  from_email: z.string(),
  /** Of the prospect who was written to. Null if unknown. */
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  company: z.string().nullable(),
  subject: z.string().nullable(),
  excerpt: z.string(),
  received_at: instant,
  /** How many messages came from this address. */
  count: z.number(),
  /** True for a person who wrote in the last 30 days, wants an answer and has none from the application. */
  unread: z.boolean(),
  campaign: campaign.nullable(),
})
export type Correspondent = z.infer<typeof correspondent>

export const conversationMessage = z.object({
  id,
  /** sent: a message of a campaign. answer: written in the application. The others came in. */
  kind: z.enum(['sent', 'reply', 'auto_reply', 'answer']),
  at: instant,
  from: z.string(),
  subject: z.string().nullable(),
  text: z.string(),
  campaign: campaign.nullable(),
  /** Of outgoing messages. */
  state: z.enum(['waiting', 'sent', 'failed', 'unconfirmed']).nullable(),
  reason: z.string().nullable(),
  /** Of incoming messages: what of it is only in the mailbox that it was found in. */
  notice: z.string().nullable(),
  /** Names of attached files; the whole message can be downloaded. */
  attachments: z.array(z.string()),
  /** Of incoming messages: true while the original is stored. */
  has_original: z.boolean(),
})
export type ConversationMessage = z.infer<typeof conversationMessage>

export const conversation = z.object({
  email: z.string(),
  /** Of the prospect who was written to. Null if unknown. */
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  company: z.string().nullable(),
  prospect_id: z.string().nullable(),
  /** The own mailbox that the person hears from. Null for the return address. */
  mailbox: mailboxName.nullable(),
  /** The sender of answers: of that mailbox, or the return address. */
  return_address: z.string(),
  /** Oldest first. */
  messages: z.array(conversationMessage),
  /** The message to answer. Null if nobody has written, or the person wants no answer. */
  answers_to: z.string().nullable(),
  /** Why it can't be answered. */
  closed_reason: z.string().nullable(),
  /** The person's entry on the do-not-contact list; one made by hand can be removed. */
  suppression: z.object({ id, can_remove: z.boolean() }).nullable(),
})
export type Conversation = z.infer<typeof conversation>

/** Stored incoming mail, its limit, and the days that originals are kept. */
export const incomingStorage = z.object({
  used_bytes: z.number(),
  limit_bytes: z.number(),
  keep_days: z.number(),
})
export type IncomingStorage = z.infer<typeof incomingStorage>

export const replyFallbacks = {
  list: 'Failed to fetch the replies',
  get: 'Failed to fetch the conversation',
  answer: 'Failed to send the answer',
} as const

export const answerText = z
  .string({ error: 'Please write an answer' })
  .max(ANSWER_MAX, `Please keep this under ${ANSWER_MAX.toLocaleString('en')} characters`)
  .refine((text) => text.trim() !== '', 'Please write an answer')

export const replyRoutes = {
  list: route('GET', '/api/conversations', {
    query: z.object({
      campaign: id.optional(),
      unread: z.literal('true').optional(),
      offset: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(100).default(30),
    }),
    answer: z.object({ total: z.number(), correspondents: z.array(correspondent) }),
    summary: 'Lists people who replied, newest first, to one campaign or all',
  }),
  counts: route('GET', '/api/conversations/counts', {
    answer: z.object({
      /** The unread ones of all correspondents. */
      unread: z.number(),
    }),
    summary: 'Counts people waiting for an answer',
  }),
  storage: route('GET', '/api/conversations/storage', {
    answer: incomingStorage,
    summary: 'Returns how much incoming mail is stored, and how long originals are kept',
  }),
  get: route('GET', '/api/conversations/:id', {
    answer: conversation,
    summary: 'Returns a conversation by the id of a message, a recipient or a prospect',
  }),
  answer: route('POST', '/api/conversations/:id/answers', {
    body: z.object({ text: answerText, press_id: id }),
    answer: conversation,
    limit: { points: 30, seconds: 60, by: 'user' },
    summary: 'Answers a received message from where the person hears from, in its thread; free',
  }),
  raw: route('GET', '/api/conversations/messages/:id/raw', {
    answer: 'file',
    summary: 'Downloads the original of a received message, with its attachments',
  }),
}

export const replyRefusals = refusals({
  'replies.bad_signature': {
    status: 400,
    message: 'The signature of this call is missing, wrong or too old',
  },
  'replies.no_conversation': { status: 404, message: 'There is no such conversation' },
  'replies.original_deleted': {
    status: 410,
    message: 'The original has been deleted. Its text is shown in the conversation.',
  },
  'replies.full': { status: 503, message: 'This mailbox is full. Please try again later.' },
  'replies.not_answerable': { status: 409, message: 'This message cannot be answered' },
  'replies.unknown_address': { status: 404, message: 'Nobody here has any of these addresses' },
})
