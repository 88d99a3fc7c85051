import { readSync, writeSync } from 'node:fs'
import { release } from './release.ts'
import { openScratchFile, type ScratchFile } from './scratch-file.ts'

type Numbers = Int32Array | Float64Array

/** So many numbers are written and dropped at a time. */
const CHUNK = 1 << 18
/** Room for so many is made at first. */
const FIRST = 1 << 10

/** A list of numbers that may be longer than memory: all but the latest wait in a temporary file. */
export class NumberList<T extends Numbers> {
  readonly #kind: new (
    length: number,
  ) => T
  readonly #held: number
  #chunks: (T | undefined)[] = []
  #dropped = 0
  #file: ScratchFile | undefined
  length = 0

  /** Of the numbers `held` chunks of 262,144 stay in memory. */
  constructor(kind: new (length: number) => T, held: number) {
    this.#kind = kind
    this.#held = held
  }

  /** Answers where in the list they begin. */
  append(values: T): number {
    const start = this.length
    for (let at = 0; at < values.length; ) {
      const from = this.length % CHUNK
      if (from === 0) this.#addChunk()
      const count = Math.min(values.length - at, CHUNK - from)
      if (this.#chunks.length === 1) this.#widen(from + count)
      this.#chunks.at(-1)!.set(values.subarray(at, at + count), from)
      this.length += count
      at += count
    }
    return start
  }

  /** What it answers holds until more is appended. */
  read(start: number, count: number): T {
    const first = Math.floor(start / CHUNK)
    const from = start % CHUNK
    const chunk = this.#chunks[first]
    if (chunk !== undefined && from + count <= CHUNK) return chunk.subarray(from, from + count) as T
    const values = new this.#kind(count)
    for (let at = 0; at < count; ) {
      const index = Math.floor((start + at) / CHUNK)
      const offset = (start + at) % CHUNK
      const part = values.subarray(at, at + Math.min(count - at, CHUNK - offset)) as T
      const held = this.#chunks[index]
      if (held === undefined) this.#load(part, start + at)
      else part.set(held.subarray(offset, offset + part.length))
      at += part.length
    }
    return values
  }

  /** Removes the temporary file, and takes back what `read` answered. */
  close(): void {
    for (const chunk of this.#chunks) if (chunk !== undefined) release(chunk)
    this.#chunks = []
    this.#file?.close()
    this.#file = undefined
  }

  #addChunk(): void {
    const isFull = this.#chunks.length - this.#dropped === this.#held
    const size = this.#chunks.length === 0 ? FIRST : CHUNK
    this.#chunks.push(isFull ? this.#drop() : new this.#kind(size))
  }

  /** The first chunk grows with what is in it: most lists are short. */
  #widen(count: number): void {
    const chunk = this.#chunks[0]
    if (chunk === undefined || chunk.length >= count) return
    const wider = new this.#kind(Math.min(CHUNK, Math.max(count, 2 * chunk.length)))
    wider.set(chunk)
    this.#chunks[0] = wider
  }

  /** Writes the oldest chunk that is held, whose memory serves the next one. */
  #drop(): T {
    this.#file ??= openScratchFile()
    const chunk = this.#chunks[this.#dropped]!
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    for (let at = 0; at < bytes.length; )
      at += writeSync(this.#file.descriptor, bytes, at, bytes.length - at, this.#dropped * bytes.length + at)
    this.#chunks[this.#dropped++] = undefined
    return chunk
  }

  #load(part: T, start: number): void {
    const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    const position = start * part.BYTES_PER_ELEMENT
    if (readSync(this.#file!.descriptor, bytes, 0, bytes.length, position) < bytes.length)
      throw new Error('A temporary file of the import was cut off')
  }
}
