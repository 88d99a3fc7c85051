import { degreesFor, type Point } from '../geometry/distance.ts'
import type { AnyOf } from '../store/search.store.ts'
import { cellsIn, termOf } from '../text/term.ts'
import { TIER_SHARES, TIERS, tierMark } from '../text/tiers.ts'
import type { Around } from './location.ts'
import { type Segment, termsIn, tierTermsIn } from './segment.ts'

/** A search reads about so many places at a time; where more match, the most complete ones first. */
const AT_ONCE = 600
/** So many matches are plenty to pick a page's best from. */
const PLENTY = 150
/** A condition that is met by more than so many times the places of the narrowest one costs more than it saves. */
const WORTH_ASKING = 4

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

/** How many tiers to read first: all where few places match, otherwise those that hold plenty of matches. */
export function firstTiers({ segments, narrowings, total }: Reading): number {
  const narrowest = Math.min(...[...segments, ...narrowings].map(({ uses }) => uses))
  if (narrowest <= AT_ONCE) return TIERS
  let expected = Math.max(1, total)
  for (const { uses } of [...segments, ...narrowings]) expected *= Math.min(1, uses / Math.max(1, total))
  return windowSize(0, Math.ceil((TIERS * PLENTY) / Math.max(1, expected)))
}

/** After a range of tiers a larger one follows: what was found so far was less than expected. */
export function nextTiers(
  tierFrom: number,
  tierCount: number,
): { tierFrom: number; tierCount: number } | undefined {
  const from = tierFrom + tierCount
  return from >= TIERS ? undefined : { tierFrom: from, tierCount: windowSize(from, tierCount * 4) }
}

/** Whole levels of completeness where many tiers are wanted, so that a range is never named by many terms. */
function windowSize(from: number, wanted: number): number {
  const inLevel = from % TIER_SHARES
  if (inLevel > 0 || wanted <= TIER_SHARES / 2) return Math.max(1, Math.min(wanted, TIER_SHARES - inLevel))
  return Math.min(TIERS - from, Math.ceil(wanted / TIER_SHARES) * TIER_SHARES)
}

/** What the terms of a range of tiers are marked with: single tiers, or whole levels. */
function marksOf(tierFrom: number, tierCount: number): string[] {
  const isLevels = tierFrom % TIER_SHARES === 0 && tierCount % TIER_SHARES === 0
  const step = isLevels ? TIER_SHARES : 1
  return Array.from({ length: tierCount / step }, (_, index) => tierMark(tierFrom + index * step, isLevels))
}

/** The conditions to read a range of tiers by, and which of them to ask the index for. */
export function conditionsFor(
  { segments, narrowings }: Reading,
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
  const uses = terms === undefined ? 0 : driver.uses * share
  return marked([{ terms: tiered, uses }, ...others])
}

function marked(conditions: readonly Narrowing[]): AnyOf[] {
  const narrowest = Math.max(1, Math.min(...conditions.map(({ uses }) => uses)))
  return conditions.map(({ terms, uses }) => ({ terms, isIndexed: uses <= narrowest * WORTH_ASKING }))
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
