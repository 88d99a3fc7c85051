import { domainToUnicode } from 'node:url'
import { domainOf, localPart } from '../address/address.ts'
import { oneLine } from '../page/clean-text.ts'
import type { Page } from '../page/page.ts'
import type { ElementNode } from '../page/tree.ts'
import { isNavigationLabel } from '../people/navigation-words.ts'
import { type AddressMark, blockIndexAt } from '../people/pairing.ts'
import type { Candidate } from './candidates.ts'

/** A parsed page to quote from. Links are in reading order. */
export interface Quotable {
  page: Page
  marks: readonly AddressMark[]
  pageLinks: readonly ElementNode[]
}

interface Range {
  from: number
  to: number
}

const MAX_LENGTH = 300
/** Characters around an address that are looked at in a line without end. */
const MAX_AROUND = 600
/** A line with more than this besides the address stands for itself. */
const MAX_BARE = 60
/** A card or an entry of a list, with the lines above the address. */
const MAX_CARD = 240
/** They read the text of the page, so what they found is written where they found it. */
const TEXT_METHODS = new Set(
  'plain-text bracket-words spaced-at bare-words custom-separator stated-sign nospam-words image-at split-elements'.split(
    ' ',
  ),
)
const SEPARATORS = /^[\s|·•›»/,;:–—-]*$/
const OUTER_SEPARATORS = /^[\s|·•›»/,;:–—-]+|[\s|·•›»/,;–—-]+$/g

/**
 * Quotes the line or sentence in which visitors read the address, without menus. If only a link leads to it, the
 * link's text followed by the address. '' if the address is nowhere near readable text.
 */
export function quoteOf(quotable: Quotable, places: readonly Candidate[]): string {
  for (const place of places) {
    const written = writtenAt(quotable.page, place)
    if (written) return quoteAround(quotable, written, place.email)
  }
  for (const place of places) {
    const text = linkTextAt(quotable.page, place)
    if (text) return quoteLink(quotable, place, text)
  }
  return ''
}

/** The links of a page that lead to pages, not to addresses and phone numbers. */
export const pageLinksOf = (page: Page): ElementNode[] =>
  page.byName('a').filter((link) => link.from >= 0 && link.to > link.from && isPageLink(link))

/** Where the page spells out the address, near the place at which it was found. */
function writtenAt(page: Page, { email, offset, method }: Candidate): Range | undefined {
  const { from, to } = lineAt(page, offset)
  const match = spellingOf(email).exec(page.text.slice(from, to))
  if (match) return { from: from + match.index, to: from + match.index + match[0].length }
  return TEXT_METHODS.has(method) ? { from: offset, to: Math.min(to, offset + email.length) } : undefined
}

