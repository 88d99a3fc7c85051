import type { Pool } from 'pg'
import { degreesFor, distanceM, type Point } from '../geometry/distance.ts'
import { TIER_SHARES } from '../import/terms.ts'
import type { Place, PlaceSearch, PlaceSearchResult } from '../place.ts'
import { findOrigins } from '../store/places.store.ts'
import { type FoundPlace, findPlaces, type PlaceQuery } from '../store/search.store.ts'
import { cellsIn, termOf } from '../text/term.ts'
import type { Within } from './areas.ts'
import { type Cursor, readCursor, writeCursor } from './cursor.ts'
import type { Around, Location } from './location.ts'
import { termsIn } from './segment.ts'
import { type Understood, understand } from './understand.ts'

const TIERS = 8 * TIER_SHARES
/** A search reads at most about this many places at a time; where more match, the most complete ones first. */
const AT_ONCE = 600
const MAX_QUERY = 300
/** How far a search that found nothing looks around the place asked for. */
const WIDENINGS_M = [0, 10_000, 30_000, 100_000]
const NEAR_TOWN_M = 2000
const NEAR_BUSINESS_M = 1000

const NOTHING: PlaceSearchResult = { places: [], next: null, widened: null, attributions: [] }

export async function searchPlaces(pool: Pool, search: PlaceSearch): Promise<PlaceSearchResult> {
  if (!Number.isInteger(search.limit) || search.limit < 1 || search.limit > 100)
    throw new RangeError('A search page has 1 to 100 places')
  const query = search.query.trim().slice(0, MAX_QUERY)
  if (query === '') return NOTHING
  const cursor = search.after === undefined ? undefined : readCursor(search, search.after)
  const understood = await understand(pool, query, search.location?.trim() || null)
  if (understood.segments.length === 0 || understood.location === undefined) return NOTHING
  const near = await nearWhat(pool, understood)
  if (near === undefined) return NOTHING
  const page = await new PageSearch(pool, search, understood, near).run(cursor)
  return page
}

/** What 'near …' means: a circle, null when the query does not say it, undefined when nothing has that name. */
async function nearWhat(pool: Pool, understood: Understood): Promise<Around | null | undefined> {
  const { near, nearBusiness, location } = understood
  if (near?.around) return { ...near.around, points: pointsIn(near.around.points, location) }
  const [town] = near?.within ?? []
  if (town !== undefined)
    return { name: town.name, points: [town.centre], radiusM: town.radiusM + NEAR_TOWN_M }
  if (nearBusiness === null) return null
  const { segments, wholeName } = await understand(pool, nearBusiness, null)
  if (segments.length === 0) return undefined
  const found = await findPlaces(pool, { ...PLAIN, segments, wholeName, limit: 1 })
  const [place] = found
  return place && { name: place.name, points: [place], radiusM: NEAR_BUSINESS_M }
}

const PLAIN: Omit<PlaceQuery, 'segments' | 'wholeName'> = {
  lists: [],
  preferred: [],
  around: null,
  filters: {},
  after: null,
  limit: 20,
}

/** Of the stations there are those of the place asked for; where it has none, the nearest one. */
function pointsIn(points: readonly Point[], location: Location | null | undefined): Point[] {
  const areas = location?.within.filter(({ radiusM }) => radiusM > 0) ?? []
  if (areas.length === 0) return [...points]
  const within = points.filter((point) =>
    areas.every(({ centre, radiusM }) => distanceM(point, centre) <= radiusM),
  )
  const [{ centre }] = areas as [Within]
  return within.length > 0
    ? within
    : points.toSorted((a, b) => distanceM(a, centre) - distanceM(b, centre)).slice(0, 1)
}

class PageSearch {
  readonly #pool: Pool
  readonly #search: PlaceSearch
  readonly #understood: Understood
  readonly #near: Around | null

  constructor(pool: Pool, search: PlaceSearch, understood: Understood, near: Around | null) {
    this.#pool = pool
    this.#search = search
    this.#understood = understood
    this.#near = near
  }

  async run(start: Cursor | undefined): Promise<PlaceSearchResult> {
    const first = start?.widening ?? 0
    const isFixed = start !== undefined
    for (let widening = first; widening < WIDENINGS_M.length; widening++) {
      if (widening > 0 && this.#centre() === undefined) break
      const cursor = isFixed && widening === first ? start : this.#firstTiers(widening)
      const { places, next } = await this.#readTiers(cursor)
      if (places.length > 0 || isFixed) return this.#result(places, next, widening)
    }
    return NOTHING
  }

  async #readTiers(start: Cursor): Promise<{ places: FoundPlace[]; next: Cursor | null }> {
    const { limit } = this.#search
    const places: FoundPlace[] = []
    let cursor = start
    for (;;) {
      const wanted = limit - places.length
      const found = await findPlaces(this.#pool, this.#query(cursor, wanted + 1))
      places.push(...found.slice(0, wanted))
      if (found.length > wanted) return { places, next: { ...cursor, after: positionOf(places.at(-1)!) } }
      const tierFrom = cursor.tierFrom + cursor.tierCount
      if (tierFrom >= TIERS) return { places, next: null }
      cursor = {
        ...cursor,
        tierFrom,
        tierCount: Math.min(cursor.tierCount * 4, TIERS - tierFrom),
        after: null,
      }
      if (places.length === limit) return { places, next: cursor }
    }
  }

  #query({ widening, tierFrom, tierCount, after }: Cursor, limit: number): PlaceQuery {
    const { segments, wholeName, location } = this.#understood
    const lists: number[][] = []
    if (tierCount < TIERS)
      lists.push(Array.from({ length: tierCount }, (_, i) => termOf('t', String(tierFrom + i))))
    const around = this.#circle(widening)
    if (around !== null) lists.push(around.points.flatMap((point) => cellsAround(point, around.radiusM)))
    if (widening === 0)
      for (const { keys } of location?.within ?? []) lists.push(keys.map((key) => termOf('a', key)))
    const preferred = (location?.preferred ?? []).map((key) => termOf('a', key))
    return {
      segments,
      wholeName,
      lists,
      preferred,
      around,
      filters: this.#search.filters ?? {},
      after,
      limit,
    }
  }

