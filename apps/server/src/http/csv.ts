import { Readable } from 'node:stream'
import type { SentFile } from './bind.ts'

/** A cell that a spreadsheet would run as a formula is shown as text instead (OWASP, CSV injection). */
const FORMULA = /^'*[=+\-@\t\r]/

/** A phone number may begin with a plus sign and runs nothing. */
const HARMLESS = /^[+-]?[\d\s()./-]*$/

const guard = (text: string) => (FORMULA.test(text) && !HARMLESS.test(text) ? `'${text}` : text)

/** Reverses the guard, so that an exported file can be imported again. Keeps apostrophes that the guard doesn't add. */
export const unguard = (cell: string) =>
  cell.startsWith("'") && guard(cell.slice(1)) === cell ? cell.slice(1) : cell

/** Readers cut white space off cells that are not quoted. */
const NEEDS_QUOTES = /[",\r\n;]|^\s|\s$/

export function csvCell(value: string | number | boolean | null | undefined): string {
  const safe = guard(value === null || value === undefined ? '' : String(value))
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A cell that is too long to be held at once, piece by piece. */
export async function* csvLongCell(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  yield '"'
  let isFirst = true
  for await (const piece of pieces) {
    yield (isFirst ? guard(piece) : piece).replaceAll('"', '""')
    isFirst &&= piece === ''
  }
  yield '"'
}

export type CsvRow = readonly (string | number | boolean | null | undefined)[]

/** One line of a CSV file, with its end. */
export const csvLine = (row: CsvRow): string => `${row.map(csvCell).join(',')}\r\n`

/** Rows as a CSV file (RFC 4180, UTF-8 with the mark that spreadsheets look for), written row by row. */
export function csvFile(fileName: string, header: readonly string[], rows: Iterable<CsvRow>): SentFile {
  function* lines() {
    yield `\uFEFF${csvLine(header)}`
    for (const row of rows) yield csvLine(row)
  }
  return { content: Buffer.from([...lines()].join('')), contentType: 'text/csv; charset=utf-8', fileName }
}

/** How much of a file is put together before it is sent on, in characters. */
const CHUNK = 64 * 1024

/** The same for rows that are read while they are written: of any number, in little memory. */
export function csvStream(
  fileName: string,
  header: readonly string[],
  rows: AsyncIterable<CsvRow>,
): SentFile {
  async function* chunks() {
    let text = `\uFEFF${csvLine(header)}`
    for await (const row of rows) {
      text += csvLine(row)
      if (text.length < CHUNK) continue
      yield text
      text = ''
    }
    yield text
  }
  const content = Readable.from(chunks(), { objectMode: false })
  return { content, contentType: 'text/csv; charset=utf-8', fileName }
}
