import type { Position } from '../geometry/polygon.ts'
import type { Nodes } from './pbf-block.ts'

const SCALE = 1e7
const UNKNOWN = -0x80000000

/** Positions of nodes that ways refer to, 16 bytes each. */
export class NodePositions {
  /** Ascending, without duplicates. */
  readonly #ids: Float64Array
  readonly #lats: Int32Array
  readonly #lons: Int32Array

  constructor(wanted: Iterable<readonly number[]>) {
    let count = 0
    for (const refs of wanted) count += refs.length
    const all = new Float64Array(count)
    let at = 0
    for (const refs of wanted) for (const ref of refs) all[at++] = ref
    all.sort()
    let unique = 0
    for (const id of all) if (unique === 0 || all[unique - 1] !== id) all[unique++] = id
    this.#ids = all.slice(0, unique)
    this.#lats = new Int32Array(unique).fill(UNKNOWN)
    this.#lons = new Int32Array(unique)
  }

  /** Stores the wanted positions of a block. */
  take({ ids, lats, lons }: Nodes): void {
    let last = Number.POSITIVE_INFINITY
    let at = 0
    for (const [index, id] of ids.entries()) {
      // Ids mostly ascend, so this is one pass along both lists.
      if (id < last) at = this.#firstAtLeast(id)
      while (this.#ids[at]! < id) at++
      last = id
      if (this.#ids[at] !== id) continue
      this.#lats[at] = lats[index]!
      this.#lons[at] = lons[index]!
    }
  }

  find(id: number): Position | undefined {
    const at = this.#firstAtLeast(id)
    if (this.#ids[at] !== id || this.#lats[at] === UNKNOWN) return undefined
    return [this.#lons[at]! / SCALE, this.#lats[at]! / SCALE]
  }

  #firstAtLeast(id: number): number {
    let low = 0
    let high = this.#ids.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#ids[middle]! < id) low = middle + 1
      else high = middle
    }
    return low
  }
}
