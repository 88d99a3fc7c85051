import { readSync, writeSync } from 'node:fs'
import { openScratchFile, type ScratchFile } from '../import/scratch-file.ts'
import type { Nodes } from '../pbf/elements.ts'

const MISSING = -0x80000000
/** Nodes of a page, 16 bytes each. */
const PAGE = 4096
const PAGE_BYTES = PAGE * 16
/** So many pages are in memory, 64 KB each: the positions of two hundred thousand nodes. */
const MAX_PAGES = 48

/** Where the nodes lie that lines are made of: pages of rising ids with positions beside them. */
export class NodePositions {
  /** Of the node that `find` found last. */
  lat = 0
  lon = 0
  readonly #firsts: number[] = []
  readonly #pages = new Map<number, Page>()
  #file: ScratchFile | undefined
  #page: Page | undefined
  #next = 0
  #lastId = Number.POSITIVE_INFINITY

  constructor(sorted: Iterable<Float64Array>) {
    for (const ids of sorted)
      for (let at = 0; at < ids.length; ) {
        if (this.#page === undefined || this.#page.count === PAGE) this.#addPage(ids[at]!)
        at += this.#page!.append(ids.subarray(at))
      }
  }

  /** Takes what it needs of a block. In a sorted file this is one walk along both lists. */
  take(nodes: Nodes): void {
    const { values } = nodes.ids
    for (let i = 0; i < nodes.count; i++) {
      const id = values[i]!
      if (id < this.#lastId) this.#seek(id)
      this.#lastId = id
      const page = this.#pageFrom(id)
      if (page === undefined) continue
      while (page.ids[this.#next]! < id) this.#next++
      if (page.ids[this.#next] === id) page.place(this.#next, nodes.lats.values[i]!, nodes.lons.values[i]!)
    }
  }

  /** Whether the file has the node; `lat` and `lon` are its position then. */
  find(id: number): boolean {
    this.#seek(id)
    const page = this.#page
    if (page === undefined || page.ids[this.#next] !== id || page.lats[this.#next] === MISSING) return false
    this.lat = page.lats[this.#next]!
    this.lon = page.lons[this.#next]!
    return true
  }

  /** Removes the temporary file. */
  close(): void {
    this.#pages.clear()
    this.#file?.close()
    this.#file = undefined
  }

  /** The page that holds the id if any does, with `#next` at or before it. */
  #pageFrom(id: number): Page | undefined {
    let page = this.#page
    while (page !== undefined && id > page.last) {
      if (page.number + 1 === this.#firsts.length) return undefined
      if (id < this.#firsts[page.number + 1]!) return undefined
      page = this.#turnTo(page.number + 1)
      this.#next = 0
    }
    return page
  }

  #seek(id: number): void {
    const isHere = this.#page !== undefined && id >= this.#page.first && id <= this.#page.last
    const page = isHere ? this.#page! : this.#turnTo(this.#numberOf(id))
    if (page !== undefined) this.#next = page.firstAtLeast(id)
  }

  #numberOf(id: number): number {
    let low = 0
    let high = this.#firsts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#firsts[middle]! <= id) low = middle + 1
      else high = middle
    }
    return Math.max(0, low - 1)
  }

  #addPage(first: number): void {
    const page = new Page(this.#firsts.length, Buffer.alloc(PAGE_BYTES), 0)
    this.#firsts.push(first)
    this.#hold(page)
    this.#page = page
  }

  #turnTo(number: number): Page | undefined {
    if (this.#page?.number === number) return this.#page
    const known = this.#pages.get(number)
    const page = known ?? this.#load(number)
    if (page === undefined) return undefined
    if (known !== undefined) this.#pages.delete(number)
    this.#hold(page)
    this.#page = page
    return page
  }

  /** What was used last goes last. */
  #hold(page: Page): void {
    if (this.#pages.size === MAX_PAGES) {
      const [oldest] = this.#pages.values()
      this.#pages.delete(oldest!.number)
      this.#save(oldest!)
    }
    this.#pages.set(page.number, page)
  }

  #save({ number, bytes, isChanged }: Page): void {
    if (!isChanged) return
    this.#file ??= openScratchFile()
    for (let at = 0; at < PAGE_BYTES; )
      at += writeSync(this.#file.descriptor, bytes, at, PAGE_BYTES - at, number * PAGE_BYTES + at)
  }

  #load(number: number): Page | undefined {
    if (number >= this.#firsts.length) return undefined
    const bytes = Buffer.alloc(PAGE_BYTES)
    if (readSync(this.#file!.descriptor, bytes, 0, PAGE_BYTES, number * PAGE_BYTES) < PAGE_BYTES)
      throw new Error('A temporary file of the import was cut off')
    // Pages are full when they are written, all but the last one.
    return new Page(number, bytes, PAGE)
  }
}

class Page {
  readonly number: number
  readonly bytes: Buffer
  readonly ids: Float64Array
  readonly lats: Int32Array
  readonly lons: Int32Array
  count: number
  isChanged = false

  constructor(number: number, bytes: Buffer, count: number) {
    this.number = number
    this.bytes = bytes
    this.count = count
    this.ids = new Float64Array(bytes.buffer, bytes.byteOffset, PAGE)
    this.lats = new Int32Array(bytes.buffer, bytes.byteOffset + PAGE * 8, PAGE)
    this.lons = new Int32Array(bytes.buffer, bytes.byteOffset + PAGE * 12, PAGE)
    if (count === 0) this.ids.fill(Number.POSITIVE_INFINITY)
  }

  get first(): number {
    return this.ids[0]!
  }

  get last(): number {
    // Behind the last id of a page that is not full stand infinities.
    return this.ids[PAGE - 1]!
  }

  append(ids: Float64Array): number {
    const count = Math.min(ids.length, PAGE - this.count)
    this.ids.set(ids.subarray(0, count), this.count)
    this.lats.fill(MISSING, this.count, this.count + count)
    this.count += count
    this.isChanged = true
    return count
  }

  place(index: number, lat: number, lon: number): void {
    this.lats[index] = lat
    this.lons[index] = lon
    this.isChanged = true
  }

  firstAtLeast(id: number): number {
    let low = 0
    let high = PAGE
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.ids[middle]! < id) low = middle + 1
      else high = middle
    }
    return Math.min(low, PAGE - 1)
  }
}
