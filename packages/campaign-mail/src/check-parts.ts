import type { CampaignMessage } from './campaign-message.ts'
import { type ReadPart, readWithStarts } from './known-starts.ts'
import { fieldValues, type SplitMessage, splitMessage, unfold } from './message-bytes.ts'
import { findEmptyValue, findPlaceholder } from './render-template.ts'

// Inside of tags alone: a name that reads 'href="javascript:' is words, as the cleaned HTML has every '<' and '>' of a
// text or an attribute escaped.
const UNSAFE_TAG = /<\s*(?:script|form|iframe|object|embed|link|meta\s+http-equiv|base|svg|math)\b/iy
/** How those begin: other tags need not be read. */
const UNSAFE_STARTS = new Set(
  ['sc', 'fo', 'if', 'ob', 'em', 'li', 'me', 'ba', 'sv', 'ma'].map((letters) => startAt(letters, 0)),
)
const UNSAFE_ATTRIBUTE =
  /<[^>]{0,2000}\son[a-z]+\s*=|<[^>]{0,4000}\b(?:href|src|background|action)\s*=\s*["']?\s*(?:javascript|data|vbscript):/i
const HIDDEN = /display\s*:\s*none|visibility\s*:\s*hidden/i
const UNSAFE_VALUE = /\s*(?:["']\s*)?(?:javascript|data|vbscript):/iy

/** What a reader's program makes of the two parts of a message; empty where one is missing. */
export interface ReadParts {
  text: ReadPart
  html: ReadPart
}

const MISSING: ReadPart = { whole: '', rest: '', start: null, size: 0 }

/** The text and the HTML of a multipart message whose parts are quoted-printable. */
export function partsOf({ fields, body }: SplitMessage): ReadParts {
  const boundary = /boundary="([^"]+)"/.exec(fieldValues(fields, 'content-type')[0] ?? '')?.[1]
  const parts = boundary ? between(body, Buffer.from(`--${boundary}`)).map(splitMessage) : []
  const content = (type: string, read: (body: Buffer) => ReadPart) => {
    const part = parts.find((each) =>
      fieldValues(each.fields, 'content-type').some((value) => unfold(value).startsWith(type)),
    )
    return part ? read(part.body) : MISSING
  }
  return { text: content('text/plain', readText), html: content('text/html', readHtml) }
}

/** What stands between the marks, without the line break behind each. */
function between(body: Buffer, mark: Buffer): Buffer[] {
  const parts: Buffer[] = []
  for (let at = body.indexOf(mark); at >= 0; ) {
    const from = at + mark.length
    at = body.indexOf(mark, from)
    if (at >= 0) parts.push(body.subarray(body[from] === 13 && body[from + 1] === 10 ? from + 2 : from, at))
  }
  return parts
}

// No fault reaches over the end of a start: a placeholder that begins in it has its braces there, a tag ends in '>', and
// what is read as one by the search for the address too.
const readText = readWithStarts('\r\n', (start) => !start.includes('<') && isFilled(start))
const readHtml = readWithStarts(
  '>\r\n',
  (start) =>
    isFilled(start) &&
    !hasUnsafeTag(start) &&
    !mayHaveUnsafeAttribute(start) &&
    !HIDDEN.test(start) &&
    !/<img/i.test(start),
)
const isFilled = (text: string): boolean => !text.includes('{{') && findEmptyValue(text) === null

/** Why a part can't do without what the law asks for, or null. */
export function faultOfPart(
  name: 'text' | 'HTML',
  { whole, rest }: ReadPart,
  intended: CampaignMessage,
): string | null {
  // the address and the link stand below, and are seldom looked for above
  return faultOfShown(name, rest, intended) && faultOfShown(name, whole, intended)
}

function faultOfShown(name: 'text' | 'HTML', part: string, intended: CampaignMessage): string | null {
  const shown = name === 'HTML' ? decodeEntities(part) : part
  if (!shown.trim()) return `The ${name} part is empty.`
  if (!shown.includes(intended.unsubscribe_url)) return `The ${name} part has no link to unsubscribe.`
  const address = intended.postal_address.trim()
  // as the builder writes it; only what was laid out in another way is read word by word
  if (shown.includes(address.replace(/\r?\n/g, name === 'HTML' ? '<br>' : '\n'))) return null
  const flat = (text: string) =>
    text
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  return flat(shown).includes(flat(address)) ? null : `The ${name} part lacks the postal address.`
}

function decodeEntities(html: string): string {
  const numbered = html.includes('&#')
    ? html.replace(/&#(\d{1,6});/g, (_whole, number) => String.fromCodePoint(Number(number)))
    : html
  return numbered.replaceAll('&amp;', '&')
}

/** The first of the texts that lacks a value, as a sentence, or null. */
export function faultOfPlaceholders(texts: readonly string[]): string | null {
  for (const text of texts) {
    const placeholder = findPlaceholder(text)
    if (placeholder) return `The placeholder ${placeholder.slice(0, 60)} is not filled in.`
    const empty = findEmptyValue(text)
    if (empty) return `The message contains "${empty}" in place of a value.`
  }
  return null
}

/** What in the HTML is unsafe for its reader, as a sentence, or null. */
export function faultOfContent(html: string, intended: CampaignMessage): string | null {
  if (hasUnsafeTag(html) || (mayHaveUnsafeAttribute(html) && UNSAFE_ATTRIBUTE.test(html)))
    return 'The message contains scripts, forms or other active content.'
  if (HIDDEN.test(html)) return 'The message contains hidden text.'
  const pictures = [...html.matchAll(/<img\b[^>]{0,4000}?\ssrc="([^"]*)"/gi)].map((match) => match[1]!)
  const allowed = intended.local_only ? /^(?:https?:|cid:)/ : /^(?:https:|cid:|http:\/\/(?:localhost|127\.))/
  return pictures.every((src) => allowed.test(src)) ? null : 'A picture is not loaded over https.'
}

/** Two letters in either case as a number. */
function startAt(text: string, at: number): number {
  return ((text.charCodeAt(at) | 32) << 8) | (text.charCodeAt(at + 1) | 32)
}

const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122
/** White space, or what might be. */
const isGap = (code: number): boolean => code <= 32 || code > 126

function hasUnsafeTag(html: string): boolean {
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    if (!isGap(html.charCodeAt(at + 1)) && !UNSAFE_STARTS.has(startAt(html, at + 1))) continue
    UNSAFE_TAG.lastIndex = at
    if (UNSAFE_TAG.test(html)) return true
  }
  return false
}

/**
 * Whether any `=` could be that of an unsafe attribute, by the name before it or the value behind it. In most messages
 * none could, and what stands in their tags need not be read.
 */
function mayHaveUnsafeAttribute(html: string): boolean {
  for (let at = html.indexOf('='); at >= 0; at = html.indexOf('=', at + 1)) {
    let end = at
    while (end > 0 && isGap(html.charCodeAt(end - 1))) end -= 1
    let start = end
    while (start > 0 && isLetter(html.charCodeAt(start - 1))) start -= 1
    if (end - start > 2 && (html.charCodeAt(start) | 32) === 111 && (html.charCodeAt(start + 1) | 32) === 110)
      return true
    UNSAFE_VALUE.lastIndex = at + 1
    if (UNSAFE_VALUE.test(html)) return true
  }
  return false
}
