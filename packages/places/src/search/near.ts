import type { Pool } from 'pg'
import { distanceM, type Point } from '../geometry/distance.ts'
import { findPlaces } from '../store/search.store.ts'
import type { Around, Location, Within } from './location.ts'
import { matchTerms, termsOfSegment } from './score.ts'
import { areaTerm } from './terms.ts'
import { type Understood, understand } from './understand.ts'

const NEAR_TOWN_M = 2000
const NEAR_BUSINESS_M = 1000
/** A landmark farther away from the location is another one of that name. */
const FAR_M = 15_000

/** The circle of 'near …'. Null if the query doesn't contain it, undefined if nothing has that name. */
export async function findLandmark(pool: Pool, understood: Understood): Promise<Around | null | undefined> {
  const { near, nearText, location } = understood
  if (near?.around) {
    const points = pointsIn(near.around.points, location)
    return points.length === 0 ? undefined : { ...near.around, points }
  }
  if (nearText === null) return null
  const [town] = near?.within ?? []
  const isMeant = town !== undefined && near?.unknown.length === 0 && isThere(town, location)
  const business = isMeant ? undefined : await aroundBusiness(pool, nearText, location ?? null)
  if (town === undefined || business !== undefined) return business
  return { name: town.name, points: [town.centre], radiusM: town.radiusM + NEAR_TOWN_M }
}

/** False for a town of that name on another continent. */
function isThere({ centre, radiusM }: Within, location: Location | null | undefined): boolean {
  const areas = location?.within.filter((area) => area.radiusM > 0) ?? []
  return areas.every((area) => distanceM(centre, area.centre) <= area.radiusM + radiusM + FAR_M)
}

/** The stations in the location; without any, the nearest one. */
function pointsIn(points: readonly Point[], location: Location | null | undefined): Point[] {
  const areas = location?.within.filter(({ radiusM }) => radiusM > 0) ?? []
  if (areas.length === 0) return [...points]
  const within = points.filter((point) =>
    areas.every(({ centre, radiusM }) => distanceM(point, centre) <= radiusM),
  )
  if (within.length > 0) return within
  const [{ centre, radiusM }] = areas as [Within]
  const nearest = points.toSorted((a, b) => distanceM(a, centre) - distanceM(b, centre)).slice(0, 1)
  return nearest.filter((point) => distanceM(point, centre) <= radiusM + FAR_M)
}

/** Around the business of that name in the location. */
async function aroundBusiness(
  pool: Pool,
  name: string,
  location: Location | null,
): Promise<Around | undefined> {
  const { variants, wholeName } = await understand(pool, name, null)
  const [segments] = variants
  if (segments === undefined) return undefined
  const areas = (location?.within ?? []).map(({ keys }) => keys.map(areaTerm))
  const [place] = await findPlaces(pool, {
    conditions: [...segments.map(termsOfSegment), ...areas],
    excluded: [],
    minRank: 0,
    around: null,
    filters: {},
    order: { by: 'score', score: { matches: segments.map(matchTerms), wholeName, preferred: [] } },
    after: null,
    limit: 1,
  })
  return place && { name: place.name, points: [place], radiusM: NEAR_BUSINESS_M }
}
