import { isAscii } from 'node:buffer'
import { isAddress } from '@goldpan/contract/email-address'
import type { Email } from 'postal-mime'
import type { Mailbox } from './address.ts'
import { domainOf } from './address.ts'
import { type BuiltMessage, MessageRefused } from './campaign-message.ts'
import { cleanHtml } from './clean-html.ts'
import { compose } from './compose.ts'
import { type DkimKey, signDkim } from './dkim.ts'
import { escapeHtml } from './escape-html.ts'
import { isDeeper } from './html-depth.ts'
import { fieldValues, hasLongHead, hasManyParts, hasShortLines, splitMessage } from './message-bytes.ts'
import { bareId } from './message-refusals.ts'
import { readMime } from './read-mime.ts'

/** An incoming message and the user to forward it to. */
export interface ForwardRequest {
  /** The incoming message. */
  raw: Buffer
  /** The user. */
  to: Mailbox
  /** The return address that it was sent to; the sender of the forwarded message. */
  from: Mailbox
  /** The prospect, who gets the user's reply. */
  reply_to: Mailbox
  message_id: string
  /** MAIL FROM, or empty for the null sender. */
  envelope_from: string
  /** Marks the message, to detect loops. */
  loop_id: string
  date: Date
  /** Lines above the message, such as a warning about an unverified sender. */
  notices?: readonly string[]
  /** Below these lines. */
  link?: { text: string; url: string }
  dkim?: DkimKey[]
}

const MAX_RECEIVED = 25
const MAX_NESTING = 50
const MAX_DEPTH = 2_000
/** Parsing and sanitizing HTML block the event loop, so larger messages aren't parsed. */
const MAX_PARSED = 3_000_000
const MAX_HTML = 200_000
/** Encoded, including folds. */
const MAX_SUBJECT = 10_000

/**
 * Why a message must not be forwarded, or null: it carries our own loop mark or passed through more than 25 servers.
 */
export function forwardRefusal(raw: Buffer, loopId: string): string | null {
  const { fields } = splitMessage(raw)
  if (fieldValues(fields, 'x-app-loop').includes(loopId)) return 'The message was sent by this application.'
  const hops = fields.filter((field) => field.key === 'received').length
  return hops > MAX_RECEIVED ? `The message went through ${hops} servers, which looks like a loop.` : null
}

/**
 * Builds a new message from our own address, so that SPF and DMARC pass, with the subject, thread, text and
 * attachments of the incoming one; replies go to the prospect. The content of a large message is passed on untouched,
 * and one that can't be parsed is attached whole. Throws {@link MessageRefused} for a loop or an unusable address.
 */
export async function buildForward(request: ForwardRequest): Promise<BuiltMessage> {
  refuse(request)
  const email = await parse(request.raw)
  const prefix = prefixOf(request)
  const content =
    email === 'large'
      ? untouched(prefix)
      : email
        ? contentOf(email, prefix, request)
        : unreadable(request.raw, prefix)
  const composed = await compose({
    ...content,
    ...threadOf(request.raw),
    from: { name: request.from.name, address: request.from.address },
    to: { name: request.to.name, address: request.to.address },
    replyTo: { name: oneLine(request.reply_to.name), address: request.reply_to.address },
    subject: oneLine((email === 'large' ? null : email)?.subject ?? (await readSubject(request.raw))).slice(
      0,
      900,
    ),
    messageId: `<${request.message_id.replace(/^<|>$/g, '')}>`,
    date: request.date,
    headers: [
      { key: 'X-App-Loop', value: { prepared: true, value: request.loop_id } },
      { key: 'Auto-Submitted', value: { prepared: true, value: 'auto-generated' } },
      { key: 'X-Auto-Response-Suppress', value: { prepared: true, value: 'All' } },
    ],
  })
  const unsigned = email === 'large' ? withContent(composed, request.raw) : composed
  const raw = request.dkim?.length ? await signDkim(unsigned, request.dkim) : unsigned
  return { raw, envelope: { from: request.envelope_from, to: [request.to.address] }, dsn: null }
}

function refuse({ raw, from, to, reply_to, envelope_from, loop_id, message_id, dkim }: ForwardRequest): void {
  const loop = forwardRefusal(raw, loop_id)
  if (loop) throw new MessageRefused(loop)
  const addresses = [from.address, to.address, reply_to.address, ...(envelope_from ? [envelope_from] : [])]
  const unsafe = addresses.find((address) => !isAddress(address))
  if (unsafe !== undefined)
    throw new MessageRefused(`The address "${oneLine(unsafe).slice(0, 80)}" can't be used.`)
  if (to.address.toLowerCase() === from.address.toLowerCase()) {
    throw new MessageRefused('The message would be forwarded to the address that it came to.')
  }
  if (!bareId(message_id)) throw new MessageRefused('The message id of the forwarded message is not one.')
  const foreign = dkim?.find((key) => !`.${domainOf(from.address)}`.endsWith(`.${key.domain}`))
  if (foreign)
    throw new MessageRefused(`The signing key belongs to ${foreign.domain}, not to the return address.`)
}

