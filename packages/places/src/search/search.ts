import type { Pool } from 'pg'
import { isCountryKey } from '../gazetteer/area.ts'
import type { Place, PlaceSearch, PlaceSearchResult } from '../place.ts'
import { findOrigins } from '../store/places.store.ts'
import { type FoundPlace, findPlaces, type PlaceQuery } from '../store/search.store.ts'
import { termOf } from '../text/term.ts'
import { BadCursor, type Cursor, readCursor, writeCursor } from './cursor.ts'
import type { Around, Location } from './location.ts'
import { nearWhat } from './near.ts'
import {
  cellsOf,
  conditionsFor,
  hasName,
  isPartly,
  type Narrowing,
  nextTiers,
  type Reading,
  WHOLE_NAMES,
} from './reading.ts'
import { matchTerms } from './segment.ts'
import { type Understood, understand } from './understand.ts'
import { placesAround, sentenceFor, WIDENINGS_M } from './widening.ts'

const MAX_QUERY = 300
const MAX_LIMIT = 100

const NOTHING: PlaceSearchResult = { places: [], next: null, widened: null, attributions: [] }

export async function searchPlaces(pool: Pool, search: PlaceSearch): Promise<PlaceSearchResult> {
  if (!Number.isInteger(search.limit) || search.limit < 1 || search.limit > MAX_LIMIT)
    throw new RangeError(`A page has 1 to ${MAX_LIMIT} places`)
  const query = search.query.trim().slice(0, MAX_QUERY)
  if (query === '') return NOTHING
  const cursor = search.after === undefined ? undefined : readCursor(search, search.after)
  const understood = await understand(pool, query, search.location?.trim() || null)
  if (understood.variants.length === 0 || understood.location === undefined) return NOTHING
  const near = await nearWhat(pool, understood)
  return new PageSearch(pool, search, understood, near ?? null, near === undefined).run(cursor)
}

class PageSearch {
  readonly #pool: Pool
  readonly #search: PlaceSearch
  readonly #understood: Understood
  readonly #near: Around | null
  readonly #isNearUnknown: boolean

  constructor(
    pool: Pool,
    search: PlaceSearch,
    understood: Understood,
    near: Around | null,
    isNearUnknown: boolean,
  ) {
    this.#isNearUnknown = isNearUnknown
    this.#pool = pool
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
      const tiers = nextTiers(this.#reading(widening, variant))
      if (tiers === undefined) continue
      const page = await this.#page({ widening, variant, ...tiers, after: null })
      if (page.places.length > 0) return page
    }
    return NOTHING
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
      const found = await findPlaces(this.#pool, this.#query(cursor, wanted + 1))
      places.push(...found.slice(0, wanted))
      if (found.length > wanted)
        return this.#result(places, { ...cursor, after: positionOf(places.at(-1)!) }, cursor)
      const tiers = nextTiers(this.#reading(cursor.widening, cursor.variant), cursor)
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
      isWholeNameShown: !isPartly(cursor) || cursor.tierFrom === WHOLE_NAMES.tierFrom || !hasName(reading),
      preferred: (location?.preferred ?? []).map((key) => termOf('a', key)),
      around: this.#circle(widening),
      filters: this.#search.filters ?? {},
      after,
      limit,
    }
  }

  #reading(widening: number, variant: number): Reading {
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
    }
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
    const origins = await findOrigins(
      this.#pool,
      found.flatMap(({ other_origins }) => other_origins ?? []),
    )
    const places = found.map((place) => placeOf(place, origins))
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

function placeOf(
  found: FoundPlace,
  origins: ReadonlyMap<number, { source: string; attribution: string }>,
): Place {
  const { other_origins, fetched_at, miss, distance, tier, ...place } = found
  const others = (other_origins ?? []).map((id) => origins.get(id)).filter((origin) => origin !== undefined)
  return {
    ...place,
    source: [...new Set([place.source, ...others.map(({ source }) => source)])].join('+'),
    attribution: [...new Set([place.attribution, ...others.map(({ attribution }) => attribution)])].join(
      '; ',
    ),
    fetched_at: fetched_at.toISOString(),
  }
}
