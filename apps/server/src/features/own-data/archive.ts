import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { LongBytes } from '../../db/owned-rows.store.ts'
import { csvCell, csvLongCell } from '../../http/csv.ts'

/** A file of an archive. Its content is read while the archive is sent. */
export interface ArchivedFile {
  name: string
  parts: AsyncIterable<string | Uint8Array>
  /** Images don't get any smaller. */
  isCompressed?: boolean
}

/** Writes a ZIP file. Holds one part of one file in memory. */
export async function* writeArchive(files: AsyncIterable<ArchivedFile>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, chunk) => {
    if (error) failure = error
    else ready.push(chunk)
  })
  const encoder = new TextEncoder()
  function* take() {
    if (failure) throw failure
    yield* ready.splice(0)
  }
  for await (const file of files) {
    const entry = file.isCompressed ? new ZipPassThrough(file.name) : new ZipDeflate(file.name, { level: 6 })
    zip.add(entry)
    for await (const part of file.parts) {
      entry.push(typeof part === 'string' ? encoder.encode(part) : part)
      yield* take()
    }
    entry.push(new Uint8Array(0), true)
    yield* take()
  }
  zip.end()
  yield* take()
}

type Row = Record<string, unknown>

/** A JSON list of rows; long values are written in pieces. */
export async function* jsonParts(names: readonly string[], rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let lead = '[\n'
  for await (const row of rows) {
    let text = `${lead}{`
    for (const [at, name] of names.entries()) {
      text += `${at > 0 ? ',' : ''}${JSON.stringify(name)}:`
      const value = row[name]
      if (!(value instanceof LongBytes)) {
        text += JSON.stringify(value ?? null)
        continue
      }
      yield `${text}"`
      for await (const piece of textOf(value)) yield JSON.stringify(piece).slice(1, -1)
      text = '"'
    }
    yield `${text}}`
    lead = ',\n'
  }
  yield lead === '[\n' ? '[]\n' : '\n]\n'
}

/** A CSV file of rows; long values are written in pieces. */
export async function* csvParts(names: readonly string[], rows: AsyncIterable<Row>): AsyncGenerator<string> {
  yield `\uFEFF${names.map(csvCell).join(',')}\r\n`
  for await (const row of rows) {
    let text = ''
    for (const [at, name] of names.entries()) {
      if (at > 0) text += ','
      const value = row[name]
      if (!(value instanceof LongBytes)) {
        text += csvCell(toCell(value))
        continue
      }
      yield text
      yield* csvLongCell(textOf(value))
      text = ''
    }
    yield `${text}\r\n`
  }
}

/** Bytes, such as received messages, are decoded as UTF-8. A character may be split across two pieces. */
async function* textOf({ pieces }: LongBytes): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for await (const piece of pieces()) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

function toCell(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return typeof value === 'string' ? value : JSON.stringify(value)
}
