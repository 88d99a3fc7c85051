import pLimit from 'p-limit'
import type { Pool } from 'pg'
import { labelOf } from '../categories/dictionary.ts'
import { distanceM, type Point } from '../geometry/distance.ts'
import type { Place, PlaceCounts, PlaceSearch, PlaceSearchResult, PlaceSort } from '../place.ts'
import { listRegions } from '../store/regions.store.ts'
import {
  countPlaces,
  type FoundPlace,
  findPlaces,
  type PlaceQuery,
  type Position,
} from '../store/search.store.ts'
import { BadCursor, type Cursor, readCursor, writeCursor } from './cursor.ts'
import type { Around } from './location.ts'
import { findLandmark } from './near.ts'
import { hasName, matchTerms, type Segment, type Stage, stagesOf, stageTerms, strongTerms } from './score.ts'
import { areaTerm, isCountryTerm, RANKS_PER_LEVEL } from './terms.ts'
import { type Understood, understand } from './understand.ts'
import {
  filteredFields,
  placesAround,
  sentenceFor,
  sentenceOfFilters,
  sentenceOfRegions,
  WIDENINGS_M,
} from './widening.ts'

const MAX_QUERY_LENGTH = 300
const MAX_LIMIT = 100
const MAX_FILTERED_OUT = 1000

/** All matches in one stage. */
const EVERYTHING: Stage = { kind: 'all', level: null }

/** Searches share the application's connection pool and must not use it up. */
const SEARCHES_AT_ONCE = 4

const NOTHING: PlaceSearchResult = {
  places: [],
  next: null,
  widened: null,
  isAround: false,
  isCovered: true,
  sorts: ['match'],
  counted: null,
  attributions: [],
}

export function createSearch(pool: Pool): (search: PlaceSearch) => Promise<PlaceSearchResult> {
  const limit = pLimit(SEARCHES_AT_ONCE)
  return async (search) => {
    if (!Number.isInteger(search.limit) || search.limit < 1 || search.limit > MAX_LIMIT)
      throw new RangeError(`A page has 1 to ${MAX_LIMIT} places`)
    return search.query.trim() === '' ? NOTHING : limit(() => searchPlaces(pool, search))
  }
}

/** A search with the meaning of its query. */
interface Asked extends Understood {
  search: PlaceSearch
  /** The circle of 'near …'; null without it. */
  circle: Around | null
  /** True if nothing has the name in 'near …'. */
  isNearUnknown: boolean
  /** Matches excluded only by the filters, if nothing else matched. */
  filteredOut: number
}

async function searchPlaces(pool: Pool, search: PlaceSearch): Promise<PlaceSearchResult> {
  const cursor = search.after === undefined ? undefined : readCursor(search, search.after)
  const query = search.query.trim().slice(0, MAX_QUERY_LENGTH)
  const understood = await understand(pool, query, search.location?.trim() || null)
  if (understood.variants.length === 0) return NOTHING
  if (understood.location === undefined) return notCovered(pool, search.location!.trim())
  const circle = await findLandmark(pool, understood)
  const asked = {
    ...understood,
    search,
    circle: circle ?? null,
    isNearUnknown: circle === undefined,
    filteredOut: 0,
  }
  if (cursor !== undefined) return readPage(pool, asked, cursor)
  const country = areasOf(asked).find(({ terms, uses }) => uses === 0 && terms.every(isCountryTerm))
  const first = country === undefined ? await readFirstPage(pool, asked) : NOTHING
  const missing = first.places.length === 0 ? missingPlace(asked) : null
  return missing === null ? first : notCovered(pool, missing)
}

/** The place asked for, as typed, if no business of any kind is in it. Null otherwise. */
function missingPlace(asked: Asked): string | null {
  const isEmpty = areasOf(asked).some(({ uses }) => uses === 0)
  return isEmpty ? asked.search.location!.trim() : asked.unknownPlace
}

const notCovered = async (pool: Pool, place: string): Promise<PlaceSearchResult> => ({
  ...NOTHING,
  isCovered: false,
  widened: sentenceOfRegions(place, await listRegions(pool)),
})

/** Searches as asked, then more loosely, then in growing circles. */
async function readFirstPage(pool: Pool, asked: Asked): Promise<PlaceSearchResult> {
  const widenings = centreOf(asked) === undefined ? [] : [...WIDENINGS_M.keys()].slice(1)
  const here = asked.variants.map((_, variant) => ({ widening: 0, variant }))
  const around = widenings.map((widening) => ({ widening, variant: 0 }))
  const found = await readFirstOf(pool, asked, here)
  if (found !== null) return found
  const filteredOut = await countFilteredOut(pool, asked)
  const farther = await readFirstOf(pool, { ...asked, filteredOut }, around)
  return farther ?? { ...NOTHING, widened: filteredOutSentence(asked, filteredOut) }
}

