import type { Point } from '../geometry/distance.ts'
import { PointGrid } from '../geometry/point-grid.ts'
import type { Tags } from '../osm/business-tags.ts'
import type { RawBoundary } from '../osm/raw.ts'
import { Ints } from '../pbf/packed.ts'
import type { Boundary } from './boundaries.ts'

/** An extract reaches a few kilometres over the border: farther away a border says nothing. */
const BORDER_REACH_M = 30_000

/** What a border is the border of. */
interface Claim {
  codes: ReadonlySet<string>
  isNational: boolean
}

/**
 * The country of a point. Inside a country's boundary that is certain. An extract's strips of the neighbouring
 * countries have no whole boundary: there the nearest piece of border tells, being shared with a country in which
 * the point is not.
 */
export class CountryFinder {
  readonly #borders = new PointGrid(0.05)
  /** The number of each border line by its way, and of its claim by that: many lines have the same one. */
  readonly #lines = new Map<number, number>()
  readonly #claimOf = new Ints()
  readonly #claims: Claim[] = []
  readonly #claimNumbers = new Map<string, number>()
  readonly #whole = new Set<string>()

  /** Takes the borders in which a boundary consists, and whether it is one that encloses something. */
  add({ tags, lines }: RawBoundary, isArea: boolean): void {
    const country = countryOf(tags)
    if (country === undefined) return
    if (isArea) this.#whole.add(country)
    if (!(Number(tags.admin_level) <= 4)) return
    const isNational = tags.admin_level === '2'
    for (const { way, line } of lines) {
      const known = this.#lines.get(way)
      if (known !== undefined) {
        const { codes, isNational: wasNational } = this.#claims[this.#claimOf.values[known]!]!
        this.#claimOf.values[known] = this.#numberOf([...codes, country], wasNational || isNational)
        continue
      }
      const number = this.#claimOf.length
      this.#lines.set(way, number)
      this.#claimOf.push(this.#numberOf([country], isNational))
      for (let i = 0; i < line.coordinates.length; i += 2)
        this.#borders.add(line.coordinates[i]!, line.coordinates[i + 1]!, number)
    }
  }

  find(point: Point, around: readonly Boundary[]): string | undefined {
    return around.find(({ country }) => country !== undefined)?.country ?? this.#beyondBorder(point)
  }

  /** Removes the temporary file. */
  close(): void {
    this.#borders.close()
  }

  #numberOf(codes: readonly string[], isNational: boolean): number {
    const claim = { codes: new Set(codes), isNational }
    const key = `${isNational} ${[...claim.codes].sort().join(' ')}`
    const known = this.#claimNumbers.get(key)
    if (known !== undefined) return known
    this.#claimNumbers.set(key, this.#claims.length)
    return this.#claims.push(claim) - 1
  }

  #beyondBorder(point: Point): string | undefined {
    const known = (line: number) => this.#others(line).size === 1
    const nearest = this.#borders.nearest(point, BORDER_REACH_M, known)
    return nearest === undefined ? undefined : [...this.#others(nearest.thing)][0]
  }

  /** The countries that the border belongs to, without those that are drawn whole: the point is in none of them. */
  #others(line: number): ReadonlySet<string> {
    const { codes, isNational } = this.#claims[this.#claimOf.values[line]!]!
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
