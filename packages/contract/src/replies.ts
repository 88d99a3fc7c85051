import { z } from 'zod'
import { answerForm, draft, mailFile, present } from './answering.ts'
import { builtInLabel, conversationFields, conversationFilter, note } from './inbox.ts'
import { mailboxName } from './own-mailboxes.ts'
import { prospectStatus } from './prospects.ts'
import { refusals } from './refusal.ts'
import { route } from './route.ts'
import { id, instant } from './text.ts'

/** Takes raw messages over HTTP if INBOUND_WEBHOOK_SECRET is set. */
export const INBOUND_WEBHOOK_PATH = '/api/inbound/raw'
export const INBOUND_SIGNATURE_HEADER = 'x-goldpan-signature'

/** The sandbox of the frame for formatted mail. Popups are what `target="_blank"` opens; they are ordinary pages. */
export const FRAME_SANDBOX = 'allow-popups allow-popups-to-escape-sandbox'

const campaign = z.object({ id, name: z.string() })

/** A person who wrote, with their newest message. */
export const correspondent = z.object({
  /** The id of the newest message, which opens the conversation. */
  id,
  kind: z.enum(['reply', 'auto_reply']),
  from_email: z.string(),
  ...conversationFields,
  /** The first name of the prospect who was written to. Null if unknown. */
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  subject: z.string().nullable(),
  excerpt: z.string(),
  received_at: instant,
  /** How many messages came from this address. */
  count: z.number(),
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
  /** Incoming messages are shown without quotes, originals and signature. */
  text: z.string(),
  /** The rest of an incoming message. Null if there is none. */
  quoted: z.string().nullable(),
  campaign: campaign.nullable(),
  /** Its automatic label, with the reason. Null for outgoing messages. */
  label: builtInLabel.nullable(),
  label_reason: z.string().nullable(),
  /** The member who answered. */
  by: z.string().nullable(),
  files: z.array(mailFile),
  /** True if the formatted message can be shown. */
  has_html: z.boolean(),
  /** An answer can be taken back until then, in real time. */
  take_back_until: instant.nullable(),
  /** Null for incoming messages. */
  state: z.enum(['waiting', 'sent', 'failed', 'unconfirmed']).nullable(),
  reason: z.string().nullable(),
  /** Names parts that are only in the mailbox where the message was found, or says that its text is no longer kept. */
  notice: z.string().nullable(),
  /** Names of attached files; the whole message can be downloaded. */
  attachments: z.array(z.string()),
  /** True for an incoming message whose original is still stored. */
  has_original: z.boolean(),
})
export type ConversationMessage = z.infer<typeof conversationMessage>

/** The facts about the person, shown beside the thread. */
export const person = z.object({
  name: z.string().nullable(),
  title: z.string().nullable(),
  company: z.string().nullable(),
  phone: z.string().nullable(),
  /** The prospect's status. Null if there is no prospect. */
  status: prospectStatus.nullable(),
  /** The page on which the address was found, with the text around it. */
  source_url: z.string().nullable(),
  snippet: z.string().nullable(),
  found_at: instant.nullable(),
  /** `step` is the position of the last message that was sent; 0 is the template. */
  campaigns: z.array(z.object({ id, name: z.string(), step: z.number().nullable() })),
  /** Messages handed over to this address, and how many of them were opened. */
  sent: z.number(),
  opened: z.number(),
})
export type Person = z.infer<typeof person>

/** An action that a message suggests, offered as one click. */
export const offer = z.object({
  kind: z.enum(['add_prospect', 'snooze', 'do_not_contact']),
  /** The address to add or suppress. Null for `snooze`. */
  email: z.string().nullable(),
  /** For `snooze`: 'YYYY-MM-DD'. */
  until: z.string().nullable(),
})
export type Offer = z.infer<typeof offer>

export const conversation = z.object({
  ...conversationFields,
  /** Null for somebody who has neither written nor was acted on. */
  conversation_id: id.nullable(),
  email: z.string(),
  /** The first name of the prospect who was written to. Null if unknown. */
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  person,
  /** Oldest first. */
  notes: z.array(note),
  draft,
  /** Other members who have it open. */
  present: z.array(present),
  offers: z.array(offer),
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

export const replyRoutes = {
  list: route('GET', '/api/conversations', {
    replica: true,
    query: conversationFilter.extend({
      /** From `next_cursor` of the page before, in place of `offset`. */
      cursor: z.string().max(400).optional(),
      offset: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(100).default(30),
    }),
    answer: z.object({
      total: z.number(),
      correspondents: z.array(correspondent),
      /** Null on the last page. */
      next_cursor: z.string().nullable(),
    }),
    summary: 'Lists conversations, those with the newest message first; without `state` all',
  }),
  storage: route('GET', '/api/conversations/storage', {
    answer: incomingStorage,
    summary: 'Returns how much incoming mail is stored, and how long originals are kept',
  }),
  get: route('GET', '/api/conversations/:id', {
    answer: conversation,
    summary: 'Returns a conversation by its id, or that of a message, a recipient or a prospect',
  }),
  answer: route('POST', '/api/conversations/:id/answers', {
    body: answerForm,
    answer: conversation.extend({ answer_id: id }),
    limit: { points: 30, seconds: 60, by: 'user' },
    summary: 'Answers a received message from where the person hears from, in its thread; free',
  }),
  raw: route('GET', '/api/conversations/messages/:id/raw', {
    answer: 'file',
    summary: 'Downloads the original of a received message, with its attachments',
  }),
  html: route('GET', '/api/conversations/messages/:id/html', {
    query: z.object({ pictures: z.literal('1').optional() }),
    answer: 'file',
    summary: 'Returns the formatted part of a received message, made inert, for a sandboxed frame',
  }),
  file: route('GET', '/api/conversations/messages/:id/files/:partId', {
    answer: 'file',
    summary: 'Downloads a file of a received message or an answer',
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
  'replies.not_formatted': { status: 404, message: 'This message has no formatted part' },
  'replies.full': { status: 503, message: 'This mailbox is full. Please try again later.' },
  'replies.not_answerable': { status: 409, message: 'This message cannot be answered' },
  'replies.unknown_address': { status: 404, message: 'Nobody here has any of these addresses' },
})
