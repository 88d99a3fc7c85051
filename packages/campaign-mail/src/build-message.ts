import type { BuiltMessage, CampaignMessage } from './campaign-message.ts'
import { MessageRefused } from './campaign-message.ts'
import { cleanHtml } from './clean-html.ts'
import { composeAlternative } from './compose.ts'
import { signDkim } from './dkim.ts'
import { escapeHtml } from './escape-html.ts'
import { type FooterWords, filledReason, footerWords } from './footer-words.ts'
import { field, mailboxWords, textWords } from './header-words.ts'
import { htmlToText } from './html-to-text.ts'
import { type FramePiece, frameHtml } from './message-frame.ts'
import { bareId, refuseUnsafeMessage } from './message-refusals.ts'
import { readPlainParagraphs } from './plain-paragraphs.ts'
import { encodeQuotedPrintable } from './quoted-printable.ts'
import { readWhole } from './shared-pieces.ts'

const MAX_HTML_BYTES = 102_000

/**
 * The bytes of one campaign message to one recipient, and its envelope: multipart/alternative with a text
 * part, one-click unsubscribe headers (RFC 8058), the postal address and an unsubscribe link in both parts,
 * signed with every key given. The same input gives the same bytes, so a retry repeats the message.
 * Throws {@link MessageRefused} with a sentence when the message must not be sent.
 */
export async function buildMessage(message: CampaignMessage): Promise<BuiltMessage> {
  refuseUnsafeMessage(message)
  const body = readBody(message)
  const unsigned = composeAlternative(
    headOf(message),
    message.message_id,
    textPart(message, body),
    htmlPart(message, body),
  )
  const raw = message.dkim?.length ? await signDkim(unsigned, message.dkim) : unsigned
  const envelope = { from: message.envelope_from, to: [message.to.address] }
  return { raw, envelope, dsn: dsnOf(message) }
}

/** Whole lines in quoted-printable, and how many bytes a reader gets of them. */
interface Written {
  bytes: Buffer
  size: number
}

interface WrittenBody {
  text: Buffer
  html: Written
}

function readBody(message: CampaignMessage): WrittenBody {
  const body = message.local_only ? writeLocalBody(message.html) : writeBody(message.html)
  const text = message.text?.trim()
  return text ? { ...body, text: encodeQuotedPrintable(`${text}\n`) } : body
}

const writeBody = readWhole((html) => writtenBody(html, false))
const writeLocalBody = readWhole((html) => writtenBody(html, true))

function writtenBody(source: string, isLocal: boolean): WrittenBody {
  const plain = readPlainParagraphs(source)
  const html = `${plain ? plain.html : cleanHtml(source, isLocal)}\n`
  const text = plain ? plain.text : htmlToText(html.slice(0, -1))
  return { text: encodeQuotedPrintable(`${text}\n`), html: writePiece(html) }
}

function headOf(message: CampaignMessage): string {
  const { from, to, reply_to } = message
  const references = (message.references ?? []).map(bareId).filter((id) => id !== null)
  const inReplyTo = message.in_reply_to ? bareId(message.in_reply_to) : null
  const differs = reply_to.toLowerCase() !== from.address.toLowerCase()
  return [
    field('From', mailboxWords(from)),
    field('To', mailboxWords({ name: to.name ?? '', address: to.address })),
    differs ? field('Reply-To', mailboxWords({ name: from.name, address: reply_to })) : '',
    field('Subject', textWords(message.subject.trim())),
    field('Date', [message.date.toUTCString().replace('GMT', '+0000')]),
    field('Message-ID', [`<${bareId(message.message_id)}>`]),
    inReplyTo ? field('In-Reply-To', [`<${inReplyTo}>`]) : '',
    references.length > 0
      ? field(
          'References',
          references.map((id) => `<${id}>`),
        )
      : '',
    ...extraFields(message),
  ].join('')
}

function extraFields(message: CampaignMessage): string[] {
  const values: [string, string | undefined][] = [
    ['List-Id', message.list_id && `<${message.list_id}>`],
    ['List-Unsubscribe', `<${message.one_click_url}>`],
    ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
    ['Feedback-ID', message.feedback_id],
    ['X-App-Loop', message.loop_id],
    ['Content-Language', message.language],
  ]
  return values.flatMap(([name, value]) => (value ? [field(name, [value])] : []))
}

function htmlPart(message: CampaignMessage, { html: body }: WrittenBody): Buffer[] {
  const footer = footerOf(message)
  const address = escapeHtml(message.postal_address.trim()).replace(/\r?\n/g, '<br>')
  const link = `<a href="${escapeHtml(message.unsubscribe_url)}">${escapeHtml(footer.unsubscribe)}</a>`
  const { before, after } = frameHtml({
    title: message.subject.trim(),
    language: message.language ?? 'en',
    footer: `${escapeHtml(footer.reason)}<br>\n${address}<br>\n${link}`,
    pixel_url: message.open_pixel_url ?? null,
  })
  const pieces = [...before.map(writtenPiece), body, ...after.map(writtenPiece)]
  if (sizeOf(pieces) > MAX_HTML_BYTES) {
    throw new MessageRefused('The message is longer than 102 kB, and mail programs would cut it off.')
  }
  return pieces.map(({ bytes }) => bytes)
}

const writePiece = (text: string): Written => ({
  bytes: encodeQuotedPrintable(text),
  size: Buffer.byteLength(text),
})
const writeShared = readWhole(writePiece)
const writtenPiece = ({ text, is_shared }: FramePiece): Written =>
  is_shared ? writeShared(text) : writePiece(text)
const sizeOf = (pieces: readonly Written[]): number => pieces.reduce((sum, { size }) => sum + size, 0)

function textPart(message: CampaignMessage, body: WrittenBody): Buffer[] {
  const footer = footerOf(message)
  const end = `\n${footer.reason}\n${message.postal_address.trim()}\n${footer.unsubscribe}: ${message.unsubscribe_url}\n`
  return [body.text, encodeQuotedPrintable(end)]
}

function footerOf(message: CampaignMessage): FooterWords {
  const words = message.footer ?? footerWords(message.language)
  const sender = message.from.name || message.from.address
  return { ...words, reason: filledReason(words, { address: message.to.address, sender }) }
}

function dsnOf(message: CampaignMessage): BuiltMessage['dsn'] {
  if (!message.envelope_id) return null
  const recipient = `rfc822;${message.to.address}`
  return { id: message.envelope_id, return: 'headers', notify: ['failure', 'delay'], recipient }
}
