import {
  ATTRIBUTION,
  BARE_ATTRIBUTION,
  BARE_ORIGINAL,
  CLOSING,
  DEVICE,
  FROM_LABEL,
  HEADER_LABEL,
  ORIGINAL,
  POSTSCRIPT,
  SUBJECT_LABEL,
  VERB_FIRST,
} from './words/quoting.ts'

const MAX_TEXT = 50_000
const MAX_LINE = 1_000

/**
 * The text of a reply without the quoted message and the signature; the whole text if nothing else remains.  Keeps
 * replies below and between quoted lines, a postscript, and the author's own quotations. In doubt a line stays: a
 * superfluous line does no harm, a missing one does. Reads at most 50,000 characters.
 */
export function visibleReply(text: string): string {
  return ownText(text) || tidy(readLines(text))
}

/**
 * The {@link visibleReply} and, for 'Show quoted text', everything else: quoted messages and signatures. `quoted` is
 * empty if all is visible.
 */
export function visibleParts(text: string): { visible: string; quoted: string } {
  const lines = readLines(text)
  const own = new Set(ownLines(lines))
  const visible = tidy(lines.filter((_, at) => own.has(at)))
  if (!visible) return { visible: tidy(lines), quoted: '' }
  return { visible, quoted: tidy(lines.filter((_, at) => !own.has(at))) }
}

/** Like {@link visibleReply}, but empty if there are only quoted lines and a signature. */
export function ownText(text: string): string {
  const lines = readLines(text)
  return tidy(ownLines(lines).map((at) => lines[at]!))
}

/** The numbers of the lines that are neither quoted nor a signature. */
function ownLines(lines: string[]): number[] {
  let isFollowing = false
  return ownSpans(lines).flatMap(({ from, to }) => {
    const part = lines.slice(from, to)
    const kept = withoutSignature(part, isFollowing).map((at) => from + at)
    isFollowing ||= hasText(part)
    return kept
  })
}

/** Like {@link ownText}, but ends at a closing: what stands below it in an automatic note is a signature. */
export function textOfNote(text: string): string {
  const all = readLines(text)
  const lines = ownSpans(all).flatMap(({ from, to }) => all.slice(from, to))
  const closing = lines.findIndex((line, at) => CLOSING.test(line) && hasText(lines.slice(0, at)))
  return closing < 0 ? ownText(text) : tidy(lines.slice(0, closing))
}

function readLines(text: string): string[] {
  return text
    .slice(0, MAX_TEXT)
    .replace(/\r\n?/g, '\n')
    .replace(/[\u200b\ufeff]/g, '')
    .replace(/^-----BEGIN PGP SIGNED MESSAGE-----\n(?:[A-Za-z-]{1,40}: .{0,200}\n){0,5}/m, '')
    .replace(/^-----BEGIN PGP SIGNATURE-----\n(?:.{0,200}\n){0,200}?-----END PGP SIGNATURE-----/m, '')
    .split('\n')
    .flatMap(inShortLines)
}

/** A paragraph may be one line. Breaks it where words end; what is longer than a line without a blank isn't text. */
function inShortLines(line: string): string[] {
  const lines: string[] = []
  for (let from = 0; from < line.length || from === 0; ) {
    const part = line.slice(from, from + MAX_LINE)
    const blank = part.length < MAX_LINE ? -1 : part.lastIndexOf(' ')
    lines.push(blank > 0 ? part.slice(0, blank) : part)
    if (part.length < MAX_LINE || blank <= 0) break
    from += blank + 1
  }
  return lines
}

const tidy = (lines: string[]): string =>
  lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

const hasText = (lines: string[]): boolean => lines.some((line) => line.trim())

/** A range of lines, `to` exclusive. */
interface Span {
  from: number
  to: number
}

interface Quotation extends Span {
  /** The introducing lines above. */
  intro: Span | null
  /** The introduction contains an address, or a day and a time, as only mail programs write it. */
  isCertain: boolean
}

/** The author's own text, split where quoted lines were. */
function ownSpans(all: string[]): Span[] {
  const lines = all.slice(0, startOfOriginal(all))
  const spans: Span[] = []
  let from = 0
  for (const { from: start, to, intro } of quotationsOfOurs(lines)) {
    spans.push({ from, to: intro?.from ?? start })
    from = to
  }
  return [...spans, { from, to: lines.length }]
}

/**
 * Quotations, without those made by the author: a single one, amid the author's own text, that no mail program
 * introduced.
 */
