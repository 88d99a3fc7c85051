import { domainOf, normalizeAddress } from '../address/address.ts'
import { percentDecode } from '../address/mailto.ts'
import { oneLine } from '../page/clean-text.ts'
import type { Page } from '../page/page.ts'
import { isFreeMailDomain } from '../rejections/rejections.ts'
import { AT_NAMES, DOT_NAMES, INSTEAD_WORDS, REPLACING_WORDS, SIGN_NAMES } from './stated-sign-words.ts'
import type { Technique } from './technique.ts'

const MAX_STATEMENT = 400
/** Between the sign and '@': 'durch ein', 'par le signe'. */
const MAX_BETWEEN = 40
const MAX_SIGNS = 4
const QUOTES = '["\'`´„“”‚‘’«»‹›()\\[\\]]'

/** Not the sign of an address or a user name. */
const AT = `(?:${QUOTES}at${QUOTES}|(?<![\\p{L}\\p{N}._-])(?:@(?![\\p{L}\\p{N}])|(?:${AT_NAMES})(?!\\p{L})))`
const DOT = `(?:${QUOTES}\\.${QUOTES}|(?<!\\p{L})(?:${DOT_NAMES})(?!\\p{L}))`
/** A word in quotation marks, one to three signs, or the name of a sign. */
const SIGN = `(?:${QUOTES}{1,2}([\\p{L}\\p{N}_-]{1,12})${QUOTES}{1,2}|${QUOTES}?([^\\p{L}\\p{N}\\s@.,;:!?"'()\\[\\]„“”«»]{1,3})${QUOTES}?|(?<!\\p{L})(${[...SIGN_NAMES.keys()].join('|')})(?!\\p{L}))`
const LINK = `(?<!\\p{L})(?:${REPLACING_WORDS})(?!\\p{L})`
const INSTEAD = `(?<!\\p{L})(?:${INSTEAD_WORDS})(?!\\p{L})`
/** Signs that also divide words. */
const DIVIDER = /^[-–—/|&·•+=<>→]+$/

/** 'Replace * by @', '* = @', '@ instead of *', 'statt * bitte @', for one target. */
function statements(target: string): RegExp[] {
  const between = `[^@\\n]{0,${MAX_BETWEEN}}?`
  return [
    new RegExp(`${SIGN}\\s*(?:=|→|->|=>)\\s*${QUOTES}?${target}`, 'giu'),
    new RegExp(`${SIGN}${between}${LINK}${between}${target}`, 'giu'),
    new RegExp(`${LINK}${between}${SIGN}${between}${target}`, 'giu'),
    new RegExp(`${INSTEAD}${between}${SIGN}${between}${target}`, 'giu'),
    new RegExp(`${target}${QUOTES}?${between}${INSTEAD}${between}${SIGN}`, 'giu'),
  ]
}

const AT_STATEMENTS = [
  ...statements(AT),
  /(?<!\p{L})(\p{Lu}{2,12})(?!\p{L})[^@\n]{0,40}?(?<![\p{L}\p{N}._-])@(?![\p{L}\p{N}])/gu,
]
const DOT_STATEMENTS = statements(DOT)
const NAMES_AT = new RegExp(AT, 'iu')
/** Also across line breaks, which a statement has as blanks. */
const PAGE_NAMES_AT = new RegExp(AT.replaceAll('[- ]?', '[-\\s]*'), 'iu')

/** `info*oak.com (replace * by @)`, in the words of many languages. */
export const statedSign: Technique = {
  name: 'stated-sign',
  confidence: 0.7,
  *find(page) {
    const stated = statedSigns(page)
    if (stated.at.length === 0) return
    for (const sign of stated.at) {
      for (const { email, offset } of readText(page, sign, stated.dot)) yield { email, offset }
      for (const element of page.byName('a')) {
        const { href = '' } = element.attributes
        if (!/^\s*mailto:/i.test(href) || href.includes('@') || page.isDropped(element)) continue
        const to = percentDecode(href.replace(/^\s*mailto:/i, '').split('?')[0]!)
        const email = to.includes(sign) ? toAddress(page, to.replace(sign, '@'), stated.dot) : undefined
        if (email) yield { email, offset: page.offsetOf(element) }
      }
    }
  },
}

function statedSigns(page: Page): { at: string[]; dot: string[] } {
  const at = new Set<string>()
  const dot = new Set<string>()
  if (!PAGE_NAMES_AT.test(page.text)) return { at: [], dot: [] }
  for (const { from, to } of page.blocks) {
    if (to - from > MAX_STATEMENT * 3) continue
    const text = oneLine(page.text.slice(from, to))
    if (!NAMES_AT.test(text)) continue
    for (const sign of signsIn(text, AT_STATEMENTS)) at.add(sign)
    if (at.size > 0) for (const sign of signsIn(text, DOT_STATEMENTS)) if (!at.has(sign)) dot.add(sign)
    if (at.size >= MAX_SIGNS) break
  }
  return { at: [...at], dot: [...dot] }
}

function signsIn(text: string, patterns: readonly RegExp[]): string[] {
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(([, word, sign, name]) => [
      ...(SIGN_NAMES.get((name ?? word ?? '').toLowerCase()) ?? []),
      ...(name ? [] : [word ?? sign ?? '']),
    ]),
  )
}

function* readText(
  page: Page,
  sign: string,
  dots: readonly string[],
): Generator<{ email: string; offset: number }> {
  const domain = `[\\p{L}\\p{N}-]+(?:\\s?(?:\\.|${['\\.', ...dots.map(escaped)].join('|')})\\s?[\\p{L}\\p{N}-]+){1,4}`
  const space = DIVIDER.test(sign) ? '' : '\\s?'
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}._%+-])([\\p{L}\\p{N}._%+-]{1,64}?)${space}[[(]?${escaped(sign)}[\\])]?${space}(${domain})`,
    'giu',
  )
  for (const match of page.text.matchAll(pattern)) {
    const email = toAddress(page, `${match[1]}@${match[2]}`, dots)
    if (email) yield { email, offset: match.index }
  }
}

/** Only the site's own domain and free mail: a sign may also divide other words. */
function toAddress(page: Page, text: string, dots: readonly string[]): string | undefined {
  const [local = '', domain = ''] = text.split('@')
  const plain = dots.reduce((rest, dot) => rest.replaceAll(dot, '.'), domain).replace(/\s/g, '')
  for (let labels = plain.split('.'); labels.length >= 2; labels = labels.slice(0, -1)) {
    const email = normalizeAddress(`${local.trim()}@${labels.join('.')}`)
    if (email && (page.isOwnDomain(domainOf(email)) || isFreeMailDomain(domainOf(email)))) return email
  }
  return undefined
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
