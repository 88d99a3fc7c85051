import { readSync, writeSync } from 'node:fs'
import { openScratchFile, type ScratchFile } from './scratch-file.ts'

/** So much text is kept as it is: writing a small country's places down and reading them again takes longer. */
const HELD_CHARACTERS = 8_000_000
/** Records are read so many characters at a time: one by one takes longer. */
const LINE_CHARACTERS = 1 << 15
const BUFFER_CHARACTERS = 500_000
const CHUNK_BYTES = 1 << 18

/** A list of records that may be longer than memory: what does not fit waits in a temporary file. */
export class Spool<T> {
  readonly #held: number
  /** Until they are too many; from then on texts are. */
  #records: T[] | undefined = []
  #characters = 0
  /** Of the line that is put together. */
  #texts: string[] = []
  #textCharacters = 0
  #lines: string[] = []
  #lineCharacters = 0
  #file: { scratch: ScratchFile; bytes: number } | undefined
  length = 0

  /** Up to about so many characters are in memory as records. */
  constructor(held = HELD_CHARACTERS) {
    this.#held = held
  }

  /** The record is kept: whoever changes it afterwards may or may not change what is read. */
  push(record: T): void {
    this.length++
    if (this.#records === undefined) {
      this.#write(record)
      return
    }
    this.#records.push(record)
    this.#characters += weigh(record)
    if (this.#characters < this.#held) return
    const records = this.#records
    this.#records = undefined
    for (const held of records) this.#write(held)
  }

  *[Symbol.iterator](): Generator<T> {
    if (this.#records !== undefined) yield* this.#records
    else yield* this.#written()
  }

  /** The records for the last time: those that were read are no longer in memory. */
  *drain(): Generator<T> {
    const records = this.#records
    if (records === undefined) {
      yield* this.#written()
      return
    }
    this.#records = []
    records.reverse()
    while (records.length > 0) yield records.pop()!
  }

  /** Removes the temporary file. */
  close(): void {
    this.#records = []
    this.#texts = []
    this.#lines = []
    this.#file?.scratch.close()
    this.#file = undefined
  }

  #write(record: T): void {
    const text = JSON.stringify(record)
    this.#texts.push(text)
    this.#textCharacters += text.length
    if (this.#textCharacters > LINE_CHARACTERS) this.#endLine()
  }

  #endLine(): void {
    this.#lines.push(`[${this.#texts.join(',')}]`)
    this.#lineCharacters += this.#textCharacters
    this.#texts = []
    this.#textCharacters = 0
    if (this.#lineCharacters > BUFFER_CHARACTERS) this.#flush()
  }

  #flush(): void {
    this.#file ??= { scratch: openScratchFile(), bytes: 0 }
    const { descriptor } = this.#file.scratch
    const data = Buffer.from(`${this.#lines.join('\n')}\n`)
    for (let at = 0; at < data.length; )
      at += writeSync(descriptor, data, at, data.length - at, this.#file.bytes + at)
    this.#file.bytes += data.length
    this.#lines = []
    this.#lineCharacters = 0
  }

  *#written(): Generator<T> {
    if (this.#file !== undefined) for (const line of linesIn(this.#file)) yield* recordsIn<T>(line)
    for (const line of this.#lines) yield* recordsIn<T>(line)
    for (const text of this.#texts) yield JSON.parse(text)
  }
}

function recordsIn<T>(line: string): T[] {
  return JSON.parse(line)
}

function* linesIn({ scratch: { descriptor }, bytes }: { scratch: ScratchFile; bytes: number }) {
  const chunk = Buffer.alloc(CHUNK_BYTES)
  let rest = Buffer.alloc(0)
  for (let position = 0; position < bytes; ) {
    const read = readSync(descriptor, chunk, 0, Math.min(CHUNK_BYTES, bytes - position), position)
    if (read === 0) throw new Error('A temporary file of the import was cut off')
    position += read
    const data = Buffer.concat([rest, chunk.subarray(0, read)])
    let from = 0
    for (let end = data.indexOf(10); end >= 0; end = data.indexOf(10, from)) {
      yield data.toString('utf8', from, end)
      from = end + 1
    }
    rest = data.subarray(from)
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
