import type { NumberList } from '../import/number-list.ts'
import type { Point } from './distance.ts'

const SCALE = 1e7
const EDGES_PER_BAND = 8
const MAX_BANDS = 1024

/**
 * An area with holes and several parts, from closed rings. Edges are sorted into bands of latitude, so that asking
 * whether a point is inside looks at a few edges only.
 */
export class Polygon {
  readonly minLat: number
  readonly maxLat: number
  readonly minLon: number
  readonly maxLon: number
  readonly #rings: readonly Int32Array[]
  #bands: Bands | undefined

  constructor(rings: readonly Int32Array[]) {
    this.#rings = rings
    let [minLat, maxLat, minLon, maxLon] = [Infinity, -Infinity, Infinity, -Infinity]
    for (const ring of rings)
      for (let i = 0; i < ring.length; i += 2) {
        minLat = Math.min(minLat, ring[i]!)
        maxLat = Math.max(maxLat, ring[i]!)
        minLon = Math.min(minLon, ring[i + 1]!)
        maxLon = Math.max(maxLon, ring[i + 1]!)
      }
    this.minLat = minLat / SCALE
    this.maxLat = maxLat / SCALE
    this.minLon = minLon / SCALE
    this.maxLon = maxLon / SCALE
  }

  /** What is left of it when its bands are in the list: as many numbers as they are, then their edges. */
  storeIn(list: NumberList<Int32Array>): StoredPolygon {
    const { edges, ends } = this.#bands ?? this.#sortIntoBands()
    const { minLat, maxLat, minLon, maxLon } = this
    const start = list.append(ends)
    list.append(edges)
    return { minLat, maxLat, minLon, maxLon, start, bands: ends.length }
  }

  contains(point: Point): boolean {
    if (!isInBox(this, point)) return false
    const { edges, from, to } = this.#edgesAt(point.lat)
    return isBetween(edges, from, to, point)
  }

  /** A point that is certainly inside: the centre where that is, else the middle of the widest part beside it. */
  pointInside(): Point {
    const centre = this.#centreOfLargestRing()
    if (this.contains(centre)) return centre
    const height = this.maxLat - this.minLat
    let best = { width: -1, point: centre }
    for (const lat of [
      centre.lat,
      ...[0.5, 0.25, 0.75, 0.4, 0.6].map((part) => this.minLat + part * height),
    ]) {
      const found = this.#widestAt(lat)
      if (found !== undefined && found.width > best.width) best = found
      if (best.width > 0 && lat === centre.lat) break
    }
    return best.point
  }

  #widestAt(lat: number): { width: number; point: Point } | undefined {
    const y = lat * SCALE
    const crossings: number[] = []
    const { edges, from, to } = this.#edgesAt(lat)
    for (let i = from; i < to; i += 4) {
      const [y1, x1, y2, x2] = [edges[i]!, edges[i + 1]!, edges[i + 2]!, edges[i + 3]!]
      if (y1 > y !== y2 > y) crossings.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1))
    }
    crossings.sort((a, b) => a - b)
    let best: { width: number; point: Point } | undefined
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const width = crossings[i + 1]! - crossings[i]!
      if (width > (best?.width ?? 0))
        best = { width, point: { lat, lon: (crossings[i]! + crossings[i + 1]!) / 2 / SCALE } }
    }
    return best
  }

  #centreOfLargestRing(): Point {
    let best = {
      area: -1,
      point: { lat: (this.minLat + this.maxLat) / 2, lon: (this.minLon + this.maxLon) / 2 },
    }
    for (const ring of this.#rings) {
      const found = centroid(ring)
      if (found !== undefined && found.area > best.area) best = found
    }
    return best.point
  }

  #edgesAt(lat: number): { edges: Int32Array; from: number; to: number } {
    this.#bands ??= this.#sortIntoBands()
    const { edges, ends } = this.#bands
    const band = bandOf(this, lat, ends.length)
    return { edges, from: band === 0 ? 0 : ends[band - 1]!, to: ends[band]! }
  }

  #sortIntoBands(): Bands {
    const count = this.#rings.reduce((sum, ring) => sum + ring.length / 2, 0)
    const ends = new Int32Array(Math.max(1, Math.min(MAX_BANDS, Math.ceil(count / EDGES_PER_BAND))))
    this.#eachEdge(ends.length, (band) => {
      ends[band]! += 4
    })
    for (let band = 1; band < ends.length; band++) ends[band]! += ends[band - 1]!
    const edges = new Int32Array(ends.at(-1)!)
    const next = ends.slice()
    this.#eachEdge(ends.length, (band, y1, x1, y2, x2) => {
      let at = next[band]! - 4
      next[band] = at
      edges[at++] = y1
      edges[at++] = x1
      edges[at++] = y2
      edges[at] = x2
    })
    return { edges, ends }
  }

  /** An edge comes once for each band that it touches. */
  #eachEdge(bands: number, take: (band: number, y1: number, x1: number, y2: number, x2: number) => void) {
    for (const ring of this.#rings)
      for (let i = 0; i < ring.length; i += 2) {
        const j = (i + 2) % ring.length
        const [y1, x1, y2, x2] = [ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!]
        if (y1 === y2) continue
        const last = bandOf(this, Math.max(y1, y2) / SCALE, bands)
        for (let band = bandOf(this, Math.min(y1, y2) / SCALE, bands); band <= last; band++)
          take(band, y1, x1, y2, x2)
      }
  }
}

