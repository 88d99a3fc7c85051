import type { Line } from '../geometry/rings.ts'
import { NumberList } from '../import/number-list.ts'
import { Floats } from '../pbf/packed.ts'
import type { NodePositions } from './node-positions.ts'
import { WantedNodes } from './wanted-nodes.ts'

/** Ways whose nodes' positions are still to be read. */
export class WayPool {
  readonly ids = new Floats()
  readonly #refFrom = new Floats()
  readonly #refs = new NumberList<Float64Array>(Float64Array, 2)
  readonly nodes = new WantedNodes()

  get count(): number {
    return this.ids.length
  }

  /** Answers the way's number in the pool. */
  add(id: number, refs: Float64Array): number {
    this.ids.reserve(this.count + 1)[this.ids.length++] = id
    this.#refFrom.reserve(this.count)[this.#refFrom.length++] = this.#refs.append(refs)
    this.nodes.add(refs)
    return this.count - 1
  }

  /** The line of a way, of those nodes that the file has, and whether it has them all. */
  lineOf(index: number, positions: NodePositions): { line: Line; isWhole: boolean } {
    const from = this.#refFrom.values[index]!
    const to = index + 1 < this.count ? this.#refFrom.values[index + 1]! : this.#refs.length
    const refs = this.#refs.read(from, to - from)
    const coordinates = new Int32Array(refs.length * 2)
    let length = 0
    for (const ref of refs) {
      if (!positions.find(ref)) continue
      coordinates[length++] = positions.lat
      coordinates[length++] = positions.lon
    }
    const line = {
      first: refs[0]!,
      last: refs.at(-1)!,
      coordinates: length === coordinates.length ? coordinates : coordinates.subarray(0, length),
    }
    return { line, isWhole: length === coordinates.length && length > 0 }
  }

  /** Removes the temporary files. */
  close(): void {
    this.#refs.close()
    this.nodes.close()
  }
}
