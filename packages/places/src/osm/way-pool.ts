import type { Line } from '../geometry/rings.ts'
import { Floats, Ints } from '../pbf/packed.ts'
import { MISSING, type NodePositions } from './node-positions.ts'

/** Ways whose nodes' positions are still to be read. */
export class WayPool {
  readonly ids = new Floats()
  readonly #refFrom = new Ints()
  readonly #refs = new Floats()

  constructor() {
    this.clear()
  }

  clear(): void {
    this.ids.length = this.#refs.length = this.#refFrom.length = 0
    this.#refFrom.push(0)
  }

  get count(): number {
    return this.ids.length
  }

  get refCount(): number {
    return this.#refs.length
  }

  refs(): Float64Array {
    return this.#refs.values.subarray(0, this.#refs.length)
  }

  /** Answers the way's number in the pool. */
  add(id: number, refs: Float64Array): number {
    this.ids.reserve(this.count + 1)[this.ids.length++] = id
    this.#refs.reserve(this.#refs.length + refs.length).set(refs, this.#refs.length)
    this.#refs.length += refs.length
    this.#refFrom.push(this.#refs.length)
    return this.count - 1
  }

  /** The line of a way, of those nodes that the file has, and whether it has them all. */
  lineOf(index: number, positions: NodePositions): { line: Line; isWhole: boolean } {
    const from = this.#refFrom.values[index]!
    const to = this.#refFrom.values[index + 1]!
    const coordinates = new Int32Array((to - from) * 2)
    let length = 0
    for (let i = from; i < to; i++) {
      const at = positions.indexOf(this.#refs.values[i]!)
      if (at < 0 || positions.lats[at] === MISSING) continue
      coordinates[length++] = positions.lats[at]!
      coordinates[length++] = positions.lons[at]!
    }
    const line = {
      first: this.#refs.values[from]!,
      last: this.#refs.values[to - 1]!,
      coordinates: coordinates.subarray(0, length),
    }
    return { line, isWhole: length === coordinates.length && length > 0 }
  }
}
