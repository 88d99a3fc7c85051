import type { Mailbox } from './address.ts'
import type { DkimKey } from './dkim.ts'
import type { FooterWords } from './footer-words.ts'

/** Everything one message of a campaign is built from. Addresses are bare, ids carry no angle brackets. */
export interface CampaignMessage {
  from: Mailbox
  /** Where answers go; the Reply-To header is written only when it differs from the sender. */
  reply_to: string
  to: { name: string | null; address: string }
  subject: string
  /** The body with its signature, without a footer; cleaned of anything but mail-safe HTML here. */
  html: string
  /** The plain text of the body; made from the HTML when absent. */
  text?: string
  /** Stays the same on every attempt for this recipient. */
  message_id: string
  /** MAIL FROM; stays the same on every attempt, greylisting servers key on it. */
  envelope_from: string
  /** ENVID for servers that offer delivery status notifications. */
  envelope_id?: string
  /** The page that the links in both parts open. */
  unsubscribe_url: string
  /** The List-Unsubscribe address of RFC 8058; acted on by POST alone. */
  one_click_url: string
  postal_address: string
  /** `campaign:account:type:sender`, for Gmail's feedback loop. */
  feedback_id?: string
  open_pixel_url?: string | null
  date: Date
  in_reply_to?: string
  /** Oldest first. */
  references?: string[]
  dkim?: DkimKey[]
  /** BCP 47; written into the HTML and Content-Language. */
  language?: string
  /** List-Id without brackets. Receivers group by it and treat the mail as bulk. */
  list_id?: string
  /** Marks the message as ours, so that it is recognised when it comes back in a loop. */
  loop_id?: string
  /** For the built-in outbox: links may then be plain http and point to this machine. */
  local_only?: boolean
  /** The words around the unsubscribe link; in the message's language when absent. */
  footer?: FooterWords
}

/** A server with DSN (RFC 3461) is asked for reports with these. */
export interface DsnOptions {
  id: string
  return: 'headers'
  notify: ('failure' | 'delay')[]
  recipient: string
}

/** The exact bytes to hand to a server, and to whom. */
export interface BuiltMessage {
  raw: Buffer
  envelope: { from: string; to: string[] }
  dsn: DsnOptions | null
}

/** A campaign message with the contents of its two parts, for the check before sending. */
export interface BuiltCampaignMessage extends BuiltMessage {
  text: string
  html: string
}

/** A message that must not be sent; the text is a sentence for the user. */
export class MessageRefused extends Error {
  override name = 'MessageRefused'
}
