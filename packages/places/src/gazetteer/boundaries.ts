import { BoxIndex } from '../geometry/box-index.ts'
import type { Point } from '../geometry/distance.ts'
import { containsPoint, Polygon, type StoredPolygon } from '../geometry/polygon.ts'
import { joinRings } from '../geometry/rings.ts'
import { NumberList } from '../import/number-list.ts'
import { Records } from '../import/records.ts'
import type { Tags } from '../osm/business-tags.ts'
import type { RawBoundary } from '../osm/raw.ts'
import { areaNames, withoutKind } from './area-names.ts'
import { countryOf } from './country-finder.ts'

export interface Boundary {
  /** They count from 0, as they are added. */
  number: number
  id: string
  /** As it is shown. */
  name: string
  /** OpenStreetMap's admin_level, 2 for a country; 12 for quarters without one; undefined for postcodes. */
  level: number | undefined
  /** The code that its own tags give. */
  country: string | undefined
  postcode: string | undefined
  polygon: StoredPolygon
  centre: Point
}

const SCALE = 1e7
/** Of the polygons so many chunks are in memory, a megabyte each; what else they are made of waits in a file. */
const EDGES_HELD = 4
/** So many boundaries are in memory, half a kilobyte each, and the names of so many. */
const BOUNDARIES_HELD = 1024
const NAMES_HELD = 256

/** Areas by point: a tree of their bounding boxes, then the polygons. */
export class Boundaries {
  readonly #boxes = new BoxIndex()
  readonly #boundaries = new Records<Boundary>(BOUNDARIES_HELD)
  readonly #names = new Records<string[]>(NAMES_HELD)
  readonly #edges = new NumberList<Int32Array>(Int32Array, EDGES_HELD)

  /** Answers whether it encloses anything. */
  add({ id, tags, lines, isWhole }: RawBoundary): boolean {
    const polygon = polygonOf(lines, isWhole)
    if (polygon === undefined) return false
    const level = levelOf(tags)
    const number = this.#addBox(polygon)
    const centre = polygon.pointInside()
    this.#boundaries.push({
      number,
      id,
      name: shownName(tags),
      level,
      country: countryOf(tags),
      postcode: level === undefined ? tags.postal_code : undefined,
      polygon: polygon.storeIn(this.#edges),
      centre,
    })
    this.#names.push(level === undefined ? [] : areaNames(tags))
    return true
  }

  get count(): number {
    return this.#boundaries.length
  }

  get(number: number): Boundary {
    return this.#boundaries.get(number)
  }

  /** What people may type for it. */
  namesOf({ number }: Boundary): string[] {
    return this.#names.get(number)
  }

  /** Every area around the point, the largest first. */
  around(point: Point): Boundary[] {
    return this.#boxes
      .around(point.lat * SCALE, point.lon * SCALE)
      .map((number) => this.#boundaries.get(number))
      .filter(({ polygon }) => containsPoint(polygon, this.#edges, point))
      .sort((a, b) => (a.level ?? 99) - (b.level ?? 99))
  }

  #addBox({ minLat, maxLat, minLon, maxLon }: Polygon): number {
    // A little larger: what is exactly on an edge is for the polygon to say.
    const down = (degrees: number) => Math.floor(degrees * SCALE) - 1
    const up = (degrees: number) => Math.ceil(degrees * SCALE) + 1
    return this.#boxes.add(down(minLat), up(maxLat), down(minLon), up(maxLon))
  }

  /** Removes the temporary files. */
  close(): void {
    this.#boundaries.close()
    this.#names.close()
    this.#edges.close()
  }
}

/** Undefined when the lines enclose nothing. Of one that is cut off, parts that lie wholly in the file count. */
function polygonOf(lines: RawBoundary['lines'], isWhole: boolean): Polygon | undefined {
  const members = lines.filter(({ role }) => role === 'outer' || role === '' || (isWhole && role === 'inner'))
  const rings = joinRings(members.map(({ line }) => line))
  return rings.closed.length === 0 ? undefined : new Polygon(rings.closed)
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
