import { z } from 'zod'
import { refusals } from './refusal.ts'
import { route } from './route.ts'
import { id, instant } from './text.ts'

/** The built-in mailbox shows the built-in outbox, to this machine only. */
export const MAILBOX_SHOWN = 200
/** The built-in outbox keeps its newest messages. */
export const OUTBOX_MAX_MESSAGES = 20_000
export const OUTBOX_MAX_BYTES = 500_000_000

export const mailboxEntry = z.object({
  id,
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  received_at: instant,
})
export type MailboxEntry = z.infer<typeof mailboxEntry>

export const mailboxMessage = mailboxEntry.extend({
  text: z.string(),
  html: z.string().nullable(),
  /** Names in lower case; a repeated header has its values on lines of their own. */
  headers: z.record(z.string(), z.string()),
  /** The return path that the message travelled with; empty for the null sender. */
  envelope_from: z.string(),
  /** The unsubscribe page that the message links to. */
  unsubscribe_url: z.string().nullable(),
})
export type MailboxMessage = z.infer<typeof mailboxMessage>

/** The list for one recipient, which automation reads, has whole messages. */
const listedMessage = mailboxEntry.extend(
  mailboxMessage.pick({ text: true, html: true, headers: true }).partial().shape,
)
export type ListedMessage = z.infer<typeof listedMessage>

/** The demo clock moves product time ahead, by steps of up to 90 days, to at most 10 years. */
export const CLOCK_MAX_STEP_SECONDS = 7_776_000
export const CLOCK_MAX_OFFSET_SECONDS = 315_360_000
const STEP = 'Please choose between 1 second and 90 days'

const clockReading = z.object({ now: instant, offset_seconds: z.number() })

/** If PUBLIC_URL is not local, the mailbox opens with the token printed at start-up. */
const access = { token: z.string().max(200).optional() }
const done = z.object({ message: z.string() })

export const mailboxRoutes = {
  list: route('GET', '/api/mailbox', {
    query: z.object({
      ...access,
      to: z.string().max(320).optional(),
      /** A part of the recipient's address. */
      search: z.string().max(320).optional(),
    }),
    answer: z.array(listedMessage),
    access: 'local',
    summary: 'Lists mail in the built-in outbox, newest first',
  }),
  read: route('GET', '/api/mailbox/:id', {
    query: z.object(access),
    answer: mailboxMessage,
    access: 'local',
    summary: 'Returns a message of the built-in outbox with its text and headers',
  }),
  reply: route('POST', '/api/mailbox/:id/reply', {
    query: z.object(access),
    body: z
      .object({ text: z.string().trim().min(1, 'Please write something').max(20_000).optional() })
      .default({}),
    answer: done,
    access: 'local',
    summary: 'Replies to a message as its recipient, by SMTP to the inbound listener',
  }),
  bounce: route('POST', '/api/mailbox/:id/bounce', {
    query: z.object(access),
    body: z.object({ kind: z.enum(['hard', 'soft']).default('hard') }).default({ kind: 'hard' }),
    answer: done,
    access: 'local',
    summary: 'Bounces a message: sends a delivery report to its return path',
  }),
  open: route('POST', '/api/mailbox/:id/open', {
    query: z.object(access),
    answer: done,
    access: 'local',
    summary: 'Loads the images of a message, as a mail program does on opening',
  }),
  clock: route('GET', '/api/mailbox/clock', {
    query: z.object(access),
    answer: clockReading,
    access: 'local',
    summary: 'The time of the demo clock, and how far it is ahead',
  }),
  advanceClock: route('POST', '/api/mailbox/clock', {
    query: z.object(access),
    body: z.object(
      { advance_seconds: z.number(STEP).int(STEP).min(1, STEP).max(CLOCK_MAX_STEP_SECONDS, STEP) },
      STEP,
    ),
    answer: clockReading,
    access: 'local',
    summary: 'Moves the demo clock ahead; what became due then happens at once',
  }),
}

export const mailboxRefusals = refusals({
  'mailbox.message_not_found': { status: 404, message: 'This message is not in the mailbox' },
  'mailbox.not_answerable': {
    status: 409,
    message: 'This message has no return path, so nobody would receive an answer',
  },
  'clock.too_far': { status: 409, message: 'The clock can be at most 10 years ahead of the real time' },
  'mailbox.not_delivered': { status: 502, message: 'The inbound listener did not accept the message' },
})
