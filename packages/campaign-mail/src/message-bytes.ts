/** A raw header field of a message. */
export interface HeaderField {
  /** The name in lower case. */
  key: string
  /** The whole field including folds, without the last line break, in latin1. */
  line: string
}

/** The header fields and the body of a message, undecoded. */
export interface SplitMessage {
  fields: HeaderField[]
  body: Buffer
}

const MAX_HEAD = 1_000_000
/** The limit of Exchange Online; people's mail stays far below. */
export const MAX_PARSED_HEAD = 256_000
export const MAX_PARTS = 1_000

/** Splits a raw message (CRLF or LF) at its first empty line. Skips header lines that belong to no field. */
export function splitMessage(raw: Buffer): SplitMessage {
  const end = headEnd(raw)
  const head = raw.toString('latin1', 0, Math.min(end.head, MAX_HEAD))
  const fields: HeaderField[] = []
  for (let start = 0; start <= head.length; ) {
    const next = endOfField(head, start)
    const isCrlf = next < head.length && next > start && head.charCodeAt(next - 1) === 13
    const line = head.slice(start, isCrlf ? next - 1 : next)
    const key = keyOf(line)
    if (key) fields.push({ key, line })
    start = next + 1
  }
  return { fields, body: raw.subarray(end.body) }
}

/** The index of the line feed that ends a field (the first without a fold after it), or the end of the header. */
function endOfField(head: string, start: number): number {
  for (let at = head.indexOf('\n', start); at >= 0; at = head.indexOf('\n', at + 1)) {
    const next = head.charCodeAt(at + 1)
    if (next !== 32 && next !== 9) return at
  }
  return head.length
}

/** The name of a field in lower case; empty if the line has none. */
function keyOf(line: string): string {
  const colon = line.indexOf(':')
  const name = line.slice(0, Math.max(0, colon))
  return /^[!-9;-~]+[ \t]*$/.test(name) ? name.trimEnd().toLowerCase() : ''
}

/** True if the header is too long to parse: the parser needs many times its size. */
export const hasLongHead = (raw: Buffer): boolean => headEnd(raw).head > MAX_PARSED_HEAD

/** True if a message has more parts than any person's mail; the parser needs a thousand times the size of each. */
export function hasManyParts(raw: Buffer): boolean {
  let count = 0
  for (let at = raw.indexOf('\n--'); at >= 0 && count <= MAX_PARTS; at = raw.indexOf('\n--', at + 3)) {
    // A boundary has at least one character and doesn't start with a space.
    if (raw[at + 3] !== 0x0a && raw[at + 3] !== 0x0d && raw[at + 3] !== 0x20) count += 1
  }
  return count > MAX_PARTS
}

function headEnd(raw: Buffer): { head: number; body: number } {
  if (raw[0] === 10) return { head: 0, body: 1 }
  if (raw[0] === 13 && raw[1] === 10) return { head: 0, body: 2 }
  const crlf = raw.indexOf('\r\n\r\n')
  const lf = (crlf < 0 ? raw : raw.subarray(0, crlf)).indexOf('\n\n')
  if (lf >= 0) return { head: lf, body: lf + 2 }
  return crlf < 0 ? { head: raw.length, body: raw.length } : { head: crlf, body: crlf + 4 }
}

/** Removes folds and trims. */
export function unfold(text: string): string {
  return (text.includes('\n') ? text.replace(/\r?\n(?=[ \t])/g, '') : text).trim()
}

/** The unfolded values of all fields with a name, in message order. */
export function fieldValues(fields: readonly HeaderField[], name: string): string[] {
  const values: string[] = []
  for (const { key, line } of fields) {
    if (key === name) values.push(unfold(line.slice(line.indexOf(':') + 1)))
  }
  return values
}

/** A view of the first lines of a message. */
export function firstLines(raw: Buffer, limit: number): Buffer {
  let at = -1
  for (let count = 0; count < limit; count += 1) {
    at = raw.indexOf(10, at + 1)
    if (at < 0) return raw
  }
  return raw.subarray(0, at + 1)
}

/** The parser keeps every line in memory, so a flood of short lines would keep it busy. */
const MAX_SHORT_LINES = 40_000
/** Slightly less than a line of base64 with its line ending. */
const FULL_LINE = 70

/** True if a message has far more lines than its attachments account for. */
export function hasShortLines(raw: Buffer): boolean {
  return firstLines(raw, MAX_SHORT_LINES + Math.ceil(raw.length / FULL_LINE)).length < raw.length
}
