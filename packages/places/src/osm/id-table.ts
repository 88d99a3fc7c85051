import { readSync, writeSync } from 'node:fs'
import { release } from '../import/release.ts'
import { openScratchFile, type ScratchFile } from '../import/scratch-file.ts'

const MISSING = -0x80000000
/** Ids of a page, 16 bytes each. */
const PAGE = 4096
const PAGE_BYTES = PAGE * 16

/** Rising ids with two whole numbers of 32 bits beside each: pages, of which those used last are in memory. */
export class IdTable {
  /** What stands beside the id that `find` found last. */
  first = 0
  second = 0
  readonly #maxPages: number
  readonly #firsts: number[] = []
  readonly #pages = new Map<number, Page>()
  #file: ScratchFile | undefined
  #page: Page | undefined
  #next = 0
  #lastId = Number.POSITIVE_INFINITY

  /** At most so many pages are in memory, 64 KB each; two at least. */
  constructor(sorted: Iterable<Float64Array>, maxPages: number) {
    this.#maxPages = maxPages
    for (const ids of sorted)
      for (let at = 0; at < ids.length; ) {
        if (this.#page === undefined || this.#page.count === PAGE) this.#addPage(ids[at]!)
        at += this.#page!.append(ids.subarray(at))
      }
  }

  /** Whether the id is among them. Asked for rising ids this is one walk along the table. */
  has(id: number): boolean {
    if (id < this.#lastId) this.#seek(id)
    this.#lastId = id
    const page = this.#pageFrom(id)
    if (page === undefined) return false
    while (page.ids[this.#next]! < id) this.#next++
    return page.ids[this.#next] === id
  }

  /** Puts the numbers beside the id that `has` was just asked for and said yes to. */
  place(first: number, second: number): void {
    this.#page!.place(this.#next, first, second)
  }

  /** Whether numbers stand beside the id; `first` and `second` are these then. */
  find(id: number): boolean {
    // The walk of `has` has to find its place again.
    this.#lastId = Number.POSITIVE_INFINITY
    this.#seek(id)
    const page = this.#page
    if (page === undefined || page.ids[this.#next] !== id || page.firsts[this.#next] === MISSING) return false
    this.first = page.firsts[this.#next]!
    this.second = page.seconds[this.#next]!
    return true
  }

  /** Removes the temporary file. */
  close(): void {
    for (const { bytes } of this.#pages.values()) release(bytes)
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
    const page = new Page(this.#firsts.length, this.#room(), 0)
    this.#firsts.push(first)
    this.#pages.set(page.number, page)
    this.#page = page
  }

  #turnTo(number: number): Page | undefined {
    if (this.#page?.number === number) return this.#page
    if (number >= this.#firsts.length) return undefined
    const known = this.#pages.get(number)
    const page = known ?? this.#load(number)
    // What was used last goes last.
    if (known !== undefined) this.#pages.delete(number)
    this.#pages.set(number, page)
    this.#page = page
    return page
  }

  /** The memory of the page that was not used for longest, or new memory while there are few. */
  #room(): Buffer {
    if (this.#pages.size < this.#maxPages) return Buffer.alloc(PAGE_BYTES)
    const [oldest] = this.#pages.values()
    this.#pages.delete(oldest!.number)
    this.#save(oldest!)
    return oldest!.bytes
  }

  #save({ number, bytes, isChanged }: Page): void {
    if (!isChanged) return
    this.#file ??= openScratchFile()
    for (let at = 0; at < PAGE_BYTES; )
      at += writeSync(this.#file.descriptor, bytes, at, PAGE_BYTES - at, number * PAGE_BYTES + at)
  }

  #load(number: number): Page {
    const bytes = this.#room()
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
  readonly firsts: Int32Array
  readonly seconds: Int32Array
  count: number
  isChanged = false

  constructor(number: number, bytes: Buffer, count: number) {
    this.number = number
    this.bytes = bytes
    this.count = count
    this.ids = new Float64Array(bytes.buffer, bytes.byteOffset, PAGE)
    this.firsts = new Int32Array(bytes.buffer, bytes.byteOffset + PAGE * 8, PAGE)
    this.seconds = new Int32Array(bytes.buffer, bytes.byteOffset + PAGE * 12, PAGE)
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
    this.firsts.fill(MISSING, this.count, this.count + count)
    this.count += count
    this.isChanged = true
    return count
  }

  place(index: number, first: number, second: number): void {
    this.firsts[index] = first
    this.seconds[index] = second
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
