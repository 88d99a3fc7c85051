import { foldedPostcode, POSTCODE_COUNTRY } from '../gazetteer/address-areas.ts'
import { countryKey } from '../gazetteer/area.ts'
import { areaNameForms, hasKind, SHORT } from '../gazetteer/area-names.ts'
import { countryCode, countryName } from '../gazetteer/countries.ts'
import { distanceM, type Point } from '../geometry/distance.ts'
import { landmarkKindsNamed } from '../osm/landmarks.ts'
import type { KnownArea, Lookup } from '../store/lookup.store.ts'
import { foldedWords } from '../text/fold.ts'
import { areaTerm } from './terms.ts'

/** A circle around one or more points. */
export interface Around {
  name: string
  points: Point[]
  radiusM: number
}

export interface Location {
  /** All of them must contain a place. */
  within: Within[]
  around: Around | null
  /** Keys of areas whose places are shown first. */
  preferred: string[]
  /** Words that are in no area's name. */
  unknown: string[]
}

const LANDMARK_RADIUS_M = 1000

/** Words that only mean a part of a town. */
const CENTRE = new Set(
  foldedWords(
    'center centre downtown zentrum stadtzentrum ortszentrum centre ville centro citta ciudad old town altstadt city stadt gemeinde town village nahe umgebung region area der die das von in im near la le les el los las de del d the of und y et e',
  ),
)

/** Names to look up for a location: every run of words, postcodes, countries, kinds of landmarks. */
export function locationNames(text: string): string[] {
  const names = new Set<string>()
  for (const part of partsOf(text)) {
    for (const name of runsOf(part)) names.add(name)
    for (const kind of landmarkKindsNamed(part)) names.add(`kind:${kind}`)
  }
  return [...names]
}

/** Interprets a location with the areas found. Undefined if nothing in the text is known. */
export function readLocation(text: string, lookup: Lookup): Location | undefined {
  const location: Location = { within: [], around: null, preferred: [], unknown: [] }
  let isKnown = false
  for (const part of partsOf(text)) if (readPart(part, lookup, location)) isKnown = true
  dropCoveredPostcodes(location)
  if (!isKnown) return undefined
  if (location.around !== null) location.around.points = pointsIn(location)
  return location
}

function readPart(part: string, lookup: Lookup, location: Location): boolean {
  const words = foldedWords(part)
  const country = countryCode(part)
  if (
    country !== undefined &&
    !lookup.areas.some(({ kind, names }) => kind !== 'country' && names.includes(words.join(' ')))
  ) {
    location.within.push(countryWithin(country, lookup))
    return true
  }
  let isKnown = false
  for (let from = 0; from < words.length; ) {
    const run = longestKnown(words, from, lookup, part)
    if (run === undefined) {
      if (!CENTRE.has(words[from]!)) location.unknown.push(words[from]!)
      from++
      continue
    }
    isKnown = true
    if ('within' in run) location.within.push(run.within)
    else location.around = run.around
    from += run.length
  }
  return isKnown
}

/**
 * Areas with the name just read whose full names match the following text, and how far: 'a. M.', 'a. d. Aue',
 * '/Main', '(Oder)'. A word that begins another known name of several words belongs to that name.
 */
function furtherNamed(
  areas: readonly KnownArea[],
  words: readonly string[],
  from: number,
  lookup: Lookup,
): { areas: readonly KnownArea[]; to: number } {
  let named = areas
  let to = from
  for (; to < words.length; to++) {
    const going = named.filter((area) => isPartOfName(words[to]!, area))
    if (going.length === 0 || beginsLongName(words, to, lookup)) break
    named = going
  }
  return { areas: named, to }
}

/** True for the word, the first letter or two of a later word, or initials: 'odT' for Rothenburg ob der Tauber. */
function isPartOfName(word: string, { name, names }: KnownArea): boolean {
  const [first, ...others] = foldedWords(name)
  if (word === first || others.includes(word)) return true
  if (names.some((form) => form.split(' ').includes(word))) return true
  if (word.length < 3 && others.some((part) => part.startsWith(word))) return true
  const initials = others.map((part) => part[0]).join('')
  return initials.endsWith(word)
}

function beginsLongName(words: readonly string[], from: number, { areas }: Lookup): boolean {
  for (let to = Math.min(words.length, from + MAX_RUN); to > from + 1; to--) {
    const forms = areaNameForms(words.slice(from, to))
    if (areas.some(({ names }) => forms.some((form) => names.includes(form)))) return true
  }
  return false
}

type Run = { length: number } & ({ within: Within } | { around: Around })

function longestKnown(words: readonly string[], from: number, lookup: Lookup, part: string): Run | undefined {
  for (let to = words.length; to > from; to--) {
    const run = words.slice(from, to)
    const forms = areaNameForms(run)
    const whole = lookup.areas.filter(({ names }) => forms.some((form) => names.includes(form)))
    const short = lookup.areas.filter(({ names }) => forms.some((form) => names.includes(SHORT + form)))
    const found = whole.length > 0 ? whole : short
    const further = furtherNamed(
      found.filter(({ kind }) => kind !== 'landmark'),
      words,
      to,
      lookup,
    )
    const within = chooseAreas(further.areas, part) ?? countryRun(run, lookup)
    if (within !== undefined) return { length: further.to - from, within }
    const landmarks = landmarksOf(run, found, lookup.areas)
    if (landmarks.length > 0)
      return {
        length: to - from,
        around: { name: run.join(' '), points: landmarks, radiusM: LANDMARK_RADIUS_M },
      }
  }
  return undefined
}

