import { degreesFor, distanceM, type Point } from './distance.ts'

/** Things with a position, found by nearness. The cell's size is in degrees. */
export class Grid<T extends Point> {
  readonly #cells = new Map<number, T[]>()
  readonly #size: number

  constructor(size: number) {
    this.#size = size
  }

  add(thing: T): void {
    const key = this.#key(this.#cell(thing.lat), this.#cell(thing.lon))
    const cell = this.#cells.get(key)
    if (cell === undefined) this.#cells.set(key, [thing])
    else cell.push(thing)
  }

  *within(centre: Point, radiusM: number): Generator<{ thing: T; distance: number }> {
    const reach = degreesFor(radiusM, centre.lat)
    const lastLon = this.#cell(centre.lon + reach.lon)
    const lastLat = this.#cell(centre.lat + reach.lat)
    for (let lat = this.#cell(centre.lat - reach.lat); lat <= lastLat; lat++)
      for (let lon = this.#cell(centre.lon - reach.lon); lon <= lastLon; lon++)
        for (const thing of this.#cells.get(this.#key(lat, lon)) ?? []) {
          // Most of a cell is farther away than that: this is known without any sine.
          if (Math.abs(thing.lat - centre.lat) > reach.lat || Math.abs(thing.lon - centre.lon) > reach.lon)
            continue
          const distance = distanceM(centre, thing)
          if (distance <= radiusM) yield { thing, distance }
        }
  }

  nearest(
    centre: Point,
    radiusM: number,
    accepts: (thing: T) => boolean,
  ): { thing: T; distance: number } | undefined {
    let best: { thing: T; distance: number } | undefined
    for (const found of this.within(centre, radiusM))
      if (found.distance < (best?.distance ?? Infinity) && accepts(found.thing)) best = found
    return best
  }

  #cell(degrees: number): number {
    return Math.floor(degrees / this.#size)
  }

  #key(lat: number, lon: number): number {
    return lat * 1_000_003 + lon
  }
}
