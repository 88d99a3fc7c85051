import { normalizeAddress } from './address.ts'

export interface AddressMatch {
  email: string
  start: number
  end: number
}

const MAX_LOCAL = 64
const MAX_DOMAIN = 255

const LOCAL_CHAR = /[a-z0-9._%+'-]/i
const DOMAIN_CHAR = /[a-z0-9.-]/i

/** Latin beyond ASCII, Greek and Cyrillic. Chinese, Japanese and Korean characters end an address. */
const WIDE_LETTER = /[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u052f]/

/**
 * Returns the address around the '@' at `at`, within [from, to). Reads at most 64 characters to the left and 255 to the
 * right, so a page of nothing but '@' takes linear time.
 */
export function matchAddressAt(
  text: string,
  at: number,
  from = 0,
  to = text.length,
): AddressMatch | undefined {
  const start = localStart(text, at, from)
  if (start === undefined) return undefined
  let end = at + 1
  const limit = Math.min(to, at + 1 + MAX_DOMAIN)
  while (end < limit && isDomainChar(text.charAt(end))) end++
  return trimDomain(text, start, at, end)
}

function localStart(text: string, at: number, from: number): number | undefined {
  let start = at
  const limit = Math.max(from, at - MAX_LOCAL - 1)
  while (start > limit && LOCAL_CHAR.test(text.charAt(start - 1))) start--
  if (at - start > MAX_LOCAL) return undefined
  while (start < at && /[.'+-]/.test(text[start]!)) start++
  const local = text.slice(start, at)
  start +=
    (/^(?:%[0-9a-f]{2})+/i.exec(local) ?? escapesBefore(local, text.slice(at + 1, at + 6)))?.[0].length ?? 0
  if (start >= at) return undefined
  const before = start > from ? text.charAt(start - 1) : ''
  return before === '@' || WIDE_LETTER.test(before) ? undefined : start
}

/** Signs that divide words in code: quotation marks, brackets, '<', '=', line ends. */
const ESCAPED = '(?:0[0-9ad]|2[02789acf]|3[abcde]|5[bcd]|60|7[bcd])'
const ESCAPES = new RegExp(`^(?:x${ESCAPED}|u00${ESCAPED})+(?=[a-z])`, 'i')
const ESCAPE_AFTER = new RegExp(`^([a-z]{2,12}?)(?:x|u00)${ESCAPED}`, 'i')

/** 'x22' of `\\x22info@oak.com`, whose backslash was lost. 'x3dprint@x3dprint.com' is a name. */
function escapesBefore(local: string, domain: string): RegExpExecArray | null {
  const escapes = ESCAPES.exec(local)
  return escapes && domain.toLowerCase().startsWith(escapes[0].slice(0, 3).toLowerCase()) ? null : escapes
}

function isDomainChar(char: string): boolean {
  return DOMAIN_CHAR.test(char) || WIDE_LETTER.test(char)
}

/** Cuts off text that runs into the domain: 'oak.com.', 'oak.com.We', 'oak.comTel', 'oak.com-'. */
function trimDomain(text: string, start: number, at: number, end: number): AddressMatch | undefined {
  const local = text.slice(start, at)
  const labels = text.slice(at + 1, end).split('.')
  const dot = labels.indexOf('')
  if (dot >= 0) labels.length = dot
  const glued = labels.findIndex((label, index) => index > 0 && /^[a-z]{2,12}(?:www|https?)$/i.test(label))
  if (glued > 0) labels.length = glued + 1
  for (; labels.length >= 2; labels.pop()) {
    for (const last of shorterLabels(labels)) {
      const domain = [...labels.slice(0, -1), last].join('.')
      const email = normalizeAddress(`${local}@${domain}`)
      if (email) return { email, start, end: at + 1 + domain.length }
    }
  }
  return undefined
}

function shorterLabels(labels: readonly string[]): string[] {
  const last = labels.at(-1)!
  const sentenceGoesOn = labels.length > 2 && /^[A-Z][a-z]/.test(last) && !/[A-Z]/.test(labels[0]!)
  if (sentenceGoesOn) return []
  return [
    last.replace(/-+$/, ''),
    /^([a-z]{2,12})[A-Z]/.exec(last)?.[1],
    /^([a-z]{2,12})(?:www|https?|tel|fax|phone|mobil|email)/i.exec(last)?.[1],
    /^([a-z]{2,12})\d{3,}/i.exec(last)?.[1],
    ESCAPE_AFTER.exec(last)?.[1],
  ].filter((label) => label !== undefined)
}

/** Finds at most `limit` addresses in text without markup. */
export function* matchAddresses(text: string, limit = 500): Generator<AddressMatch> {
  let found = 0
  for (let at = text.indexOf('@'); at >= 0 && found < limit; at = text.indexOf('@', at + 1)) {
    const match = matchAddressAt(text, at)
    if (!match) continue
    found++
    yield match
  }
}
