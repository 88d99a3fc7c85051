import type { Address, Attachment, Email } from 'postal-mime'
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
import { readMime } from './read-mime.ts'

/** A part that is neither the text nor the HTML of the message, with what reports need of it. */
export interface MailPart {
  /** The MIME type, in lower case. */
  type: string
  text: string
}

/** An incoming message as classification reads it: limited in size, decoded, never trusted. */
export interface IncomingMail {
  fields: HeaderField[]
  subject: string | null
  from: Mailbox | null
  to: string[]
  /** The text part, or the HTML as text. At most 50,000 characters. */
  text: string
  /** True if there is no text but a picture in the HTML. */
  hasPicture: boolean
  /** Status reports, feedback reports and embedded messages, in message order. */
  parts: MailPart[]
  /** All other parts; only calendars with their content. */
  attachments: MailPart[]
  /** Embedded messages, at most two levels deep. */
  carried: IncomingMail[]
  parse_error: string | null
}

/** How much of a message is read, in bytes from its beginning. */
export const READ_BYTES = 3_000_000
/** The parser takes about 20 microseconds per line, however short. */
const MAX_PARSED_LINES = 10_000
/** Each line is compared with the boundaries of all enclosing parts. */
const MAX_NESTING = 25
const MAX_TEXT = 50_000
/** An embedded message up to this size is also read as a message. */
const MAX_CARRIED = 500_000
const MAX_CARRIED_DEPTH = 2
const REPORT_PARTS = /^(?:message\/|text\/rfc822|text\/x-rfc822)/

/**
 * Reads a raw message with either line ending. What can't be parsed as MIME is read as plain text, with the reason in
 * `parse_error`; never throws. Only the first 3 MB, or 10,000 lines, are read.
 */
export async function readIncomingMail(bytes: Buffer, depth = 0): Promise<IncomingMail> {
  const raw = firstLines(bytes.subarray(0, READ_BYTES), MAX_PARSED_LINES)
  const { fields, body } = splitMessage(raw)
  try {
    if (hasLongHead(raw)) throw new Error(`Its head has more than ${MAX_PARSED_HEAD} bytes`)
    if (hasManyParts(raw)) throw new Error(`More than ${MAX_PARTS} parts`)
    const email = await readMime(withFixedLines(raw), MAX_NESTING)
    const mail = fromEmail(email, fields, /format="?flowed/i.test(raw.toString('latin1')))
    const whole = mail.text.trim() ? mail : await withLooseParts(mail, body)
    return { ...whole, carried: await readCarried(email, depth) }
  } catch (error) {
    const text = cut(body.toString('utf8'))
    const reason = error instanceof Error ? error.message : 'The message is not MIME'
    const nothing = { hasPicture: false, parts: [], attachments: [], carried: [] }
    return { ...unparsedHead(fields), fields, text, ...nothing, parse_error: reason }
  }
}

async function readCarried(email: Email, depth: number): Promise<IncomingMail[]> {
  if (depth >= MAX_CARRIED_DEPTH) return []
  const messages = email.attachments.filter((part) => part.mimeType === 'message/rfc822').slice(0, 3)
  return Promise.all(
    messages.map((part) => readIncomingMail(bytesOf(part).subarray(0, MAX_CARRIED), depth + 1)),
  )
}

/** The unfolded values of a header, in message order. */
export function headerValues(mail: Pick<IncomingMail, 'fields'>, name: string): string[] {
  return fieldValues(mail.fields, name)
}

/** The parser joins a quoted flowed line with the unquoted reply below it, so flowed lines are made fixed first. */
function withFixedLines(raw: Buffer): Buffer {
  const text = raw.toString('latin1')
  return /format="?flowed/i.test(text)
    ? Buffer.from(text.replace(/format="?flowed"?/gi, 'format=fixed'), 'latin1')
    : raw
}

/** Joins unquoted flowed lines (RFC 3676); '-- ' stays a line of its own. */
function unflow(text: string): string {
  return text.replace(/^(?!>|-- $)(.*\S) \n(?=[^>\s-])/gm, '$1 ')
}

/** Some servers announce a different boundary from the one they use; the one in use counts. */
async function withLooseParts(mail: IncomingMail, body: Buffer): Promise<IncomingMail> {
  const text = cut(body.toString('utf8'))
  const boundary = /^--([^\s"]{1,200})[ \t]*\nContent-/im.exec(text)?.[1]
  if (boundary && mail.parts.length === 0) {
    const head = Buffer.from(`Content-Type: multipart/mixed; boundary="${boundary}"\n\n`)
    const email = await readMime(Buffer.concat([head, body]), MAX_NESTING)
    const loose = fromEmail(email, mail.fields, false)
    if (loose.text.trim()) return { ...mail, text: loose.text, parts: loose.parts }
  }
  const isParsed = mail.parts.length > 0 || mail.attachments.length > 0 || mail.hasPicture
  return isParsed ? mail : { ...mail, text }
}

function fromEmail(email: Email, fields: HeaderField[], isFlowed: boolean): IncomingMail {
  const html = (email.html ?? '').slice(0, 500_000)
  const text = cut(textOf(email.text?.trim() ? email.text : '', html))
  const isReport = (part: Attachment) => REPORT_PARTS.test(part.mimeType)
  const parts = email.attachments.filter(isReport).slice(0, 20)
  const others = email.attachments.filter((part) => !isReport(part)).slice(0, 20)
  return {
    fields,
    subject: email.subject?.trim() || null,
    from: email.from ? (mailboxesOf([email.from])[0] ?? null) : null,
    to: mailboxesOf([...(email.to ?? []), ...(email.cc ?? [])]).map((mailbox) => mailbox.address),
    text: isFlowed ? unflow(text) : text,
    hasPicture: !text && /<img\b/i.test(html),
    parts: parts.map((part) => ({
      type: part.mimeType,
      text: cut(bytesOf(part).toString('utf8', 0, MAX_TEXT * 2)),
    })),
    attachments: others.map((part) => ({
      type: part.mimeType,
      text: /calendar|\/ics$/.test(part.mimeType) ? cut(bytesOf(part).toString('utf8')) : '',
    })),
    carried: [],
    parse_error: null,
  }
}

/** The text part, unless it is a substitute for the HTML part: 'This message needs an HTML viewer.' */
function textOf(text: string, html: string): string {
  if (!html.trim()) return text
  const fromHtml = htmlToText(html)
  return text && (!fromHtml || isSame(text, fromHtml)) ? text : fromHtml || text
}

/** True if the text has most of the words of the HTML, which is what its author saw. */
function isSame(text: string, fromHtml: string): boolean {
  const [inText, inHtml] = [wordsOf(text), wordsOf(fromHtml.replace(/\(?https?:\/\/\S+/g, ' '))]
  const shared = [...inText].filter((word) => inHtml.has(word)).length
  return shared >= inText.size / 2 && shared >= inHtml.size / 2
}

const wordsOf = (text: string): Set<string> =>
  new Set(
    text
      .slice(0, 20_000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  )

function mailboxesOf(addresses: readonly Address[]): Mailbox[] {
  return addresses.slice(0, 100).flatMap((entry) => {
    const members = entry.group ?? [{ name: entry.name, address: entry.address }]
    return members
      .slice(0, 100)
      .map(({ name, address }) => ({ name, address: (address ?? '').toLowerCase() }))
  })
}

function bytesOf({ content }: Attachment): Buffer {
  if (typeof content === 'string') return Buffer.from(content)
  const bytes = content instanceof Uint8Array ? content : new Uint8Array(content)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** The header of a message that isn't MIME, without decoding. */
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
