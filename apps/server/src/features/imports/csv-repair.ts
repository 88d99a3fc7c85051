interface Reading {
  cells: string[]
  /** In characters, with the line break. */
  length: number
  hasQuoted: boolean
}

/** 'open': a quoted cell never ends. 'unclear': its quotation marks can be read in several ways. */
export type BrokenRecord = 'open' | 'unclear'

interface Style {
  /** `\"` is a quotation mark of the cell. */
  isEscaped: boolean
  /** Of `""` at the end of a cell the first belongs to the cell and the second closes it. */
  pairCloses: boolean
  /** A cell that only begins with a quoted word is not quoted: `"Bob" Smith`. */
  hasQuotedWords?: true
}

const STYLES: Style[] = [
  { isEscaped: true, pairCloses: false },
  { isEscaped: true, pairCloses: true },
  { isEscaped: false, pairCloses: false },
  { isEscaped: false, pairCloses: true },
  { isEscaped: false, pairCloses: false, hasQuotedWords: true },
]

/**
 * Reads the first record of a text whose quotation marks break the rules (RFC 4180): not doubled inside a quoted cell,
 * escaped with a backslash, or inside a cell that isn't quoted. The first reading with the expected number of cells
 * counts; another number is believed only of a record without quoted cells. `isLast` says that no more text follows.
 */
export function repairRecord(
  text: string,
  { delimiter, width, isLast }: { delimiter: string; width: number | undefined; isLast: boolean },
): Reading | BrokenRecord {
  const outcomes: (Reading | BrokenRecord)[] = []
  for (const style of STYLES) {
    const outcome = readLoosely(text, delimiter, style)
    // More text may close it, and then it may be the one that fits.
    if (outcome === 'open' && !isLast) return 'open'
    if (typeof outcome !== 'string' && outcome.cells.length === width) return outcome
    outcomes.push(outcome)
  }
  const first = outcomes.find((outcome) => typeof outcome !== 'string')
  if (first && (width === undefined || !first.hasQuoted)) return first
  return outcomes.includes('open') ? 'open' : 'unclear'
}

function readLoosely(text: string, delimiter: string, style: Style): Reading | BrokenRecord {
  const cells: string[] = []
  let hasQuoted = false
  let wasQuoted = false
  for (let at = 0; ; at += 1) {
    const start = skipBlanks(text, delimiter, at)
    const isQuoted = text[start] === '"' && !(style.hasQuotedWords && beginsWithWord(text, delimiter, start))
    const cell = isQuoted ? readQuoted(text, delimiter, style, start + 1) : readPlain(text, delimiter, at)
    if (typeof cell === 'string') return cell
    // Probably the rest of a quoted cell that holds the delimiter behind a quotation mark.
    if (wasQuoted && !isQuoted && hasOddEnd(cell.text)) return 'unclear'
    cells.push(cell.text)
    wasQuoted = isQuoted
    hasQuoted ||= isQuoted
    at = cell.end
    if (text[at] === delimiter) continue
    const length = text.startsWith('\r\n', at) ? at + 2 : Math.min(at + 1, text.length)
    return { cells, length, hasQuoted }
  }
}

const hasOddEnd = (cell: string) => cell.endsWith('"') && cell.split('"').length % 2 === 0

/** True if the cell has two quotation marks, one at its beginning and one before its end. */
function beginsWithWord(text: string, delimiter: string, from: number): boolean {
  const { text: cell } = readPlain(text, delimiter, from)
  return /^"[^"]+"[^"]*[^"\s]$/.test(cell)
}

interface Cell {
  text: string
  /** The index of the delimiter, the line break or the end of the text. */
  end: number
}

function readPlain(text: string, delimiter: string, from: number): Cell {
  let end = from
  while (!endsCell(text[end], delimiter)) end += 1
  return { text: text.slice(from, end).trim(), end }
}

function readQuoted(text: string, delimiter: string, style: Style, from: number): Cell | BrokenRecord {
  let cell = ''
  let hasLoose = false
  let hasBreak = false
  /** A quotation inside the cell has begun. */
  let isQuoting = false
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at]!
    const next = text[at + 1]
    hasBreak ||= sign === '\n' || sign === '\r'
    // A loose quotation mark in a cell of several lines is more likely one that was never closed.
    if (hasLoose && hasBreak) return 'unclear'
    if (style.isEscaped && sign === '\\' && (next === '"' || next === '\\')) {
      cell += next === '"' ? '"' : '\\\\'
      at += 1
    } else if (sign !== '"') cell += sign
    else if (next === '"' && !(style.pairCloses && findEnd(text, delimiter, at + 2) !== null)) {
      cell += '"'
      at += 1
    } else {
      const end = findEnd(text, delimiter, at + 1)
      if (end !== null && !isQuoting) return { text: cell, end }
      isQuoting = !isQuoting && /(?:^|[\s([])$/.test(cell) && /\S/.test(next ?? ' ')
      cell += '"'
      hasLoose = true
    }
  }
  return 'open'
}

/** Where a cell ends if nothing but blanks are left of it. */
function findEnd(text: string, delimiter: string, from: number): number | null {
  const end = skipBlanks(text, delimiter, from)
  return endsCell(text[end], delimiter) ? end : null
}

function skipBlanks(text: string, delimiter: string, from: number): number {
  let at = from
  while (text[at] !== delimiter && (text[at] === ' ' || text[at] === '\t')) at += 1
  return at
}

const endsCell = (sign: string | undefined, delimiter: string) =>
  sign === undefined || sign === delimiter || sign === '\n' || sign === '\r'
