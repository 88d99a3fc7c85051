import { domainOf, localPart, normalizeAddress } from '../address/address.ts'
import { oneLine } from '../page/clean-text.ts'
import type { StyleRules } from '../page/hidden.ts'
import { type PageLink, readLinks } from '../page/links.ts'
import { openPage, type Page, type PageSource } from '../page/page.ts'
import { kindsIn, type PageKind, pathWords } from '../page/page-kind.ts'
import { type PageFacts, readFacts } from '../page/site-facts.ts'
import { type ElementNode, textOf } from '../page/tree.ts'
import { isGivenName } from '../people/given-names.ts'
import { fitName } from '../people/local-part.ts'
import { findMentions, type Mention } from '../people/mentions.ts'
import { type AddressMark, pairAddress, surroundingsOf } from '../people/pairing.ts'
import { parsePersonName } from '../people/person-name.ts'
import { linkedPhones, type PhoneMention, phoneCountry, toE164, writtenPhones } from '../people/phones.ts'
import { findTitle } from '../people/titles.ts'
import { type ContextFlag, contextOf } from '../rejections/context.ts'
import type { StructuredPerson } from '../techniques/technique.ts'
import { techniques } from '../techniques/techniques.ts'
import { isParkedPage } from './parked.ts'

export interface PersonFacts {
  first_name: string | null
  last_name: string | null
  title: string | null
  /** 4: same object of structured data; 3: one name beside one address; 2: order on the page; 1: name only. */
  evidence: 1 | 2 | 3 | 4
}

/** One address on one page, with what the page says around it. */
export interface SeenAddress {
  email: string
  method: string
  confidence: number
  /** Other techniques of this page that found it too. */
  alsoBy: string[]
  person: PersonFacts | null
  phone: string | null
  snippet: string
  context: ContextFlag[]
  /** Stands where the page shows text, not only in code or attributes. */
  isShown: boolean
}

export interface PageFindings {
  url: string
  kinds: PageKind[]
  title: string
  addresses: SeenAddress[]
  people: (PersonFacts & { strength: 1 | 2 | 3 })[]
  /** Text that only looks like an address; see Sighting.twin. */
  twins: string[]
  links: PageLink[]
  facts: PageFacts
  phones: string[]
  noSolicitation: boolean
  /** robots meta: its links are not to be followed. */
  nofollow: boolean
  parked: boolean
  textLength: number
}

export interface ReadPageRequest extends PageSource {
  country: string | null
}

interface Candidate {
  email: string
  method: string
  confidence: number
  place: number
  person?: StructuredPerson
}

const MAX_CANDIDATES = 800
const NO_ADVERTISING =
  /widerspr[^.]{0,80}werb|werb[^.]{0,120}widerspr|untersag[^.]{0,120}werb|werb[^.]{0,60}(?:untersagt|unerwünscht|nicht gestattet)|keine werbung|unverlangt[^.]{0,60}werb|nicht ausdrücklich angeforderte[rn]? werb|no (?:unsolicited|solicitation|cold|marketing)\b|unsolicited (?:commercial|e-?mail|advert|market)|do not (?:send|contact)[^.]{0,60}(?:advert|market|sales|promo)|pas de (?:publicit|démarchage|prospection)|(?:publicit|démarchage|prospection)[^.]{0,60}(?:interdit|refus|oppos)|no (?:se acepta|aceptamos|enviar?)[^.]{0,40}publicidad|no pubblicit|vietat[^.]{0,60}pubblicit|geen (?:acquisitie|reclame|verkoop)|acquisitie[^.]{0,60}niet op prijs|zakaz[^.]{0,60}(?:ofert|reklam)|nie wyraż[^.]{0,80}(?:ofert|handlow|reklam)|nezasíl|undanbed[^.]{0,30}reklam|ingen reklame|ei mainoksia/i

const revealers = techniques.filter((technique) => technique.reveal)

function reveal(element: ElementNode, styles: StyleRules): { text: string; method: string } | undefined {
  for (const technique of revealers) {
    const text = technique.reveal!(element, styles)
    if (text !== undefined) return { text, method: technique.name }
  }
  return undefined
}

