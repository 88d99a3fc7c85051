import type { BuiltMessage, CampaignMessage } from './campaign-message.ts'
import { faultOfContent, faultOfPart, faultOfPlaceholders, partsOf } from './check-parts.ts'
import { type DkimKey, type DkimRecord, dkimRecord } from './dkim.ts'
import { verifyDkimWith } from './dkim-verify.ts'
import type { ReadPart } from './known-starts.ts'
import {
  fieldValues,
  type HeaderField,
  hasGoodLines,
  type SplitMessage,
  splitMessage,
} from './message-bytes.ts'

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
  const message = splitMessage(built.raw)
  const { fields } = message
  const { text, html } = partsOf(message)
  return [
    check('headers', faultOfHeaders(fields), 'Every header is there once.'),
    check('lines', faultOfLines(built.raw, html), 'Every line is short enough and plain.'),
    check(
      'envelope',
      faultOfEnvelope(built, fields, intended),
      'The message goes to the intended address only.',
    ),
    check(
      'signature',
      faultOfSignature(message, intended),
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
      faultOfPart('HTML', html, intended),
      'The HTML part has words, the postal address and the unsubscribe link.',
    ),
    check(
      'placeholders',
      faultOfPlaceholders([intended.subject, text.rest, html.rest]),
      'Every placeholder is filled in.',
    ),
    check('content', faultOfContent(html.rest, intended), 'Nothing in the message is unsafe.'),
    check('size', faultOfSize(built.raw, html.size), 'The message is small enough.'),
  ]
}

function check(line: string, fault: string | null, good: string): MessageCheck {
  return { line, ok: fault === null, sentence: fault ?? good }
}

function faultOfHeaders(fields: HeaderField[]): string | null {
  const counts = new Map<string, number>()
  for (const { key } of fields) counts.set(key, (counts.get(key) ?? 0) + 1)
  const count = (name: string) => counts.get(name) ?? 0
  const odd = SINGLE.find((name) => count(name) !== 1) ?? AT_MOST_ONE.find((name) => count(name) > 1)
  if (odd) return `The header ${odd} stands ${count(odd)} times in the message.`
  const forbidden = FORBIDDEN.find((name) => count(name) > 0)
  return forbidden ? `The header ${forbidden} must not be in the message.` : null
}

function faultOfLines(raw: Buffer, { start }: ReadPart): string | null {
  // a start that was judged before has good lines, and begins and ends where one does
  const from = start ? start.byteOffset - raw.byteOffset : raw.length
  const text = raw.toString('latin1', 0, from)
  if (!hasGoodLines(text) || (start && !hasGoodLines(raw.toString('latin1', from + start.length)))) {
    return hasLongLine(raw.toString('latin1'))
      ? 'A line of the message is longer than 998 bytes.'
      : 'The message has a bare line break or a zero byte.'
  }
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

function faultOfSize(raw: Buffer, html: number): string | null {
  if (html > MAX_HTML) return 'The HTML part is longer than 102 kB.'
  return raw.length > MAX_TOTAL ? 'The message is larger than 10 MB.' : null
}
