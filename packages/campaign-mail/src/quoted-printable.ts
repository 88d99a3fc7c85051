const LINE = 75
const HEX = Buffer.from('0123456789ABCDEF', 'latin1')
const [TAB, LF, CR, SPACE, EQUALS] = [9, 10, 13, 32, 61]

/** 1 for each byte that stands for itself: printable ASCII without `=`, space and tab. */
const PLAIN = Uint8Array.from({ length: 256 }, (_none, byte) =>
  byte === TAB || (byte >= SPACE && byte <= 126 && byte !== EQUALS) ? 1 : 0,
)
/** What each hexadecimal digit of either case stands for; 16 for any other byte. */
const DIGITS = Uint8Array.from({ length: 256 }, (_none, byte) => {
  const digit = HEX.indexOf(String.fromCharCode(byte).toUpperCase())
  return digit < 0 ? 16 : digit
})

const KEPT = 65_536
/** Filled anew by each call; what is longer gets a place of its own. */
const keptSource = Buffer.alloc(KEPT)
const keptResult = Buffer.alloc(KEPT)
const resultOf = (length: number) => (length <= KEPT ? keptResult : Buffer.allocUnsafe(length))

/**
 * Text as quoted-printable bytes (RFC 2045): UTF-8, every line break as CRLF, no line longer than 76
 * characters, no white space at the end of a line, and no character cut in two by a soft line break.
 */
export function encodeQuotedPrintable(text: string): Buffer {
  // a character of a string takes three bytes of UTF-8 at most
  const isShort = text.length * 3 <= KEPT
  const bytes = isShort ? keptSource : Buffer.from(text)
  const length = isShort ? keptSource.write(text) : bytes.length
  // a byte takes three characters at most, a soft break three more after at least 64 of them
  const out = resultOf(Math.ceil(length * 3.2) + 8)
  return Buffer.from(out.subarray(0, encodeBytes(bytes, length, out)))
}

/** Writes the encoded bytes and says how many there are. */
function encodeBytes(bytes: Buffer, end: number, out: Buffer): number {
  const [from, to] = [viewOf(bytes), viewOf(out)]
  let length = 0
  let column = 0
  for (let at = 0; at < end; at += 1) {
    while (at + 4 <= end && column + 4 <= LINE) {
      const four = from.getInt32(at)
      if (!arePlain(four)) break
      to.setInt32(length, four)
      at += 4
      length += 4
      column += 4
    }
    if (at >= end) break
    const byte = bytes[at]!
    if (byte === LF || byte === CR) {
      if (byte === CR && at + 1 < end && bytes[at + 1] === LF) at += 1
      out[length++] = CR
      out[length++] = LF
      column = 0
      continue
    }
    const isPlain = PLAIN[byte] === 1 && !(byte <= SPACE && isLineEnd(bytes, at + 1, end))
    if (column + (isPlain ? 1 : widthOf(byte)) > LINE) {
      out[length++] = EQUALS
      out[length++] = CR
      out[length++] = LF
      column = 0
    }
    if (isPlain) {
      out[length++] = byte
      column += 1
      continue
    }
    out[length++] = EQUALS
    out[length++] = HEX[byte >> 4]!
    out[length++] = HEX[byte & 15]!
    column += 3
  }
  return length
}

/** Whether each of four bytes stands for itself wherever it stands: none but printable ASCII, no `=`, no space at the end. */
function arePlain(four: number): boolean {
  if ((four & 0xff) <= SPACE) return false
  // the highest bit of a byte is set here when it is set, when it is below a space, or a DEL
  const odd = four | (four - 0x20202020) | (four + 0x01010101)
  return ((odd | zerosOf(four ^ 0x3d3d3d3d)) & 0x80808080) === 0
}

/** Sets the highest bit of each byte that is zero, and maybe of some before one that is. */
const zerosOf = (four: number): number => (four - 0x01010101) & ~four

const isLineEnd = (bytes: Buffer, at: number, end: number): boolean =>
  at >= end || bytes[at] === LF || bytes[at] === CR

/** What must fit on the line: at the first byte of a character, the whole of it. */
function widthOf(byte: number): number {
  if (byte < 0xc0) return 3
  return byte < 0xe0 ? 6 : byte < 0xf0 ? 9 : 12
}

/**
 * The text that quoted-printable bytes stand for, with CRLF as LF. Reads what others might write too: digits of either
 * case, soft breaks before a bare LF or between the digits, and a `=` without digits stands for itself.
 */
export function decodeQuotedPrintable(body: Uint8Array): string {
  const out = resultOf(body.length)
  const [from, to] = [viewOf(body), viewOf(out)]
  const end = body.length
  let length = 0
  for (let at = 0; at < end; at += 1) {
    const copied = copyPlain(from, at, to, length)
    length += copied
    at += copied
    if (at >= end) break
    let byte = body[at]!
    if (byte === EQUALS) {
      const next = afterSoftBreak(body, at)
      if (next > at) {
        at = next - 1
        continue
      }
      const high = afterSoftBreaks(body, at + 1)
      const low = afterSoftBreaks(body, high + 1)
      if (low < end && (DIGITS[body[high]!]! | DIGITS[body[low]!]!) < 16) {
        byte = (DIGITS[body[high]!]! << 4) | DIGITS[body[low]!]!
        at = low
      }
    }
    if (byte === LF && length > 0 && out[length - 1] === CR) length -= 1
    out[length++] = byte
  }
  return out.toString('utf8', 0, length)
}

const newView = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const [sourceView, resultView] = [newView(keptSource), newView(keptResult)]

function viewOf(bytes: Uint8Array): DataView {
  if (bytes === keptResult) return resultView
  return bytes === keptSource ? sourceView : newView(bytes)
}

/** Copies four bytes at a time up to the first four with a `=` or a line feed among them; says how many it copied. */
function copyPlain(from: DataView, start: number, to: DataView, length: number): number {
  const last = from.byteLength - 4
  let at = start
  for (; at <= last; at += 4) {
    const four = from.getInt32(at)
    if (((zerosOf(four ^ 0x3d3d3d3d) | zerosOf(four ^ 0x0a0a0a0a)) & 0x80808080) !== 0) break
    to.setInt32(length + at - start, four)
  }
  return at - start
}

/** Where the text goes on after the soft break at a place; the place itself where there is none. */
function afterSoftBreak(body: Uint8Array, at: number): number {
  if (at + 1 >= body.length || body[at] !== EQUALS) return at
  if (body[at + 1] === LF) return at + 2
  return at + 2 < body.length && body[at + 1] === CR && body[at + 2] === LF ? at + 3 : at
}

function afterSoftBreaks(body: Uint8Array, from: number): number {
  let at = from
  for (let next = afterSoftBreak(body, at); next > at; next = afterSoftBreak(body, at)) at = next
  return at
}
