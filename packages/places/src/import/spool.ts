import { readSync, writeSync } from 'node:fs'
import { openScratchFile, type ScratchFile } from './scratch-file.ts'

/** So much text is kept as it is: writing a small country's places down and reading them again takes longer. */
const HELD_CHARACTERS = 2_000_000
const BUFFER_CHARACTERS = 500_000
const CHUNK_BYTES = 1 << 18

/** A list of records that may be longer than memory: what does not fit waits in a temporary file. */
export class Spool<T> {
  /** Until they are too many; from then on lines are. */
  #records: T[] | undefined = []
  #lines: string[] = []
  #characters = 0
  #file: { scratch: ScratchFile; bytes: number } | undefined
  length = 0

  /** The record is kept: whoever changes it afterwards may or may not change what is read. */
  push(record: T): void {
    this.length++
    if (this.#records === undefined) {
      this.#pushLine(record)
      return
    }
    this.#records.push(record)
    this.#characters += weigh(record)
    if (this.#characters < HELD_CHARACTERS) return
    const records = this.#records
    this.#records = undefined
    this.#characters = 0
    for (const held of records) this.#pushLine(held)
  }

  *[Symbol.iterator](): Generator<T> {
    if (this.#file !== undefined) yield* this.#written(this.#file)
    for (const line of this.#lines) yield JSON.parse(line)
    yield* this.#records ?? []
  }

  /** Removes the temporary file. */
  close(): void {
    this.#records = []
    this.#lines = []
    this.#file?.scratch.close()
    this.#file = undefined
  }

  #pushLine(record: T): void {
    const line = JSON.stringify(record)
    this.#lines.push(line)
    this.#characters += line.length
    if (this.#characters > BUFFER_CHARACTERS) this.#flush()
  }

  #flush(): void {
    this.#file ??= { scratch: openScratchFile(), bytes: 0 }
    const { descriptor } = this.#file.scratch
    const data = Buffer.from(`${this.#lines.join('\n')}\n`)
    for (let at = 0; at < data.length; )
      at += writeSync(descriptor, data, at, data.length - at, this.#file.bytes + at)
    this.#file.bytes += data.length
    this.#lines = []
    this.#characters = 0
  }

  *#written({ scratch: { descriptor }, bytes }: { scratch: ScratchFile; bytes: number }): Generator<T> {
    const chunk = Buffer.alloc(CHUNK_BYTES)
    let rest = Buffer.alloc(0)
    for (let position = 0; position < bytes; ) {
      const read = readSync(descriptor, chunk, 0, Math.min(CHUNK_BYTES, bytes - position), position)
      if (read === 0) throw new Error('A temporary file of the import was cut off')
      position += read
      const data = Buffer.concat([rest, chunk.subarray(0, read)])
      let from = 0
      for (let end = data.indexOf(10); end >= 0; end = data.indexOf(10, from)) {
        yield JSON.parse(data.toString('utf8', from, end))
        from = end + 1
      }
      rest = data.subarray(from)
    }
  }
}

/** About as many characters as it has in JSON. */
function weigh(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 4
  let weight = 2
  if (Array.isArray(value)) for (const item of value) weight += 1 + weigh(item)
  else for (const key in value) weight += key.length + 4 + weigh((value as Record<string, unknown>)[key])
  return weight
}
