import type { Tags } from './business-tags.ts'

/**
 * Estimated radius of settlements without a boundary. Everything within `innerM` belongs to it; up to `outerM`, what
 * isn't nearer to another one of its size or larger.
 */
export const REACH: Record<string, { size: number; innerM: number; outerM: number }> = {
  city: { size: 6, innerM: 5000, outerM: 12_000 },
  town: { size: 5, innerM: 1500, outerM: 5000 },
  village: { size: 4, innerM: 700, outerM: 2500 },
  hamlet: { size: 3, innerM: 400, outerM: 1200 },
  isolated_dwelling: { size: 2, innerM: 200, outerM: 500 },
  farm: { size: 2, innerM: 200, outerM: 500 },
  borough: { size: 5, innerM: 1500, outerM: 5000 },
  suburb: { size: 3, innerM: 500, outerM: 2000 },
  quarter: { size: 3, innerM: 400, outerM: 1200 },
  neighbourhood: { size: 2, innerM: 300, outerM: 800 },
}

/** True for independent settlements, as opposed to quarters and suburbs. */
export function isTown(place: string): boolean {
  return place === 'city' || place === 'town' || place === 'village' || place === 'hamlet'
}

export function isSettlement(tags: Tags): boolean {
  return tags.name !== undefined && tags.place !== undefined && tags.place in REACH
}
