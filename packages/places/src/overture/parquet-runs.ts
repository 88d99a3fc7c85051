import type { ByteWindow } from './byte-window.ts'

/** More than any dictionary needs: 16 million entries. */
const MAX_WIDTH = 24

/**
 * Levels and places in a dictionary, which are runs of one number or packed eight at a time, read a few at a time.
 * https://parquet.apache.org/docs/file-format/data-pages/encodings/#RLE
 */
export class Runs {
  readonly #window: ByteWindow
  readonly #width: number
  readonly #packed = new Int32Array(8)
  #isPacked = false
  #left = 0
  #value = 0

  constructor(window: ByteWindow, width: number) {
    if (width > MAX_WIDTH) throw new RangeError('numbers are too wide')
    this.#window = window
    this.#width = width
  }

  fill(into: Int32Array, count: number): void {
    for (let at = 0; at < count; ) {
      if (this.#left === 0) this.#nextRun()
      const length = Math.min(this.#left, count - at)
      if (this.#isPacked) this.#unpack(into, at, length)
      else into.fill(this.#value, at, at + length)
      this.#left -= length
      at += length
    }
  }

  #nextRun(): void {
    if (this.#width === 0) {
      // Numbers of no width are all 0, whether runs say so or not.
      this.#left = Number.MAX_SAFE_INTEGER
      return
    }
    const header = this.#window.takeVarint()
    const length = Math.floor(header / 2)
    this.#isPacked = header % 2 === 1
    this.#left = this.#isPacked ? length * 8 : length
    if (this.#isPacked) return
    this.#value = 0
    for (let bits = 0; bits < this.#width; bits += 8) this.#value |= this.#window.takeByte() << bits
  }

  /** A group that was begun goes on where the last call left it. */
  #unpack(into: Int32Array, at: number, length: number): void {
    for (let index = 0; index < length; index++) {
      const inGroup = (8 - ((this.#left - index) % 8)) % 8
      if (inGroup === 0) this.#unpackGroup()
      into[at + index] = this.#packed[inGroup]!
    }
  }

  #unpackGroup(): void {
    const start = this.#window.take(this.#width)
    const { bytes } = this.#window
    const mask = 2 ** this.#width - 1
    let data = 0
    let bits = 0
    let next = start
    for (let index = 0; index < 8; index++) {
      for (; bits < this.#width; bits += 8) data |= bytes[next++]! << bits
      this.#packed[index] = data & mask
      data >>>= this.#width
      bits -= this.#width
    }
  }
}