function quotationsOfOurs(lines: string[]): Quotation[] {
  const all = findQuotations(lines)
  const certain = all.findIndex((each) => each.isCertain)
  const before = certain < 0 ? all : all.slice(0, certain)
  const end = certain < 0 ? lines.length : (all[certain]!.intro?.from ?? all[certain]!.from)
  const [only] = before
  if (!only || before.length > 1) return all
  const isOwn = hasText(lines.slice(0, only.from)) && hasText(lines.slice(only.to, end))
  return isOwn ? all.slice(1) : all
}

function findQuotations(lines: string[]): Quotation[] {
  const found: Quotation[] = []
  for (let at = 0; at < lines.length; at += 1) {
    if (!isQuoted(lines[at]!)) continue
    const from = at
    let to = at + 1
    for (; at < lines.length && (isQuoted(lines[at]!) || !lines[at]!.trim()); at += 1)
      if (isQuoted(lines[at]!)) to = at + 1
    const end = found.at(-1)?.to ?? 0
    found.push({ from, to, ...introductionOf(lines, from, end) })
    at = to - 1
  }
  return found
}

const isQuoted = (line: string): boolean => /^\s{0,3}>/.test(line)

const ADDRESS = /[^\s<>@]@[^\s<>@]+\.[^\s<>@]/
const BRACKETED = /[<([][^\s<>]+@[^\s<>]+[>)\]]/
const TIME = /\d{1,2}[:.h]\d{2}|\d{1,2}\s?(?:am|pm|uhr|時|点|點|시)(?![a-z])/i
const DAY = /\d{1,2}[./-]\d{1,2}|\d{4}|\d{1,2}\D{1,20}\d{2,4}|\p{L}{3,}\.? \d{1,2}|\d{1,2}\.? \p{L}{3,}/u
const ENDS_IN_COLON = /[:：]\s*[-–—]*\s*$/
const ENDS_SENTENCE = /[.!?。！？…]["'”)]?\s*$/

/**
 * The line before quoted lines that contains an address or a date or ends in a colon, in any language, with the lines
 * above that it was folded from.
 */
function introductionOf(lines: string[], quote: number, end: number): Pick<Quotation, 'intro' | 'isCertain'> {
  const none = { intro: null, isCertain: false }
  const last = lines.findLastIndex((line, at) => at < quote && at >= end && line.trim() !== '')
  if (last < 0 || quote - last > 3) return none
  const intro = { from: startOfFolded(lines, last, end), to: last + 1 }
  const joined = joinLines(lines, intro)
  if (joined.length > 600) return none
  const isDated = hasDay(joined) && TIME.test(joined)
  const isCertain = ADDRESS.test(joined) || isDated
  if (ENDS_IN_COLON.test(lines[last]!)) return { intro, isCertain }
  // Without a colon it may be the author's own line; between quoted lines it is.
  const isAlone = !(lines[intro.from - 1] ?? '').trim()
  const isIntroduction =
    isAlone && end === 0 && (BRACKETED.test(joined) || isDated) && !ENDS_SENTENCE.test(joined)
  return isIntroduction ? { intro, isCertain } : none
}

const hasDay = (text: string): boolean => DAY.test(text.replace(/\S*@\S*/g, ' '))

/** Goes up to the line with the day, as long as no line in between ends a sentence. */
function startOfFolded(lines: string[], last: number, end: number): number {
  let from = last
  while (from > end && last - from < 3 && !hasDay(joinLines(lines, { from, to: last + 1 }))) {
    const above = lines[from - 1]!
    if (!above.trim() || isQuoted(above) || ENDS_SENTENCE.test(above)) break
    from -= 1
  }
  return hasDay(joinLines(lines, { from, to: last + 1 })) ? from : last
}

const joinLines = (lines: string[], { from, to }: Span): string =>
  lines
    .slice(from, to)
    .map((line) => line.trim())
    .join(' ')
    .replace(/^[-–—*\s]+/, '')

/** Where an original not marked with '>' begins. Its end can't be recognised, so it takes all the rest. */
function startOfOriginal(lines: string[]): number {
  for (const [at, line] of lines.entries()) {
    if (isQuoted(line)) continue
    if (isHeading(lines, at)) return at
    const from = unmarkedIntroduction(lines, at)
    if (from !== null) return from
  }
  return lines.length
}

function isHeading(lines: string[], at: number): boolean {
  const line = lines[at]!
  if (ORIGINAL.test(line) || BARE_ORIGINAL.test(line)) return true
  if (/^\s*_{20,}\s*$/.test(line)) {
    const next = nextFilled(lines, at + 1)
    return next >= 0 && isHeader(lines, next)
  }
  return isHeader(lines, at)
}

/**
 * 'From: …' with the header fields of a message below it. Opening hours look similar, but name no address and no
 * subject.
 */
function isHeader(lines: string[], at: number): boolean {
  if (!FROM_LABEL.test(lines[at]!)) return false
  const following = lines.slice(at + 1, at + 8).filter((each) => each.trim())
  const fields = following.slice(0, following.findIndex((each) => !HEADER_LABEL.test(each)) >>> 0)
  const hasAddress = /[[<(][^\s@<>]+@[^\s<>]+[\]>)]/.test(`${lines[at]} ${following[0] ?? ''}`)
  if (hasAddress) return true
  return (
    fields.length > 0 &&
    (fields.some((each) => SUBJECT_LABEL.test(each)) || ADDRESS.test([lines[at], ...fields].join(' ')))
  )
}

/** The first line of an 'On …, … wrote:' that ends here, if what follows isn't marked as quoted. */
function unmarkedIntroduction(lines: string[], last: number): number | null {
  const line = lines[last]!.trim()
  if (line.length < 3) return null
  const from = startOfFolded(lines, last, 0)
  const joined = joinLines(lines, { from, to: last + 1 })
  if (joined.length > 600 || ![ATTRIBUTION, VERB_FIRST, BARE_ATTRIBUTION].some((form) => form.test(joined)))
    return null
  if (!isAttribution(joined)) return null
  const after = nextFilled(lines, last + 1)
  return after >= 0 && isQuoted(lines[after]!) ? null : from
}

/** The author's own sentence may end in 'wrote:' too; a date or an address makes the difference. */
function isAttribution(joined: string): boolean {
  if (!ENDS_IN_COLON.test(joined) && !/^(?:on|le|el|il|em)\s/i.test(joined)) return false
  return /\d{1,2}[:.h]\d{2}|@|\d{1,2}[./-]\d{1,2}|\d{1,2}\D{1,20}\d{4}|\d{4}\D{1,3}\d{1,2}/.test(joined)
}

const DASHES = /^\s*(?:--|—)\s*$/
const DIVIDER = /^\s*(?:-{3,}|_{2,}|\+{2,}|={2,}|\*{3,}|-(?: -)+)\s*$/
/** In lines. */
const MAX_SIGNATURE = 200
const CONTACT = /@|www\.|https?:|(?:\+|\b0|\()\d[\d ()/.-]{6,}/i

/**
 * The numbers of the lines without a signature; what was written below it stays. `isFollowing` if there is text above
 * the lines.
 */
function withoutSignature(lines: string[], isFollowing: boolean): number[] {
  const kept: number[] = []
  let isBelow = isFollowing
  for (let at = 0; at < lines.length; at += 1) {
    const length = isBelow ? signatureLength(lines, at) : 0
    if (length > 0) at += length - 1
    else {
      kept.push(at)
      isBelow ||= lines[at]!.trim() !== ''
    }
  }
  return kept
}

/** The number of lines from here that are a signature; 0 if none begins here. */
function signatureLength(lines: string[], at: number): number {
  const line = lines[at]!
  if (DEVICE.test(line)) return line.trim().split(/\s+/).length <= 9 && !(lines[at + 1] ?? '').trim() ? 1 : 0
  if (!CLOSING.test(line) && !isDivider(line)) return 0
  const rest = lines.slice(at + 1, at + 1 + MAX_SIGNATURE)
  const spoken = rest.findIndex(isSpoken)
  const untilSpoken = 1 + (spoken < 0 ? rest.length : spoken)
  if (CLOSING.test(line)) return untilSpoken
  const postscript = rest.findIndex((each) => POSTSCRIPT.test(each))
  // RFC 3676 reserves this line for signatures.
  if (line === '-- ') return 1 + (postscript < 0 ? rest.length : postscript)
  const isLast = hasText(rest) && (spoken < 0 || spoken === postscript) && !rest.some(isDivider)
  if (!isLast) return 0
  return DASHES.test(line) || rest.some((each) => CONTACT.test(each)) ? untilSpoken : 0
}

const isDivider = (line: string): boolean => DASHES.test(line) || DIVIDER.test(line)

/** True for a postscript and for sentences, even 'Call me.'; the lines of a signature are names. */
function isSpoken(line: string): boolean {
  if (POSTSCRIPT.test(line) || /[?？]\s*$/.test(line)) return true
  if (/[。！]\s*$/.test(line)) return true
  const words = line.match(/\p{L}+/gu) ?? []
  if (CONTACT.test(line)) return false
  const small = words.filter((word) => /^\p{Ll}/u.test(word)).length
  if (words.length < 4) return words.length > 1 && /\p{Ll}{2}[.!]\s*$/u.test(line) && small > 0
  return ENDS_SENTENCE.test(line) || small > words.length / 2
}

function nextFilled(lines: string[], from: number): number {
  for (let at = from; at < lines.length; at += 1) if (lines[at]!.trim()) return at
  return -1
}
