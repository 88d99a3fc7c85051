import { CsvError, parse } from 'csv-parse/sync'
import { type BrokenRecord, repairRecord } from './csv-repair.ts'

/** Says where and why a file isn't valid CSV. */
export class CsvFault extends Error {}

export interface CsvRecord {
  /** The line on which the record begins, from 1. */
  line: number
  cells: string[]
  /** Why the record can't be parsed; `cells` then holds its raw first line. */
  fault?: string
}

const MAX_CELLS = 200
/** A longer record is missing a closing quotation mark. */
const MAX_RECORD_BYTES = 256 * 1024
const SNIFF_BYTES = 4 * 1024
/** Unreadable records after which the file is refused. */
const MAX_FAULTS = 100

/**
 * Reads CSV in pieces; `push` returns the complete records. Skips blank lines. A record that csv-parse rejects is
 * repaired if its quotation marks allow a reading with `width` cells, otherwise it has a `fault`.
 */
export function createCsvReader(delimiter: string, width?: number) {
  let held: Buffer = Buffer.alloc(0)
  let line = 1
  let faults = 0

  /** Skips the first `length` bytes and returns the line they begin on. */
  function pass(length: number): number {
    const startedAt = line
    line += countLines(held.subarray(0, length))
    held = held.subarray(length)
    return startedAt
  }

  function toRecord(startedAt: number, cells: string[]): CsvRecord[] {
    if (cells.length > MAX_CELLS)
      throw new CsvFault(`Line ${startedAt} has more than ${MAX_CELLS} columns. Is this a CSV file?`)
    return cells.some((cell) => cell.trim() !== '') ? [{ line: startedAt, cells }] : []
  }

  function toFault(reason: BrokenRecord): CsvRecord {
    const fault =
      reason === 'open'
        ? `A quotation mark opened in line ${line} is never closed`
        : `The quotation marks in line ${line} do not show where its cells end`
    faults += 1
    if (faults > MAX_FAULTS) throw new CsvFault(`${fault}. Is this a CSV file?`)
    const length = firstLineLength(held)
    const text = held.toString('utf8', 0, length).trim()
    return { line: pass(length), cells: [text.slice(0, 1000)], fault }
  }

  /** Reads the complete records from the buffer. */
  function* read(isEnd: boolean): Generator<CsvRecord> {
    // Keep an unfinished last line until the rest of it arrives.
    let left = isEnd ? held.length : lastLineEnd(held)
    while (left > 0) {
      const before = held.length
      const { records, error } = readStrictly(held.subarray(0, left), delimiter)
      let end = 0
      for (const record of records) {
        const length = record.end - end
        end = record.end
        yield* toRecord(pass(length), record.cells)
      }
      left -= end
      if (!error) return void pass(left)
      const isLast = isEnd || held.length >= MAX_RECORD_BYTES
      if (error.code === 'CSV_QUOTE_NOT_CLOSED' && !isLast) return
      const repaired = repair(held.subarray(0, Math.min(left, MAX_RECORD_BYTES)), isLast)
      if (repaired === 'open' && !isLast) return
      if (typeof repaired === 'string') yield toFault(repaired)
      else yield* toRecord(pass(repaired.bytes), repaired.cells)
      left -= before - end - held.length
    }
  }

  /** Tries the first 4 KB before reading on, because most records are short. */
  function repair(lines: Buffer, isLast: boolean) {
    for (let size = SNIFF_BYTES; ; size *= 8) {
      const isAll = size >= lines.length
      const part = isAll ? lines : lines.subarray(0, lastLineEnd(lines.subarray(0, size)))
      const text = part.toString()
      const repaired = repairRecord(text, { delimiter, width, isLast: isAll && isLast })
      if (repaired === 'open' && !isAll) continue
      if (typeof repaired === 'string') return repaired
      return { cells: repaired.cells, bytes: Buffer.byteLength(text.slice(0, repaired.length)) }
    }
  }

  return {
    push(text: string): CsvRecord[] {
      held = Buffer.concat([held, Buffer.from(text)])
      const records = [...read(false)]
      if (held.length > 4 * MAX_RECORD_BYTES)
        throw new CsvFault(`Line ${line} is too long. Is this a CSV file?`)
      return records
    },
    end: (): CsvRecord[] => [...read(true)],
  }
}

export type CsvReader = ReturnType<typeof createCsvReader>

/** Reads up to the first record that csv-parse rejects. `end` is the end of a record in bytes. */
function readStrictly(bytes: Buffer, delimiter: string) {
  const records: { cells: string[]; end: number }[] = []
  try {
    parse(bytes, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      trim: true,
      on_record(cells: string[], { bytes: end }) {
        records.push({ cells, end })
        return null
      },
    })
    return { records, error: null }
  } catch (error) {
    if (error instanceof CsvError) return { records, error }
    throw error
  }
}

const RETURN = 0x0d
const NEWLINE = 0x0a

function countLines(bytes: Buffer): number {
  let lines = 0
  for (const [index, byte] of bytes.entries())
    if (byte === NEWLINE || (byte === RETURN && bytes[index + 1] !== NEWLINE)) lines += 1
  return lines
}

/** The end of the last complete line. A trailing carriage return doesn't count: it may be half of a line break. */
function lastLineEnd(bytes: Buffer): number {
  const newline = bytes.lastIndexOf(NEWLINE)
  const carriageReturn = bytes.length > 1 ? bytes.lastIndexOf(RETURN, bytes.length - 2) : -1
  return Math.max(newline, carriageReturn) + 1
}

function firstLineLength(bytes: Buffer): number {
  const index = bytes.findIndex((byte) => byte === NEWLINE || byte === RETURN)
  if (index < 0) return bytes.length
  return bytes[index] === RETURN && bytes[index + 1] === NEWLINE ? index + 2 : index + 1
}
