import { hash } from 'node:crypto'
import { isSafeAddress, isSafeDomain } from '@goldpan/campaign-mail/address'

/** The address as suppressions are stored and compared. */
export const toSuppressed = (email: string): string => email.trim().toLowerCase()

export const hashOf = (value: string): string => hash('sha256', toSuppressed(value), 'hex')

/** Everything that would stop mail to an address: itself, its domain, and the domains above that. */
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
  invalid: string[]
}

const HEADING = /^"?(?:e-?mail(?:[ _-]?address)?|address|domain|mail)"?$/i

/** Addresses and domains out of typed text or a CSV file: every cell counts that looks like either. */
export function readEntries(text: string): ReadEntries {
  const entries = new Map<string, NewEntry>()
  const invalid: string[] = []
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/)
  const column = headingColumn(lines[0] ?? '')
  for (const [at, line] of lines.entries()) {
    if (!line.trim() || (at === 0 && column !== null)) continue
    const cells = cellsOf(line)
    const looked = column === null ? cells : [cells[column] ?? '']
    const found = looked.flatMap((cell) => readEntry(cell) ?? [])
    for (const entry of found) entries.set(entry.value, entry)
    if (found.length === 0) invalid.push(line.trim().slice(0, 100))
  }
  return { entries: [...entries.values()], invalid }
}

/** The column that a heading names; null where the first line is no heading. */
function headingColumn(line: string): number | null {
  const cells = cellsOf(line)
  const at = cells.findIndex((cell) => HEADING.test(cell))
  return at < 0 || cells.some((cell) => readEntry(cell)) ? null : at
}

/** The look behind keeps a long run of such signs from being measured again from each of them. */
const AROUND = /^["'<]+|(?<!["'>])["'>]+$/g

const cellsOf = (line: string): string[] =>
  line.split(/[,;\t] *| +/).map((cell) => cell.trim().replace(AROUND, ''))

function readEntry(cell: string): NewEntry | null {
  const value = toSuppressed(cell).replace(/^mailto:/, '')
  const domain = value.replace(/^\*?@|^\*\./, '')
  if (!value.includes('@') || /^\*?@/.test(value))
    return isSafeDomain(domain) && domain.includes('.') ? { kind: 'domain', value: `@${domain}` } : null
  return isSafeAddress(value) ? { kind: 'address', value } : null
}

/** What a reason does to a recipient who has not been written to yet. */
export const statusOfSuppression = (reason: string): 'bounced' | 'unsubscribed' =>
  reason === 'bounced' ? 'bounced' : 'unsubscribed'

export const suppressionSentences: Record<string, string> = {
  unsubscribed: 'Unsubscribed from your messages',
  bounced: 'Mail to this address came back before',
  complaint: 'Marked a message of yours as spam',
  stop_reply: 'Asked in a reply not to be written to',
  manual: 'On your list of addresses not to write to',
}