  #circle(widening: number): Around | null {
    if (widening === 0) return this.#near ?? this.#understood.location?.around ?? null
    const centre = this.#centre()!
    return { ...centre, radiusM: WIDENINGS_M[widening]! + centre.radiusM }
  }

  /** Where the search is, to look around it. Everywhere, a country or a region has no around. */
  #centre(): Around | undefined {
    const { location } = this.#understood
    if (this.#near !== null) return this.#near
    if (location?.around) return location.around
    const town = location?.within.toSorted((a, b) => a.radiusM - b.radiusM)[0]
    if (town === undefined || town.radiusM > 50_000 || (town.centre.lat === 0 && town.centre.lon === 0))
      return undefined
    return { name: town.name, points: [town.centre], radiusM: town.radiusM }
  }

  /** All tiers at once where few places match; otherwise as many as hold about what is read at a time. */
  #firstTiers(widening: number): Cursor {
    const { segments, lookup, location } = this.#understood
    const total = Math.max(1, lookup.places)
    let expected = total
    for (const segment of segments) expected = Math.min(expected, usesOf(segment, lookup.uses, total))
    if (widening === 0)
      for (const { keys } of location?.within ?? []) {
        const inArea = lookup.areas
          .filter(({ key }) => keys.includes(key))
          .reduce((sum, { uses }) => sum + uses, 0)
        const isSmall = inArea <= AT_ONCE
        expected = isSmall ? Math.min(expected, inArea) : (expected * inArea) / total
      }
    const tierCount = expected <= AT_ONCE ? TIERS : Math.max(1, Math.ceil((TIERS * AT_ONCE) / 2 / expected))
    return { widening, tierFrom: 0, tierCount, after: null }
  }

  async #result(found: FoundPlace[], next: Cursor | null, widening: number): Promise<PlaceSearchResult> {
    const origins = await findOrigins(
      this.#pool,
      found.flatMap(({ other_origins }) => other_origins),
    )
    const places = found.map((place) => placeOf(place, origins))
    return {
      places,
      next: next === null ? null : writeCursor(this.#search, next),
      widened: this.#sentence(widening),
      attributions: [...new Set(places.flatMap(({ attribution }) => attribution.split('; ')))],
    }
  }

  #isAround(): boolean {
    return this.#near !== null || Boolean(this.#understood.location?.around)
  }

  #sentence(widening: number): string | null {
    const { location } = this.#understood
    const sentences: string[] = []
    const centre = this.#centre()
    if (widening > 0 && centre !== undefined)
      sentences.push(
        `Nothing was found ${this.#isAround() ? 'near' : 'in'} ${centre.name}, so these are matches up to ${WIDENINGS_M[widening]! / 1000} km around it.`,
      )
    if (location && location.unknown.length > 0)
      sentences.push(
        `“${location.unknown.join(' ')}” is not a place in the imported data, so the search covers all of ${nameOf(location)}.`,
      )
    return sentences.length === 0 ? null : sentences.join(' ')
  }
}

function nameOf({ within, around }: Location): string {
  return within.map(({ name }) => name).join(', ') || (around?.name ?? 'it')
}

function usesOf(
  segment: PlaceQuery['segments'][number],
  uses: ReadonlyMap<number, number>,
  total: number,
): number {
  // An area's places are not counted among the uses: it may be any number.
  if (segment.area.length > 0) return total
  return termsIn(segment).reduce((sum, term) => sum + (uses.get(term) ?? 0), 0)
}

function positionOf({ miss, distance, tier, place_id }: FoundPlace): Cursor['after'] {
  return [miss, distance, tier, place_id]
}

function cellsAround(point: Point, radiusM: number): number[] {
  const reach = degreesFor(radiusM, point.lat)
  return cellsIn(point.lat - reach.lat, point.lat + reach.lat, point.lon - reach.lon, point.lon + reach.lon)
}

function placeOf(
  found: FoundPlace,
  origins: ReadonlyMap<number, { source: string; attribution: string }>,
): Place {
  const { other_origins, fetched_at, miss, distance, tier, ...place } = found
  const others = other_origins.map((id) => origins.get(id)).filter((origin) => origin !== undefined)
  return {
    ...place,
    source: [...new Set([place.source, ...others.map(({ source }) => source)])].join('+'),
    attribution: [...new Set([place.attribution, ...others.map(({ attribution }) => attribution)])].join(
      '; ',
    ),
    fetched_at: fetched_at.toISOString(),
  }
}
