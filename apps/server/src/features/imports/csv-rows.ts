/** Says where and why a file can't be read as CSV. */
export class CsvFault extends Error {}

export interface CsvRecord {
  /** The line on which the record begins, from 1. */
  line: number
  cells: string[]
}

const DELIMITERS = [',', ';', '\t', '|']
const MAX_CELLS = 200
const MAX_CELL_LENGTH = 100_000

/** The delimiter that occurs most often in the first line. */
export function findDelimiter(text: string): string {
  const counts = new Map(DELIMITERS.map((delimiter) => [delimiter, 0]))
  let isQuoted = false
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && (sign === '\n' || sign === '\r')) break
    else if (!isQuoted && counts.has(sign)) counts.set(sign, counts.get(sign)! + 1)
  }
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}

/**
 * Reads CSV (RFC 4180 with the liberties of spreadsheets) piece by piece; `push` returns the complete records. Blank
 * lines are left out. A quotation mark inside a cell is an ordinary character.
 */
export function createCsvReader(delimiter: string) {
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let wasQuoted = false
  let lastWasReturn = false
  let line = 1
  let startedAt = 1
  let records: CsvRecord[] = []

  function endCell() {
    if (cells.length >= MAX_CELLS)
      throw new CsvFault(`Line ${startedAt} has more than ${MAX_CELLS} columns. Is this a CSV file?`)
    cells.push(cell)
    cell = ''
    wasQuoted = false
  }

  function endRecord() {
    endCell()
    if (cells.some((text) => text.trim() !== '')) records.push({ line: startedAt, cells })
    cells = []
  }

  function read(sign: string) {
    if (isQuoted) {
      if (sign === '"') [isQuoted, wasQuoted] = [false, true]
      else add(sign)
    } else if (sign === '"' && (cell === '' || wasQuoted)) {
      // Two in a row are an escaped one.
      if (wasQuoted) cell += '"'
      isQuoted = true
      wasQuoted = false
    } else if (sign === delimiter) endCell()
    else if (sign === '\n' || sign === '\r') {
      if (!(sign === '\n' && lastWasReturn)) endRecord()
    } else add(sign)
  }

  function add(sign: string) {
    if (cell.length >= MAX_CELL_LENGTH)
      throw new CsvFault(
        `The record that begins in line ${startedAt} has a cell of more than 100,000 characters. Is a quotation mark missing?`,
      )
    if (sign !== '\0') cell += sign
  }

  return {
    push(text: string): CsvRecord[] {
      records = []
      for (let index = 0; index < text.length; index++) {
        const sign = text[index]!
        if (cells.length === 0 && cell === '' && !isQuoted && !wasQuoted) startedAt = line
        read(sign)
        if (sign === '\r' || (sign === '\n' && !lastWasReturn)) line += 1
        lastWasReturn = sign === '\r'
      }
      return records
    },
    end(): CsvRecord[] {
      records = []
      if (isQuoted)
        throw new CsvFault(
          `A quotation mark that is opened in the record of line ${startedAt} is never closed.`,
        )
      if (cell !== '' || cells.length > 0) endRecord()
      return records
    },
  }
}