/** The first page of the first step with results. */
async function readFirstOf(
  pool: Pool,
  asked: Asked,
  steps: Pick<Cursor, 'widening' | 'variant'>[],
): Promise<PlaceSearchResult | null> {
  for (const step of steps) {
    const [stage] = planFor(asked, step).stages
    if (stage === undefined) continue
    const page = await readPage(pool, asked, { ...step, stage, after: null }, true)
    if (page.places.length > 0) return page
  }
  return null
}

/** Matches in the location that only the filters exclude; 0 without filters. */
async function countFilteredOut(pool: Pool, asked: Asked): Promise<number> {
  const { filters } = asked.search
  if (!filters || filteredFields(filters).length === 0) return 0
  const plan = planFor(asked, { widening: 0, variant: 0 })
  if (plan.stages.length === 0) return 0
  const { category } = filters
  const query = { ...queryFor(asked, plan, EVERYTHING), filters: category === undefined ? {} : { category } }
  return (await countPlaces(pool, query, MAX_FILTERED_OUT)).total
}

async function readPage(
  pool: Pool,
  asked: Asked,
  cursor: Cursor,
  isFirst = false,
): Promise<PlaceSearchResult> {
  const isKnown = cursor.variant < asked.variants.length
  if (!isKnown || (cursor.widening > 0 && centreOf(asked) === undefined)) throw new BadCursor()
  const plan = planFor(asked, cursor)
  const start = plan.stages.findIndex(
    ({ kind, level }) => kind === cursor.stage.kind && level === cursor.stage.level,
  )
  // Forged, or an import has changed the stages since the previous page.
  if (start < 0) throw new BadCursor()
  const { limit } = asked.search
  const places: FoundPlace[] = []
  let next: Cursor | null = null
  let { after } = cursor
  for (const stage of plan.stages.slice(start)) {
    const wanted = limit - places.length
    const found = await findPlaces(pool, { ...queryFor(asked, plan, stage), after, limit: wanted + 1 })
    const shown = found.slice(0, wanted)
    places.push(...shown)
    if (found.length > wanted) {
      next = { ...cursor, stage, after: positionOf(shown.at(-1)) }
      break
    }
    after = null
  }
  const { countTo } = asked.search
  const isCounted = isFirst && countTo !== undefined && places.length > 0
  const counted = isCounted ? await count(pool, queryFor(asked, plan, EVERYTHING), countTo) : null
  return result(asked, cursor, { places, next, counted })
}

/** Counts matches. The counts of categories ignore the chosen category, so that others can be chosen. */
async function count(pool: Pool, query: ReturnType<typeof queryFor>, countTo: number): Promise<PlaceCounts> {
  const counted = await countPlaces(pool, query, countTo)
  const { category, ...others } = query.filters
  if (category === undefined) return counted
  const { categories } = await countPlaces(pool, { ...query, filters: others }, countTo)
  return { ...counted, categories }
}

function positionOf(place: FoundPlace | undefined): Position | null {
  return place === undefined ? null : [place.score, place.distance, place.rank, place.place_id]
}

interface Plan {
  segments: Segment[]
  /** Terms of areas; a place must be in one of each list. */
  areas: { terms: string[]; uses: number }[]
  around: Around | null
  stages: Stage[]
}

function planFor(asked: Asked, { widening, variant }: Pick<Cursor, 'widening' | 'variant'>): Plan {
  const segments = asked.variants[variant]!
  const fixed = filterCircle(asked)
  const near = fixed ?? asked.circle ?? asked.location?.around ?? null
  const around = widening === 0 ? near : widened(asked, widening)
  const areas = widening === 0 && fixed === null ? areasOf(asked) : []
  const inStages = stagesOf(segments, areas, { isAround: around !== null, total: asked.lookup.total })
  const isSorted = sortOf(asked) !== 'match'
  return { segments, areas, around, stages: isSorted && inStages.length > 0 ? [EVERYTHING] : inStages }
}

function areasOf({ location, lookup }: Asked): Plan['areas'] {
  return (location?.within ?? []).map(({ keys, uses }) => {
    const terms = keys.map(areaTerm)
    // Regions may know a country by another name, so all of its counts are added.
    const counted = terms.reduce((sum, term) => sum + (lookup.uses.get(term) ?? 0), 0)
    return { terms, uses: Math.max(uses, counted) }
  })
}

/** The circle of the filter 'within'; null without it, or without a point to measure from. */
function filterCircle(asked: Asked): Around | null {
  const centre = distanceOrigin(asked).length > 0 ? centreOf(asked) : undefined
  const radiusM = asked.search.filters?.within_m
  return centre === undefined || radiusM === undefined ? null : { ...centre, radiusM }
}

function centreOf({ circle, location }: Asked): Around | undefined {
  return placesAround(circle, location)
}

