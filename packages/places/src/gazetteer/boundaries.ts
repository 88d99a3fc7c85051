import type { Point } from '../geometry/distance.ts'
import { Polygon } from '../geometry/polygon.ts'
import { joinRings } from '../geometry/rings.ts'
import { NumberList } from '../import/number-list.ts'
import type { Tags } from '../osm/business-tags.ts'
import type { RawBoundary } from '../osm/raw.ts'

export interface Boundary {
  id: string
  tags: Tags
  /** OpenStreetMap's admin_level, 2 for a country; 12 for quarters without one; undefined for postcodes. */
  level: number | undefined
  polygon: Polygon
  centre: Point
}

/** Of the polygons so many chunks are in memory, a megabyte each; what else they are made of waits in a file. */
const EDGES_HELD = 4
const CELL = 0.05
const MAX_CELLS = 20_000

/** Areas by point: a grid of their bounding boxes, then the polygons. */
export class Boundaries {
  readonly all: Boundary[] = []
  readonly #edges = new NumberList<Int32Array>(Int32Array, EDGES_HELD)
  readonly #cells = new Map<number, Boundary[]>()
  /** Areas too large for the grid: few, so that they are tried one by one. */
  readonly #large: Boundary[] = []

  /** Answers whether it encloses anything. */
  add(raw: RawBoundary): boolean {
    const boundary = boundaryOf(raw)
    if (boundary === undefined) return false
    boundary.polygon.moveTo(this.#edges)
    this.all.push(boundary)
    this.#place(boundary)
    return true
  }

  /** Removes the temporary file. */
  close(): void {
    this.#edges.close()
  }

  /** Every area around the point, the largest first. */
  around(point: Point): Boundary[] {
    const near = this.#cells.get(cellKey(Math.floor(point.lat / CELL), Math.floor(point.lon / CELL))) ?? []
    return [...this.#large, ...near]
      .filter(({ polygon }) => polygon.contains(point))
      .sort((a, b) => (a.level ?? 99) - (b.level ?? 99))
  }

  #place(boundary: Boundary): void {
    const { minLat, maxLat, minLon, maxLon } = boundary.polygon
    const rows = Math.floor(maxLat / CELL) - Math.floor(minLat / CELL) + 1
    const columns = Math.floor(maxLon / CELL) - Math.floor(minLon / CELL) + 1
    if (rows * columns > MAX_CELLS) {
      this.#large.push(boundary)
      return
    }
    for (let lat = Math.floor(minLat / CELL); lat <= Math.floor(maxLat / CELL); lat++)
      for (let lon = Math.floor(minLon / CELL); lon <= Math.floor(maxLon / CELL); lon++) {
        const key = cellKey(lat, lon)
        const cell = this.#cells.get(key)
        if (cell === undefined) this.#cells.set(key, [boundary])
        else cell.push(boundary)
      }
  }
}

function cellKey(lat: number, lon: number): number {
  return lat * 100_003 + lon
}

/** Undefined when the lines enclose nothing. Of one that is cut off, parts that lie wholly in the file count. */
function boundaryOf({ id, tags, lines, isWhole }: RawBoundary): Boundary | undefined {
  const members = lines.filter(({ role }) => role === 'outer' || role === '' || (isWhole && role === 'inner'))
  const rings = joinRings(members.map(({ line }) => line))
  if (rings.closed.length === 0) return undefined
  const polygon = new Polygon(rings.closed)
  return { id, tags, level: levelOf(tags), polygon, centre: polygon.pointInside() }
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
