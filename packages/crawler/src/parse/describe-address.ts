import { localPart } from '../address/address.ts'
import { isRoleLocalPart } from '../address/role-words.ts'
import { fold, oneLine } from '../page/clean-text.ts'
import type { Page } from '../page/page.ts'
import type { BusinessNames } from '../people/business-names.ts'
import { isAmbiguousGivenName, isGivenName } from '../people/given-names.ts'
import { fitName } from '../people/local-part.ts'
import type { Mention } from '../people/mentions.ts'
import {
  type AddressMark,
  blockIndexAt,
  fieldsAt,
  type Pair,
  pairAddress,
  surroundingsOf,
} from '../people/pairing.ts'
import { parsePersonName } from '../people/person-name.ts'
import {
  directPhone,
  isMobile,
  type PhoneMention,
  type phoneCountry,
  toE164,
  writtenPhones,
} from '../people/phones.ts'
import { findTitle } from '../people/titles.ts'
import { contextOf } from '../rejections/context.ts'
import type { StructuredPerson } from '../techniques/technique.ts'
import type { Candidate } from './candidates.ts'
import type { PageFindings, PersonFacts, SeenAddress } from './findings.ts'
import { type Quotable, quoteOf } from './quote.ts'

export interface Surrounding extends Quotable {
  mentions: readonly Mention[]
  linked: readonly PhoneMention[]
  business: BusinessNames
  country: ReturnType<typeof phoneCountry>
}

const MAX_PLACES = 6
const MAIN_PHONE_DISTANCE = 250

