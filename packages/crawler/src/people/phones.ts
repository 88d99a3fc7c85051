import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Page } from '../page/page.ts'
import { remember } from '../remember.ts'

export interface PhoneMention {
  /** E.164. */
  number: string
  from: number
  linked: boolean
}

/** Within one line: the next one may start with a house number or postal code. */
const CANDIDATE = /(?:\+|\(0|\(\+|\b0|\b[1-9])[\d][\d \t()./\u00a0\u2009-\u2011\u202f–-]{4,22}\d/g
const FAX = /(?:fax|telefax|faks|f)\s*[:.]?\s*(?:\+|\(|nr\.?\s*|n[°º]\s*)?$/i
/** The shorter ones as whole words, because 'Teléfono:' also ends in 'no'. */
const NO_PHONE =
  /(?:hrb|hra|iban|steuer|konto|siret|siren|regon|partita|license|licence|company|©|(?<!\p{L})(?:[\p{L}-]{0,12}id|bic|ust|vat|tva|rcs|blz|kvk|nip|krs|i[čc]o|di[čc]|p\.?\s?iva|c\.?f\.?|cif|nif|ein|[\p{L}-]{0,12}nr|no|isbn|art|plz|cap|reg|org|tax|since|seit|depuis))[\s.:-]*(?:\p{L}{0,3}\s*)?$/iu
const PHONE_WORD =
  /(?:tel|fon|phone|mobil|handy|cell|gsm|whats\s?app|puhelin|ruf)[\p{L}.-]{0,14}(?:\s?-?(?:nr|no|n[°ºr]|number|nummer))?[\s.:)-]*$/iu
const LANGUAGE_COUNTRY: Record<string, CountryCode> = {
  de: 'DE',
  fr: 'FR',
  it: 'IT',
  es: 'ES',
  nl: 'NL',
  pl: 'PL',
  pt: 'PT',
  cs: 'CZ',
  sk: 'SK',
  sv: 'SE',
  da: 'DK',
  fi: 'FI',
  hu: 'HU',
  nb: 'NO',
  no: 'NO',
  nn: 'NO',
  en: 'US',
  ja: 'JP',
  ko: 'KR',
  zh: 'CN',
  tr: 'TR',
  el: 'GR',
  ro: 'RO',
  sl: 'SI',
  hr: 'HR',
  ru: 'RU',
  uk: 'UA',
  ca: 'ES',
  eu: 'ES',
  gl: 'ES',
  et: 'EE',
  lv: 'LV',
  lt: 'LT',
  bg: 'BG',
  sr: 'RS',
  is: 'IS',
}
const MAX_LINKS = 300
/** Words before an extension that is dialled right after the number: 'DW 12', 'Durchwahl -12'. */
const DIRECT_DIAL =
  '(?:DW|Durchwahl(?:nummer)?|Kl(?:appe)?|Nebenstelle|NSt|App(?:arat)?|Wew|wewn|linka|klapka|mellék)'
const DIRECT_AFTER = new RegExp(
  `^\\s{0,2}[,;(/–-]?\\s{0,2}${DIRECT_DIAL}\\.?\\s{0,2}:?\\s{0,2}[-–/.]?\\s{0,2}(\\d{1,5})(?![\\d/-]\\d)`,
  'iu',
)
const DIRECT_ALONE = new RegExp(
  `(?<!\\p{L})${DIRECT_DIAL}\\.?\\s{0,2}:?\\s{0,2}[-–/.]?\\s{0,2}(\\d{1,5})(?![\\d/-]\\d)`,
  'iu',
)
/** '0561 5550-0' is a switchboard: an extension replaces the zero. */
const SWITCHBOARD = /[-–/\u2011]\s?0$/
const EXTENSION_END = /\s?[-–/\u2011]\s?\d{1,5}$/
/** Where people dial an extension right after the number. */
const DIALS_THROUGH = /^\+(?:49|43|41|423|420|421|48|36)/

/**
 * The country whose dialling rules apply to numbers without '+': the requested one, else by top-level domain, by the
 * page's international numbers, or by language.
 */
export function phoneCountry(
  hostname: string,
  language: string,
  country?: string | null,
  ofNumbers: () => CountryCode | undefined = () => undefined,
): CountryCode | undefined {
  const known = country?.toUpperCase()
  if (known && isSupportedCountry(known)) return known
  const tld = hostname.split('.').at(-1)?.toUpperCase() ?? ''
  const byDomain = tld === 'UK' ? 'GB' : tld
  if (
    byDomain.length === 2 &&
    !/^(?:IO|AI|CO|ME|TV|CC|EU|FM|LY|GG|IM|SH|AC)$/.test(byDomain) &&
    isSupportedCountry(byDomain)
  )
    return byDomain
  return ofNumbers() ?? LANGUAGE_COUNTRY[language]
}

export function toE164(text: string, country: CountryCode | undefined): string | undefined {
  return parsed(`${country ?? '--'}${text.replace(/\(0\)/, '').slice(0, 40)}`)
}

const parsed = remember((key: string): string | undefined => {
  const country = key.slice(0, 2)
  const number = parsePhoneNumberFromString(
    key.slice(2),
    country === '--' ? undefined : (country as CountryCode),
  )
  if (!number || number.nationalNumber.length < 7) return undefined
  // North American area codes and exchanges start with 2 to 9. A leading zero means another country.
  if (number.countryCallingCode === '1' && !/^[2-9]\d{2}[2-9]\d{6}$/.test(number.nationalNumber))
    return undefined
  return number.isPossible() ? number.number : undefined
}, 5000)

/** The country of the page's numbers in international form. */
export function countryOfNumbers(page: Page): CountryCode | undefined {
  for (const link of page.byName('a').slice(0, 2000)) {
    const international = /^\s*tel:\s*(\+[\d\s().-]{8,24})/i.exec(decode(link.attributes.href ?? ''))?.[1]
    const country = international && parsePhoneNumberFromString(international)?.country
    if (country) return country
  }
  for (const [written] of page.text.slice(0, 60_000).matchAll(/\+\d{2,3}[\d\s()./-]{7,18}\d/g)) {
    const country = parsePhoneNumberFromString(written)?.country
    if (country) return country
  }
  return undefined
}

/** Numbers of `tel:` links, except those labelled as fax. */
export function linkedPhones(page: Page, country: CountryCode | undefined): PhoneMention[] {
  const found: PhoneMention[] = []
  for (const link of page.byName('a')) {
    const href = link.attributes.href
    if (!href || !/^\s*(?:tel|callto):/i.test(href) || found.length >= MAX_LINKS || page.isDropped(link))
      continue
    const from = page.offsetOf(link)
    const number = isFax(page.text, from)
      ? undefined
      : toE164(decode(href.replace(/^\s*(?:tel|callto):/i, '')), country)
    if (number) found.push({ number, from, linked: true })
  }
  return found
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function isFax(text: string, at: number): boolean {
  return FAX.test(
    text
      .slice(Math.max(0, at - 16), at)
      .split('\n')
      .at(-1) ?? '',
  )
}

/** True if the words before the number say that it is a mobile phone. */
export function isMobile(text: string, at: number): boolean {
  return /(?:mobil|handy|cell|portable|m[oó]vil|telem|whats\s?app|gsm|kom|notruf|hotline)[\p{L}.]{0,8}\s*[:.]?\s*(?:\+|\()?$/iu.test(
    text
      .slice(Math.max(0, at - 20), at)
      .split('\n')
      .at(-1) ?? '',
  )
}

/** Finds written phone numbers, but not fax, register, bank or tax numbers. */
export function writtenPhones(
  text: string,
  from: number,
  to: number,
  country: CountryCode | undefined,
): PhoneMention[] {
  const found: PhoneMention[] = []
  for (const match of text.slice(from, to).matchAll(CANDIDATE)) {
    const at = from + match.index
    const before =
      text
        .slice(Math.max(0, at - 24), at)
        .split('\n')
        .at(-1) ?? ''
    if (isFax(text, at) || isOtherNumber(before) || /[\w@/]$/.test(before.slice(-1)) || isDate(match[0]))
      continue
    const number = numberWithExtension(match[0], text.slice(at + match[0].length, to), country)
    if (number) found.push({ number, from: at, linked: false })
    if (found.length >= 20) break
  }
  return found
}

/**
 * 'DW 12' and '-12' belong to the number where they are dialled with it. Elsewhere an extension ('ext. 12', '-12') is
 * asked for, and the number is the one before.
 */
function numberWithExtension(
  written: string,
  after: string,
  country: CountryCode | undefined,
): string | undefined {
  const extension = DIRECT_AFTER.exec(after)?.[1]
  const direct = extension && throughDial(written, extension, country)
  return direct ?? toE164(written, country) ?? toE164(written.replace(EXTENSION_END, ''), country)
}

function throughDial(
  written: string,
  extension: string,
  country: CountryCode | undefined,
): string | undefined {
  const number = toE164(written.replace(SWITCHBOARD, '') + extension, country)
  return number && DIALS_THROUGH.test(number) ? number : undefined
}

/** The number of 'Durchwahl -12' in a line without one: that of the page's switchboard. */
export function directPhone(
  page: Pick<Page, 'text'>,
  written: string,
  country: CountryCode | undefined,
): string | undefined {
  const extension = DIRECT_ALONE.exec(written)?.[1] ?? /^\D{0,3}(\d{1,5})\D{0,3}$/.exec(written)?.[1]
  if (!extension) return undefined
  for (const [number] of page.text.slice(0, 60_000).matchAll(CANDIDATE)) {
    const direct = SWITCHBOARD.test(number) ? throughDial(number, extension, country) : undefined
    if (direct) return direct
  }
  return undefined
}

function isOtherNumber(before: string): boolean {
  return NO_PHONE.test(before) && !PHONE_WORD.test(before)
}

function isDate(text: string): boolean {
  return /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$|^\d{4}[./-]\d{1,2}[./-]\d{1,2}$|^\d{4}\s?[–-]\s?\d{4}$/.test(
    text.trim(),
  )
}
