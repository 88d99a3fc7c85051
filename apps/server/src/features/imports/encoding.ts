export type Encoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'Windows-1252'

const BYTE_ORDER_MARKS: [Encoding, number[]][] = [
  ['UTF-8', [0xef, 0xbb, 0xbf]],
  ['UTF-16LE', [0xff, 0xfe]],
  ['UTF-16BE', [0xfe, 0xff]],
]

/** Bytes to look at; enough to tell most encodings apart. */
const BEGINNING = 4096

/**
 * Decodes a file piece by piece, in the encodings that spreadsheets write. Without a byte order mark it is UTF-16 if
 * every other byte of its beginning is zero, else UTF-8 if its first letters beyond ASCII are valid, else Windows-1252.
 */
export async function* decodeText(
  chunks: AsyncIterable<Buffer>,
  onEncoding: (encoding: Encoding) => void,
): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | null = null
  let held: Buffer = Buffer.alloc(0)
  const settle = (encoding: Encoding) => {
    onEncoding(encoding)
    return new TextDecoder(encoding)
  }
  for await (const chunk of chunks) {
    held = held.length > 0 ? Buffer.concat([held, chunk]) : chunk
    if (!decoder && held.length < BEGINNING) continue
    if (!decoder) {
      const encoding = encodingOf(held)
      if (encoding) decoder = settle(encoding)
    }
    // ASCII is the same in UTF-8 and Windows-1252, so it is passed on while the encoding is unknown.
    if (decoder) yield decoder.decode(held, { stream: true })
    else if (isAscii(held)) yield held.toString('latin1')
    else continue
    held = Buffer.alloc(0)
  }
  decoder ??= settle(encodingOf(held) ?? (isAscii(held) ? 'UTF-8' : 'Windows-1252'))
  yield decoder.decode(held)
}

const isAscii = (bytes: Buffer): boolean => bytes.every((byte) => byte < 0x80)

/** Null while the bytes don't tell. */
function encodingOf(bytes: Buffer): Encoding | null {
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))
  if (marked) return marked[0]
  const [even, odd] = countZeros(bytes.subarray(0, BEGINNING))
  const many = Math.min(bytes.length, BEGINNING) / 6
  if (odd > many && odd > even * 4) return 'UTF-16LE'
  if (even > many && even > odd * 4) return 'UTF-16BE'
  const whole = dropCutCharacter(bytes)
  if (isAscii(whole)) return null
  return isUtf8(whole) ? 'UTF-8' : 'Windows-1252'
}

function countZeros(bytes: Buffer): [even: number, odd: number] {
  const zeros: [number, number] = [0, 0]
  for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index % 2 === 0 ? 0 : 1] += 1
  return zeros
}

/** Drops a UTF-8 character that the end of the piece cuts in two. */
function dropCutCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) break
    if (byte >= 0xc0) return bytes.subarray(0, bytes.length - back)
  }
  return bytes
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