/** Combines all places where a page shows an address into its person, phone and context. */
export function describe(around: Surrounding, seen: readonly Candidate[]): SeenAddress {
  const { page } = around
  const best = seen.reduce((one, other) => (other.confidence > one.confidence ? other : one))
  const shown = offsetsApart(page, seen)
  const contexts = shown.map(({ offset, email }) => contextOf(page, offset, email))
  const structured = seen
    .map(({ person }) => person && fromStructured(person, page.language))
    .find((facts) => facts && (facts.first_name || facts.last_name))
  const marks = shown.map(({ email, offset }) => ({ email, from: offset }))
  const pairs = marks.map((mark) => pairAddress(around, mark))
  const paired = marks
    .map((mark, index) => personOf(around, mark, pairs[index]))
    .filter((facts) => facts !== undefined)
  const found =
    paired.sort((a, b) => b.evidence - a.evidence)[0] ??
    marks.map((mark) => calledByGivenName(page, mark)).find((facts) => facts !== undefined)
  const person = structured
    ? {
        ...structured,
        title: structured.title ?? (found && found.last_name === structured.last_name ? found.title : null),
      }
    : (found ?? null)
  const phone =
    seen.map(({ person: own }) => own?.phone && toE164(own.phone, around.country)).find(Boolean) ??
    marks.map((mark, index) => phoneAt(around, mark, pairs[index])).find(Boolean)
  return {
    email: best.email,
    method: best.method,
    confidence: best.confidence,
    alsoBy: [...new Set(seen.map(({ method }) => method))].filter((method) => method !== best.method),
    person,
    phone: phone ?? null,
    snippet: quoteOf(around, shown),
    // One place without flags is enough: the address may also be in a list.
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

/** One place per line: an address that is linked and written, or found by several techniques, counts once. */
function offsetsApart(page: Page, seen: readonly Candidate[]): Candidate[] {
  const offsets = new Map<number, Candidate>()
  for (const candidate of seen) {
    const block = blockIndexAt(page, candidate.offset)
    if (candidate.offset >= 0 && !offsets.has(block)) offsets.set(block, candidate)
  }
  return [...offsets.values()].slice(0, MAX_PLACES)
}

function personOf(
  { page, mentions }: Surrounding,
  mark: AddressMark,
  pair: Pair | undefined,
): PersonFacts | undefined {
  if (!pair) return undefined
  const { mention, within, isCard } = pair
  const title = findTitle(page, mention, within, { ...titleFields(page, mention), ...pair, mentions })
  const fit = fitName(localPart(mark.email), mention)
  if (mention.strength === 1 && !title && (fit < 0.5 || (fit <= 0.7 && !isCard))) return undefined
  return {
    first_name: mention.first_name,
    last_name: mention.last_name,
    title: title ?? null,
    evidence: isCard || fit >= 0.7 ? 3 : 2,
  }
}

/** The cells beside a name, if one of the headings is for titles. */
function titleFields(page: Page, { from }: Mention): Pick<Pair, 'fields'> {
  const fields = fieldsAt(page, from)
  const cell = fields?.get('title')
  return fields && cell && !(from >= cell.from && from < cell.to) ? { fields } : {}
}

/** 'Write to Hannah at hannah@': the text confirms the name in the address. */
function calledByGivenName(page: Page, { email, from }: AddressMark): PersonFacts | undefined {
  const local = localPart(email)
  if (!isGivenName(local) || isAmbiguousGivenName(local) || isRoleLocalPart(local)) return undefined
  const block = page.blocks[blockIndexAt(page, from)]
  const near = block ? page.text.slice(Math.max(block.from, from - 120), Math.min(block.to, from + 120)) : ''
  const name = near.match(/\p{Lu}[\p{L}’'-]+/gu)?.find((word) => fold(word) === local)
  return name ? { first_name: name, last_name: null, title: null, evidence: 1 } : undefined
}

export function describeMention(
  page: Page,
  mention: Mention,
  mentions: readonly Mention[],
): PageFindings['people'][number] {
  const block = page.blocks[mention.block]!
  const near = {
    from: page.blocks[mention.block - 1]?.from ?? block.from,
    to: page.blocks[mention.block + 2]?.to ?? block.to,
  }
  const title = findTitle(page, mention, near, {
    ...titleFields(page, mention),
    isCard: false,
    mentions,
  })
  return {
    first_name: mention.first_name,
    last_name: mention.last_name,
    title: title ?? null,
    evidence: 1,
    strength: mention.strength,
  }
}

function phoneAt(
  { page, marks, linked, country }: Surrounding,
  mark: AddressMark,
  pair: Pair | undefined,
): string | undefined {
  const around = surroundingsOf({ page, marks }, mark)
  const isSmaller = pair && pair.within.to - pair.within.from < around.to - around.from
  const phonesIn = ({ from, to }: { from: number; to: number }): PhoneMention[] => [
    ...linked.filter((phone) => phone.from >= from && phone.from < to),
    ...writtenPhones(page.text, from, to, country),
  ]
  const fields = fieldsAt(page, mark.from)
  const cells = (['phone', 'email', 'name'] as const).flatMap((field) => fields?.get(field) ?? [])
  const inCell = [...cells, ...(pair?.column ?? [])].flatMap(phonesIn)
  if (inCell[0]) return inCell[0].number
  const own = phonesIn(pair && !pair.isCard && isSmaller ? pair.within : around)
  // In a list of lines the number may be between the person's name and the next one.
  const stretch = pair && { from: Math.min(pair.mention.from, mark.from), to: pair.within.to }
  const inside = own.length === 0 && stretch && isAlone(stretch, marks) ? phonesIn(stretch) : own
  const isRole = isRoleLocalPart(localPart(mark.email))
  const near = isRole && inside.length === 0 && !pair ? phonesIn(mainPhoneRange(mark)) : inside
  const landlines = isRole ? near.filter((phone) => !isMobile(page.text, phone.from)) : []
  const nearest = nearestOf(landlines.length > 0 ? landlines : near, mark)
  const extension = fields?.get('extension') ?? around
  return nearest?.number ?? directPhone(page, page.text.slice(extension.from, extension.to).trim(), country)
}

function isAlone({ from, to }: { from: number; to: number }, marks: readonly AddressMark[]): boolean {
  return (
    new Set(marks.filter((mark) => mark.from >= from && mark.from < to).map(({ email }) => email)).size < 2
  )
}

function nearestOf(phones: readonly PhoneMention[], { from }: AddressMark): PhoneMention | undefined {
  return [...phones].sort((a, b) => Math.abs(a.from - from) - Math.abs(b.from - from))[0]
}

/** The main number belongs to the general address, even with other addresses in between. */
function mainPhoneRange({ from }: AddressMark): { from: number; to: number } {
  return { from: Math.max(0, from - MAIN_PHONE_DISTANCE), to: from + MAIN_PHONE_DISTANCE }
}
