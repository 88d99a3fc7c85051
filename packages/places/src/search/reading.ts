import { degreesFor, type Point } from '../geometry/distance.ts'
import type { AnyOf } from '../store/search.store.ts'
import { cellsIn, termOf } from '../text/term.ts'
import { LEVELS, TIER_SHARES, TIERS, tierMark } from '../text/tiers.ts'
import type { Around } from './location.ts'
import { type Counts, listTermsIn, type Segment, termsIn } from './segment.ts'

/** So many places at most are read at once and put in order; where more may match, they are read part by part, */
const AT_ONCE = 1200
/** fewer where it is known how many match on each level, */
const AT_ONCE_OF_KNOWN = 600
/** each of about so many, the most complete ones first. */
const PART = 120
/** A part of which no more than one in so many was found is followed by one so many times as large. */
const SPARSE = 16
/** Places of one kind are often of one place or one completeness: so many times more may match than chance would say. */
const CLUSTERED = 4
/** A condition that is met by more than so many times the places of the narrowest one costs more than it saves: */
const WORTH_ASKING = { two: 1000, few: 16, many: 4 }
/** the index steps through the places of each term, and more terms than these it looks up one by one. */
const FEW_TERMS = 8

/** What narrows a search: areas and circles, with how many places lie in them at most. */
export interface Narrowing {
  terms: number[]
  uses: number
}

export interface Reading {
  segments: readonly Segment[]
  narrowings: readonly Narrowing[]
  /** The keys of the country that is searched, when it is a country, */
  countries: readonly string[]
  /** and the one by which places are listed. */
  listedIn: string | undefined
  /** How many places there are in all, */
  total: number
  /** and how many have all of the query for their name, where that is counted and many do. */
  names: Counts | undefined
}

/** A range of tiers. */
export interface Tiers {
  tierFrom: number
  tierCount: number
}

/**
 * The places of which the query is the whole name: where many match, they come before all others. Of a name that many
 * share they are read part by part, as tiers below zero.
 */
export const WHOLE_NAMES: Tiers = { tierFrom: -1, tierCount: 1 }
export const NAMES_FROM = WHOLE_NAMES.tierFrom - TIERS
export const ALL: Tiers = { tierFrom: 0, tierCount: TIERS }

export function isOfNames({ tierFrom }: Pick<Tiers, 'tierFrom'>): boolean {
  return tierFrom < 0
}

/** Whether what matches is read part by part. */
export function isPartly({ tierFrom, tierCount }: Tiers): boolean {
  return tierFrom !== ALL.tierFrom || tierCount !== ALL.tierCount
}

/**
 * What to read first, or after a range of tiers, in which so many were found if all of it was read; undefined where none
 * are left. All at once where few places match.
 */
export function nextTiers(reading: Reading, after?: Tiers, found?: number): Tiers | undefined {
  const most = mostMatches(reading)
  if (most.uses === 0) return undefined
  const atOnce = most.isKnown && !hasName(reading) ? AT_ONCE_OF_KNOWN : AT_ONCE
  if (after === undefined && most.uses <= atOnce) return ALL
  if (hasName(reading) && (after === undefined || isOfNames(after))) {
    const names = nextNames(reading.names, after, found)
    if (names !== undefined) return names
  }
  return after === undefined || isOfNames(after) ? nextPart(most) : nextPart(most, after, found)
}

function nextNames(names: Counts | undefined, after?: Tiers, found?: number): Tiers | undefined {
  if (names === undefined || names.uses <= AT_ONCE_OF_KNOWN)
    return after === undefined ? WHOLE_NAMES : undefined
  if (after?.tierFrom === WHOLE_NAMES.tierFrom) return undefined
  const part = nextPart(names, after && { ...after, tierFrom: after.tierFrom - NAMES_FROM }, found)
  return part && { ...part, tierFrom: part.tierFrom + NAMES_FROM }
}

