import { Ints } from '../pbf/packed.ts'
import { degreesFor, distanceM, type Point } from './distance.ts'

const SCALE = 1e7

/** Points of numbered lines, found by nearness: twelve bytes a point. The cell's size is in degrees. */
export class PointGrid {
  readonly #lats = new Ints()
  readonly #lons = new Ints()
  readonly #lines = new Ints()
  /** The points cell after cell, and where each cell's begin and end; made when the first point is asked for. */
  #sorted: { order: Uint32Array; cells: Map<number, { from: number; to: number }> } | undefined
  readonly #size: number

  constructor(size: number) {
    this.#size = size
  }

  add(coordinates: Int32Array, line: number): void {
    for (let i = 0; i < coordinates.length; i += 2) {
      this.#lats.push(coordinates[i]!)
      this.#lons.push(coordinates[i + 1]!)
      this.#lines.push(line)
    }
    this.#sorted = undefined
  }

  /** The line with the point that is nearest, of those that are accepted. */
  nearest(centre: Point, radiusM: number, accepts: (line: number) => boolean): number | undefined {
    this.#sorted ??= this.#sort()
    const { order, cells } = this.#sorted
    if (order.length === 0) return undefined
    const reach = degreesFor(radiusM, centre.lat)
    const lastLat = this.#cell(centre.lat + reach.lat)
    const lastLon = this.#cell(centre.lon + reach.lon)
    let best: { line: number; distance: number } | undefined
    for (let lat = this.#cell(centre.lat - reach.lat); lat <= lastLat; lat++)
      for (let lon = this.#cell(centre.lon - reach.lon); lon <= lastLon; lon++) {
        const { from, to } = cells.get(cellKey(lat, lon)) ?? NOTHING
        for (let i = from; i < to; i++) {
          const point = this.#point(order[i]!)
          // Most of a cell is farther away than that: this is known without any sine.
          if (Math.abs(point.lat - centre.lat) > reach.lat || Math.abs(point.lon - centre.lon) > reach.lon)
            continue
          const distance = distanceM(centre, point)
          const line = this.#lines.values[order[i]!]!
          if (distance <= radiusM && distance < (best?.distance ?? Infinity) && accepts(line))
            best = { line, distance }
        }
      }
    return best?.line
  }

  #point(index: number): Point {
    return { lat: this.#lats.values[index]! / SCALE, lon: this.#lons.values[index]! / SCALE }
  }

  #sort() {
    const keys = Float64Array.from({ length: this.#lats.length }, (_, index) => {
      const { lat, lon } = this.#point(index)
      return cellKey(this.#cell(lat), this.#cell(lon))
    })
    const order = Uint32Array.from(keys, (_, index) => index).sort((a, b) => keys[a]! - keys[b]! || a - b)
    const cells = new Map<number, { from: number; to: number }>()
    for (let from = 0; from < order.length; ) {
      const key = keys[order[from]!]!
      let to = from + 1
      while (to < order.length && keys[order[to]!] === key) to++
      cells.set(key, { from, to })
      from = to
    }
    return { order, cells }
  }

  #cell(degrees: number): number {
    return Math.floor(degrees / this.#size)
  }
}

const NOTHING = { from: 0, to: 0 }

function cellKey(lat: number, lon: number): number {
  return lat * 1_000_003 + lon
}
