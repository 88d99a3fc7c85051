import type { Point } from '../geometry/distance.ts'
import { PointGrid } from '../geometry/point-grid.ts'
import type { Tags } from '../osm/business-tags.ts'
import type { RawBoundary } from '../osm/raw.ts'
import type { Boundary } from './boundaries.ts'

/** An extract reaches a few kilometres over the border: farther away a border says nothing. */
const BORDER_REACH_M = 30_000

/**
 * The country of a point. Inside a country's boundary that is certain. An extract's strips of the neighbouring
 * countries have no whole boundary: there the nearest piece of border tells, being shared with a country in which
 * the point is not.
 */
export class CountryFinder {
  readonly #borders = new PointGrid(0.05)
  /** What each line of a border is the border of, by the line's number. */
  readonly #owners: Tags[][] = []
  readonly #lines = new Map<number, number>()
  readonly #whole = new Set<string>()

  /** Takes the borders in which a boundary consists, and whether it is one that encloses something. */
  add({ tags, lines }: RawBoundary, isArea: boolean): void {
    const country = countryOf(tags)
    if (country === undefined) return
    if (isArea) this.#whole.add(country)
    if (!(Number(tags.admin_level) <= 4)) return
    for (const { way, line } of lines) {
      const known = this.#lines.get(way)
      if (known !== undefined) {
        this.#owners[known]!.push(tags)
        continue
      }
      this.#lines.set(way, this.#owners.length)
      this.#borders.add(line.coordinates, this.#owners.length)
      this.#owners.push([tags])
    }
  }

  find(point: Point, around: readonly Boundary[]): string | undefined {
    return (
      around.map(({ tags }) => countryOf(tags)).find((code) => code !== undefined) ??
      this.#beyondBorder(point)
    )
  }

  #beyondBorder(point: Point): string | undefined {
    const known = (line: number) => this.#others(line).size === 1
    const nearest = this.#borders.nearest(point, BORDER_REACH_M, known)
    return nearest === undefined ? undefined : [...this.#others(nearest)][0]
  }

  /** The countries that the border belongs to, without those that are drawn whole: the point is in none of them. */
  #others(line: number): Set<string> {
    const owners = this.#owners[line]!
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