/** Everything that one page says: addresses with people and phones, links, facts. Pure; runs in a worker thread. */
export function readPage(request: ReadPageRequest): PageFindings {
  const page = openPage(request, reveal)
  const { candidates, twins, people } = findCandidates(page)
  const marks = marksOf(candidates)
  const mentions = withoutVisitors(
    page,
    findMentions(
      page.text,
      page.blocks,
      marks.map(({ from }) => from),
      page.language,
    ),
  )
  const country = phoneCountry(page.url.hostname, page.language, request.country)
  const linked = linkedPhones(page, country)
  const title = oneLine(page.byName('title')[0] ? textOf(page.byName('title')[0]!, 200) : '')
  const robots =
    page.byName('meta').find(({ attributes }) => /^robots$/i.test(attributes.name ?? ''))?.attributes
      .content ?? ''
  const bodyText = page.text
  return {
    url: page.url.href,
    kinds: kindsIn(`${title} ${headline(page)} ${pathWords(page.url)}`),
    title,
    addresses: group(candidates).map((seen) => describe({ page, marks, mentions, linked, country }, seen)),
    people: [...people, ...mentions.map((mention) => describeMention(page, mention))],
    twins: [...twins],
    links: readLinks(page),
    facts: readFacts(page),
    phones: [...new Set(linked.map(({ number }) => number))].slice(0, 10),
    noSolicitation: NO_ADVERTISING.test(bodyText),
    nofollow: /\b(?:nofollow|none)\b/i.test(robots),
    parked: isParkedPage(title, bodyText, page),
    textLength: bodyText.length,
  }
}

function headline(page: Page): string {
  const h1 = page.byName('h1')[0]
  return h1 ? textOf(h1, 100) : ''
}

function findCandidates(page: Page): {
  candidates: Candidate[]
  twins: Set<string>
  people: PageFindings['people']
} {
  const candidates: Candidate[] = []
  const twins = new Set<string>()
  const people: PageFindings['people'] = []
  for (const technique of techniques) {
    if (!technique.find) continue
    for (const { email: raw, place, person, twin } of technique.find(page)) {
      if (twin) twins.add(twin.toLowerCase())
      if (raw === '' && person) people.push(...structuredPeople(person, page.language))
      const email = normalizeAddress(raw)
      if (!email || candidates.length >= MAX_CANDIDATES) continue
      const shown = revealAt(page, place, raw.length)
      const confidence = shown
        ? (techniques.find(({ name }) => name === shown)?.confidence ?? technique.confidence)
        : technique.confidence
      candidates.push({
        email,
        method: shown ?? technique.name,
        confidence,
        place,
        ...(person && { person }),
      })
    }
  }
  return { candidates: candidates.filter(({ email }) => !twins.has(email)), twins, people }
}

function revealAt(page: Page, place: number, length: number): string | undefined {
  if (place < 0 || page.reveals.length === 0) return undefined
  return page.reveals.find(({ from, to }) => from < place + length && to > place)?.method
}

function structuredPeople(person: StructuredPerson, language: string): PageFindings['people'] {
  const facts = fromStructured(person, language)
  return facts ? [{ ...facts, strength: 3 }] : []
}

function marksOf(candidates: readonly Candidate[]): AddressMark[] {
  return candidates
    .filter(({ place }) => place >= 0)
    .map(({ email, place }) => ({ email, from: place }))
    .sort((a, b) => a.from - b.from)
}

function group(candidates: readonly Candidate[]): Candidate[][] {
  const groups = new Map<string, Candidate[]>()
  for (const candidate of candidates) {
    const list = groups.get(candidate.email)
    if (list) list.push(candidate)
    else groups.set(candidate.email, [candidate])
  }
  return [...groups.values()]
}

