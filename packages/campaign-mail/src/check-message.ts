import type { BuiltMessage, CampaignMessage } from './campaign-message.ts'
import { type DkimKey, type DkimRecord, dkimRecord } from './dkim.ts'
import { verifyDkimWith } from './dkim-verify.ts'
import { fieldValues, type HeaderField, type SplitMessage, splitMessage, unfold } from './message-bytes.ts'
import { decodeQuotedPrintable } from './quoted-printable.ts'
import { findPlaceholder } from './render-template.ts'

/** One line of the check that a message passes before it is sent. */
export interface MessageCheck {
  /** A short name that stays the same, such as `envelope`. */
  line: string
  ok: boolean
  /** What was found, for the user. */
  sentence: string
}

const SINGLE = ['from', 'to', 'subject', 'date', 'message-id', 'mime-version']
const AT_MOST_ONE = [
  'reply-to',
  'sender',
  'cc',
  'in-reply-to',
  'references',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'content-type',
  'feedback-id',
]
const FORBIDDEN = ['bcc', 'return-path', 'received', 'auto-submitted', 'precedence']
const MUST_BE_SIGNED = [
  'from',
  'to',
  'subject',
  'date',
  'message-id',
  'mime-version',
  'content-type',
  'list-unsubscribe',
  'list-unsubscribe-post',
]
// Inside of tags alone: a name that reads 'href="javascript:' is words, as the cleaned HTML has every '<' and '>' of a
// text or an attribute escaped.
const UNSAFE_HTML =
  /<\s*(?:script|form|iframe|object|embed|link|meta\s+http-equiv|base|svg|math)\b|<[^>]{0,2000}\son[a-z]+\s*=|<[^>]{0,4000}\b(?:href|src|background|action)\s*=\s*["']?\s*(?:javascript|data|vbscript):/i
const MAX_HTML = 102_000
const MAX_TOTAL = 10_000_000

/**
 * Reads the finished bytes again and compares them with what was intended: every line of the pre-send check
 * that needs no network. A message with any line that is not ok must not be sent.
 */
export function checkMessage(
  built: Pick<BuiltMessage, 'raw' | 'envelope'>,
  intended: CampaignMessage,
): MessageCheck[] {
  const { fields, body } = splitMessage(built.raw)
  const { text, html } = partsOf(fields, body)
  return [
    check('headers', faultOfHeaders(fields), 'Every header is there once.'),
    check('lines', faultOfLines(built.raw), 'Every line is short enough and plain.'),
    check(
      'envelope',
      faultOfEnvelope(built, fields, intended),
      'The message goes to the intended address only.',
    ),
    check(
      'signature',
      faultOfSignature({ fields, body }, intended),
      'The signature is valid and covers the headers that matter.',
    ),
    check('unsubscribe', faultOfUnsubscribe(fields, intended), 'One click unsubscribes.'),
    check(
      'text',
      faultOfPart('text', text, intended),
      'The text part has words, the postal address and the unsubscribe link.',
    ),
    check(
      'html',
      faultOfPart('HTML', decodeEntities(html), intended),
      'The HTML part has words, the postal address and the unsubscribe link.',
    ),
    check('placeholders', faultOfPlaceholders(intended, text, html), 'Every placeholder is filled in.'),
    check('content', faultOfContent(html, intended), 'Nothing in the message is unsafe.'),
    check('size', faultOfSize(built.raw, html), 'The message is small enough.'),
  ]
}

function check(line: string, fault: string | null, good: string): MessageCheck {
  return { line, ok: fault === null, sentence: fault ?? good }
}

function faultOfHeaders(fields: HeaderField[]): string | null {
  const count = (name: string) => fields.filter((field) => field.key === name).length
  const odd = SINGLE.find((name) => count(name) !== 1) ?? AT_MOST_ONE.find((name) => count(name) > 1)
  if (odd) return `The header ${odd} stands ${count(odd)} times in the message.`
  const forbidden = FORBIDDEN.find((name) => count(name) > 0)
  return forbidden ? `The header ${forbidden} must not be in the message.` : null
}

function faultOfLines(raw: Buffer): string | null {
  const text = raw.toString('latin1')
  if (hasLongLine(text)) return 'A line of the message is longer than 998 bytes.'
  if (/\r(?!\n)|(?<!\r)\n|\0/.test(text)) return 'The message has a bare line break or a zero byte.'
  const head = text.slice(0, text.indexOf('\r\n\r\n'))
  return /[^\t\r\n\x20-\x7e]/.test(head) ? 'A header has a character that may not travel as it is.' : null
}

function hasLongLine(text: string): boolean {
  let start = 0
  for (;;) {
    const end = text.indexOf('\r\n', start)
    if ((end < 0 ? text.length : end) - start > 998) return true
    if (end < 0) return false
    start = end + 2
  }
}

function faultOfEnvelope(
  built: Pick<BuiltMessage, 'envelope'>,
  fields: HeaderField[],
  intended: CampaignMessage,
): string | null {
  const { from, to } = built.envelope
  if (to.length !== 1 || to[0] !== intended.to.address)
    return 'The message would go to another address than intended.'
  if (from !== intended.envelope_from) return 'The return path differs from the intended one.'
  for (const [name, address] of [
    ['to', intended.to.address],
    ['from', intended.from.address],
  ] as const) {
    if (lastAddress(fieldValues(fields, name)[0] ?? '') !== address)
      return `The header ${name} names another address.`
  }
  return null
}

/** A header written by us ends in `<address>` or is the bare address. */
function lastAddress(value: string): string {
  return (/<([^<>]+)>$/.exec(value)?.[1] ?? value).trim()
}

function faultOfSignature(message: SplitMessage, intended: CampaignMessage): string | null {
  const keys = intended.dkim ?? []
  if (keys.length === 0) return intended.local_only ? null : 'The message is not signed.'
  const records = new Map(keys.map((key) => [recordOf(key).name, recordOf(key).value]))
  const results = verifyDkimWith(message, records)
  if (results.length !== keys.length) return 'The message is not signed with every key.'
  const failed = results.find((result) => result.result !== 'pass')
  if (failed) return `The signature of ${failed.domain} is not valid: ${failed.reason}.`
  const present = message.fields.map((field) => field.key)
  const needed = [...MUST_BE_SIGNED, ...(present.includes('feedback-id') ? ['feedback-id'] : [])]
  const missing = needed.find((name) => results.some((result) => !result.signed_headers.includes(name)))
  return missing ? `The signature doesn't cover the header ${missing}.` : null
}

const knownRecords = new Map<string, DkimRecord>()

/** Deriving a public key costs more than a signature; a campaign signs with the same few keys. */
function recordOf(key: DkimKey): DkimRecord {
  const id = `${key.selector} ${key.domain} ${key.private_key}`
  const record = knownRecords.get(id) ?? dkimRecord(key)
  if (knownRecords.size >= 100) knownRecords.clear()
  knownRecords.set(id, record)
  return record
}

function faultOfUnsubscribe(fields: HeaderField[], intended: CampaignMessage): string | null {
  const list = fieldValues(fields, 'list-unsubscribe')[0]?.replace(/\s/g, '') ?? ''
  const post = fieldValues(fields, 'list-unsubscribe-post')[0]
  if (list !== `<${intended.one_click_url}>`)
    return 'The List-Unsubscribe header is not the intended address.'
  if (post !== 'List-Unsubscribe=One-Click') return 'The List-Unsubscribe-Post header is missing.'
  if (
    !intended.local_only &&
    !/^https:\/\//.test(intended.one_click_url) &&
    !/^http:\/\/(?:localhost|127\.)/.test(intended.one_click_url)
  ) {
    return 'The address to unsubscribe must start with https://.'
  }
  return null
}

function faultOfPart(name: string, part: string, intended: CampaignMessage): string | null {
  if (!part.trim()) return `The ${name} part is empty.`
  if (!part.includes(intended.unsubscribe_url)) return `The ${name} part has no link to unsubscribe.`
  const address = intended.postal_address.trim()
  // as the builder writes it; only what was laid out in another way is read word by word
  if (part.includes(address.replace(/\r?\n/g, name === 'HTML' ? '<br>' : '\n'))) return null
  const flat = (text: string) =>
    text
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  return flat(part).includes(flat(address)) ? null : `The ${name} part lacks the postal address.`
}

function faultOfPlaceholders(intended: CampaignMessage, text: string, html: string): string | null {
  for (const each of [intended.subject, text, html]) {
    const placeholder = findPlaceholder(each)
    if (placeholder) return `The placeholder ${placeholder.slice(0, 60)} is not filled in.`
    const empty = /\bundefined\b|\[object Object\]/.exec(each)
    if (empty) return `The message contains "${empty[0]}" in place of a value.`
  }
  return null
}

function faultOfContent(html: string, intended: CampaignMessage): string | null {
  if (UNSAFE_HTML.test(html)) return 'The message contains scripts, forms or other active content.'
  if (/display\s*:\s*none|visibility\s*:\s*hidden/i.test(html)) return 'The message contains hidden text.'
  const pictures = [...html.matchAll(/<img\b[^>]{0,4000}?\ssrc="([^"]*)"/gi)].map((match) => match[1]!)
  const allowed = intended.local_only ? /^(?:https?:|cid:)/ : /^(?:https:|cid:|http:\/\/(?:localhost|127\.))/
  return pictures.every((src) => allowed.test(src)) ? null : 'A picture is not loaded over https.'
}

function faultOfSize(raw: Buffer, html: string): string | null {
  if (Buffer.byteLength(html) > MAX_HTML) return 'The HTML part is longer than 102 kB.'
  return raw.length > MAX_TOTAL ? 'The message is larger than 10 MB.' : null
}

function partsOf(fields: HeaderField[], body: Buffer): { text: string; html: string } {
  const boundary = /boundary="([^"]+)"/.exec(fieldValues(fields, 'content-type')[0] ?? '')?.[1]
  const parts = boundary ? between(body, `--${boundary}`).map(splitMessage) : []
  const content = (type: string) => {
    const part = parts.find((each) =>
      fieldValues(each.fields, 'content-type').some((value) => unfold(value).startsWith(type)),
    )
    return part ? decodeQuotedPrintable(part.body) : ''
  }
  return { text: content('text/plain'), html: content('text/html') }
}

/** What stands between the marks, without the line break behind each. */
function between(body: Buffer, mark: string): Buffer[] {
  const parts: Buffer[] = []
  for (let at = body.indexOf(mark); at >= 0; ) {
    const from = at + mark.length
    at = body.indexOf(mark, from)
    if (at >= 0) parts.push(body.subarray(body[from] === 13 && body[from + 1] === 10 ? from + 2 : from, at))
  }
  return parts
}

function decodeEntities(html: string): string {
  return html
    .replace(/&#(\d{1,6});/g, (_whole, number) => String.fromCodePoint(Number(number)))
    .replaceAll('&amp;', '&')
}
