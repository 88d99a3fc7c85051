import { NumberList } from '../import/number-list.ts'
import { degreesFor, distanceM, type Point } from './distance.ts'

const SCALE = 1e7
/** So many points are put in order at a time. */
const RUN = 1 << 16
/** Of the points that are in order so many chunks are in memory, a megabyte each. */
const HELD = 2

/** Room for so many numbers is made at first. */
const FIRST = 3 * 64

/** Points in order: those of one cell stand together. */
interface Run {
  /** The cells' keys, rising, and where each cell's points begin; one more for where the last one's end. */
  keys: Float64Array
  starts: Float64Array
}

export interface Near {
  thing: number
  distance: number
}

/**
 * Numbered things with one or more points each, found by nearness: twelve bytes a point, those of many in a temporary
 * file. The cell's size is in degrees.
 */
export class PointGrid {
  readonly #size: number
  readonly #run: number
  readonly #runs: Run[] = []
  /** Of each point latitude and longitude in 10^-7 degrees and the thing's number. */
  readonly #sorted = new NumberList<Int32Array>(Int32Array, HELD)
  #latest = new Int32Array(FIRST)
  #count = 0

  constructor(size: number, run = RUN) {
    this.#size = size
    this.#run = run
  }

  /** In 10^-7 degrees. */
  add(lat: number, lon: number, thing: number): void {
    if (this.#count === this.#run) this.#sort()
    const at = 3 * this.#count++
    if (at === this.#latest.length) {
      const larger = new Int32Array(2 * at)
      larger.set(this.#latest)
      this.#latest = larger
    }
    this.#latest[at] = lat
    this.#latest[at + 1] = lon
    this.#latest[at + 2] = thing
  }

  /** The thing with the point that is nearest, of those that are accepted; of several that are as near the first. */
  nearest(centre: Point, radiusM: number, accepts: (thing: number) => boolean): Near | undefined {
    let best: Near | undefined
    this.#visit(centre, radiusM, (thing, distance) => {
      if (distance < (best?.distance ?? Infinity) && accepts(thing)) best = { thing, distance }
    })
    return best
  }

  /** Of every point that is within the radius. */
  within(centre: Point, radiusM: number): Near[] {
    const found: Near[] = []
    this.#visit(centre, radiusM, (thing, distance) => found.push({ thing, distance }))
    return found
  }

  /** Removes the temporary file. */
  close(): void {
    this.#sorted.close()
  }

  #visit(centre: Point, radiusM: number, take: (thing: number, distance: number) => void): void {
    if (this.#count > 0) {
      this.#sort()
      this.#latest = new Int32Array(FIRST)
    }
    const reach = degreesFor(radiusM, centre.lat)
    const firstLon = this.#cell(centre.lon - reach.lon)
    const lastLon = this.#cell(centre.lon + reach.lon)
    const lastLat = this.#cell(centre.lat + reach.lat)
    for (let lat = this.#cell(centre.lat - reach.lat); lat <= lastLat; lat++)
      for (const run of this.#runs) {
        const points = this.#between(run, cellKey(lat, firstLon), cellKey(lat, lastLon))
        for (let i = 0; i < points.length; i += 3) {
          const point = { lat: points[i]! / SCALE, lon: points[i + 1]! / SCALE }
          // Most of a cell is farther away than that: this is known without any sine.
          if (Math.abs(point.lat - centre.lat) > reach.lat || Math.abs(point.lon - centre.lon) > reach.lon)
            continue
          const distance = distanceM(centre, point)
          if (distance <= radiusM) take(points[i + 2]!, distance)
        }
      }
  }

  /** The points of a row's cells stand one after the other. */
  #between({ keys, starts }: Run, firstKey: number, lastKey: number): Int32Array {
    const first = firstAtLeast(keys, firstKey)
    const last = firstAtLeast(keys, lastKey + 1)
    if (first === last) return NONE
    return this.#sorted.read(starts[first]!, starts[last]! - starts[first]!)
  }

  #sort(): void {
    const points = this.#latest
    const keyOf = (index: number) =>
      cellKey(this.#cell(points[3 * index]! / SCALE), this.#cell(points[3 * index + 1]! / SCALE))
    const keyed = Float64Array.from({ length: this.#count }, (_, index) => keyOf(index))
    const order = Uint32Array.from(keyed, (_, index) => index).sort((a, b) => keyed[a]! - keyed[b]! || a - b)
    const sorted = new Int32Array(3 * this.#count)
    const keys: number[] = []
    const starts: number[] = []
    for (const [at, index] of order.entries()) {
      sorted.set(points.subarray(3 * index, 3 * index + 3), 3 * at)
      if (keyed[index] === keys.at(-1)) continue
      keys.push(keyed[index]!)
      starts.push(this.#sorted.length + 3 * at)
    }
    starts.push(this.#sorted.length + sorted.length)
    this.#sorted.append(sorted)
    this.#runs.push({ keys: Float64Array.from(keys), starts: Float64Array.from(starts) })
    this.#count = 0
  }

  #cell(degrees: number): number {
    return Math.floor(degrees / this.#size)
  }
}

const NONE = new Int32Array(0)

function cellKey(lat: number, lon: number): number {
  return lat * 1_000_003 + lon
}

function firstAtLeast(keys: Float64Array, key: number): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (keys[middle]! < key) low = middle + 1
    else high = middle
  }
  return low
}
