import type { Line } from '../geometry/rings.ts'
import { NumberList } from '../import/number-list.ts'
import { IdTable } from './id-table.ts'
import { WantedIds } from './wanted-ids.ts'

/** Of the ids so many pages are in memory: a hundred thousand. */
const MAX_PAGES = 24
/** Of the coordinates so many chunks, a megabyte each. */
const LINES_HELD = 2
/** First and last node, where the coordinates begin, how many there are, and whether they are all. */
const RECORD = 5

/** The lines that relations are made of: first all are wanted by their ids, then kept, then asked for. */
export class KnownLines {
  readonly #wanted = new WantedIds()
  #table: IdTable | undefined
  readonly #records = new NumberList<Float64Array>(Float64Array, 1)
  readonly #coordinates = new NumberList<Int32Array>(Int32Array, LINES_HELD)

  want(ids: Float64Array): void {
    this.#wanted.add(ids)
  }

  /** Quick where ids are asked for in rising order. No more can be wanted from the first question on. */
  isWanted(id: number): boolean {
    this.#table ??= new IdTable(this.#wanted.sorted(), MAX_PAGES)
    return this.#table.has(id)
  }

  /** Keeps one that is wanted. Of lines with the same id the last one counts. */
  keep(id: number, { first, last, coordinates }: Line, isWhole: boolean): void {
    if (!this.isWanted(id)) return
    const at = this.#coordinates.append(coordinates)
    const record = this.#records.append(Float64Array.of(first, last, at, coordinates.length, Number(isWhole)))
    this.#table!.place(record / RECORD, 0)
  }

  find(id: number): { line: Line; isWhole: boolean } | undefined {
    if (!this.#table?.find(id)) return undefined
    const [first, last, at, length, isWhole] = this.#records.read(this.#table.first * RECORD, RECORD)
    const coordinates = this.#coordinates.read(at!, length!)
    return { line: { first: first!, last: last!, coordinates }, isWhole: isWhole === 1 }
  }

  /** Removes the temporary files. */
  close(): void {
    this.#wanted.close()
    this.#table?.close()
    this.#records.close()
    this.#coordinates.close()
  }
}
