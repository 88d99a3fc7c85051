import { readSync, writeSync } from 'node:fs'
import { openScratchFile, type ScratchFile } from './scratch-file.ts'

const BUFFER_CHARACTERS = 500_000
const CHUNK_BYTES = 1 << 18

/** A list of records that may be longer than memory: what does not fit waits in a temporary file. */
export class Spool<T> {
  #lines: string[] = []
  #characters = 0
  #file: { scratch: ScratchFile; bytes: number } | undefined
  length = 0

  push(record: T): void {
    const line = JSON.stringify(record)
    this.#lines.push(line)
    this.#characters += line.length
    this.length++
    if (this.#characters > BUFFER_CHARACTERS) this.#flush()
  }

  *[Symbol.iterator](): Generator<T> {
    if (this.#file !== undefined) yield* this.#written(this.#file)
    for (const line of this.#lines) yield JSON.parse(line)
  }

  /** Removes the temporary file. */
  close(): void {
    this.#lines = []
    this.#file?.scratch.close()
    this.#file = undefined
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
