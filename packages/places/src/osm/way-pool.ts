import type { Line } from '../geometry/rings.ts'
import { NumberList } from '../import/number-list.ts'
import type { NodePositions } from './node-positions.ts'
import { WantedIds } from './wanted-ids.ts'

/** So many ways are looked up at a time. */
const BATCH = 1024

/** A way, and where among the pool's node ids its own stand. */
export interface PooledWay {
  id: number
  from: number
  to: number
}

/** Ways whose nodes' positions are still to be read. */
export class WayPool {
  /** Of each way its id and where its nodes begin. */
  readonly #ways = new NumberList<Float64Array>(Float64Array, 1)
  readonly #refs = new NumberList<Float64Array>(Float64Array, 2)
  readonly nodes = new WantedIds()
  count = 0

  /** Answers the way's number in the pool. */
  add(id: number, refs: Float64Array): number {
    this.#ways.append(Float64Array.of(id, this.#refs.append(refs)))
    this.nodes.add(refs)
    return this.count++
  }

  /** In the order of their numbers. */
  *ways(): Generator<PooledWay> {
    for (let at = 0; at < this.count; at += BATCH) {
      const count = Math.min(BATCH, this.count - at)
      // With where those of the next one begin.
      const read = this.#ways.read(2 * at, Math.min(2 * (count + 1), 2 * (this.count - at)))
      for (let i = 0; i < count; i++)
        yield { id: read[2 * i]!, from: read[2 * i + 1]!, to: read[2 * i + 3] ?? this.#refs.length }
    }
  }

  /** The line of a way, of those nodes that the file has, and whether it has them all. */
  lineOf({ from, to }: PooledWay, positions: NodePositions): { line: Line; isWhole: boolean } {
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
    this.#ways.close()
    this.#refs.close()
    this.nodes.close()
  }
}
