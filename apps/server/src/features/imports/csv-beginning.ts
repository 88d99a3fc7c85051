import { CsvFault, type CsvRecord, createCsvReader } from './csv-rows.ts'

const DELIMITERS = [',', ';', '\t', '|']
const MAX_LINES_ABOVE = 20
const SEPARATOR_LINE = /^"?sep=([^\r\n"])"?(?=[\r\n]|$)/i
/** The heading of a column of addresses in a file without headings. */
const ADDRESSES = 'Email'
const ADDRESS = /^[^\s@,;|]+@[^\s@,;|]+\.[^\s@,;|]+$/

interface Fit {
  delimiter: string
  /** Records with the commonest number of cells above one. */
  alike: number
  /** Cells that hold an address and nothing else. */
  addresses: number
  /** Cells of the first record. */
  first: number
}

/**
 * The delimiter named by a first line `sep=…`, else the one that splits most records into the same number of cells. In a
 * tie the one that leaves more addresses by themselves, then the one that splits the first record into more cells.
 */
export function findDelimiter(beginning: string): string {
  const named = SEPARATOR_LINE.exec(beginning)?.[1]
  if (named) return named
  const fits = DELIMITERS.map((delimiter) => measureFit(beginning, delimiter))
  return fits.reduce((best, fit) => (compareFits(fit, best) > 0 ? fit : best)).delimiter
}

const compareFits = (one: Fit, other: Fit) =>
  one.alike - other.alike || one.addresses - other.addresses || one.first - other.first

function measureFit(beginning: string, delimiter: string): Fit {
  const records = readBeginning(beginning, delimiter).filter(({ fault }) => !fault)
  const counts = new Map<number, number>()
  for (const { cells } of records)
    if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  return {
    delimiter,
    alike: Math.max(0, ...counts.values()),
    addresses: records.flatMap(({ cells }) => cells).filter((cell) => ADDRESS.test(cell.trim())).length,
    first: records[0]?.cells.length ?? 0,
  }
}

/** The records that this delimiter makes of a beginning, which may be cut anywhere. */
function readBeginning(beginning: string, delimiter: string): CsvRecord[] {
  const reader = createCsvReader(delimiter)
  const records: CsvRecord[] = []
  try {
    records.push(...reader.push(beginning))
    records.push(...reader.end())
  } catch (error) {
    // A wrong delimiter soon hits an unreadable record; judge by the records before it.
    if (!(error instanceof CsvFault)) throw error
  }
  return records
}

const countFilled = ({ cells }: CsvRecord) => cells.filter((cell) => cell.trim() !== '').length

/** The headings and their line. A file without headings begins with an address; then it is the line above its first row. */
export function toColumns({ line, cells }: CsvRecord): { columns: string[]; line: number } {
  const address = cells.findIndex((cell) => ADDRESS.test(cell.trim()))
  if (address < 0) return { columns: cells.map((cell) => cell.trim().slice(0, 200)), line }
  return { columns: cells.map((_, index) => (index === address ? ADDRESSES : '')), line: line - 1 }
}

/**
 * The line of headings, below a line `sep=…` and title lines. It is known by its words, else it is the first line that
 * fills more than half as many cells as the fullest one and holds no address. Undefined if there is no line at all.
 */
export function findHeadings(
  beginning: string,
  delimiter: string,
  areHeadings: (cells: string[]) => boolean,
): CsvRecord | undefined {
  const records = readBeginning(beginning, delimiter)
  const isSeparator = records[0]?.line === 1 && /^"?sep=/i.test(records[0].cells[0]!)
  const top = records.slice(isSeparator ? 1 : 0, MAX_LINES_ABOVE + 1)
  const known = top.find(({ cells }) => areHeadings(cells))
  if (known) return known
  const fullest = Math.max(0, ...top.map(countFilled))
  const first = top.find((record) => record.fault || countFilled(record) > fullest / 2)
  return first?.cells.some((cell) => cell.includes('@')) ? top[0] : first
}
