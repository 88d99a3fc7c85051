import type { Point } from '../geometry/distance.ts'
import { Grid } from '../geometry/grid.ts'
import type { Tags } from '../osm/business-tags.ts'
import type { RawBoundary } from '../osm/raw.ts'
import type { Boundary } from './boundaries.ts'

const SCALE = 1e7
/** An extract reaches a few kilometres over the border: farther away a border says nothing. */
const BORDER_REACH_M = 30_000

interface BorderPoint extends Point {
  owners: Tags[]
}

/**
 * The country of a point. Inside a country's boundary that is certain. An extract's strips of the neighbouring
 * countries have no whole boundary: there the nearest piece of border tells, being shared with a country in which
 * the point is not.
 */
export class CountryFinder {
  readonly #borders = new Grid<BorderPoint>(0.05)
  readonly #whole: Set<string>

  constructor(raw: readonly RawBoundary[], whole: readonly Boundary[]) {
    this.#whole = new Set(whole.map(({ tags }) => countryOf(tags)).filter((code) => code !== undefined))
    const owners = new Map<Int32Array, Tags[]>()
    for (const { tags, lines } of raw) {
      const level = Number(tags.admin_level)
      if (!(level <= 4) || countryOf(tags) === undefined) continue
      for (const { line } of lines)
        owners.set(line.coordinates, [...(owners.get(line.coordinates) ?? []), tags])
    }
    for (const [coordinates, tags] of owners)
      for (let i = 0; i < coordinates.length; i += 2)
        this.#borders.add({ lat: coordinates[i]! / SCALE, lon: coordinates[i + 1]! / SCALE, owners: tags })
  }

  find(point: Point, around: readonly Boundary[]): string | undefined {
    return (
      around.map(({ tags }) => countryOf(tags)).find((code) => code !== undefined) ??
      this.#beyondBorder(point)
    )
  }

  #beyondBorder(point: Point): string | undefined {
    const known = (owner: BorderPoint) => this.#others(owner).size === 1
    const nearest = this.#borders.nearest(point, BORDER_REACH_M, known)
    return nearest && [...this.#others(nearest.thing)][0]
  }

  /** The countries that the border belongs to, without those that are drawn whole: the point is in none of them. */
  #others({ owners }: BorderPoint): Set<string> {
    const codes = new Set(owners.map((tags) => countryOf(tags)!))
    const isNational = owners.some(({ admin_level }) => admin_level === '2')
    const others = new Set([...codes].filter((code) => !this.#whole.has(code)))
    return isNational || others.size > 0 ? others : codes
  }
}

/** The ISO 3166-1 code that an area's own tags give: a country's, or that of the country it is a part of. */
export function countryOf(tags: Tags): string | undefined {
  const code =
    tags['ISO3166-1:alpha2'] ??
    tags['ISO3166-1'] ??
    tags['ISO3166-2']?.slice(0, 2) ??
    tags['is_in:country_code']
  return code !== undefined && /^[A-Z]{2}$/.test(code) ? code : undefined
}
