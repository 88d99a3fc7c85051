import { z } from 'zod'
import { addressInput } from './email-address.ts'
import { mailboxConnects } from './own-mailboxes.ts'
import { refusals } from './refusal.ts'
import { route } from './route.ts'
import { instant } from './text.ts'

export const mailboxSecurities = ['tls', 'starttls'] as const
const hostName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?$/,
    'Please enter the name of a mail server, such as smtp.example.com',
  )

export const senderMailboxForm = z.object({
  address: addressInput('Please enter a valid email address', 'Please enter a valid email address'),
  name: z.string().trim().max(100).nullable().default(null),
  host: hostName,
  port: z.number().int().min(1).max(65_535, 'Please enter a port such as 587'),
  /** tls: encrypted from the start (465); starttls: encrypted before the login (587). */
  security: z.enum(mailboxSecurities),
  username: z.string().trim().min(1, 'Please enter the user name').max(254),
  /** If left out, the stored one stays. */
  password: z.string().min(1).max(500).optional(),
  /** Campaigns are sent from it. */
  is_used: z.boolean().default(true),
})
export type SenderMailboxForm = z.input<typeof senderMailboxForm>

/** A user's own mailbox, without its password. */
export const senderMailbox = z.object({
  address: z.string(),
  name: z.string().nullable(),
  host: z.string(),
  port: z.number(),
  security: z.enum(mailboxSecurities),
  username: z.string(),
  is_used: z.boolean(),
  checked_at: instant.nullable(),
  /** The fault that the last connection test found. */
  check_error: z.string().nullable(),
})
export type SenderMailbox = z.infer<typeof senderMailbox>

const answer = z.object({ mailbox: senderMailbox.nullable() })
const limit = mailboxConnects

export const senderMailboxRoutes = {
  get: route('GET', '/api/sending/mailbox', { answer }),
  save: route('PUT', '/api/sending/mailbox', {
    body: senderMailboxForm,
    answer,
    limit,
    summary: 'Saves the mailbox that campaigns are sent from and tests the connection',
  }),
  test: route('POST', '/api/sending/mailbox/test', {
    answer,
    limit,
    summary: 'Tests the connection without sending anything',
  }),
  remove: route('DELETE', '/api/sending/mailbox', { answer: z.object({ message: z.string() }) }),
}

export const senderMailboxRefusals = refusals({
  'sending.no_mailbox': { status: 404, message: 'No mailbox is set up' },
  'sending.mailbox_password': { status: 400, message: 'Please enter the password of the mailbox' },
})