/** Null if the message isn't MIME or was made to overload a parser. */
async function parse(raw: Buffer): Promise<Email | 'large' | null> {
  if (hasLongHead(raw) || hasManyParts(raw) || hasShortLines(raw)) return null
  if (raw.length > MAX_PARSED) return isPlain(raw) ? 'large' : null
  try {
    const email = await readMime(raw, MAX_NESTING)
    const html = email.html ?? ''
    if (html.length <= MAX_HTML && isDeeper(html, MAX_DEPTH)) return null
    return html.length <= MAX_HTML ? email : isPlain(raw) ? 'large' : null
  } catch {
    return null
  }
}

type Top = Pick<ForwardRequest, 'notices' | 'link'>

function prefixOf({ notices = [], link }: Top): string {
  const lines = [...notices, ...(link ? [`${link.text}: ${link.url}`] : [])]
  return lines.length > 0 ? `${lines.join('\n')}\n\n` : ''
}

function htmlPrefixOf({ notices = [], link }: Top): string {
  const lines = notices.map((line) => `<b>${escapeHtml(line)}</b>`)
  if (link) lines.push(`<a href="${escapeHtml(link.url)}">${escapeHtml(link.text)}</a>`)
  return lines.length > 0 ? `<p>${lines.join('<br>')}</p>\n` : ''
}

function contentOf(email: Email, prefix: string, top: Top) {
  const shown = htmlPrefixOf(top)
  return {
    text: `${prefix}${email.text ?? ''}`,
    html: email.html ? `${shown}${cleanHtml(email.html)}` : undefined,
    attachments: email.attachments.slice(0, 100).map((attachment) => ({
      filename: oneLine(attachment.filename ?? nameFor(attachment.mimeType)).slice(0, 200),
      content: bytesOf(attachment.content),
      contentType: /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/.test(attachment.mimeType)
        ? attachment.mimeType
        : 'application/octet-stream',
      cid: cidShownIn(email.html, attachment.contentId),
    })),
  }
}

/** The Content-ID of a picture that the HTML shows inline; undefined for a plain attachment. */
function cidShownIn(html: string | undefined, contentId: string | undefined): string | undefined {
  const cid = contentId?.replace(/[<>\s]/g, '')
  return cid && html?.includes(`cid:${cid}`) ? cid : undefined
}

function nameFor(mimeType: string): string {
  return mimeType === 'message/rfc822' ? 'message.eml' : 'attachment'
}

function bytesOf(content: ArrayBuffer | Uint8Array | string): Buffer {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof Uint8Array ? Buffer.from(content) : Buffer.from(new Uint8Array(content))
}

/** True if a message passes servers that accept neither 8-bit text nor long lines. */
function isPlain(raw: Buffer): boolean {
  if (!isAscii(raw) || raw.includes(0)) return false
  let start = 0
  for (let end = raw.indexOf(10); end >= 0; end = raw.indexOf(10, start)) {
    if (raw[end - 1] !== 13 || end - start > 999) return false
    start = end + 1
  }
  return raw.length - start <= 998
}

/** Placeholder for the content of a large message while the rest is composed, which would copy it many times. */
const CONTENT = '=_content_='

function untouched(prefix: string) {
  return { text: `${prefix}The message as it was received:`, attachments: [{ raw: CONTENT }] }
}

/** Replaces the placeholder with the content of the message in its original encoding. */
function withContent(composed: Buffer, raw: Buffer): Buffer {
  const { fields, body } = splitMessage(raw)
  const head = ['content-type', 'content-transfer-encoding'].flatMap(
    (name) => fields.find(({ key }) => key === name)?.line ?? [],
  )
  const at = composed.lastIndexOf(CONTENT)
  return Buffer.concat([
    composed.subarray(0, at),
    Buffer.from(`${head.join('\r\n')}\r\n\r\n`),
    body,
    composed.subarray(at + CONTENT.length),
  ])
}

function unreadable(raw: Buffer, prefix: string) {
  const attachment = { filename: 'message.eml', content: raw, contentType: 'application/octet-stream' }
  return {
    text: `${prefix}This message could not be read. The original is attached.`,
    attachments: [attachment],
  }
}

/** The subject of a message that isn't parsed as a whole. */
async function readSubject(raw: Buffer): Promise<string> {
  const { line } = splitMessage(raw).fields.find(({ key }) => key === 'subject') ?? {}
  if (!line) return ''
  const { subject } = await readMime(Buffer.from(`${line.slice(0, MAX_SUBJECT)}\r\n\r\n`, 'latin1'), 1)
  return subject ?? ''
}

function threadOf(raw: Buffer) {
  const { fields } = splitMessage(raw)
  const ids = (name: string) =>
    (fieldValues(fields, name)[0] ?? '').slice(0, 20_000).match(/<[^<>\s]+>/g) ?? []
  const safe = (list: string[]) => list.filter((id) => bareId(id) !== null)
  const own = safe(ids('message-id'))
  const references = [...new Set([...safe(ids('references')), ...safe(ids('in-reply-to')), ...own])]
  return { inReplyTo: safe(ids('in-reply-to'))[0], references: references.slice(-50) }
}

function oneLine(text: string): string {
  return text.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ').trim()
}
