import { createHash, type Hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type HeaderField, unfold } from './message-bytes.ts'

/** Each name in h= consumes the next field of that name from the bottom up; a name without a field adds nothing. */
export function signedData(
  fields: HeaderField[],
  names: string[],
  unsigned: string,
  isRelaxed: boolean,
): string {
  const canonical = isRelaxed ? relaxHeader : (line: string) => line
  const used = new Map<string, number>()
  let data = ''
  for (const name of names) {
    const all = fields.filter((field) => field.key === name)
    const taken = used.get(name) ?? 0
    const field = all[all.length - 1 - taken]
    used.set(name, taken + 1)
    if (field) data += `${canonical(field.line)}\r\n`
  }
  return data + canonical(unsigned)
}

function relaxHeader(line: string): string {
  const colon = line.indexOf(':')
  const value = unfold(line.slice(colon + 1)).replace(/[ \t]+/g, ' ')
  return `${line.slice(0, colon).trim().toLowerCase()}:${value.trim()}`
}

const CR = 13
const LF = 10

/** The body in `relaxed` canonicalization (RFC 6376, 3.4.4). */
export function relaxBody(body: Buffer): Buffer {
  const out = Buffer.allocUnsafe(body.length * 2 + 2)
  let length = 0
  /** The length without trailing empty lines. */
  let used = 0
  let isAfterBlank = false
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]!
    if (byte === 32 || byte === 9) {
      isAfterBlank = true
      continue
    }
    if (byte === LF || (byte === CR && body[at + 1] === LF)) {
      if (byte === CR) at += 1
      out[length++] = CR
      out[length++] = LF
    } else {
      // White space at the end of a line is dropped; any other run becomes one space.
      if (isAfterBlank) out[length++] = 32
      out[length++] = byte
      used = length
    }
    isAfterBlank = false
  }
  if (used === 0) return Buffer.alloc(0)
  out[used] = CR
  out[used + 1] = LF
  return out.subarray(0, used + 2)
}

/** The body in `simple` canonicalization (RFC 6376, 3.4.3). */
export function simpleBody(body: Buffer): Buffer {
  const crlf = body.toString('latin1').replace(/\r?\n/g, '\r\n')
  let end = crlf.length
  while (end >= 2 && crlf[end - 1] === '\n' && crlf[end - 2] === '\r') end -= 2
  return Buffer.from(`${crlf.slice(0, end)}\r\n`, 'latin1')
}

/** Bytes hashed before yielding to the event loop. */
const SLICE = 1_000_000
const LINE_END = Buffer.from('\r\n')

/** The SHA-256 digest of a canonical body. Yields to the event loop while hashing a large one. */
export async function hashBody(body: Buffer, isRelaxed: boolean, sliceBytes = SLICE): Promise<Buffer> {
  const canonical = isRelaxed ? relaxBody : simpleBody
  if (body.length <= sliceBytes) return sha256(canonical(body))
  const hash = createHash('sha256')
  // Empty lines count only if something follows.
  let emptyLines = 0
  let isEmpty = true
  for (let at = 0; at < body.length; ) {
    const end = endOfSlice(body, at, sliceBytes)
    const slice = canonicalSlice(body.subarray(at, end), canonical, isRelaxed && end === body.length)
    const filled = lengthWithoutLineEnds(slice)
    if (filled > 0) {
      addLineEnds(hash, emptyLines)
      hash.update(slice.subarray(0, filled))
      isEmpty = false
      emptyLines = 0
    }
    emptyLines += (slice.length - filled) / 2
    at = end
    await setImmediate()
  }
  if (!isEmpty || !isRelaxed) hash.update(LINE_END)
  return hash.digest()
}

/** Appended to a slice, so that its line endings aren't taken for the end of the body. */
const MARK = Buffer.from('x')

function canonicalSlice(slice: Buffer, canonical: (body: Buffer) => Buffer, isLastRelaxed: boolean): Buffer {
  const bytes = canonical(Buffer.concat([slice, MARK])).subarray(0, -3)
  return isLastRelaxed && bytes.at(-1) === 32 ? bytes.subarray(0, -1) : bytes
}

/** A slice ends after a line or a letter, so that no run of white space is split. */
function endOfSlice(body: Buffer, start: number, sliceBytes: number): number {
  let end = Math.min(start + sliceBytes, body.length)
  while (end < body.length && (body[end - 1] === 32 || body[end - 1] === 9 || body[end - 1] === CR)) end += 1
  return end
}

function lengthWithoutLineEnds(bytes: Buffer): number {
  let length = bytes.length
  while (length >= 2 && bytes[length - 1] === LF && bytes[length - 2] === CR) length -= 2
  return length
}

function addLineEnds(hash: Hash, count: number): void {
  if (count > 0) hash.update('\r\n'.repeat(count))
}

/** The DNS name of a selector's public key. */
export function recordName(key: { domain: string; selector: string }): string {
  return `${key.selector}._domainkey.${key.domain}`
}

export function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}