function nextPart({ levels }: Counts, after?: Tiers, found?: number): Tiers | undefined {
  const from = after === undefined ? 0 : after.tierFrom + after.tierCount
  const most = after === undefined ? PART : mostAfter(heldBy(after, levels), found)
  return from % TIER_SHARES === 0
    ? nextLevels(from / TIER_SHARES, levels, most)
    : nextShares(from, levels, most)
}

/** Where a part held far less than it might have, the next one is far larger, or what hardly exists takes many parts. */
function mostAfter(held: number, found: number | undefined): number {
  if (found !== undefined && found * SPARSE <= held) return Math.max(PART, held) * SPARSE
  return Math.min(Math.max(PART, held * 4), AT_ONCE)
}

/** Whole levels with so many at most, without those that no match is of. */
function nextLevels(from: number, levels: readonly number[], most: number): Tiers | undefined {
  const first = levels.findIndex((count, level) => level >= from && count > 0)
  if (first < 0) return undefined
  const tierFrom = first * TIER_SHARES
  if (levels[first]! > most) return nextShares(tierFrom, levels, most)
  let to = first
  for (let sum = 0; to < LEVELS && sum + levels[to]! <= most; to++) sum += levels[to]!
  return { tierFrom, tierCount: (to - first) * TIER_SHARES }
}

/** A part of a level. */
function nextShares(tierFrom: number, levels: readonly number[], most: number): Tiers {
  const count = levels[Math.floor(tierFrom / TIER_SHARES)]!
  const wanted = Math.max(1, Math.floor((TIER_SHARES * most) / Math.max(1, count)))
  return { tierFrom, tierCount: Math.min(wanted, TIER_SHARES - (tierFrom % TIER_SHARES)) }
}

/** So many of a range of tiers at most. */
function heldBy({ tierFrom, tierCount }: Tiers, levels: readonly number[]): number {
  let sum = 0
  for (let tier = tierFrom; tier < tierFrom + tierCount; tier++)
    sum += levels[Math.floor(tier / TIER_SHARES)]! / TIER_SHARES
  return sum
}

/** Whether a part of the query is a name's. */
export function hasName({ segments }: Reading): boolean {
  return segments.some(({ tags, isPlace }) => tags.length === 0 && !isPlace)
}

/** At most so many places match all of it. */
function mostMatches({ segments, narrowings, countries, total }: Reading): Counts & { isKnown: boolean } {
  const counts = segments.map((segment) => countsIn(segment, countries))
  const all = [...counts, ...narrowings].map(({ uses }) => uses)
  const levels = Array.from({ length: LEVELS }, (_, level) =>
    Math.min(...all, ...counts.map((count) => count.levels[level]!)),
  )
  const sum = levels.reduce((before, count) => before + count, 0)
  let expected = Math.max(1, total)
  for (const { uses } of [...segments, ...narrowings]) expected *= Math.min(1, uses / Math.max(1, total))
  const isKnown = counts.length === 1 && narrowings.length === (countries.length > 0 ? 1 : 0)
  const most = isKnown ? Number.POSITIVE_INFINITY : Math.ceil(expected * CLUSTERED)
  return { uses: Math.min(...all, sum, most), levels, isKnown }
}

/** Of the country searched, where that is counted. */
function countsIn(segment: Segment, countries: readonly string[]): Counts {
  const known = countries.flatMap((country) => segment.inCountries?.get(country) ?? [])
  const [first] = known
  return known.length === 1 && countries.length === 1 ? first! : segment
}

/** What the terms of a range of tiers are marked with: single tiers, or whole levels. */
function marksOf({ tierFrom, tierCount }: Tiers): string[] {
  const isLevels = tierFrom % TIER_SHARES === 0 && tierCount % TIER_SHARES === 0
  const step = isLevels ? TIER_SHARES : 1
  return Array.from({ length: tierCount / step }, (_, index) => tierMark(tierFrom + index * step, isLevels))
}

