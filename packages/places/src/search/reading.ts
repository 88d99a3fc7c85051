import { degreesFor, type Point } from '../geometry/distance.ts'
import { TIER_SHARES } from '../import/terms.ts'
import type { AnyOf } from '../store/search.store.ts'
import { cellsIn, termOf } from '../text/term.ts'
import type { Around } from './location.ts'
import { type Segment, termsIn, tierTermsIn } from './segment.ts'

export const TIERS = 8 * TIER_SHARES

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
  return Math.max(1, Math.min(TIERS, Math.ceil((TIERS * PLENTY) / Math.max(1, expected))))
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
  const tiers = Array.from({ length: tierCount }, (_, index) => tierFrom + index)
  const driver = segments.toSorted((a, b) => a.uses - b.uses)[0]!
  const terms = tierTermsIn(driver, tiers)
  const tiered = terms ?? tiers.map((tier) => termOf('t', String(tier)))
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

/** The grid cells that a circle touches; how many places they hold is not known, so they count as few. */
export function cellsOf({ points, radiusM }: Around): Narrowing {
  return { terms: [...new Set(points.flatMap((point) => cellsAround(point, radiusM)))], uses: AT_ONCE }
}

function cellsAround(point: Point, radiusM: number): number[] {
  const reach = degreesFor(radiusM, point.lat)
  return cellsIn(point.lat - reach.lat, point.lat + reach.lat, point.lon - reach.lon, point.lon + reach.lon)
}
