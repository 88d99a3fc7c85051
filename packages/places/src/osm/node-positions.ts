import type { Nodes } from '../pbf/elements.ts'

export const MISSING = -0x80000000

/** Where the nodes lie that lines are made of: ids sorted, positions beside them, 16 bytes a node. */
export class NodePositions {
  readonly #ids: Float64Array
  readonly lats: Int32Array
  readonly lons: Int32Array
  #next = 0
  #lastId = -Infinity

  constructor(refs: Float64Array) {
    this.#ids = sortedUnique(refs)
    this.lats = new Int32Array(this.#ids.length).fill(MISSING)
    this.lons = new Int32Array(this.#ids.length).fill(MISSING)
  }

  /** Takes what it needs of a block. In a sorted file this is one walk along both lists. */
  take(nodes: Nodes): void {
    const ids = this.#ids
    const { values } = nodes.ids
    for (let i = 0; i < nodes.count; i++) {
      const id = values[i]!
      if (id < this.#lastId) this.#next = this.#firstAtLeast(id)
      this.#lastId = id
      while (this.#next < ids.length && ids[this.#next]! < id) this.#next++
      if (ids[this.#next] !== id) continue
      this.lats[this.#next] = nodes.lats.values[i]!
      this.lons[this.#next] = nodes.lons.values[i]!
    }
  }

  /** The place of a node in `lats` and `lons`, -1 when nobody asked for it. */
  indexOf(id: number): number {
    const index = this.#firstAtLeast(id)
    return this.#ids[index] === id ? index : -1
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

function sortedUnique(refs: Float64Array): Float64Array {
  const sorted = refs.slice().sort()
  let length = 0
  for (const id of sorted) if (length === 0 || sorted[length - 1] !== id) sorted[length++] = id
  return sorted.subarray(0, length)
}
