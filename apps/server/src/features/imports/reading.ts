import { IMPORT_MAX_ROWS } from '@goldpan/contract/imports'
import { findDelimiter, findHeadings, toColumns } from './csv-beginning.ts'
import { CsvFault, type CsvReader, type CsvRecord, createCsvReader } from './csv-rows.ts'
import { decodeText } from './encoding.ts'

export interface ReadFile {
  delimiter: string
  columns: string[]
  /** Rows below the headings. */
  rows: number
  /** A few cells with letters beyond ASCII. */
  examples: string[]
}

interface Handle {
  /** True for the line of headings, false for title lines above it. */
  areHeadings: (cells: string[]) => boolean
  batch: (records: CsvRecord[]) => Promise<void>
}

const BATCH = 1000
/** Magic bytes of files chosen by mistake (spreadsheets, documents, images), and characters that text never has. */
const NO_TEXT = /^(?:PK[\x03\x05]|%PDF-|\{\\rtf|.PNG\r\n)|[\x01-\x08\x0e-\x19\x1c-\x1f]/
const NOT_A_CSV =
  'This is not a CSV file. Please open it in your spreadsheet, save it as CSV and choose that file.'
/** Number of characters that the delimiter is judged by. */
const BEGINNING = 64 * 1024
const MAX_EXAMPLES = 5

/** Reads a file and passes its records on in batches, with one batch in memory. */
export async function readCsv(
  chunks: AsyncIterable<Buffer>,
  encoding: string,
  handle: Handle,
): Promise<ReadFile> {
  let beginning = ''
  let reader: CsvReader | null = null
  let waiting: CsvRecord[] = []
  let delimiter = ''
  let columns: string[] = []
  let headingsLine = 0
  let rows = 0
  const examples = new Set<string>()

  async function take(records: CsvRecord[]) {
    for (const record of records) {
      if (record.line <= headingsLine) continue
      rows += 1
      if (rows > IMPORT_MAX_ROWS)
        throw new CsvFault(
          `The file has more than ${IMPORT_MAX_ROWS.toLocaleString('en')} rows. Please split it and import the parts one by one.`,
        )
      addExamples(record.cells)
      waiting.push(record)
      if (waiting.length >= BATCH) await flush()
    }
  }

  function addExamples(cells: string[]) {
    for (const cell of cells)
      if (examples.size < MAX_EXAMPLES && /[^\x00-\x7f]/.test(cell)) examples.add(cell.trim().slice(0, 80))
  }

  async function flush() {
    if (waiting.length > 0) await handle.batch(waiting)
    waiting = []
  }

  async function begin(): Promise<CsvReader> {
    if (NO_TEXT.test(beginning)) throw new CsvFault(NOT_A_CSV)
    const judged = beginning.slice(0, BEGINNING)
    delimiter = findDelimiter(judged)
    const headings = findHeadings(judged, delimiter, handle.areHeadings)
    if (!headings) throw new CsvFault('The file is empty.')
    if (headings.fault) throw new CsvFault(`${headings.fault}.`)
    const head = toColumns(headings)
    columns = head.columns
    headingsLine = head.line
    const opened = createCsvReader(delimiter, columns.length)
    await take(opened.push(beginning))
    return opened
  }

  for await (const text of decodeText(chunks, encoding)) {
    if (reader) await take(reader.push(text))
    else {
      beginning += text
      if (beginning.length >= BEGINNING) reader = await begin()
    }
  }
  reader ??= await begin()
  await take(reader.end())
  await flush()
  if (rows === 0) throw new CsvFault('The file has a header row but no rows below it.')
  return { delimiter, columns, rows, examples: [...examples] }
}
