import { setImmediate } from 'node:timers/promises'
import type { Classification } from '@goldpan/campaign-mail/classification'
import { readIncomingMail } from '@goldpan/campaign-mail/incoming-mail'
import { labelReply, type ReplyLabel } from '@goldpan/campaign-mail/label-reply'
import { describeContent, type MailFile } from '@goldpan/campaign-mail/mail-files'
import { plainName } from '@goldpan/campaign-mail/plain-name'
import { readMime } from '@goldpan/campaign-mail/read-mime'
import { visibleParts } from '@goldpan/campaign-mail/visible-reply'

const MAX_TEXT = 20_000
const MAX_VISIBLE = 50_000
const MAX_NAMES = 50
const MAX_NAME = 200

/** The stored content of a reply or an automatic reply. */
export interface MessageContent {
  from_name: string | null
  /** The sender's own text, without quotes and signature. */
  reply_text: string
  /** The rest of the text. Null if there is none. */
  quoted_text: string | null
  has_html: boolean
  /** Null for automatic mail of more than 3 MB, of which only the beginning is read. */
  files: MailFile[] | null
  /** Names of the files. */
  attachments: string[]
  label: ReplyLabel
}

/** The whole text of a message, for messages stored without their visible part. */
export async function textOf(raw: Buffer): Promise<string> {
  return (await readIncomingMail(raw)).text.trim().slice(0, MAX_TEXT)
}

/** Names of attachments, from the original or its beginning. */
export async function namesOfAttachments(raw: Buffer): Promise<string[]> {
  if (!/^content-type:\s*(?!text\/(?:plain|html))/im.test(raw.toString('latin1', 0, 50_000))) return []
  const parsed = await readMime(raw, 50).catch(() => null)
  return (parsed?.attachments ?? [])
    .slice(0, MAX_NAMES)
    .map(({ filename, mimeType }) => plainName(filename ?? mimeType).slice(0, MAX_NAME))
}

/**
 * Reads text, files and label of a message. `head` is its beginning, `whole` all of it or null. `today` is
 * the day it came in, in the time zone of its reader.
 */
export async function readContent(
  head: Buffer,
  { mail, whole, today }: { mail: Classification; whole: Buffer | null; today: string },
): Promise<MessageContent> {
  const { text } = await readIncomingMail(head)
  await setImmediate()
  const { visible, quoted } = visibleParts(text)
  const { files, has_html } = await describeContent(whole ?? head)
  return {
    from_name: mail.from ? plainName(mail.from.name).slice(0, MAX_NAME).toWellFormed() || null : null,
    reply_text: plain(mail.reply_text ?? visible, MAX_VISIBLE),
    quoted_text: plain(quoted, MAX_TEXT) || null,
    has_html,
    files: whole ? files : null,
    attachments: files.slice(0, MAX_NAMES).map(({ name }) => name),
    label: labelOf(mail, text, today),
  }
}

function labelOf(mail: Classification, text: string, today: string): ReplyLabel {
  const { subject, from, kind } = mail
  const isAutomatic = kind === 'auto-reply'
  const label = labelReply({ text, subject, isAutomatic, from: from?.address ?? null }, { today })
  if (!mail.wants_unsubscribe || label.label === 'stop') return label
  // The button of a mail program writes no sentence.
  const words = plainName(subject ?? '').slice(0, 80)
  const reason = words ? `Because they wrote "${words}"` : 'Automatic reply, as its headers say'
  return { label: 'stop', reason, words: words || null, later_until: null, named: [], is_sure: true }
}

/** Automatic mail is what machines write, and a note that somebody writes about their absence. */
export function withKindOf(mail: Classification, { label, reply_text }: MessageContent): Classification {
  if (mail.kind !== 'reply' || (label.label !== 'away' && label.label !== 'automatic')) return mail
  const says = label.label === 'away' ? 'away' : 'receipt'
  return { ...mail, kind: 'auto-reply', note: { says, text: reply_text } }
}

/** Accepts more than mail can be sent to, since everybody who wrote has a conversation. */
export const isSender = (address: string): boolean => /^[^\s@]+@[^\s@]+$/.test(address)

/** Anything may stand in a From field. Without an address that is one, nobody is known to have written. */
export function withPlainSender(mail: Classification): Classification {
  const address = plainName(mail.from?.address ?? '').slice(0, 320)
  return { ...mail, from: mail.from && isSender(address) ? { ...mail.from, address } : null }
}

/** PostgreSQL's text can't hold a zero byte. */
export const plain = (text: string, max: number): string =>
  text.replaceAll('\u0000', '').slice(0, max).toWellFormed()
