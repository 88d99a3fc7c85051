import type { Mailbox } from './address.ts'
import type { DkimKey } from './dkim.ts'
import type { FooterWords } from './footer-words.ts'

/** The input for one campaign message. Addresses are bare; ids have no angle brackets. */
export interface CampaignMessage {
  from: Mailbox
  /** The Reply-To header is written only if this differs from the sender. */
  reply_to: string
  to: { name: string | null; address: string }
  subject: string
  /** The body with its signature, without a footer; sanitized by the builder. */
  html: string
  /** The plain text of the body; derived from the HTML if absent. */
  text?: string
  /** The same on every attempt for this recipient. */
  message_id: string
  /** MAIL FROM; the same on every attempt, because greylisting servers key on it. */
  envelope_from: string
  /** ENVID, for servers that support delivery status notifications. */
  envelope_id?: string
  /** The page that the unsubscribe links in both parts open. */
  unsubscribe_url: string
  /** The List-Unsubscribe URL (RFC 8058); only a POST unsubscribes. */
  one_click_url: string
  /** The sender's name and address, one line each. */
  postal_address: string
  /** For example the commercial register and its number; shown below the address. */
  register_line?: string | null
  /** The sender's privacy policy. */
  privacy_url?: string | null
  /** `campaign:account:type:sender`, for Gmail's feedback loop. */
  feedback_id?: string
  open_pixel_url?: string | null
  date: Date
  in_reply_to?: string
  /** Oldest first. */
  references?: string[]
  dkim?: DkimKey[]
  /** BCP 47, for the HTML and Content-Language. */
  language?: string
  /** List-Id without brackets. Receivers group mail by it and treat it as bulk. */
  list_id?: string
  /** Marks the message as ours, to detect loops. */
  loop_id?: string
  /** For the built-in outbox: allows plain http links. */
  local_only?: boolean
  /** Defaults to the footer in the message's language. */
  footer?: FooterWords
}

/** Reports to request from a server with DSN (RFC 3461). */
export interface DsnOptions {
  id: string
  return: 'headers'
  notify: ('failure' | 'delay')[]
  recipient: string
}

/** The bytes to send and their envelope. */
export interface BuiltMessage {
  raw: Buffer
  envelope: { from: string; to: string[] }
  dsn: DsnOptions | null
}

/** A campaign message with its two parts decoded, for the check before sending. */
export interface BuiltCampaignMessage extends BuiltMessage {
  text: string
  html: string
}

/** The message must not be sent; the text is a sentence for the user. */
export class MessageRefused extends Error {
  override name = 'MessageRefused'
}
