import type { PlaceFilters, RegionSummary } from '../place.ts'
import type { Around, Location } from './location.ts'

/** Radii by which a search without results widens around the location. */
export const WIDENINGS_M = [0, 10_000, 30_000, 100_000]
/** Larger areas, such as countries, aren't widened. */
const TOO_LARGE_M = 50_000

/** The circle to widen. Undefined if that makes no sense. */
export function placesAround(near: Around | null, location: Location | null | undefined): Around | undefined {
  if (near !== null) return near
  if (location?.around) return location.around
  const [town, ...others] = (location?.within ?? []).toSorted((a, b) => a.radiusM - b.radiusM)
  // 'Vaduz, Austria' matches nothing in Liechtenstein.
  if (others.some(({ country }) => country !== null && town?.country !== null && country !== town?.country))
    return undefined
  const isUnknown = town === undefined || (town.centre.lat === 0 && town.centre.lon === 0)
  if (isUnknown || town.radiusM > TOO_LARGE_M) return undefined
  return { name: town.name, points: [town.centre], radiusM: town.radiusM }
}

interface Where {
  near: Around | null
  location: Location | null
}

interface Filtered extends Where {
  /** Labels of the category searched for: 'hotel'. */
  what: readonly string[]
  /** Places that only the filters exclude. */
  filteredOut: number
  filters: PlaceFilters
}

interface Asked extends Filtered {
  /** Places shown instead; null if not counted. */
  shown: number | null
  /** The name after 'near' if nothing has it. */
  unknownNear: string | null
  /** Words about opening times. */
  times: readonly string[]
  /** Words next to a category that are in no name. */
  unknown: readonly string[]
  /** Set if a wider category replaces the one asked for. */
  broader: { asked: string; shown: string } | null
}

/** Tells the user where the search differs from what was asked. */
export function sentenceFor(widening: number, asked: Asked): string | null {
  const { location, unknownNear, times, unknown, broader, shown } = asked
  const sentences: string[] = []
  if (widening > 0) {
    const reach = WIDENINGS_M[widening]! / 1000
    const count = shown === null ? 'matches' : shown.toLocaleString('en')
    sentences.push(`${sentenceOfFilters(asked)} Showing ${count} within ${reach} km.`)
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

/** '6 hotels in Vaduz, none with a website.', or 'No hotels in Vaduz.' */
export function sentenceOfFilters({ what, filteredOut, filters, ...where }: Filtered): string {
  const nouns = nounsFor(what)
  const place = placeOf(where, filters.within_m)
  if (filteredOut === 0) return `No ${nouns.many}${place}.`
  const fields = filteredFields(filters).join(' and ')
  return filteredOut === 1
    ? `1 ${nouns.one}${place}, without ${fields}.`
    : `${filteredOut.toLocaleString('en')} ${nouns.many}${place}, none with ${fields}.`
}

/** Regions named in a sentence. */
const MAX_NAMED = 6

/** '“Paris” is not in the imported data, which covers Liechtenstein and Demo town.' */
export function sentenceOfRegions(place: string, regions: readonly RegionSummary[]): string {
  const names = regions
    .toSorted((a, b) => Number(a.is_demo) - Number(b.is_demo) || b.places - a.places)
    .map(({ region }) => region)
  const more = names.length - MAX_NAMED
  const named = more > 0 ? [...names.slice(0, MAX_NAMED), `${more} more`] : names
  const covers = new Intl.ListFormat('en').format(named)
  return covers === ''
    ? `“${place}” is not in the imported data: no region has been imported yet.`
    : `“${place}” is not in the imported data, which covers ${covers}.`
}

function placeOf({ near, location }: Where, withinM: number | undefined): string {
  const middle = placesAround(near, location)?.name
  if (middle && withinM !== undefined) return ` within ${withinM / 1000} km of ${middle}`
  const name = middle ?? (location && nameOf(location))
  if (!name) return ''
  return near !== null || location?.around ? ` near ${name}` : ` in ${name}`
}

export const filteredFields = ({ has_website, has_phone, has_email }: PlaceFilters): string[] => [
  ...(has_website ? ['a website'] : []),
  ...(has_phone ? ['a phone number'] : []),
  ...(has_email ? ['an email address'] : []),
]

/** Labels such as 'fast food', 'car repair' and 'clothes' have no plural. */
const UNCOUNTED = /(food|repair|care|insurance|clothes|services?|cuisine|ing)$/

function nounsFor(labels: readonly string[]): { one: string; many: string } {
  const [label, ...others] = new Set(labels)
  if (label === undefined || others.length > 0 || UNCOUNTED.test(label))
    return { one: 'match', many: 'matches' }
  return { one: label, many: pluralOf(label) }
}

function pluralOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`
  return /(s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`
}

function nameOf({ within, around }: Location): string {
  return within.map(({ name }) => name).join(', ') || (around?.name ?? 'it')
}
