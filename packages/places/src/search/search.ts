import { isCountryKey } from '../gazetteer/area.ts'
import type { Place, PlaceSearch, PlaceSearchResult } from '../place.ts'
import type { Sources } from '../store/lookup.store.ts'
import { type FoundPlace, findPlaces, type PlaceQuery } from '../store/search.store.ts'
import { termOf } from '../text/term.ts'
import { BadCursor, type Cursor, readCursor, writeCursor } from './cursor.ts'
import type { Around, Location } from './location.ts'
import { nearWhat } from './near.ts'
import {
  cellsOf,
  conditionsFor,
  hasName,
  isOfNames,
  isPartly,
  type Narrowing,
  nextTiers,
  type Reading,
} from './reading.ts'
import { type Counts, matchTerms } from './segment.ts'
import { type Understood, understand } from './understand.ts'
import { Outdated, type Vocabulary } from './vocabulary.ts'
import { placesAround, sentenceFor, WIDENINGS_M } from './widening.ts'

const MAX_QUERY = 300
const MAX_LIMIT = 100

const NOTHING: PlaceSearchResult = { places: [], next: null, widened: null, attributions: [] }

/** More often than this nobody imports while one search is answered. */
const ATTEMPTS = 4

export async function searchPlaces(vocabulary: Vocabulary, search: PlaceSearch): Promise<PlaceSearchResult> {
  if (!Number.isInteger(search.limit) || search.limit < 1 || search.limit > MAX_LIMIT)
    throw new RangeError(`A page has 1 to ${MAX_LIMIT} places`)
  if (search.query.trim() === '') return NOTHING
  const cursor = search.after === undefined ? undefined : readCursor(search, search.after)
  const known = vocabulary.pages.find(search)
  if (known !== undefined && known.version === (await vocabulary.readVersion())) return known.result
  for (let attempt = 1; ; attempt++) {
    try {
      return await searchOnce(vocabulary, search, cursor)
    } catch (error) {
      if (!(error instanceof Outdated) || attempt === ATTEMPTS) throw error
    }
  }
}

async function searchOnce(
  vocabulary: Vocabulary,
  search: PlaceSearch,
  cursor: Cursor | undefined,
): Promise<PlaceSearchResult> {
  const query = search.query.trim().slice(0, MAX_QUERY)
  const understood = await understand(vocabulary, query, search.location?.trim() || null)
  const { version } = understood.lookup
  const { result, isChecked } = await vocabulary.inTurn(() => find(vocabulary, search, understood, cursor))
  if (!isChecked) await vocabulary.checkNow(version)
  vocabulary.pages.keep(search, { version, result })
  return result
}

/** What is found, and whether the places were looked for in the version that the query was understood by. */
async function find(
  vocabulary: Vocabulary,
  search: PlaceSearch,
  understood: Understood,
  cursor: Cursor | undefined,
): Promise<{ result: PlaceSearchResult; isChecked: boolean }> {
  if (understood.variants.length === 0 || understood.location === undefined)
    return { result: NOTHING, isChecked: false }
  const near = await nearWhat(vocabulary, understood)
  const pages = new PageSearch(vocabulary, search, understood, near ?? null, near === undefined)
  const result = await pages.run(cursor)
  return { result, isChecked: pages.isChecked }
}

class PageSearch {
  readonly #vocabulary: Vocabulary
  readonly #search: PlaceSearch
  readonly #understood: Understood
  readonly #near: Around | null
  readonly #isNearUnknown: boolean
  readonly #readings = new Map<string, Reading>()
  isChecked = false

  constructor(
    vocabulary: Vocabulary,
    search: PlaceSearch,
    understood: Understood,
    near: Around | null,
    isNearUnknown: boolean,
  ) {
    this.#isNearUnknown = isNearUnknown
    this.#vocabulary = vocabulary
    this.#search = search
    this.#understood = understood
    this.#near = near
  }

