import type { Point } from '../geometry/distance.ts'
import { Grid } from '../geometry/grid.ts'
import type { RawPoint } from '../osm/raw.ts'
import { isTown, REACH } from '../osm/settlements.ts'
import type { Area } from './area.ts'
import { areaNames, nameForms } from './area-names.ts'

/** What a boundary says of a point: in which country and municipality it lies. */
export interface Whereabouts {
  country: string | undefined
  municipality: string | undefined
}

interface Settlement extends Point, Whereabouts {
  id: string
  place: string
  name: string
  names: string[]
  /** One that is drawn as an area too is found by that; here it only keeps its neighbours at a distance. */
  hasBoundary: boolean
}

/** A village's reach ends at its municipality's border; a city's grows over it. */
const LARGEST_BOUND_SIZE = 4

/** Towns, villages and quarters as points. */
export class Settlements {
  readonly #byPlace = new Map<string, Grid<Settlement>>()
  readonly #all: Settlement[] = []

  add(raw: RawPoint, whereabouts: Whereabouts, hasBoundary: boolean): void {
    const { id, tags, lat, lon } = raw
    const place = tags.place!
    const settlement = {
      id,
      place,
      name: tags.name!,
      names: areaNames(tags),
      lat,
      lon,
      hasBoundary,
      ...whereabouts,
    }
    this.#all.push(settlement)
    const grid = this.#byPlace.get(place) ?? new Grid<Settlement>(0.05)
    grid.add(settlement)
    this.#byPlace.set(place, grid)
  }

  /** Those without a boundary, as areas. */
  areas(): Area[] {
    return this.#all
      .filter(({ hasBoundary }) => !hasBoundary)
      .map(({ id, place, name, names, country, lat, lon }) => ({
        key: `n:${id}`,
        kind: isTown(place) || place === 'borough' ? 'town' : 'district',
        name,
        names: names.length > 0 ? names : nameForms(name),
        country: country ?? null,
        lat,
        lon,
        radius_m: REACH[place]!.outerM,
        has_boundary: false,
      }))
  }

  /** The keys of the settlements without a boundary that a point belongs to. */
  keysAt(point: Point, whereabouts: Whereabouts): string[] {
    const keys: string[] = []
    const nearest = this.#nearest(point, whereabouts)
    for (const [place, grid] of this.#byPlace) {
      const { innerM, outerM } = REACH[place]!
      for (const { thing, distance } of grid.within(point, outerM)) {
        if (thing.hasBoundary || !belongsTogether(thing, whereabouts)) continue
        const isOwn = distance <= innerM || distance <= (nearest.get(place) ?? Infinity)
        if (isOwn) keys.push(`n:${thing.id}`)
      }
    }
    return keys
  }

  /** The town or village that a point is nearest to. */
  townAt(point: Point, whereabouts: Whereabouts): string | undefined {
    let best: { name: string; distance: number } | undefined
    for (const place of ['city', 'town', 'village']) {
      const { outerM } = REACH[place]!
      const found = this.#byPlace
        .get(place)
        ?.nearest(point, outerM, (thing) => thing.country === whereabouts.country)
      if (found !== undefined && found.distance < (best?.distance ?? Infinity))
        best = { name: found.thing.name, distance: found.distance }
    }
    return best?.name
  }

  /** For each kind of place the distance to the nearest one of that size or larger. */
  #nearest(point: Point, whereabouts: Whereabouts): Map<string, number> {
    const distances = [...this.#byPlace].map(([place, grid]) => {
      const found = grid.nearest(
        point,
        REACH[place]!.outerM,
        (thing) => thing.country === whereabouts.country,
      )
      return { place, distance: found?.distance ?? Infinity }
    })
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

function belongsTogether(settlement: Settlement, { country, municipality }: Whereabouts): boolean {
  if (settlement.country !== country) return false
  return REACH[settlement.place]!.size > LARGEST_BOUND_SIZE || settlement.municipality === municipality
}
