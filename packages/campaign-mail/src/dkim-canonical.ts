import { createHash } from 'node:crypto'
import { type HeaderField, unfold } from './message-bytes.ts'

/** Each name in h= takes the next field of that name from the bottom; a name without a field adds nothing. */
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

/** The body as `relaxed` canonicalization sees it (RFC 6376, 3.4.4). */
export function relaxBody(body: Buffer): Buffer {
  const text = body
    .toString('latin1')
    .replace(/[ \t]+/g, ' ')
    .replace(/ (?=\r?\n|$)/g, '')
  return Buffer.from(endOnce(text, ''), 'latin1')
}

/** The body as `simple` canonicalization sees it (RFC 6376, 3.4.3). */
export function simpleBody(body: Buffer): Buffer {
  return Buffer.from(endOnce(body.toString('latin1'), '\r\n'), 'latin1')
}

/** Empty lines at the end of a body don't count; an empty body is `empty`. */
function endOnce(text: string, empty: string): string {
  const crlf = text.replace(/\r?\n/g, '\r\n')
  let end = crlf.length
  while (end >= 2 && crlf[end - 1] === '\n' && crlf[end - 2] === '\r') end -= 2
  return end === 0 ? empty : `${crlf.slice(0, end)}\r\n`
}

/** Where the public key of a selector stands in DNS. */
export function recordName(key: { domain: string; selector: string }): string {
  return `${key.selector}._domainkey.${key.domain}`
}

/** The SHA-256 digest of some bytes. */
export function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}
