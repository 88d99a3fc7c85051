import Flatbush from 'flatbush'
import { degreesFor, distanceM, type Point } from './distance.ts'

export interface Near<T> {
  item: T
  distance: number
}

/** Finds items by distance. */
export class PointIndex<T extends Point> {
  readonly #items: readonly T[]
  readonly #index: Flatbush | undefined

  constructor(items: readonly T[]) {
    this.#items = items
    // Flatbush needs at least one item.
    if (items.length === 0) return
    this.#index = new Flatbush(items.length)
    for (const { lon, lat } of items) this.#index.add(lon, lat)
    this.#index.finish()
  }

  within(centre: Point, radiusM: number): Near<T>[] {
    const reach = degreesFor(radiusM, centre.lat)
    const found = this.#index?.search(
      centre.lon - reach.lon,
      centre.lat - reach.lat,
      centre.lon + reach.lon,
      centre.lat + reach.lat,
    )
    return (found ?? [])
      .map((index) => this.#items[index]!)
      .map((item) => ({ item, distance: distanceM(centre, item) }))
      .filter(({ distance }) => distance <= radiusM)
  }

  nearest(centre: Point, radiusM: number, accepts: (item: T) => boolean): Near<T> | undefined {
    let best: Near<T> | undefined
    for (const near of this.within(centre, radiusM))
      if (near.distance < (best?.distance ?? Infinity) && accepts(near.item)) best = near
    return best
  }
}
