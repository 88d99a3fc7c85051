import { oneLine } from '../page/clean-text.ts'
import { readLinks } from '../page/links.ts'
import { openPage, type Page } from '../page/page.ts'
import { kindsIn, type PageKind, pathWords } from '../page/page-kind.ts'
import { readFacts } from '../page/site-facts.ts'
import { textOf } from '../page/tree.ts'
import { type BusinessNames, businessNamesOfPage, isBusinessName } from '../people/business-names.ts'
import { findMentions, type Mention } from '../people/mentions.ts'
import type { AddressMark } from '../people/pairing.ts'
import { countryOfNumbers, linkedPhones, phoneCountry } from '../people/phones.ts'
import { isPlace } from '../people/postal-lines.ts'
import { isCreditLine, isVisitorPlace } from '../rejections/context.ts'
import { refusesAdvertising } from '../rejections/no-solicitation.ts'
import type { StructuredPerson } from '../techniques/technique.ts'
import { findCandidates, group, marksOf, reveal } from './candidates.ts'
import { describe, describeMention, fromStructured } from './describe-address.ts'
import { emptinessOf } from './empty-pages.ts'
import type { PageFindings, ReadPageRequest } from './findings.ts'
import { pageLinksOf } from './quote.ts'

/** Reads one page: addresses with people and phones, links, facts. Pure, runs in a worker thread. */
export function readPage(request: ReadPageRequest): PageFindings {
  const page = openPage(request, reveal)
  const { candidates, twins, people } = findCandidates(page)
  const marks = marksOf(candidates)
  const title = titleOf(page)
  const kinds = kindsIn(`${title} ${headline(page)} ${pathWords(page.url)}`)
  const country = phoneCountry(page.url.hostname, page.language, request.country, () =>
    countryOfNumbers(page),
  )
  const business = businessNamesOfPage(page, request.businessName ?? '')
  const mentions = mentionsOf(page, marks, kinds, business)
  const linked = linkedPhones(page, country)
  const around = { page, marks, mentions, linked, country, business, pageLinks: pageLinksOf(page) }
  return {
    url: page.url.href,
    kinds,
    title,
    addresses: group(candidates).map((seen) => describe(around, seen)),
    people: peopleOf(page, mentions, people),
    twins: [...twins],
    links: readLinks(page),
    facts: request.wantsFacts === false ? null : readFacts(page),
    phones: [...new Set(linked.map(({ number }) => number))].slice(0, 10),
    noSolicitation: marks.length > 0 && refusesAdvertising(noticeText(page, marks, kinds)),
    nofollow: /\b(?:nofollow|none)\b/i.test(robotsMetaOf(page)),
    empty: emptinessOf(title, page),
    textLength: page.text.length,
  }
}

const MAX_PEOPLE = 150
/** Doubtful names count only in short lines, such as lists and headings. */
const MAX_UNSURE_LINE = 80

/** The people on a page, each once. Their address may be on another page. */
function peopleOf(
  page: Page,
  mentions: readonly Mention[],
  structured: readonly StructuredPerson[],
): PageFindings['people'] {
  const people = new Map<string, Mention>()
  for (const mention of mentions) {
    const { from, to } = page.blocks[mention.block]!
    if (mention.strength === 1 && to - from > MAX_UNSURE_LINE) continue
    const name = `${mention.first_name} ${mention.last_name}`
    const known = people.get(name)
    if ((!known || known.strength < mention.strength) && people.size < MAX_PEOPLE) people.set(name, mention)
  }
  return [
    ...structured
      .flatMap((person) => fromStructured(person, page.language) ?? [])
      .map((person) => ({ ...person, strength: 3 as const })),
    ...[...people.values()].map((mention) => describeMention(page, mention, mentions)),
  ]
}

function titleOf(page: Page): string {
  const title = page.byName('title')[0]
  return title ? oneLine(textOf(title, 200)) : ''
}

function headline(page: Page): string {
  const h1 = page.byName('h1')[0]
  return h1 ? textOf(h1, 100) : ''
}

/** Text in which notices are searched: around addresses, or the whole imprint. */
function noticeText(page: Page, marks: readonly AddressMark[], kinds: readonly PageKind[]): string {
  if (kinds.includes('imprint') || kinds.includes('privacy')) return page.text.slice(0, 60_000)
  return rangesAround(marks.map(({ from }) => from))
    .map(({ from, to }) => page.text.slice(Math.max(0, from), to))
    .join('\n')
}

function robotsMetaOf(page: Page): string {
  const meta = page.byName('meta').find(({ attributes }) => /^robots$/i.test(attributes.name ?? ''))
  return meta?.attributes.content ?? ''
}

/** Characters around an address in which people are searched. Pages about people are searched completely. */
const NEAR = 2500

function mentionsOf(
  page: Page,
  marks: readonly AddressMark[],
  kinds: readonly PageKind[],
  business: BusinessNames,
): Mention[] {
  const isAboutPeople = kinds.some(
    (kind) => kind === 'team' || kind === 'contact' || kind === 'imprint' || kind === 'about',
  )
  const offsets = marks.map(({ from }) => from)
  const ranges = isAboutPeople ? [{ from: 0, to: 60_000 }] : rangesAround(offsets)
  return findMentions(page, ranges, offsets).filter((mention) => isPerson(page, mention, business))
}

/** False for streets, towns, shops, visitors and the makers of the website. */
function isPerson(page: Page, mention: Mention, business: BusinessNames): boolean {
  const block = page.blocks[mention.block]!
  const line = page.text.slice(block.from, block.to)
  const from = mention.from - block.from
  const to = mention.to - block.from
  return (
    !isPlace(line, from, to, mention.strength) &&
    !isBusinessName(business, mention) &&
    !isCreditLine(line, from) &&
    !isVisitorPlace(page, mention)
  )
}

function rangesAround(offsets: readonly number[]): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = []
  for (const offset of offsets) {
    const last = ranges.at(-1)
    if (last && offset - NEAR <= last.to) last.to = offset + NEAR
    else ranges.push({ from: offset - NEAR, to: offset + NEAR })
  }
  return ranges
}