  /** The first page looks for what is asked, then for it more loosely, then farther and farther around. */
  async run(start: Cursor | undefined): Promise<PlaceSearchResult> {
    if (start !== undefined) return this.#page(this.#checked(start))
    const widenings = this.#centre() === undefined ? [] : WIDENINGS_M.slice(1).map((_, index) => index + 1)
    const steps = [
      ...this.#understood.variants.map((_, variant) => ({ widening: 0, variant })),
      ...widenings.map((widening) => ({ widening, variant: 0 })),
    ]
    for (const { widening, variant } of steps) {
      if (!(await this.#mayBeFound(variant))) continue
      const tiers = nextTiers(this.#reading(widening, variant))
      if (tiers === undefined) continue
      const page = await this.#page({ widening, variant, ...tiers, after: null })
      if (page.places.length > 0) return page
    }
    return NOTHING
  }

  /** Where nothing has all of the query for its name, nothing needs to be looked for under that name. */
  async #mayBeFound(variant: number): Promise<boolean> {
    const { variants, wholeName, lookup } = this.#understood
    const [only, ...others] = variants[variant]!
    const isName =
      only !== undefined && others.length === 0 && only.word.length === 1 && only.word[0] === wholeName
    return !isName || (await this.#vocabulary.hasName(wholeName, lookup.version))
  }

  #checked(cursor: Cursor): Cursor {
    const isKnown = cursor.variant < this.#understood.variants.length
    if (!isKnown || (cursor.widening > 0 && this.#centre() === undefined)) throw new BadCursor()
    return cursor
  }

  async #page(start: Cursor): Promise<PlaceSearchResult> {
    const { limit } = this.#search
    const places: FoundPlace[] = []
    let cursor = start
    for (;;) {
      const wanted = limit - places.length
      const { found, version } = await findPlaces(this.#vocabulary.directory, this.#query(cursor, wanted + 1))
      this.#vocabulary.check(this.#understood.lookup.version, version)
      this.isChecked = true
      places.push(...found.slice(0, wanted))
      if (found.length > wanted)
        return this.#result(places, { ...cursor, after: positionOf(places.at(-1)!) }, cursor)
      const all = cursor.after === null ? found.length : undefined
      const tiers = nextTiers(this.#reading(cursor.widening, cursor.variant), cursor, all)
      if (tiers === undefined) return this.#result(places, null, cursor)
      cursor = { ...cursor, ...tiers, after: null }
      if (places.length === limit) return this.#result(places, cursor, cursor)
    }
  }

  #query(cursor: Cursor, limit: number): PlaceQuery {
    const { widening, variant, after } = cursor
    const { wholeName, location } = this.#understood
    const reading = this.#reading(widening, variant)
    return {
      conditions: conditionsFor(reading, cursor, wholeName),
      matches: reading.segments.map(matchTerms),
      wholeName,
      isWholeNameShown: !isPartly(cursor) || isOfNames(cursor) || !hasName(reading),
      preferred: (location?.preferred ?? []).map((key) => termOf('a', key)),
      around: this.#circle(widening),
      filters: this.#search.filters ?? {},
      after,
      limit,
    }
  }

  #reading(widening: number, variant: number): Reading {
    const key = `${widening}/${variant}`
    const reading = this.#readings.get(key) ?? this.#read(widening, variant)
    this.#readings.set(key, reading)
    return reading
  }

  #read(widening: number, variant: number): Reading {
    const { variants, lookup } = this.#understood
    const around = this.#circle(widening)
    const areas = widening === 0 ? this.#areas() : []
    const countries = countriesOf(widening === 0 ? this.#understood.location : null)
    const [country, ...others] = countries
    return {
      segments: variants[variant]!,
      narrowings: around === null ? areas : [cellsOf(around, variants[variant]!), ...areas],
      countries,
      listedIn: lookup.hasCountryLists && others.length === 0 ? country : undefined,
      total: lookup.places,
      names: this.#names(),
    }
  }

  #names(): Counts | undefined {
    const { lookup, wholeName } = this.#understood
    const levels = lookup.levels.get(wholeName)
    const uses = lookup.uses.get(wholeName)
    return !lookup.hasNameCounts || levels === undefined || uses === undefined ? undefined : { levels, uses }
  }

  #areas(): Narrowing[] {
    const { location, lookup } = this.#understood
    return (location?.within ?? []).map(({ keys, uses }) => {
      const terms = keys.map((key) => termOf('a', key))
      // A country has places in regions that know it by another name: what is counted there counts too.
      const counted = terms.reduce((sum, term) => sum + (lookup.uses.get(term) ?? 0), 0)
      return { terms, uses: Math.max(uses, counted) }
    })
  }

  #circle(widening: number): Around | null {
    if (widening === 0) return this.#near ?? this.#understood.location?.around ?? null
    const centre = this.#centre()!
    return { ...centre, radiusM: WIDENINGS_M[widening]! + centre.radiusM }
  }

  #centre(): Around | undefined {
    return placesAround(this.#near, this.#understood.location)
  }

  #sentence({ widening, variant }: Cursor): string | null {
    const { location, nearText, times, unknown, broader, variants } = this.#understood
    const isBroader = broader !== null && variant === variants.length - 1
    return sentenceFor(widening, {
      near: this.#near,
      location: location ?? null,
      unknownNear: this.#isNearUnknown ? nearText : null,
      times,
      unknown,
      broader: isBroader ? broader : null,
    })
  }

  async #result(found: FoundPlace[], next: Cursor | null, at: Cursor): Promise<PlaceSearchResult> {
    const sources = await this.#vocabulary.sources(this.#understood.lookup.version)
    const places = found.map((place) => placeOf(place, sources))
    return {
      places,
      next: next === null ? null : writeCursor(this.#search, next),
      widened: this.#sentence(at),
      attributions: [...new Set(places.flatMap(({ attribution }) => attribution.split('; ')))],
    }
  }
}

/** The keys of the country that the location is, if it is one. */
function countriesOf(location: Location | null | undefined): string[] {
  const { within = [], around = null } = location ?? {}
  const [only, ...others] = within
  return only !== undefined && others.length === 0 && around === null && only.keys.every(isCountryKey)
    ? only.keys
    : []
}

function positionOf({ miss, distance, tier, place_id }: FoundPlace): Cursor['after'] {
  return [miss, distance, tier, place_id]
}

function placeOf(found: FoundPlace, { regions, origins }: Sources): Place {
  const { region_id, origin_id, extra, miss, distance, tier, ...place } = found
  const region = regions.get(region_id)!
  const origin = origins.get(origin_id)!
  const others = (extra?.origin_ids ?? []).map((id) => origins.get(id)).filter((other) => other !== undefined)
  const all = [origin, ...others]
  return {
    ...place,
    website: place.website ?? extra?.website ?? null,
    phone: place.phone ?? extra?.phone ?? null,
    email: place.email ?? extra?.email ?? null,
    source: [...new Set(all.map(({ source }) => source))].join('+'),
    licence: origin.licence,
    attribution: [...new Set(all.map(({ attribution }) => attribution))].join('; '),
    fetched_at: region.imported_at,
    is_demo: region.is_demo,
  }
}
