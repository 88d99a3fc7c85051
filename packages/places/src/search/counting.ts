import type { KnownArea, Lookup } from '../store/lookup.store.ts'
import { LEVELS } from '../text/tiers.ts'
import { type Counts, listTermsIn, type Segment, termsIn, type Uncounted } from './segment.ts'

/** Of the terms together, on each level, at most so many places carry one. */
export function countLevels(terms: readonly number[], { uses, levels }: Lookup): number[] {
  const sums = new Array<number>(LEVELS).fill(0)
  for (const term of terms) {
    const known = levels.get(term)
    const all = uses.get(term) ?? 0
    for (let level = 0; level < LEVELS; level++) sums[level]! += known?.[level] ?? all
  }
  return sums
}

function countsOf(terms: readonly number[], lookup: Lookup): Counts {
  return { uses: usesOf(terms, lookup), levels: countLevels(terms, lookup) }
}

export function usesOf(terms: readonly number[], { uses }: Lookup): number {
  return terms.reduce((sum, term) => sum + (uses.get(term) ?? 0), 0)
}

/** How many places match the segment, of the countries asked for too, as far as imports have counted that. */
export function countSegment(
  parts: Uncounted,
  lookup: Lookup,
  { countries, areas = [] }: { countries: readonly string[]; areas?: readonly KnownArea[] },
): Segment {
  const terms = termsIn(parts)
  const inAreas = areas.reduce((sum, { uses }) => sum + uses, 0)
  const byCountry = countries.flatMap((country): [string, Counts][] => {
    const counted = listTermsIn(parts, { country })
    return counted === undefined ? [] : [[country, countsOf(counted, lookup)]]
  })
  return {
    ...parts,
    uses: usesOf(terms, lookup) + inAreas,
    levels: countLevels(terms, lookup).map((count) => count + inAreas),
    inCountries: lookup.hasCountryCounts && byCountry.length > 0 ? new Map(byCountry) : undefined,
  }
}