/** A reviewer's name says nothing about the business. */
function withoutVisitors(page: Page, mentions: readonly Mention[]): Mention[] {
  return mentions.filter((mention) => {
    const block = page.blocks[mention.block]!
    const before = page.text.slice(Math.max(block.from, mention.from - 200), mention.from)
    const isQuoted =
      /["”“»«‘’']\s*[,.]?\s*(?:[–—-]|by|von)\s*$/.test(before) ||
      /\b(?:review|testimonial|kundenstimme|bewertung|avis client|recensione|opini[oó]n)\b/i.test(before)
    return !isQuoted && !contextOf(page, mention.from, '').includes('visitor')
  })
}

interface Surrounding {
  page: Page
  marks: readonly AddressMark[]
  mentions: readonly Mention[]
  linked: readonly PhoneMention[]
  country: ReturnType<typeof phoneCountry>
}

function describe(around: Surrounding, seen: readonly Candidate[]): SeenAddress {
  const { page } = around
  const best = seen.reduce((one, other) => (other.confidence > one.confidence ? other : one))
  const shown = seen.filter(({ place }) => place >= 0)
  const contexts = shown.map(({ place, email }) => contextOf(page, place, email))
  const structured = seen
    .map(({ person }) => person && fromStructured(person, page.language))
    .find((facts) => facts && (facts.first_name || facts.last_name))
  const paired = shown
    .map(({ email, place }) => personAt(around, { email, from: place }))
    .filter((facts) => facts !== undefined)
  const found = paired.sort((a, b) => b.evidence - a.evidence)[0]
  const person = structured
    ? {
        ...structured,
        title: structured.title ?? (found && found.last_name === structured.last_name ? found.title : null),
      }
    : (found ?? null)
  const phone =
    seen.map(({ person: own }) => own?.phone && toE164(own.phone, around.country)).find(Boolean) ??
    shown.map((one) => phoneAt(around, { email: one.email, from: one.place })).find(Boolean)
  return {
    email: best.email,
    method: best.method,
    confidence: best.confidence,
    alsoBy: [...new Set(seen.map(({ method }) => method))].filter((method) => method !== best.method),
    person,
    phone: phone ?? null,
    snippet: snippetOf(page, shown[0]?.place ?? -1),
    // One clean place on the page is enough: the same address may also stand in a list.
    context: contexts.find((flags) => flags.length === 0) ?? contexts[0] ?? [],
    isShown: shown.length > 0,
  }
}

export function fromStructured(person: StructuredPerson, language: string): PersonFacts | undefined {
  const title = person.title ? oneLine(person.title).slice(0, 80) : null
  if (person.first_name || person.last_name) {
    const first = person.first_name
      ? (parsePersonName(person.first_name, language)?.first_name ?? oneLine(person.first_name))
      : null
    return {
      first_name: first,
      last_name: person.last_name ? oneLine(person.last_name) : null,
      title,
      evidence: 4,
    }
  }
  const name = person.name ? parsePersonName(oneLine(person.name), language) : undefined
  if (!name || !(isGivenName(name.first_name?.split(/[\s-]/)[0] ?? '') || title || name.last_name))
    return undefined
  return { ...name, title, evidence: 4 }
}

function personAt(around: Surrounding, mark: AddressMark): PersonFacts | undefined {
  const pair = pairAddress(around, mark)
  if (!pair) return undefined
  const { mention, within, isCard } = pair
  const title = findTitle(around.page, mention, within, isCard)
  const isFit = fitName(localPart(mark.email), mention) >= 0.7
  if (mention.strength === 1 && !isFit && !title) return undefined
  return {
    first_name: mention.first_name,
    last_name: mention.last_name,
    title: title ?? null,
    evidence: isCard || isFit ? 3 : 2,
  }
}

function describeMention(page: Page, mention: Mention): PageFindings['people'][number] {
  const block = page.blocks[mention.block]!
  const near = {
    from: page.blocks[mention.block - 1]?.from ?? block.from,
    to: page.blocks[mention.block + 2]?.to ?? block.to,
  }
  const title = findTitle(page, mention, near, false)
  return {
    first_name: mention.first_name,
    last_name: mention.last_name,
    title: title ?? null,
    evidence: 1,
    strength: mention.strength,
  }
}

function phoneAt(
  { page, marks, mentions, linked, country }: Surrounding,
  mark: AddressMark,
): string | undefined {
  const around = surroundingsOf({ page, marks }, mark)
  const pair = pairAddress({ page, marks, mentions }, mark)
  const { from, to } =
    pair && pair.within.to - pair.within.from < around.to - around.from ? pair.within : around
  const inside = [
    ...linked.filter((phone) => phone.from >= from && phone.from < to),
    ...writtenPhones(page.text, from, to, country),
  ]
  const nearest = inside.sort((a, b) => Math.abs(a.from - mark.from) - Math.abs(b.from - mark.from))[0]
  return nearest?.number
}

function snippetOf(page: Page, place: number): string {
  if (place < 0) return ''
  return oneLine(page.text.slice(Math.max(0, place - 120), place + 160).replace(/\n/g, ' · ')).slice(0, 300)
}

export function isOwnAddress(email: string, domains: readonly string[]): boolean {
  return domains.some((domain) => domainOf(email) === domain || domainOf(email).endsWith(`.${domain}`))
}