interface Condition extends Narrowing {
  segment?: Segment
}

/** The conditions to read a range of tiers by, and which of them to ask the index for. */
export function conditionsFor(reading: Reading, tiers: Tiers, wholeName: number): AnyOf[] {
  const { countries, total, listedIn } = reading
  const all = conditionsOf(reading)
  if (!isPartly(tiers)) return marked(all)
  if (isOfNames(tiers)) return [...marked([{ terms: [wholeName], uses: 1 }, ...all]), ...partOfNames(tiers)]
  const share = tiers.tierCount / TIERS
  const marks = marksOf(tiers)
  const counted = reading.segments.map((segment) => ({ segment, counts: countsIn(segment, countries) }))
  const { segment: driver, counts } = counted.toSorted((a, b) => a.counts.uses - b.counts.uses)[0]!
  const terms = listTermsIn(driver, { country: listedIn, marks })
  const tiered = terms ?? marks.map((mark) => termOf('t', mark))
  const others = all.filter(({ segment }) => terms === undefined || segment !== driver)
  // One level of completeness may hold most places: it is asked for all the same, beside what is rarer.
  const uses = terms === undefined ? Math.min(total * share, counts.uses) : usesOn(tiers, counts)
  return marked([{ terms: tiered, uses }, ...others])
}

function partOfNames({ tierFrom, tierCount }: Tiers): AnyOf[] {
  if (tierFrom === WHOLE_NAMES.tierFrom) return []
  const marks = marksOf({ tierFrom: tierFrom - NAMES_FROM, tierCount })
  return [{ terms: marks.map((mark) => termOf('t', mark)), isIndexed: true }]
}

/** What must hold; where a segment's places are listed by country, that list says the country too. */
function conditionsOf({ segments, narrowings, countries, listedIn }: Reading): Condition[] {
  const listed = (segment: Segment) =>
    listedIn === undefined ? undefined : listTermsIn(segment, { country: listedIn })
  const conditions = segments.map((segment) => {
    const terms = listed(segment)
    return terms === undefined
      ? { terms: termsIn(segment), uses: segment.uses, segment }
      : { terms, uses: countsIn(segment, countries).uses, segment }
  })
  const isSaid = ({ terms }: Narrowing) =>
    listedIn !== undefined && terms.every((term) => term === termOf('a', listedIn))
  return [...conditions, ...narrowings.filter((area) => !isSaid(area) || !segments.some(listed))]
}

/** How many of a segment's places are in a range of tiers. */
function usesOn(tiers: Tiers, { levels, uses }: Counts): number {
  return Math.min(uses, heldBy(tiers, levels))
}

function marked(conditions: readonly Narrowing[]): AnyOf[] {
  const narrowest = Math.max(1, Math.min(...conditions.map(({ uses }) => uses)))
  const factor = ({ length }: readonly number[]) =>
    length <= 2 ? WORTH_ASKING.two : length <= FEW_TERMS ? WORTH_ASKING.few : WORTH_ASKING.many
  return conditions.map(({ terms, uses }) => ({ terms, isIndexed: uses <= narrowest * factor(terms) }))
}

/** Of businesses: the centre of Monaco has about 300 in a cell of 1 km; most cells of 10 km have fewer. */
const IN_A_CELL = 300

/** The grid cells that a circle touches. How many places they hold is not counted, only that it is not more than match. */
export function cellsOf({ points, radiusM }: Around, segments: readonly Segment[]): Narrowing {
  const terms = [...new Set(points.flatMap((point) => cellsAround(point, radiusM)))]
  return { terms, uses: Math.min(terms.length * IN_A_CELL, ...segments.map(({ uses }) => uses)) }
}

function cellsAround(point: Point, radiusM: number): number[] {
  const reach = degreesFor(radiusM, point.lat)
  return cellsIn(point.lat - reach.lat, point.lat + reach.lat, point.lon - reach.lon, point.lon + reach.lon)
}
