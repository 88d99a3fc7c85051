import { degreesFor, type Point } from '../geometry/distance.ts'
import type { AnyOf } from '../store/search.store.ts'
import { cellsIn, termOf } from '../text/term.ts'
import { TIER_SHARES, TIERS, tierMark } from '../text/tiers.ts'
import type { Around } from './location.ts'
import { type Segment, termsIn, tierTermsIn } from './segment.ts'

/** A search reads about so many places at a time; where more match, the most complete ones first. */
const AT_ONCE = 1200
/** Places of one kind are often of one place or one completeness: so many times more may match than chance would say. */
const CLUSTERED = 4
/** A condition that is met by more than so many times the places of the narrowest one costs more than it saves. */
const WORTH_ASKING = { few: 16, many: 4 }
/** More terms than these are looked up one by one, which the index does more slowly. */
const FEW_TERMS = 8

/** What narrows a search: areas and circles, with how many places lie in them at most. */
export interface Narrowing {
  terms: number[]
  uses: number
}

export interface Reading {
  segments: readonly Segment[]
  narrowings: readonly Narrowing[]
  /** How many places there are in all. */
  total: number
}

/** The first tiers to read, or those after a range of them: all where few places match; undefined at their end. */
export function nextTiers(reading: Reading, after?: Tiers): Tiers | undefined {
  const tierFrom = after === undefined ? 0 : after.tierFrom + after.tierCount
  if (tierFrom >= TIERS) return undefined
  const most = mostMatches(reading)
  if (most <= AT_ONCE) return { tierFrom, tierCount: TIERS - tierFrom }
  // Even if all of them are equally complete, the first range of a level holds no more than is read at a time.
  const first = Math.max(1, Math.floor((TIER_SHARES * AT_ONCE) / most))
  const inLevel = tierFrom % TIER_SHARES
  const wanted = inLevel === 0 || after === undefined ? first : after.tierCount * 4
  return { tierFrom, tierCount: Math.min(wanted, TIER_SHARES - inLevel) }
}

export interface Tiers {
  tierFrom: number
  tierCount: number
}

function mostMatches({ segments, narrowings, total }: Reading): number {
  const all = [...segments, ...narrowings].map(({ uses }) => uses)
  let expected = Math.max(1, total)
  for (const uses of all) expected *= Math.min(1, uses / Math.max(1, total))
  return Math.min(...all, expected * CLUSTERED)
}

/** What the terms of a range of tiers are marked with: single tiers, or whole levels. */
function marksOf(tierFrom: number, tierCount: number): string[] {
  const isLevels = tierFrom % TIER_SHARES === 0 && tierCount % TIER_SHARES === 0
  const step = isLevels ? TIER_SHARES : 1
  return Array.from({ length: tierCount / step }, (_, index) => tierMark(tierFrom + index * step, isLevels))
}

/** The conditions to read a range of tiers by, and which of them to ask the index for. */
export function conditionsFor(
  { segments, narrowings, total }: Reading,
  tierFrom: number,
  tierCount: number,
): AnyOf[] {
  const share = tierCount / TIERS
  const all = [
    ...segments.map((segment) => ({ terms: termsIn(segment), uses: segment.uses, segment })),
    ...narrowings,
  ]
  if (share === 1) return marked(all)
  const marks = marksOf(tierFrom, tierCount)
  const driver = segments.toSorted((a, b) => a.uses - b.uses)[0]!
  const terms = tierTermsIn(driver, marks)
  const tiered = terms ?? marks.map((mark) => termOf('t', mark))
  const others = all.filter(
    (condition) => terms === undefined || !('segment' in condition) || condition.segment !== driver,
  )
  // One level of completeness may hold most places: it is asked for all the same, beside what is rarer.
  const uses = terms === undefined ? Math.min(total * share, driver.uses) : driver.uses * share
  return marked([{ terms: tiered, uses }, ...others])
}

function marked(conditions: readonly Narrowing[]): AnyOf[] {
  const narrowest = Math.max(1, Math.min(...conditions.map(({ uses }) => uses)))
  const factor = ({ length }: readonly number[]) =>
    length <= FEW_TERMS ? WORTH_ASKING.few : WORTH_ASKING.many
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
