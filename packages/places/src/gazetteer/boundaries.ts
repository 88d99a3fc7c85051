import Flatbush from 'flatbush'
import type { Point } from '../geometry/distance.ts'
import { PointIndex } from '../geometry/point-index.ts'
import { type Box, boxAround, isInside, joinRings, pointInside, type Ring } from '../geometry/polygon.ts'
import type { Tags } from '../osm/business-tags.ts'
import type { RawBoundary } from '../osm/read-osm.ts'
import { areaNames, withoutKind } from './area-names.ts'

export interface Boundary {
  id: string
  /** As displayed. */
  name: string
  /** As people may type it: folded, in all languages. */
  names: string[]
  /** OpenStreetMap's admin_level: 2 for a country, 12 for quarters without one, undefined for postcodes. */
  level: number | undefined
  /** ISO 3166-1 code from its own tags. */
  country: string | undefined
  postcode: string | undefined
  rings: Ring[]
  box: Box
  centre: Point
}

/** Finds the boundaries around a point, by bounding boxes first, then by polygons. */
export class Boundaries {
  readonly all: readonly Boundary[]
  readonly #boxes: Flatbush | undefined

  constructor(all: readonly Boundary[]) {
    this.all = all
    // Flatbush needs at least one item.
    if (all.length === 0) return
    this.#boxes = new Flatbush(all.length)
    for (const { box } of all) this.#boxes.add(box.minLon, box.minLat, box.maxLon, box.maxLat)
    this.#boxes.finish()
  }

  /** Largest first. */
  around(point: Point): Boundary[] {
    const { lat, lon } = point
    const near = this.#boxes?.search(lon, lat, lon, lat) ?? []
    return near
      .toSorted((a, b) => a - b)
      .map((index) => this.all[index]!)
      .filter(({ rings }) => isInside(rings, point))
      .sort((a, b) => (a.level ?? 99) - (b.level ?? 99))
  }
}

/** Undefined if the lines enclose nothing. For a truncated boundary, the parts inside the file count. */
export function drawBoundary({ id, tags, lines, isWhole }: RawBoundary): Boundary | undefined {
  const members = lines.filter(({ role }) => role === 'outer' || role === '' || (isWhole && role === 'inner'))
  const rings = joinRings(members.map(({ line }) => line))
  if (rings.length === 0) return undefined
  const level = levelOf(tags)
  const isPostcode = level === undefined
  return {
    id,
    name: shownName(tags),
    names: isPostcode ? [] : areaNames(tags),
    level,
    country: countryOf(tags),
    postcode: isPostcode ? tags.postal_code : undefined,
    rings,
    box: boxAround(rings),
    centre: pointInside(rings),
  }
}

function shownName(tags: Tags): string {
  const name = tags.name ?? tags['name:en'] ?? tags.postal_code ?? ''
  return withoutKind(name.split('/')[0]!.trim())
}

const PLACE_LEVELS: Record<string, number> = {
  city: 8,
  municipality: 8,
  town: 8,
  village: 9,
  hamlet: 11,
  borough: 9,
  island: 9,
}

function levelOf(tags: Tags): number | undefined {
  if (tags.boundary === 'postal_code') return undefined
  if (tags.boundary === 'administrative') return Number(tags.admin_level)
  return PLACE_LEVELS[tags.place ?? ''] ?? 12
}

/** ISO 3166-1 code from an area's tags: its own, or that of its country. */
function countryOf(tags: Tags): string | undefined {
  const code =
    tags['ISO3166-1:alpha2'] ??
    tags['ISO3166-1'] ??
    tags['ISO3166-2']?.slice(0, 2) ??
    tags['is_in:country_code']
  return code !== undefined && /^[A-Z]{2}$/.test(code) ? code : undefined
}

/** Extracts reach a few kilometres across the border. Beyond that a border says nothing. */
const BORDER_REACH_M = 30_000

/** A way that is part of a border, with the countries on either side. */
interface Border {
  countries: Set<string>
  isNational: boolean
}

interface BorderPoint extends Point {
  border: Border
}

/**
 * Finds the country of a point. Inside a complete boundary the answer is certain. Of neighbouring countries an
 * extract has only a strip without a complete boundary: there the nearest border decides, because it is shared with a
 * country that doesn't contain the point.
 */
export class CountryFinder {
  readonly #borders: PointIndex<BorderPoint>
  /** Countries with a complete boundary in the file. */
  readonly #whole: ReadonlySet<string>

  constructor(raw: Iterable<RawBoundary>, boundaries: Boundaries) {
    this.#whole = new Set(boundaries.all.flatMap(({ country }) => country ?? []))
    const byWay = new Map<number, Border>()
    const points: BorderPoint[] = []
    for (const { tags, lines } of raw) {
      const country = countryOf(tags)
      if (country === undefined || !(Number(tags.admin_level) <= 4)) continue
      for (const { way, line } of lines) {
        const known = byWay.get(way)
        const border = known ?? { countries: new Set(), isNational: false }
        border.countries.add(country)
        border.isNational ||= tags.admin_level === '2'
        if (known !== undefined) continue
        byWay.set(way, border)
        for (const [lon, lat] of line.positions) points.push({ lat, lon, border })
      }
    }
    this.#borders = new PointIndex(points)
  }

  find(point: Point, around: readonly Boundary[]): string | undefined {
    const inside = around.find(({ country }) => country !== undefined)
    return inside?.country ?? this.#beyondBorder(point)
  }

  #beyondBorder(point: Point): string | undefined {
    const isClear = ({ border }: BorderPoint) => this.#neighbours(border).size === 1
    const nearest = this.#borders.nearest(point, BORDER_REACH_M, isClear)
    return nearest && [...this.#neighbours(nearest.item.border)][0]
  }

  /** Countries of the border without a complete boundary, since those don't contain the point. */
  #neighbours({ countries, isNational }: Border): ReadonlySet<string> {
    const others = new Set([...countries].filter((code) => !this.#whole.has(code)))
    return isNational || others.size > 0 ? others : countries
  }
}
