import { NumberList } from '../import/number-list.ts'
import { release } from '../import/release.ts'

/** So many ids are put in order at a time. */
const RUN = 1 << 18
/** So many are read at a time, of all runs together. */
const READ = 1 << 17
const BATCH = 1 << 13

/** The ids of nodes or ways that are wanted, in any order and as often as they come. */
export class WantedIds {
  #run = new Float64Array(1 << 14)
  #length = 0
  #runs: { from: number; to: number }[] = []
  readonly #written = new NumberList<Float64Array>(Float64Array, 1)

  add(ids: Float64Array): void {
    for (let at = 0; at < ids.length; ) {
      const count = Math.min(ids.length - at, RUN - this.#length)
      this.#reserve(this.#length + count)
      this.#run.set(ids.subarray(at, at + count), this.#length)
      this.#length += count
      at += count
      if (this.#length === RUN) this.#write()
    }
  }

  /** Rising, each id once. They are forgotten with this. */
  *sorted(): Generator<Float64Array> {
    if (this.#runs.length === 0) yield this.#takeRun()
    else {
      this.#write()
      yield* this.#merged()
    }
    this.close()
  }

  /** Removes the temporary file. */
  close(): void {
    release(this.#run)
    this.#run = new Float64Array(0)
    this.#written.close()
  }

  #reserve(count: number): void {
    if (this.#run.length >= count) return
    const larger = new Float64Array(Math.max(count, this.#run.length * 2))
    larger.set(this.#run.subarray(0, this.#length))
    this.#run = larger
  }

  #takeRun(): Float64Array {
    const sorted = this.#run.subarray(0, this.#length).sort()
    let length = 0
    for (const id of sorted) if (length === 0 || sorted[length - 1] !== id) sorted[length++] = id
    this.#length = 0
    return sorted.subarray(0, length)
  }

  #write(): void {
    const run = this.#takeRun()
    const from = this.#written.append(run)
    this.#runs.push({ from, to: from + run.length })
  }

  *#merged(): Generator<Float64Array> {
    const batchSize = Math.max(256, Math.min(BATCH, Math.floor(READ / this.#runs.length)))
    const cursors = this.#runs.map(({ from, to }) => new RunCursor(this.#written, from, to, batchSize))
    const batch = new Float64Array(BATCH)
    let length = 0
    let last = Number.NaN
    for (;;) {
      let lowest = Number.POSITIVE_INFINITY
      for (const { head } of cursors) if (head < lowest) lowest = head
      if (lowest === Number.POSITIVE_INFINITY) break
      for (const cursor of cursors) if (cursor.head === lowest) cursor.advance()
      if (lowest !== last) batch[length++] = last = lowest
      if (length === BATCH) {
        yield batch
        length = 0
      }
    }
    yield batch.subarray(0, length)
  }
}

class RunCursor {
  readonly #list: NumberList<Float64Array>
  #from: number
  readonly #to: number
  readonly #batchSize: number
  #read: Float64Array = new Float64Array(0)
  #next = 0
  head = 0

  constructor(list: NumberList<Float64Array>, from: number, to: number, batchSize: number) {
    this.#list = list
    this.#from = from
    this.#to = to
    this.#batchSize = batchSize
    this.advance()
  }

  advance(): void {
    if (this.#next === this.#read.length) {
      this.#read = this.#list.read(this.#from, Math.min(this.#batchSize, this.#to - this.#from))
      this.#from += this.#read.length
      this.#next = 0
    }
    this.head = this.#next < this.#read.length ? this.#read[this.#next++]! : Number.POSITIVE_INFINITY
  }
}
