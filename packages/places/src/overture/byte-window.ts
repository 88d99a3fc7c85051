import { readSync, writeSync } from 'node:fs'
import { openScratchFile, type ScratchFile } from '../import/scratch-file.ts'

const WINDOW_BYTES = 64 * 1024

/** Bytes that are read once, from front to back. */
export class ByteWindow {
  bytes: Buffer
  offset = 0
  /** Reads on where `bytes` end; answers fewer bytes at the end. */
  readonly #more: ((length: number) => Buffer) | undefined

  constructor(bytes: Buffer, more?: (length: number) => Buffer) {
    this.bytes = bytes
    this.#more = more
  }

  /** Where in `bytes` the next `length` bytes lie, which are thereby read. */
  take(length: number): number {
    if (this.bytes.length - this.offset < length) this.#fill(length)
    if (this.bytes.length - this.offset < length) throw new RangeError('a page ends too early')
    this.offset += length
    return this.offset - length
  }

  takeByte(): number {
    const at = this.take(1)
    return this.bytes[at]!
  }

  takeVarint(): number {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.takeByte()
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
    throw new RangeError('a number is too long')
  }

  /** All that is left. */
  takeRest(): Buffer {
    this.#fill(Number.MAX_SAFE_INTEGER)
    const rest = this.bytes.subarray(this.offset)
    this.offset = this.bytes.length
    return rest
  }

  #fill(length: number): void {
    const more = this.#more?.(Math.max(length, WINDOW_BYTES))
    // Values that were read may still look into the old bytes: those are never written over.
    if (more !== undefined && more.length > 0)
      this.bytes = Buffer.concat([this.bytes.subarray(this.offset), more])
    else this.bytes = this.bytes.subarray(this.offset)
    this.offset = 0
  }
}

/** Pages above this wait in a file: a writer may put a whole row group into one page. */
const KEPT_BYTES = 2 * 1024 * 1024

/** The page of a column that is being read: small ones in memory, large ones in a temporary file. */
export class PageStore {
  #file: ScratchFile | undefined

  /** Gives windows on parts of the page, which holds good until the next page is put here. */
  put(page: Buffer): (from: number, to: number) => ByteWindow {
    if (page.length <= KEPT_BYTES) return (from, to) => new ByteWindow(page.subarray(from, to))
    this.#file ??= openScratchFile()
    const { descriptor } = this.#file
    for (let at = 0; at < page.length; ) at += writeSync(descriptor, page, at, page.length - at, at)
    return (from, to) => windowOnFile(descriptor, from, to)
  }

  /** Removes the temporary file. */
  close(): void {
    this.#file?.close()
    this.#file = undefined
  }
}

function windowOnFile(descriptor: number, from: number, to: number): ByteWindow {
  let position = from
  return new ByteWindow(Buffer.alloc(0), (length) => {
    const bytes = Buffer.allocUnsafeSlow(Math.max(0, Math.min(length, to - position)))
    const read = readSync(descriptor, bytes, 0, bytes.length, position)
    position += read
    return bytes.subarray(0, read)
  })
}