function countryRun(run: readonly string[], lookup: Lookup): Within | undefined {
  const text = run.join(' ')
  const code = text.length > 3 ? countryCode(text) : undefined
  return code === undefined ? undefined : countryWithin(code, lookup)
}

function countryWithin(code: string, { areas, uses }: Lookup): Within {
  const known = areas.filter(({ kind, country }) => kind === 'country' && country === code)
  const largest = known.sort((a, b) => b.radius_m - a.radius_m)[0]
  return {
    keys: [countryKey(code)],
    name: countryName(code) ?? code,
    country: code,
    centre: { lat: largest?.lat ?? 0, lon: largest?.lon ?? 0 },
    radiusM: largest?.radius_m ?? 0,
    uses: uses.get(areaTerm(countryKey(code))) ?? 0,
  }
}

function landmarksOf(
  run: readonly string[],
  found: readonly KnownArea[],
  areas: readonly KnownArea[],
): KnownArea[] {
  const named = found.filter(({ kind }) => kind === 'landmark')
  if (named.length > 0) return named
  const kinds = landmarkKindsNamed(run.join(' ')).map((kind) => `kind:${kind}`)
  return areas.filter(({ names }) => kinds.some((kind) => names.includes(kind)))
}

/** 'near the station, Schaan' means the stations in Schaan, if there are any. */
function pointsIn({ around, within }: Location): Point[] {
  const points = around?.points ?? []
  const near = points.filter((point) =>
    within.every(({ centre, radiusM }) => radiusM === 0 || distanceM(point, centre) <= radiusM),
  )
  return near.length > 0 ? near : points
}

/** '9490 Vaduz' means all of Vaduz, since most places have no postcode; those with it come first. */
function dropCoveredPostcodes(location: Location): void {
  const isPostcode = ({ keys }: Within) => keys.every((key) => key.startsWith('p:'))
  if (
    !location.within.some((within) => !isPostcode(within) && !within.keys.some((key) => key.startsWith('c:')))
  )
    return
  location.preferred = location.within.filter(isPostcode).flatMap(({ keys }) => keys)
  location.within = location.within.filter((within) => !isPostcode(within))
}

function partsOf(text: string): string[] {
  return text
    .slice(0, 200)
    .replace(new RegExp(POSTCODE_COUNTRY, 'giu'), '')
    .split(/[,;]|\s-\s/)
    .flatMap(withoutSlashedCountry)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** 'Vaduz/Liechtenstein' is two places, 'Frankfurt/Main' one. */
function withoutSlashedCountry(part: string): string[] {
  const [, place, country] = /^(.+)\/\s*([^/]{2,})$/.exec(part) ?? []
  return place !== undefined && countryCode(country!) !== undefined ? [place, country!] : [part]
}

const MAX_RUN = 6

function runsOf(part: string): string[] {
  const words = foldedWords(part).slice(0, 20)
  const names = new Set<string>([foldedPostcode(part)])
  const code = countryCode(part)
  if (code !== undefined) names.add(`country:${code}`)
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= Math.min(words.length, from + MAX_RUN); to++) {
      const run = words.slice(from, to)
      for (const form of areaNameForms(run)) names.add(form).add(SHORT + form)
      const country = countryCode(run.join(' '))
      if (country !== undefined) names.add(`country:${country}`)
    }
  return [...names]
}

/** Areas of one name to search in; one of them must contain a place. */
export interface Within {
  keys: string[]
  /** As displayed. */
  name: string
  country: string | null
  centre: Point
  radiusM: number
  /** Upper bound for the number of places in it. */
  uses: number
}

/** Preference among areas of one name, by kind. */
const PREFERENCE = ['country', 'town', 'region', 'postcode', 'district']
const REGION_PREFERENCE = ['country', 'region', 'town', 'postcode', 'district']

/** Areas of one name within this distance are one: drawn, from addresses, and as a point. */
const SAME_AREA_M = 15_000

/** Chooses among areas of one name. Undefined if there are none. */
export function chooseAreas(found: readonly KnownArea[], text: string): Within | undefined {
  const drawn = ofPreferredKind(
    found.filter(({ has_boundary }) => has_boundary),
    text,
  )
  const others = ofPreferredKind(
    found.filter(({ has_boundary }) => !has_boundary),
    text,
  )
  // Points and addresses only count if no boundary covers the area.
  const chosen = [...drawn, ...others.filter((area) => !drawn.some((boundary) => isSame(boundary, area)))]
  if (chosen.length === 0) return undefined
  const [first] = chosen.toSorted((a, b) => b.radius_m - a.radius_m)
  return {
    keys: [...new Set(chosen.map(({ key }) => key))],
    name: shortest(chosen.map(({ name }) => name)),
    country: chosen.every(({ country }) => country === first!.country) ? first!.country : null,
    centre: { lat: first!.lat, lon: first!.lon },
    radiusM: first!.radius_m,
    uses: chosen.reduce((sum, { uses }) => sum + uses, 0),
  }
}

function ofPreferredKind(areas: readonly KnownArea[], text: string): readonly KnownArea[] {
  const preference = hasKind(text) ? REGION_PREFERENCE : PREFERENCE
  const kind = preference.find((candidate) => areas.some((area) => area.kind === candidate))
  return areas.filter((area) => area.kind === kind)
}

function isSame(drawn: KnownArea, other: KnownArea): boolean {
  return drawn.country === other.country && distanceM(drawn, other) <= Math.max(SAME_AREA_M, drawn.radius_m)
}

function shortest(names: readonly string[]): string {
  return [...names].sort((a, b) => a.length - b.length)[0] ?? ''
}
