import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import type { Mailbox } from './address.ts'
import { htmlToText } from './html-to-text.ts'
import {
  fieldValues,
  firstLines,
  type HeaderField,
  hasLongHead,
  hasManyParts,
  MAX_PARSED_HEAD,
  MAX_PARTS,
  splitMessage,
} from './message-bytes.ts'

/** A part that is neither the text nor the HTML of the message, as far as reports need it. */
export interface MailPart {
  /** The MIME type in lower case. */
  type: string
  text: string
}

/** An incoming message as classification reads it: bounded, decoded, never trusted. */
export interface IncomingMail {
  fields: HeaderField[]
  subject: string | null
  from: Mailbox | null
  to: string[]
  /** What a reader sees first: the text part, or the HTML as text. At most 50,000 characters. */
  text: string
  /** Status reports, feedback reports and embedded messages, in their order. */
  parts: MailPart[]
  parse_error: string | null
}

/** How much of a message is looked at, in bytes from its beginning. */
export const READ_BYTES = 3_000_000
/** The parser takes some 20 microseconds a line, however short. */
const MAX_PARSED_LINES = 10_000
/** Each line is compared with the boundaries of all parts around it. */
const MAX_NESTING = 25
const MAX_TEXT = 50_000
const REPORT_PARTS = /^(?:message\/|text\/rfc822|text\/x-rfc822)/

/**
 * Reads a raw message with either line end. What can't be parsed as MIME is read as plain text and says
 * why in `parse_error`; nothing is thrown. Only the first 3 MB, or 10,000 lines, are looked at.
 */
export async function readIncomingMail(bytes: Buffer): Promise<IncomingMail> {
  const raw = firstLines(bytes.subarray(0, READ_BYTES), MAX_PARSED_LINES)
  const { fields, body } = splitMessage(raw)
  try {
    if (hasLongHead(raw)) throw new Error(`Its head has more than ${MAX_PARSED_HEAD} bytes`)
    if (hasManyParts(raw)) throw new Error(`More than ${MAX_PARTS} parts`)
    const email = await parseMime(withFixedLines(raw))
    const mail = fromEmail(email, fields, /format="?flowed/i.test(raw.toString('latin1')))
    return mail.text.trim() ? mail : await withLooseParts(mail, body)
  } catch (error) {
    const text = cut(body.toString('utf8'))
    const reason = error instanceof Error ? error.message : 'The message is not MIME'
    return { ...unparsedHead(fields), fields, text, parts: [], parse_error: reason }
  }
}

/** The unfolded values of a header, in the order of the message. */
export function headerValues(mail: Pick<IncomingMail, 'fields'>, name: string): string[] {
  return fieldValues(mail.fields, name)
}

function parseMime(raw: Buffer): Promise<Email> {
  return PostalMime.parse(raw, {
    forceRfc822Attachments: true,
    maxNestingDepth: MAX_NESTING,
    // The parser reads a list of addresses in time that grows with the square of its length.
    maxHeadersSize: MAX_PARSED_HEAD,
  })
}

/** The parser joins a quoted flowed line with the unquoted answer below it, so it gets to see fixed lines. */
function withFixedLines(raw: Buffer): Buffer {
  const text = raw.toString('latin1')
  return /format="?flowed/i.test(text)
    ? Buffer.from(text.replace(/format="?flowed"?/gi, 'format=fixed'), 'latin1')
    : raw
}

/** Joins flowed lines (RFC 3676) that are not quoted; '-- ' stays a line of its own. */
function unflow(text: string): string {
  return text.replace(/^(?!>|-- $)(.*\S) \n(?=[^>\s-])/gm, '$1 ')
}

/** Some servers announce another boundary than they use; the one that is used then counts. */
async function withLooseParts(mail: IncomingMail, body: Buffer): Promise<IncomingMail> {
  const text = cut(body.toString('utf8'))
  const boundary = /^--([^\s"]{1,200})[ \t]*\nContent-/im.exec(text)?.[1]
  if (boundary && mail.parts.length === 0) {
    const head = Buffer.from(`Content-Type: multipart/mixed; boundary="${boundary}"\n\n`)
    const email = await parseMime(Buffer.concat([head, body]))
    const loose = fromEmail(email, mail.fields, false)
    if (loose.text.trim()) return { ...mail, text: loose.text, parts: loose.parts }
  }
  return mail.parts.length > 0 ? mail : { ...mail, text }
}

function fromEmail(email: Email, fields: HeaderField[], isFlowed: boolean): IncomingMail {
  const text = cut(email.text?.trim() ? email.text : htmlToText((email.html ?? '').slice(0, 500_000)))
  const parts = email.attachments.filter((part) => REPORT_PARTS.test(part.mimeType)).slice(0, 20)
  return {
    fields,
    subject: email.subject?.trim() || null,
    from: email.from ? (mailboxesOf([email.from])[0] ?? null) : null,
    to: mailboxesOf([...(email.to ?? []), ...(email.cc ?? [])]).map((mailbox) => mailbox.address),
    text: isFlowed ? unflow(text) : text,
    parts: parts.map((part) => ({ type: part.mimeType, text: cut(contentOf(part)) })),
    parse_error: null,
  }
}

function mailboxesOf(addresses: readonly Address[]): Mailbox[] {
  return addresses.slice(0, 100).flatMap((entry) => {
    const members = entry.group ?? [{ name: entry.name, address: entry.address }]
    return members
      .slice(0, 100)
      .map(({ name, address }) => ({ name, address: (address ?? '').toLowerCase() }))
  })
}

function contentOf(part: Attachment): string {
  if (typeof part.content === 'string') return part.content
  const bytes = part.content instanceof Uint8Array ? part.content : new Uint8Array(part.content)
  return Buffer.from(bytes.subarray(0, MAX_TEXT * 2)).toString('utf8')
}

/** The head of a message that is not MIME, without decoding. */
function unparsedHead(fields: HeaderField[]): Pick<IncomingMail, 'subject' | 'from' | 'to'> {
  const from = /([^<]*)<?([^\s<>]+@[^\s<>]+)/.exec(fieldValues(fields, 'from')[0]?.slice(0, 500) ?? '')
  const to = fieldValues(fields, 'to').join(' ').slice(0, 5_000)
  return {
    subject: fieldValues(fields, 'subject')[0] ?? null,
    from: from ? { name: from[1]!.trim(), address: from[2]!.toLowerCase() } : null,
    to: (to.match(/[^\s<>,;"]{1,64}@[^\s<>,;"]{1,255}/g) ?? []).map((address) => address.toLowerCase()),
  }
}

function cut(text: string): string {
  return text.slice(0, MAX_TEXT).replace(/\r\n?/g, '\n').replaceAll('\0', '')
}
