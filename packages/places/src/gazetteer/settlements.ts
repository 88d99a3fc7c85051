import type { Point } from '../geometry/distance.ts'
import { PointGrid } from '../geometry/point-grid.ts'
import { Records } from '../import/records.ts'
import { Spool } from '../import/spool.ts'
import type { RawPoint } from '../osm/raw.ts'
import { isTown, REACH } from '../osm/settlements.ts'
import { Ints } from '../pbf/packed.ts'
import type { Area } from './area.ts'
import { areaNames, nameForms } from './area-names.ts'

/** What a boundary says of a point: in which country and municipality (by its boundary's number) it lies. */
export interface Whereabouts {
  country: string | undefined
  municipality: number | undefined
}

/** A village's reach ends at its municipality's border; a city's grows over it. */
const LARGEST_BOUND_SIZE = 4
const SCALE = 1e7
const CELL = 0.05
/** Of so many settlements the names are in memory, a hundred bytes each. */
const NAMES_HELD = 2048
const NOWHERE = -1

/** Towns, villages and quarters as points: in memory some twenty bytes each. */
export class Settlements {
  readonly #byPlace = new Map<string, PointGrid>()
  /** Of each settlement the country's number, the municipality's, and whether it is drawn as an area too. */
  readonly #countries = new Ints()
  readonly #municipalities = new Ints()
  readonly #drawn = new Ints()
  readonly #countryNumbers = new Map<string | undefined, number>()
  readonly #named = new Records<{ id: string; name: string }>(NAMES_HELD)
  readonly #areas = new Spool<Area>()

  /** One that is drawn as an area too is found by that; here it only keeps its neighbours at a distance. */
  add(raw: RawPoint, { country, municipality }: Whereabouts, isDrawn: boolean): void {
    const { id, tags, lat, lon } = raw
    const place = tags.place!
    const number = this.#named.push({ id, name: tags.name! })
    const countryNumber = this.#countryNumbers.get(country) ?? this.#countryNumbers.size
    this.#countryNumbers.set(country, countryNumber)
    this.#countries.push(countryNumber)
    this.#municipalities.push(municipality ?? NOWHERE)
    this.#drawn.push(Number(isDrawn))
    const grid = this.#byPlace.get(place) ?? new PointGrid(CELL)
    grid.add(Math.round(lat * SCALE), Math.round(lon * SCALE), number)
    this.#byPlace.set(place, grid)
    if (!isDrawn) this.#areas.push(areaOf(raw, country))
  }

  /** Those without a boundary, as areas. */
  areas(): Iterable<Area> {
    return this.#areas
  }

  /** The keys of the settlements without a boundary that a point belongs to. */
  keysAt(point: Point, whereabouts: Whereabouts): string[] {
    const keys: string[] = []
    const country = this.#countryNumbers.get(whereabouts.country)
    const nearest = this.#nearest(point, country)
    for (const [place, grid] of this.#byPlace) {
      const { innerM, outerM, size } = REACH[place]!
      for (const { thing, distance } of grid.within(point, outerM)) {
        if (this.#drawn.values[thing] === 1 || this.#countries.values[thing] !== country) continue
        const municipality = whereabouts.municipality ?? NOWHERE
        const isBound = size <= LARGEST_BOUND_SIZE && this.#municipalities.values[thing] !== municipality
        const isOwn = distance <= innerM || distance <= (nearest.get(place) ?? Infinity)
        if (isOwn && !isBound) keys.push(`n:${this.#named.get(thing).id}`)
      }
    }
    return keys
  }

  /** The town or village that a point is nearest to. */
  townAt(point: Point, whereabouts: Whereabouts): string | undefined {
    let best: { thing: number; distance: number } | undefined
    for (const place of ['city', 'town', 'village']) {
      const found = this.#nearestOf(place, point, this.#countryNumbers.get(whereabouts.country))
      if (found !== undefined && found.distance < (best?.distance ?? Infinity)) best = found
    }
    return best && this.#named.get(best.thing).name
  }

  /** Removes the temporary files. */
  close(): void {
    for (const grid of this.#byPlace.values()) grid.close()
    this.#named.close()
    this.#areas.close()
  }

  #nearestOf(place: string, point: Point, country: number | undefined) {
    return this.#byPlace
      .get(place)
      ?.nearest(point, REACH[place]!.outerM, (thing) => this.#countries.values[thing] === country)
  }

  /** For each kind of place the distance to the nearest one of that size or larger. */
  #nearest(point: Point, country: number | undefined): Map<string, number> {
    const distances = [...this.#byPlace.keys()].map((place) => {
      const found = this.#nearestOf(place, point, country)
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

function areaOf({ id, tags, lat, lon }: RawPoint, country: string | undefined): Area {
  const place = tags.place!
  const names = areaNames(tags)
  return {
    key: `n:${id}`,
    kind: isTown(place) || place === 'borough' ? 'town' : 'district',
    name: tags.name!,
    names: names.length > 0 ? names : nameForms(tags.name!),
    country: country ?? null,
    lat,
    lon,
    radius_m: REACH[place]!.outerM,
    has_boundary: false,
  }
}