/** In degrees. */
interface Box {
  minLat: number
  maxLat: number
  minLon: number
  maxLon: number
}

/** A polygon whose edges are in a list of numbers. */
export interface StoredPolygon extends Box {
  start: number
  bands: number
}

export function containsPoint(polygon: StoredPolygon, list: NumberList<Int32Array>, point: Point): boolean {
  if (!isInBox(polygon, point)) return false
  const { start, bands } = polygon
  const band = bandOf(polygon, point.lat, bands)
  const ends = list.read(start + Math.max(0, band - 1), Math.min(2, band + 1))
  const from = band === 0 ? 0 : ends[0]!
  const count = ends.at(-1)! - from
  return isBetween(list.read(start + bands + from, count), 0, count, point)
}

function isInBox({ minLat, maxLat, minLon, maxLon }: Box, { lat, lon }: Point): boolean {
  return lat >= minLat && lat <= maxLat && lon >= minLon && lon <= maxLon
}

function bandOf({ minLat, maxLat }: Box, lat: number, bands: number): number {
  const height = maxLat - minLat
  return height === 0 ? 0 : Math.min(bands - 1, Math.floor(((lat - minLat) / height) * bands))
}

/** Whether a line from the point to one side crosses an odd number of the edges. */
function isBetween(edges: Int32Array, from: number, to: number, { lat, lon }: Point): boolean {
  const y = lat * SCALE
  const x = lon * SCALE
  let isInside = false
  for (let i = from; i < to; i += 4) {
    const y1 = edges[i]!
    const y2 = edges[i + 2]!
    if (y1 > y === y2 > y) continue
    const x1 = edges[i + 1]!
    if (x < x1 + ((y - y1) / (y2 - y1)) * (edges[i + 3]! - x1)) isInside = !isInside
  }
  return isInside
}

/** All edges in one list, band after band: many small lists would take far more memory than what is in them. */
interface Bands {
  /** Of each edge four numbers: latitude and longitude of both ends. */
  edges: Int32Array
  /** Where in that list each band ends. */
  ends: Int32Array
}

/** Area and centre of gravity of a ring, computed from its first point so that small rings keep their precision. */
function centroid(ring: Int32Array): { area: number; point: Point } | undefined {
  const [originY, originX] = [ring[0]!, ring[1]!]
  let [area, sumY, sumX] = [0, 0, 0]
  for (let i = 0; i < ring.length; i += 2) {
    const j = (i + 2) % ring.length
    const [y1, x1] = [ring[i]! - originY, ring[i + 1]! - originX]
    const [y2, x2] = [ring[j]! - originY, ring[j + 1]! - originX]
    const cross = x1 * y2 - x2 * y1
    area += cross
    sumY += (y1 + y2) * cross
    sumX += (x1 + x2) * cross
  }
  if (area === 0) return undefined
  const point = { lat: (originY + sumY / (3 * area)) / SCALE, lon: (originX + sumX / (3 * area)) / SCALE }
  return { area: Math.abs(area), point }
}
