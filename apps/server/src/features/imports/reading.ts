import { IMPORT_MAX_ROWS } from '@goldpan/contract/imports'
import { CsvFault, type CsvRecord, createCsvReader, findDelimiter } from './csv-rows.ts'
import { decodeText, type Encoding } from './encoding.ts'

export interface FileHead {
  encoding: Encoding
  delimiter: string
  columns: string[]
}

const BATCH = 1000
/** The beginnings of files chosen by mistake (spreadsheets, documents, pictures), and characters that no text has. */
const NO_TEXT = /^(?:PK[\x03\x05]|%PDF-|\{\\rtf|.PNG\r\n)|[\x01-\x08\x0e-\x19\x1c-\x1f]/
const NOT_A_CSV =
  'This is not a CSV file. Please open it in your spreadsheet, save it as CSV and choose that file.'
const ENOUGH_FOR_A_LINE = 16 * 1024

/** Reads a file as it arrives and passes its records on in batches; memory holds one batch. */
export async function readCsv(
  chunks: AsyncIterable<Buffer>,
  handle: { head: (head: FileHead) => Promise<void>; batch: (records: CsvRecord[]) => Promise<void> },
): Promise<{ rows: number; encoding: Encoding }> {
  let encoding: Encoding = 'UTF-8'
  let begun = ''
  let reader: ReturnType<typeof createCsvReader> | null = null
  let delimiter = ','
  let columns: string[] | null = null
  let waiting: CsvRecord[] = []
  let rows = 0

  async function take(records: CsvRecord[]) {
    for (const record of records) {
      if (!columns) {
        columns = record.cells.map((cell) => cell.trim().slice(0, 200))
        await handle.head({ encoding, delimiter, columns })
        continue
      }
      rows += 1
      if (rows > IMPORT_MAX_ROWS)
        throw new CsvFault(
          `The file has more than ${IMPORT_MAX_ROWS.toLocaleString('en')} rows. Please split it and import its parts one after the other.`,
        )
      waiting.push(record)
      if (waiting.length >= BATCH) await flush()
    }
  }

  async function flush() {
    if (waiting.length > 0) await handle.batch(waiting)
    waiting = []
  }

  const open = (text: string) => {
    if (NO_TEXT.test(text)) throw new CsvFault(NOT_A_CSV)
    delimiter = findDelimiter(text)
    return createCsvReader(delimiter)
  }

  for await (const text of decodeText(chunks, (found) => (encoding = found))) {
    if (reader) await take(reader.push(text))
    else {
      begun += text
      if (begun.length < ENOUGH_FOR_A_LINE) continue
      reader = open(begun)
      await take(reader.push(begun))
    }
  }
  if (!reader) {
    reader = open(begun)
    await take(reader.push(begun))
  }
  await take(reader.end())
  await flush()
  if (!columns) throw new CsvFault('The file is empty.')
  if (rows === 0) throw new CsvFault('The file has a line of headings and no rows below it.')
  return { rows, encoding }
}