function widened(asked: Asked, widening: number): Around {
  const centre = centreOf(asked)!
  return { ...centre, radiusM: WIDENINGS_M[widening]! + centre.radiusM }
}

/** The requested order, or best match if that order isn't available. */
function sortOf(asked: Asked): PlaceSort {
  const { sort = 'match' } = asked.search
  return sortsOf(asked).includes(sort) ? sort : 'match'
}

const sortsOf = (asked: Asked): PlaceSort[] =>
  distanceOrigin(asked).length === 0 ? ['match', 'name'] : ['match', 'name', 'distance']

/**
 * The point that distances are measured from. None for large areas: distances from the centre of a country are
 * useless.
 */
function distanceOrigin(asked: Asked): Point[] {
  const isCountry = asked.location?.within.every(({ keys }) => keys.every((key) => key.startsWith('c:')))
  return asked.circle === null && isCountry && !asked.location?.around ? [] : (centreOf(asked)?.points ?? [])
}

function queryFor(
  asked: Asked,
  { segments, areas, around }: Plan,
  stage: Stage,
): Omit<PlaceQuery, 'after' | 'limit'> {
  const { wholeName, search } = asked
  const { kind, level } = stage
  const wasNameShown = (kind === 'strong' || kind === 'weak') && hasName(segments)
  return {
    conditions: [
      ...(kind === 'name' ? [[wholeName]] : []),
      ...stageTerms(segments, stage),
      ...areas.map(({ terms }) => terms),
    ],
    excluded: [
      ...(wasNameShown ? [[[wholeName]]] : []),
      ...(kind === 'weak' ? [segments.map(strongTerms)] : []),
    ],
    minRank: (level ?? 0) * RANKS_PER_LEVEL,
    around,
    filters: search.filters ?? {},
    order: orderOf(asked, segments, stage),
  }
}

function orderOf(asked: Asked, segments: readonly Segment[], { kind }: Stage): PlaceQuery['order'] {
  const sort = sortOf(asked)
  if (sort === 'name') return { by: 'name' }
  if (sort === 'distance') return { by: 'distance', from: distanceOrigin(asked) }
  if (kind !== 'all') return { by: 'rank' }
  const preferred = (asked.location?.preferred ?? []).map(areaTerm)
  return {
    by: 'score',
    score: { matches: segments.map(matchTerms), wholeName: asked.wholeName, preferred },
  }
}

interface Found {
  places: readonly FoundPlace[]
  next: Cursor | null
  counted: PlaceSearchResult['counted']
}

function result(
  asked: Asked,
  { widening, variant }: Cursor,
  { places: found, next, counted }: Found,
): PlaceSearchResult {
  const { location, nearText, circle, isNearUnknown, times, unknown, broader, variants, search } = asked
  const isBroader = broader !== null && variant === variants.length - 1
  const from = distanceOrigin(asked)
  const places = found.map((place) => placeOf(place, from))
  return {
    places,
    next: next === null ? null : writeCursor(search, next),
    isAround: widening > 0,
    isCovered: true,
    sorts: sortsOf(asked),
    counted,
    widened: sentenceFor(widening, {
      near: circle,
      location: location ?? null,
      what: categoryLabelsOf(asked),
      filteredOut: asked.filteredOut,
      filters: search.filters ?? {},
      shown: counted?.total ?? null,
      unknownNear: isNearUnknown ? nearText : null,
      times,
      unknown,
      broader: isBroader ? broader : null,
    }),
    attributions: [...new Set(places.flatMap(({ attribution }) => attribution.split('; ')))],
  }
}

/** Labels of the category searched for. */
const categoryLabelsOf = ({ variants }: Asked): string[] => {
  const [only, ...others] = (variants[0] ?? []).filter(({ isPlace, areas }) => !isPlace && areas.length === 0)
  return only === undefined || others.length > 0 ? [] : only.tags.map(labelOf)
}

function filteredOutSentence(asked: Asked, filteredOut: number): string | null {
  const { circle, location, search } = asked
  return filteredOut === 0
    ? null
    : sentenceOfFilters({
        near: circle,
        location: location ?? null,
        what: categoryLabelsOf(asked),
        filteredOut,
        filters: search.filters ?? {},
      })
}

function placeOf(found: FoundPlace, from: readonly Point[]): Place {
  const { extra, score, distance, rank, imported_at, source, attribution, ...place } = found
  return {
    ...place,
    website: place.website ?? extra?.website ?? null,
    phone: place.phone ?? extra?.phone ?? null,
    email: place.email ?? extra?.email ?? null,
    distance_m:
      from.length === 0 ? null : Math.round(Math.min(...from.map((point) => distanceM(point, place)))),
    source: [...new Set([source, ...(extra?.sources ?? [])])].join('+'),
    attribution: [...new Set([attribution, ...(extra?.attributions ?? [])])].join('; '),
    fetched_at: imported_at.toISOString(),
  }
}
