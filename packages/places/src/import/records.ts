import { readSync, writeSync } from 'node:fs'
import { openScratchFile, type ScratchFile } from './scratch-file.ts'

/** So many bytes are written at a time. */
const WRITE_BYTES = 1 << 15

/** Records by number, asked for in any order: those used last are in memory, the others in a temporary file. */
export class Records<T> {
  readonly #held: number
  readonly #recent = new Map<number, T>()
  /** Where in the file each begins and how many bytes it has; -1 while it was never written. */
  #starts = new Float64Array(64)
  #sizes = new Int32Array(64)
  #file: ScratchFile | undefined
  #written = 0
  #waiting: Buffer | undefined
  #waitingBytes = 0
  length = 0

  /** At most `held` are in memory as objects. None may be changed. */
  constructor(held: number) {
    this.#held = held
  }

  /** Answers the record's number: they count from 0. */
  push(record: T): number {
    const number = this.length++
    this.#reserve()
    this.#starts[number] = -1
    this.#hold(number, record)
    return number
  }

  get(number: number): T {
    const known = this.#recent.get(number)
    if (known !== undefined) {
      if (this.length > this.#held) {
        // What was used last goes last.
        this.#recent.delete(number)
        this.#recent.set(number, known)
      }
      return known
    }
    const record = this.#load(number)
    this.#hold(number, record)
    return record
  }

  /** Removes the temporary file. */
  close(): void {
    this.#recent.clear()
    this.#waiting = undefined
    this.#file?.close()
    this.#file = undefined
  }

  #reserve(): void {
    if (this.length <= this.#starts.length) return
    const starts = new Float64Array(this.#starts.length * 2)
    starts.set(this.#starts)
    this.#starts = starts
    const sizes = new Int32Array(starts.length)
    sizes.set(this.#sizes)
    this.#sizes = sizes
  }

  #hold(number: number, record: T): void {
    if (this.#recent.size === this.#held) {
      const { value: oldest } = this.#recent.keys().next() as { value: number }
      if (this.#starts[oldest] === -1) this.#save(oldest, this.#recent.get(oldest)!)
      this.#recent.delete(oldest)
    }
    this.#recent.set(number, record)
  }

  #save(number: number, record: T): void {
    const text = JSON.stringify(record)
    const size = Buffer.byteLength(text)
    this.#waiting ??= Buffer.allocUnsafeSlow(WRITE_BYTES)
    if (this.#waitingBytes + size > WRITE_BYTES) this.#flush()
    this.#starts[number] = this.#written + this.#waitingBytes
    this.#sizes[number] = size
    if (size > WRITE_BYTES) this.#write(Buffer.from(text))
    else this.#waitingBytes += this.#waiting.write(text, this.#waitingBytes)
  }

  #flush(): void {
    this.#write(this.#waiting!.subarray(0, this.#waitingBytes))
    this.#waitingBytes = 0
  }

  #write(bytes: Buffer): void {
    this.#file ??= openScratchFile()
    for (let at = 0; at < bytes.length; )
      at += writeSync(this.#file.descriptor, bytes, at, bytes.length - at, this.#written + at)
    this.#written += bytes.length
  }

  #load(number: number): T {
    const start = this.#starts[number]!
    const bytes = Buffer.allocUnsafe(this.#sizes[number]!)
    if (start + bytes.length > this.#written) this.#flush()
    if (readSync(this.#file!.descriptor, bytes, 0, bytes.length, start) < bytes.length)
      throw new Error('A temporary file of the import was cut off')
    return JSON.parse(bytes.toString())
  }
}
