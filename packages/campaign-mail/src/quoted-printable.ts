import { readOnce } from './shared-pieces.ts'

const LINE = 75
const HEX = Buffer.from('0123456789ABCDEF', 'latin1')

/** 1 for each byte that stands for itself: printable ASCII without `=`, space and tab. */
const PLAIN = Uint8Array.from({ length: 256 }, (_none, byte) =>
  byte === 9 || (byte >= 32 && byte <= 126 && byte !== 61) ? 1 : 0,
)

/** Needs nothing: plain, and neither white space at its end nor too long for a line. */
const AS_IT_IS = /^(?:[\t\x20-<>-~]*[!-<>-~])?$/

/**
 * Text as quoted-printable bytes (RFC 2045): UTF-8, every line break as CRLF, no line longer than 76
 * characters, no white space at the end of a line, and no character cut in two by a soft line break.
 */
export function encodeQuotedPrintable(text: string): Buffer {
  const lines = (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text).split('\n')
  return Buffer.from(lines.map(encodeLine).join('\r\n'), 'latin1')
}

const encodeOnce = readOnce((line) => encodeBytes(Buffer.from(line)))
const encodeLine = (line: string) => (line.length <= LINE && AS_IT_IS.test(line) ? line : encodeOnce(line))

function encodeBytes(bytes: Buffer): string {
  // a byte takes three characters at most, a soft break three more after at least 64 of them
  const out = Buffer.allocUnsafe(Math.ceil(bytes.length * 3.2) + 8)
  let length = 0
  let column = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!
    const isPlain = PLAIN[byte] === 1 && !(byte <= 32 && at + 1 === bytes.length)
    if (column + (isPlain ? 1 : widthOf(byte)) > LINE) {
      length += out.write('=\r\n', length, 'latin1')
      column = 0
    }
    if (isPlain) {
      out[length++] = byte
      column += 1
      continue
    }
    out[length++] = 61
    out[length++] = HEX[byte >> 4]!
    out[length++] = HEX[byte & 15]!
    column += 3
  }
  return out.toString('latin1', 0, length)
}

/** What must fit on the line: at the first byte of a character, the whole of it. */
function widthOf(byte: number): number {
  if (byte < 0xc0) return 3
  return byte < 0xe0 ? 6 : byte < 0xf0 ? 9 : 12
}
