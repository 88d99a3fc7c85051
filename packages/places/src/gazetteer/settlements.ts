import type { Point } from '../geometry/distance.ts'
import { PointIndex } from '../geometry/point-index.ts'
import type { RawPlace } from '../osm/read-osm.ts'
import { isTown, REACH } from '../osm/settlements.ts'
import type { Area } from './area.ts'
import { areaNames, nameForms } from './area-names.ts'
import type { Boundary } from './boundaries.ts'

/** Country and municipality of a point, by the boundaries around it. */
export interface Whereabouts {
  country: string | undefined
  municipality: Boundary | undefined
}

export interface Settlement extends Point, Whereabouts {
  id: string
  name: string
  /** OpenStreetMap's `place`: city, town, village, suburb … */
  place: string
  area: Area
  /** True if a boundary covers it as well. */
  isDrawn: boolean
}

/** Villages up to this size end at the municipality's border; cities extend beyond it. */
const LARGEST_BOUND_SIZE = 4

export function readSettlement(
  { id, tags, lat, lon }: RawPlace,
  whereabouts: Whereabouts,
  isDrawn: boolean,
): Settlement {
  const place = tags.place!
  const name = tags.name!
  const names = areaNames(tags)
  const area: Area = {
    key: `n:${id}`,
    kind: isTown(place) || place === 'borough' ? 'town' : 'district',
    name,
    names: names.length > 0 ? names : nameForms(name),
    country: whereabouts.country ?? null,
    lat,
    lon,
    radius_m: REACH[place]!.outerM,
    has_boundary: false,
  }
  return { id, name, place, lat, lon, area, isDrawn, ...whereabouts }
}

/** Unknown countries match, because extracts may lack a country's boundary. */
function isSameCountry(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other
}

/** Towns, villages and quarters as points. */
export class Settlements {
  readonly #all: readonly Settlement[]
  readonly #byPlace: ReadonlyMap<string, PointIndex<Settlement>>

  constructor(all: readonly Settlement[]) {
    this.#all = all
    const byPlace = Map.groupBy(all, ({ place }) => place)
    this.#byPlace = new Map([...byPlace].map(([place, list]) => [place, new PointIndex(list)]))
  }

  /** Settlements without a boundary, as areas. */
  areas(): Area[] {
    return this.#all.filter(({ isDrawn }) => !isDrawn).map(({ area }) => area)
  }

  /** Keys of the settlements without a boundary that contain a point. */
  keysAt(point: Point, { country, municipality }: Whereabouts): string[] {
    const keys: string[] = []
    const nearest = this.#nearest(point, country)
    for (const [place, index] of this.#byPlace) {
      const { innerM, outerM, size } = REACH[place]!
      for (const { item, distance } of index.within(point, outerM)) {
        if (item.isDrawn || !isSameCountry(item.country, country)) continue
        const isBeyondBorder = size <= LARGEST_BOUND_SIZE && item.municipality !== municipality
        const isNearest = distance <= innerM || distance <= (nearest.get(place) ?? Infinity)
        if (isNearest && !isBeyondBorder) keys.push(item.area.key)
      }
    }
    return keys
  }

  /** The nearest town or village. */
  townAt(point: Point, { country }: Whereabouts): string | undefined {
    const found = ['city', 'town', 'village'].flatMap((place) => this.#nearestOf(place, point, country) ?? [])
    return found.sort((a, b) => a.distance - b.distance)[0]?.item.name
  }

  #nearestOf(place: string, point: Point, country: string | undefined) {
    const index = this.#byPlace.get(place)
    return index?.nearest(point, REACH[place]!.outerM, (settlement) =>
      isSameCountry(settlement.country, country),
    )
  }

  /** For each kind of settlement, the distance to the nearest one of that size or larger. */
  #nearest(point: Point, country: string | undefined): Map<string, number> {
    const distances = [...this.#byPlace.keys()].map((place) => ({
      place,
      distance: this.#nearestOf(place, point, country)?.distance ?? Infinity,
    }))
    return new Map(
      distances.map(({ place }) => {
        const rivals = distances.filter(
          (other) => isTown(other.place) === isTown(place) && REACH[other.place]!.size >= REACH[place]!.size,
        )
        return [place, Math.min(...rivals.map(({ distance }) => distance))]
      }),
    )
  }
}
