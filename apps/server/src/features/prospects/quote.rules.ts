import { domainOf, readingSite } from '@goldpan/crawler/address/address'
import { findEverySpelling } from '@goldpan/crawler/address/bracket-words'
import { matchAddresses } from '@goldpan/crawler/address/match'

/** The person who gets the quote. Their own addresses and number stay in it. */
export interface Asker {
  emails: readonly string[]
  phone: string | null
}

interface Mark {
  start: number
  end: number
  /** The replacement. Null keeps the asker's own data. */
  instead: string | null
}

const ADDRESS = '[address left out]'
const PHONE = '[number left out]'

/**
 * Quotes a page to one of the people on it, without addresses and numbers of colleagues. In doubt it leaves something
 * out.
 */
export function quoteFor(snippet: string, { emails, phone }: Asker): string {
  const own = new Set(emails.map((email) => email.toLowerCase()))
  const domains = [...own].map(domainOf)
  const addresses = readingSite(domains, () => [...matchAddresses(snippet), ...findEverySpelling(snippet)])
  const known = addresses.map(
    ({ email, start, end }): Mark => ({ start, end, instead: own.has(email.toLowerCase()) ? null : ADDRESS }),
  )
  const kept = known.filter(({ instead }) => instead === null)
  // 'info@mill.comTel' around the asker's own address is not another address.
  const rough = [...signs(snippet, own), ...cutOff(snippet)].filter(
    (mark) => !kept.some((one) => mark.start <= one.start && one.end <= mark.end),
  )
  return write(snippet, [...known, ...rough, ...numbers(snippet, phone)])
}

/** Anything around an @, also if it is spaced, reversed, or cut by the end of the snippet. */
const ADDRESS_LIKE =
  /([\p{L}\p{N}._%+'’-]{1,64})( {0,2})@( {0,2})([\p{L}\p{N}-]+(?:(?:\.| \. )[\p{L}\p{N}-]+)*)?/gu

function signs(text: string, own: ReadonlySet<string>): Mark[] {
  return [...text.matchAll(ADDRESS_LIKE)].flatMap((match) => {
    const [all, local, before, after, domain = ''] = match
    const end = match.index + all.length
    const isGlued = before === '' && after === ''
    // 'Meet us @ noon'.
    if (!isGlued && !domain.includes('.') && end < text.length) return []
    const email = `${local}@${domain.replaceAll(' ', '')}`.toLowerCase()
    return [{ start: match.index, end, instead: own.has(email) ? null : ADDRESS }]
  })
}

/** An address cut by the end of the snippet: 'anna [at] oa'. */
const CUT_OFF =
  /[\p{L}\p{N}._%+-]{1,64} {0,2}[[({<]+ {0,2}[^\s\d\])}>]{1,14} {0,2}[\])}>]+ {0,2}\S{0,60}(?: ?[[({<]\S{0,10})?$/u

function cutOff(text: string): Mark[] {
  const match = CUT_OFF.exec(text)
  return match ? [{ start: match.index, end: text.length, instead: ADDRESS }] : []
}

const DIGITS = /(?<![\p{L}\p{N}@])[+(]*\p{Nd}(?:[\p{Nd}\s()./–-]*\p{Nd})?/gu
const DATE_OR_HOURS =
  /^(?:\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2,4}|\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{4}\s?[–-]\s?\d{4}|\d{1,2}(?:\.\d{2})?\s?[–-]\s?\d{1,2}(?:\.\d{2})?)$/
const PHONE_LABEL = /(?:tel|phone|fon|fono|mobile?|handy|cell|call|gsm|fax|whatsapp|☎|✆)\p{L}*\.?\s*:?\s*$/iu

function numbers(text: string, phone: string | null): Mark[] {
  return [...text.matchAll(DIGITS)].flatMap((match) => {
    const [written] = match
    const end = match.index + written.length
    const digits = written.replaceAll('(0)', '').replace(/\P{Nd}/gu, '')
    const isCut = match.index === 0 || end === text.length
    const isCalled = PHONE_LABEL.test(text.slice(Math.max(0, match.index - 24), match.index))
    const least = isCalled || written.startsWith('+') ? 4 : isCut ? 5 : 7
    if (digits.length < least || (!isCalled && DATE_OR_HOURS.test(written))) return []
    return [{ start: match.index, end, instead: isSameNumber(digits, phone) ? null : PHONE }]
  })
}

/** Compares without country code and leading zeros: '030 123 45' and '+49 30 12345' are the same. */
function isSameNumber(digits: string, phone: string | null): boolean {
  const own = phone?.replace(/\D/g, '').replace(/^0+/, '') ?? ''
  const asked = digits.replace(/^0+/, '')
  return asked.length >= 6 && own.length >= 6 && (own.endsWith(asked) || asked.endsWith(own))
}

/** Marks that stay win over others. Adjacent replacements become one. */
function write(text: string, marks: readonly Mark[]): string {
  const instead: (string | null)[] = Array.from({ length: text.length }, () => null)
  for (const mark of marks) if (mark.instead) instead.fill(mark.instead, mark.start, mark.end)
  for (const mark of marks) if (!mark.instead) instead.fill(null, mark.start, mark.end)
  return [...instead.keys()]
    .map((at) => (instead[at] === null ? text[at] : instead[at] === instead[at - 1] ? '' : instead[at]))
    .join('')
}
