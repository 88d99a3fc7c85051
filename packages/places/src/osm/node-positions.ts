import type { Nodes } from '../pbf/elements.ts'
import { IdTable } from './id-table.ts'

/** So many pages are in memory: the positions of two hundred thousand nodes. */
const MAX_PAGES = 48

/** Where the nodes lie that lines are made of, in 10^-7 degrees. */
export class NodePositions {
  readonly #table: IdTable

  constructor(sorted: Iterable<Float64Array>) {
    this.#table = new IdTable(sorted, MAX_PAGES)
  }

  /** Takes what it needs of a block. */
  take(nodes: Nodes): void {
    const { values } = nodes.ids
    for (let i = 0; i < nodes.count; i++)
      if (this.#table.has(values[i]!)) this.#table.place(nodes.lats.values[i]!, nodes.lons.values[i]!)
  }

  /** Whether the file has the node; `lat` and `lon` are its position then. */
  find(id: number): boolean {
    return this.#table.find(id)
  }

  /** Of the node that `find` found last. */
  get lat(): number {
    return this.#table.first
  }

  get lon(): number {
    return this.#table.second
  }

  /** Removes the temporary file. */
  close(): void {
    this.#table.close()
  }
}
