import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { addressKey, isAddress, isDomain, stripInvisible, toDomain } from '@goldpan/contract/email-address'

/** The form in which addresses are stored and compared. */
export const toSuppressed = addressKey

export const hashOf = (value: string): string => hash('sha256', toSuppressed(value), 'hex')

/** Entries that suppress an address: the address, its domain and parent domains. */
export function keysOf(email: string): string[] {
  const address = toSuppressed(email)
  const labels = address.slice(address.lastIndexOf('@') + 1).split('.')
  const domains = labels.slice(0, -1).map((_label, at) => `@${labels.slice(at).join('.')}`)
  return [address, ...domains.slice(0, 10)]
}

export interface NewEntry {
  kind: 'address' | 'domain'
  /** 'ann@shop.example' or '@shop.example' */
  value: string
}

export interface ReadEntries {
  entries: NewEntry[]
  /** The first invalid lines. */
  invalid: string[]
  invalidCount: number
}

const INVALID_SHOWN = 20

/** Cells parsed before the event loop gets a turn. */
const BATCH = 5000

const HEADING = /^"?(?:e-?mail(?:[ _-]?address)?|address|domain|mail)"?$/i

/** Extracts addresses and domains from typed text or a CSV file. */
export async function readEntries(text: string): Promise<ReadEntries> {
  const entries = new Map<string, NewEntry>()
  const invalid: string[] = []
  let [invalidCount, read] = [0, 0]
  let column: number | null = null
  for (const [at, line] of split(stripInvisible(text), LINE_END)) {
    if (at === 0) column = headingColumn(line)
    if (at === 0 && column !== null) continue
    let hasEntry = false
    for (const [index, cell] of split(line, SEPARATOR)) {
      read += 1
      if (read % BATCH === 0) await nextTurn()
      const entry = column === null || column === index ? readEntry(trimCell(cell)) : null
      if (entry) entries.set(entry.value, entry)
      hasEntry ||= entry !== null
    }
    if (hasEntry || !line.trim()) continue
    invalidCount += 1
    if (invalidCount <= INVALID_SHOWN) invalid.push(line.trim().slice(0, 100))
  }
  return { entries: [...entries.values()], invalid, invalidCount }
}

const LINE_END = /\r\n?|\n/g
const SEPARATOR = /[,;\t] *| +/g

/** A lazy `text.split` that numbers its parts. */
function* split(text: string, separator: RegExp): Generator<[at: number, part: string]> {
  let [at, from] = [0, 0]
  for (const { index, 0: found } of text.matchAll(separator)) {
    yield [at, text.slice(from, index)]
    at += 1
    from = index + found.length
  }
  yield [at, text.slice(from)]
}

const MAX_HEADING_LENGTH = 20_000

/** The column of addresses; null if the first line isn't a header. */
function headingColumn(line: string): number | null {
  if (line.length > MAX_HEADING_LENGTH) return null
  const cells = [...split(line, SEPARATOR)].map(([, cell]) => trimCell(cell))
  const at = cells.findIndex((cell) => HEADING.test(cell))
  return at < 0 || cells.some((cell) => readEntry(cell)) ? null : at
}

/** The lookbehind avoids quadratic time on long runs of these characters. */
const SURROUNDING_MARKS = /^["'<]+|(?<!["'>])["'>]+$/g

const trimCell = (cell: string): string => cell.trim().replace(SURROUNDING_MARKS, '')

function readEntry(cell: string): NewEntry | null {
  const value = toSuppressed(cell).replace(/^mailto:/, '')
  const domain = toDomain(value.replace(/^\*?@|^\*\./, ''))
  if (!value.includes('@') || /^\*?@/.test(value))
    return isDomain(domain) ? { kind: 'domain', value: `@${domain}` } : null
  return isAddress(value) ? { kind: 'address', value } : null
}

/** The status of a recipient who is suppressed before sending. */
export const statusOfSuppression = (reason: string): 'bounced' | 'unsubscribed' =>
  reason === 'bounced' ? 'bounced' : 'unsubscribed'

/** Why the follow-ups to a suppressed address end. */
export const stopOfSuppression = {
  unsubscribed: 'unsubscribed',
  bounced: 'bounced',
  complaint: 'complained',
  stop_reply: 'stop_word',
  manual: 'suppressed',
} as const

export const suppressionSentences: Record<string, string> = {
  unsubscribed: 'Unsubscribed from your messages',
  bounced: 'An earlier email to this address bounced',
  complaint: 'Reported one of your emails as spam',
  stop_reply: 'Asked in a reply not to be contacted',
  manual: 'On your do-not-contact list',
}