/** Matches 'jo@shop.example' and 'jo (at) shop [dot] example'. */
function spellingOf(email: string): RegExp {
  const between = '[^\\p{L}\\p{N}]{0,3}\\p{L}{0,6}[^\\p{L}\\p{N}]{0,3}'
  const spell = (domain: string) =>
    [localPart(email), ...domain.split('.')]
      .flatMap((part) => part.split('.'))
      .map((part) => part.replace(/[$()*+/?[\\\]^{|}]/g, '\\$&'))
      .join(between)
  const domain = domainOf(email)
  const spellings = [...new Set([domain, domainToUnicode(domain) || domain])].map(spell)
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${spellings.join('|')})`, 'iu')
}

function lineAt(page: Page, offset: number): Range {
  const { from, to } = page.blocks[blockIndexAt(page, offset)] ?? { from: offset, to: offset }
  return { from: Math.max(from, offset - MAX_AROUND), to: Math.min(to, offset + MAX_AROUND) }
}

function quoteAround(quotable: Quotable, written: Range, email: string): string {
  const { page } = quotable
  const line = lineAt(page, written.from)
  const before = readable(quotable, { from: line.from, to: written.from }, written)
  const after = readable(quotable, { from: written.to, to: line.to }, written)
  const address = oneLine(page.text.slice(written.from, written.to))
  const text = joined(page, written, before, address, after)
  if (text.length - address.length > MAX_BARE)
    return sentenceAround(text, text.indexOf(address), address.length)
  return withCard(quotable, { email, offset: written.from }, text)
}

function quoteLink(quotable: Quotable, place: Candidate, text: string): string {
  const { email } = place
  const quote = `${text.slice(0, wordEnd(text, MAX_LENGTH - email.length - 3))} (${email})`
  return text.length > MAX_BARE ? quote : withCard(quotable, place, quote)
}

function withCard(quotable: Quotable, place: Pick<Candidate, 'email' | 'offset'>, quote: string): string {
  const whole = [...linesAbove(quotable, place), quote].join(' · ')
  return whole.length <= MAX_LENGTH ? whole : quote
}

/** Puts the parts together as the page spaces them, unless a menu was between them. */
function joined({ text }: Page, { from, to }: Range, before: string, address: string, after: string): string {
  const start = before && (/\s/.test(text[from - 1] ?? '') ? `${before} ` : before)
  const end = after && (/\s/.test(text[to] ?? '') ? ` ${after}` : after)
  return `${start}${address}${end}`.replace(OUTER_SEPARATORS, '')
}

/** The text of a range without menus. */
function readable(quotable: Quotable, range: Range, written: Range): string {
  const { page } = quotable
  const parts: string[] = []
  let { from } = range
  for (const menu of menusIn(quotable, range, written)) {
    parts.push(page.text.slice(from, menu.from))
    from = menu.to
  }
  parts.push(page.text.slice(from, range.to))
  return parts
    .map((part, index) => {
      const text = oneLine(part)
      return parts.length === 1 && index === 0 ? text : text.replace(OUTER_SEPARATORS, '')
    })
    .filter(Boolean)
    .join(' · ')
}

/**
 * Two or more links in a row, or one with a label such as 'Imprint', that no sentence leads to. A link to the address
 * or a phone number is no menu.
 */
function menusIn({ page, pageLinks }: Quotable, { from, to }: Range, written: Range): Range[] {
  const links: ElementNode[] = []
  for (let at = firstFrom(pageLinks, from); pageLinks[at] && pageLinks[at]!.to <= to; at++)
    links.push(pageLinks[at]!)
  const menus: Range[] = []
  for (let first = 0; first < links.length; ) {
    let last = first
    while (links[last + 1] && isOnlySeparators(page, links[last]!.to, links[last + 1]!.from)) last++
    const menu = { from: links[first]!.from, to: links[last]!.to }
    const isLedTo = !isOnlySeparators(page, menus.at(-1)?.to ?? from, menu.from)
    const label = page.text.slice(menu.from, menu.to)
    if (!isLedTo && (last > first || (isNavigationLabel(label) && endsHere(page, menu, { to, written }))))
      menus.push(menu)
    first = last + 1
  }
  return menus
}

/** Index of the first link at or after an offset. */
function firstFrom(links: readonly ElementNode[], offset: number): number {
  let [low, high] = [0, links.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (links[middle]!.from < offset) low = middle + 1
    else high = middle
  }
  return low
}

const isOnlySeparators = ({ text }: Page, from: number, to: number): boolean =>
  to - from < 20 && SEPARATORS.test(text.slice(from, Math.max(from, to)))

/** 'Contact | info@…', but not 'Contact us at info@…'. */
const endsHere = (page: Page, menu: Range, { to, written }: { to: number; written: Range }): boolean =>
  isOnlySeparators(page, menu.to, menu.to <= written.from ? written.from : to)

const isPageLink = ({ attributes: { href } }: ElementNode): boolean =>
  href !== undefined && !/^\s*(?:mailto|tel|callto|sms|fax):/i.test(href)

/** The other lines of the card before an address that stands alone: name and title. */
function linesAbove(quotable: Quotable, { email, offset }: Pick<Candidate, 'email' | 'offset'>): string[] {
  const { page, marks } = quotable
  const index = blockIndexAt(page, offset)
  const card = cardAround(page, index)
  // Lines before another address belong to that one.
  const others = marks.filter((mark) => mark.email !== email && mark.from < offset)
  const start = Math.max(card?.from ?? offset, (others.at(-1)?.from ?? -1) + 1)
  const lines: string[] = []
  for (let at = index - 1; at >= 0 && page.blocks[at]!.from >= start; at--) {
    const block = page.blocks[at]!
    const text = readable(quotable, block, { from: offset, to: offset })
    if (/[\p{L}\p{N}]/u.test(text) && !isNavigationLabel(text) && !isInMenu(block.element))
      lines.unshift(text)
  }
  return lines
}

function cardAround(page: Page, index: number): Range | undefined {
  let card: ElementNode | undefined
  for (let element: ElementNode | null | undefined = page.blocks[index]?.element; element; ) {
    if (element.to - element.from > MAX_CARD || PAGE_PARTS.test(element.name)) break
    if (element.from >= 0) card = element
    element = element.parent
  }
  return card
}

const PAGE_PARTS = /^(?:html|body|header|footer|main|nav|aside|#document)$/

function isInMenu(element: ElementNode): boolean {
  for (let at: ElementNode | null = element; at; at = at.parent)
    if (
      at.name === 'nav' ||
      at.name === 'menu' ||
      /^(?:navigation|menu|menubar)$/.test(at.attributes.role ?? '')
    )
      return true
  return false
}

/** The text of the link that leads to the address. */
function linkTextAt(page: Page, { offset, email, method }: Candidate): string {
  const link = page.byName('a').find(({ from, to }) => from === offset && to > from)
  // An attribute of an element without text is placed where the next text begins.
  const isElsewhere = method === 'attribute-text' && !Object.values(link?.attributes ?? {}).includes(email)
  return link && !isElsewhere ? oneLine(page.text.slice(link.from, link.to)) : ''
}

const SENTENCE_END = /[.!?…]["”»’')\]]*\s+(?=[\p{Lu}\p{N}"“„«¿¡(])/gu

/** The sentence with the address. Words around it where the sentence is too long. */
function sentenceAround(text: string, at: number, length: number): string {
  if (text.length <= MAX_LENGTH) return text
  let [from, to] = [0, text.length]
  for (const match of text.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length
    if (end <= at) from = end
    else if (match.index >= at + length) {
      to = match.index + match[0].trimEnd().length
      break
    }
  }
  if (to - from > MAX_LENGTH) {
    from = Math.max(from, wordStart(text, at - 120))
    to = Math.min(to, wordEnd(text, Math.max(at + length, Math.min(at + 160, from + MAX_LENGTH))))
  }
  return text.slice(from, to).replace(OUTER_SEPARATORS, '')
}

const MAX_WORD_LENGTH = 30

function wordStart(text: string, at: number): number {
  if (at <= 0) return 0
  const space = text.slice(at - 1, at + MAX_WORD_LENGTH).search(/\s/)
  return space < 0 ? at : at + space
}

function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length
  const before = /\s\S*$/.exec(text.slice(Math.max(0, at - MAX_WORD_LENGTH), at + 1))
  return before ? Math.max(0, at - MAX_WORD_LENGTH) + before.index : at
}
