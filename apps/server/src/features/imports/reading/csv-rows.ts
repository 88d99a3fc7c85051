/** A file that is no CSV: the sentence says where and why. */
export class CsvFault extends Error {}

export interface CsvRecord {
  /** Of the file, from 1: where the record begins. */
  line: number
  cells: string[]
}

const DELIMITERS = [',', ';', '\t', '|']
const MOST_CELLS = 200
const LONGEST_CELL = 100_000

/** The sign that separates the cells of the first line most often. */
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
 * Reads CSV (RFC 4180, and what spreadsheets make of it) piece by piece: `push` answers the records that are
 * complete. Blank lines are left out. A quotation mark that does not begin a cell is a letter like others.
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
    if (cells.length >= MOST_CELLS)
      throw new CsvFault(`Line ${startedAt} has more than ${MOST_CELLS} columns. Is this a CSV file?`)
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
      // Two in a row inside quotation marks are one that is meant.
      if (wasQuoted) cell += '"'
      isQuoted = true
      wasQuoted = false
    } else if (sign === delimiter) endCell()
    else if (sign === '\n' || sign === '\r') {
      if (!(sign === '\n' && lastWasReturn)) endRecord()
    } else add(sign)
  }

  function add(sign: string) {
    if (cell.length >= LONGEST_CELL)
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
