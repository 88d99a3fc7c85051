import pLimit from 'p-limit'
import type { Pool } from 'pg'
import type { Place, PlaceSearch, PlaceSearchResult } from '../place.ts'
import { type FoundPlace, findPlaces, type PlaceQuery, type Position } from '../store/search.store.ts'
import { BadCursor, type Cursor, readCursor, writeCursor } from './cursor.ts'
import type { Around } from './location.ts'
import { nearWhat } from './near.ts'
import { hasName, matchTerms, type Segment, type Stage, stagesOf, stageTerms, strongTerms } from './score.ts'
import { areaTerm, RANKS_PER_LEVEL } from './terms.ts'
import { type Understood, understand } from './understand.ts'
import { placesAround, sentenceFor, WIDENINGS_M } from './widening.ts'

const MAX_QUERY_LENGTH = 300
const MAX_LIMIT = 100

/** Searches share the application's connections: a crowd of them must not take all. */
const SEARCHES_AT_ONCE = 4

const NOTHING: PlaceSearchResult = { places: [], next: null, widened: null, attributions: [] }

export function createSearch(pool: Pool): (search: PlaceSearch) => Promise<PlaceSearchResult> {
  const limit = pLimit(SEARCHES_AT_ONCE)
  return async (search) => {
    if (!Number.isInteger(search.limit) || search.limit < 1 || search.limit > MAX_LIMIT)
      throw new RangeError(`A page has 1 to ${MAX_LIMIT} places`)
    return search.query.trim() === '' ? NOTHING : limit(() => searchPlaces(pool, search))
  }
}

/** A search with what its query means. */
interface Asked extends Understood {
  search: PlaceSearch
  /** The meaning of 'near …'; null without it. */
  circle: Around | null
  /** Nothing has the name that 'near …' gives. */
  isNearUnknown: boolean
}

async function searchPlaces(pool: Pool, search: PlaceSearch): Promise<PlaceSearchResult> {
  const cursor = search.after === undefined ? undefined : readCursor(search, search.after)
  const query = search.query.trim().slice(0, MAX_QUERY_LENGTH)
  const understood = await understand(pool, query, search.location?.trim() || null)
  if (understood.variants.length === 0 || understood.location === undefined) return NOTHING
  const circle = await nearWhat(pool, understood)
  const asked = { ...understood, search, circle: circle ?? null, isNearUnknown: circle === undefined }
  return cursor === undefined ? readFirstPage(pool, asked) : readPage(pool, asked, cursor)
}

/** Looks for what is asked, then for it more loosely, then farther and farther around. */
async function readFirstPage(pool: Pool, asked: Asked): Promise<PlaceSearchResult> {
  const widenings = centreOf(asked) === undefined ? [] : [...WIDENINGS_M.keys()].slice(1)
  const steps = [
    ...asked.variants.map((_, variant) => ({ widening: 0, variant })),
    ...widenings.map((widening) => ({ widening, variant: 0 })),
  ]
  for (const step of steps) {
    const [stage] = planFor(asked, step).stages
    if (stage === undefined) continue
    const page = await readPage(pool, asked, { ...step, stage, after: null })
    if (page.places.length > 0) return page
  }
  return NOTHING
}

async function readPage(pool: Pool, asked: Asked, cursor: Cursor): Promise<PlaceSearchResult> {
  const isKnown = cursor.variant < asked.variants.length
  if (!isKnown || (cursor.widening > 0 && centreOf(asked) === undefined)) throw new BadCursor()
  const plan = planFor(asked, cursor)
  const start = plan.stages.findIndex(
    ({ kind, level }) => kind === cursor.stage.kind && level === cursor.stage.level,
  )
  // Forged, or an import since the page before changed the stages.
  if (start < 0) throw new BadCursor()
  const { limit } = asked.search
  const places: FoundPlace[] = []
  let { after } = cursor
  for (const stage of plan.stages.slice(start)) {
    const wanted = limit - places.length
    const found = await findPlaces(pool, { ...queryFor(asked, plan, stage), after, limit: wanted + 1 })
    const shown = found.slice(0, wanted)
    places.push(...shown)
    if (found.length > wanted)
      return result(asked, cursor, places, { ...cursor, stage, after: positionOf(shown.at(-1)) })
    after = null
  }
  return result(asked, cursor, places, null)
}

function positionOf(place: FoundPlace | undefined): Position | null {
  return place === undefined ? null : [place.score, place.distance, place.rank, place.place_id]
}

interface Plan {
  segments: Segment[]
  /** Terms of areas: a place must lie in one of each list. */
  areas: { terms: string[]; uses: number }[]
  around: Around | null
  stages: Stage[]
}

function planFor(asked: Asked, { widening, variant }: Pick<Cursor, 'widening' | 'variant'>): Plan {
  const segments = asked.variants[variant]!
  const around = widening === 0 ? (asked.circle ?? asked.location?.around ?? null) : widened(asked, widening)
  const areas = widening === 0 ? areasOf(asked) : []
  const stages = stagesOf(segments, areas, { isAround: around !== null, total: asked.lookup.total })
  return { segments, areas, around, stages }
}

function areasOf({ location, lookup }: Asked): Plan['areas'] {
  return (location?.within ?? []).map(({ keys, uses }) => {
    const terms = keys.map(areaTerm)
    // Regions may know a country by another name: what is counted there counts too.
    const counted = terms.reduce((sum, term) => sum + (lookup.uses.get(term) ?? 0), 0)
    return { terms, uses: Math.max(uses, counted) }
  })
}

function centreOf({ circle, location }: Asked): Around | undefined {
  return placesAround(circle, location)
}

function widened(asked: Asked, widening: number): Around {
  const centre = centreOf(asked)!
  return { ...centre, radiusM: WIDENINGS_M[widening]! + centre.radiusM }
}

function queryFor(
  { wholeName, location, search }: Asked,
  { segments, areas, around }: Plan,
  stage: Stage,
): Omit<PlaceQuery, 'after' | 'limit'> {
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
    score:
      kind === 'all'
        ? {
            matches: segments.map(matchTerms),
            wholeName,
            preferred: (location?.preferred ?? []).map(areaTerm),
          }
        : null,
  }
}

function result(
  asked: Asked,
  { widening, variant }: Cursor,
  found: readonly FoundPlace[],
  next: Cursor | null,
): PlaceSearchResult {
  const { location, nearText, circle, isNearUnknown, times, unknown, broader, variants, search } = asked
  const isBroader = broader !== null && variant === variants.length - 1
  const places = found.map(placeOf)
  return {
    places,
    next: next === null ? null : writeCursor(search, next),
    widened: sentenceFor(widening, {
      near: circle,
      location: location ?? null,
      unknownNear: isNearUnknown ? nearText : null,
      times,
      unknown,
      broader: isBroader ? broader : null,
    }),
    attributions: [...new Set(places.flatMap(({ attribution }) => attribution.split('; ')))],
  }
}

function placeOf(found: FoundPlace): Place {
  const { extra, score, distance, rank, imported_at, source, attribution, ...place } = found
  return {
    ...place,
    website: place.website ?? extra?.website ?? null,
    phone: place.phone ?? extra?.phone ?? null,
    email: place.email ?? extra?.email ?? null,
    source: [...new Set([source, ...(extra?.sources ?? [])])].join('+'),
    attribution: [...new Set([attribution, ...(extra?.attributions ?? [])])].join('; '),
    fetched_at: imported_at.toISOString(),
  }
}
