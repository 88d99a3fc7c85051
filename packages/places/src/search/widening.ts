import type { Around, Location } from './location.ts'

/** Steps in which a search without results looks around the place asked for. */
export const WIDENINGS_M = [0, 10_000, 30_000, 100_000]
/** Larger areas, such as countries, are not widened. */
const TOO_LARGE_M = 50_000

/** The circle to widen; undefined where that makes no sense. */
export function placesAround(near: Around | null, location: Location | null | undefined): Around | undefined {
  if (near !== null) return near
  if (location?.around) return location.around
  const [town, ...others] = (location?.within ?? []).toSorted((a, b) => a.radiusM - b.radiusM)
  // 'Vaduz, Austria' means nothing in Liechtenstein.
  if (others.some(({ country }) => country !== null && town?.country !== null && country !== town?.country))
    return undefined
  const isUnknown = town === undefined || (town.centre.lat === 0 && town.centre.lon === 0)
  if (isUnknown || town.radiusM > TOO_LARGE_M) return undefined
  return { name: town.name, points: [town.centre], radiusM: town.radiusM }
}

interface Asked {
  near: Around | null
  location: Location | null
  /** The name after 'near', if nothing has it. */
  unknownNear: string | null
  /** Words about opening times. */
  times: readonly string[]
  /** Words beside a category that no place has in its name. */
  unknown: readonly string[]
  /** Set when a wider category stands in for the one asked for. */
  broader: { asked: string; shown: string } | null
}

/** Tells the user where the search departs from what was asked. */
export function sentenceFor(
  widening: number,
  { near, location, unknownNear, times, unknown, broader }: Asked,
): string | null {
  const sentences: string[] = []
  const centre = placesAround(near, location)
  if (widening > 0 && centre !== undefined) {
    const where = near !== null || location?.around ? 'near' : 'in'
    const reach = WIDENINGS_M[widening]! / 1000
    sentences.push(
      `Nothing was found ${where} ${centre.name}, so these are matches up to ${reach} km around it.`,
    )
  }
  if (location !== null && location.unknown.length > 0)
    sentences.push(
      `“${location.unknown.join(' ')}” is not a place in the imported data, so the search covers all of ${nameOf(location)}.`,
    )
  if (unknownNear !== null)
    sentences.push(`“${unknownNear}” is not known there, so the search is not limited to its surroundings.`)
  if (broader !== null)
    sentences.push(`No entry says “${broader.asked}”, so these are matches for “${broader.shown}”.`)
  if (unknown.length > 0)
    sentences.push(`No entry has “${unknown.join(' ')}” in its name, so it was left out.`)
  if (times.length > 0)
    sentences.push(`When places are open is not searched, so “${times.join(' ')}” was left out.`)
  return sentences.length === 0 ? null : sentences.join(' ')
}

function nameOf({ within, around }: Location): string {
  return within.map(({ name }) => name).join(', ') || (around?.name ?? 'it')
}
