import { readSync, writeSync } from 'node:fs'
import { openScratchFile, type ScratchFile } from './scratch-file.ts'

const BUCKETS = 256
/** Of each bucket so many bytes wait to be written. */
const WAITING_BYTES = 4096

/** What waits of a bucket, and where in the file the rest of it is: position and length by turns. */
interface Bucket {
  waiting: Buffer
  waitingBytes: number
  parts: number[]
}

/**
 * Records that belong together where a number is the same, however many they are: few are one list, many are sorted by
 * their numbers into lists in a temporary file, each a small part of them.
 */
export class Buckets<T> {
  readonly #held: number
  #records: { number: number; record: T }[] = []
  #buckets: Bucket[] | undefined
  #file: ScratchFile | undefined
  #written = 0

  /** Up to `held` are one list in memory. */
  constructor(held: number) {
    this.#held = held
  }

  push(number: number, record: T): void {
    if (this.#buckets !== undefined) this.#put(this.#buckets, number, record)
    else {
      this.#records.push({ number, record })
      if (this.#records.length > this.#held) this.#part()
    }
  }

  /** Lists that no number's records are spread over, each in the order in which its records came. */
  *lists(): Generator<T[]> {
    if (this.#buckets === undefined) yield this.#records.map(({ record }) => record)
    else for (const bucket of this.#buckets) yield this.#read(bucket)
  }

  /** Removes the temporary file. */
  close(): void {
    this.#records = []
    this.#buckets = undefined
    this.#file?.close()
    this.#file = undefined
  }

  #part(): void {
    this.#buckets = Array.from({ length: BUCKETS }, () => ({
      waiting: Buffer.allocUnsafeSlow(WAITING_BYTES),
      waitingBytes: 0,
      parts: [],
    }))
    for (const { number, record } of this.#records) this.#put(this.#buckets, number, record)
    this.#records = []
  }

  #put(buckets: readonly Bucket[], number: number, record: T): void {
    const bucket = buckets[number % BUCKETS]!
    const text = `${JSON.stringify(record)}\n`
    const size = Buffer.byteLength(text)
    if (bucket.waitingBytes + size > WAITING_BYTES) this.#flush(bucket)
    if (size > WAITING_BYTES) this.#write(bucket, Buffer.from(text))
    else bucket.waitingBytes += bucket.waiting.write(text, bucket.waitingBytes)
  }

  #flush(bucket: Bucket): void {
    this.#write(bucket, bucket.waiting.subarray(0, bucket.waitingBytes))
    bucket.waitingBytes = 0
  }

  #write({ parts }: Bucket, bytes: Buffer): void {
    this.#file ??= openScratchFile()
    for (let at = 0; at < bytes.length; )
      at += writeSync(this.#file.descriptor, bytes, at, bytes.length - at, this.#written + at)
    parts.push(this.#written, bytes.length)
    this.#written += bytes.length
  }

  #read({ waiting, waitingBytes, parts }: Bucket): T[] {
    let text = ''
    for (let i = 0; i < parts.length; i += 2) text += this.#load(parts[i]!, parts[i + 1]!)
    const lines = (text + waiting.toString('utf8', 0, waitingBytes)).split('\n')
    return lines.slice(0, -1).map((line) => JSON.parse(line))
  }

  #load(position: number, length: number): string {
    const bytes = Buffer.allocUnsafe(length)
    if (readSync(this.#file!.descriptor, bytes, 0, length, position) < length)
      throw new Error('A temporary file of the import was cut off')
    return bytes.toString()
  }
}
