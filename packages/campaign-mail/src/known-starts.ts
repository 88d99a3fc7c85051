import { hasGoodLines } from './message-bytes.ts'
import { decodeQuotedPrintable } from './quoted-printable.ts'

/** A part of a message as its reader gets it. */
export interface ReadPart {
  whole: string
  /** Without a start that is the same, byte for byte, as one that was judged before and had no fault. */
  rest: string
  /** The bytes of that start, as they stand in the message. */
  start: Buffer | null
  /** In bytes of UTF-8. */
  size: number
}

interface Start {
  bytes: Buffer
  text: string
  size: number
}

const MOST_STARTS = 8
const MOST_LOOKED = 2
const SELDOM = 16
const MOST_BYTES = 50_000
/** Shorter ones are read as fast as they are compared. */
const LEAST_BYTES = 500
const NOTHING: Start = { bytes: Buffer.alloc(0), text: '', size: 0 }
const EQUALS = 61

/**
 * Reads quoted-printable parts of messages whose starts are often the same: the messages of a campaign share most of
 * their bytes. What a start says is decoded and judged once, and its bytes are compared each time. A start ends in
 * `mark`, with a line break that no soft break or cut character reaches over, so that what follows reads as it would alone.
 */
export function readWithStarts(mark: string, isFaultless: (start: string) => boolean) {
  /** Those used last come first. */
  const starts: Start[] = []
  const looked: Buffer[] = []
  const markBytes = Buffer.from(mark)
  let reads = 0

  function findStart(body: Buffer): Start {
    let found = -1
    for (const [index, { bytes }] of starts.entries()) {
      if (bytes.length > (starts[found]?.bytes.length ?? 0) && beginsWith(body, bytes, bytes.length))
        found = index
    }
    if (found < 0) return NOTHING
    if (found > 0) starts.unshift(...starts.splice(found, 1))
    return starts[0]!
  }

  /** A new start out of what a part shares with one before it. */
  function learn(body: Buffer, known: number): void {
    let end = 0
    for (const other of looked) end = Math.max(end, endOfShared(body, other, markBytes))
    if (end >= known + LEAST_BYTES) {
      const bytes = Buffer.from(body.subarray(0, end))
      const text = decodeQuotedPrintable(bytes)
      if (isFaultless(text) && hasGoodLines(bytes.toString('latin1')))
        starts.unshift({ bytes, text, size: Buffer.byteLength(text) })
      starts.splice(MOST_STARTS)
    }
    looked.unshift(Buffer.from(body))
    looked.splice(MOST_LOOKED)
  }

  return (body: Buffer): ReadPart => {
    const start = findStart(body)
    const { length } = start.bytes
    reads += 1
    // where much is known already, there is seldom more to learn
    const isWorthwhile = length * 2 < body.length || reads % SELDOM === 0
    if (isWorthwhile && body.length - length > LEAST_BYTES && body.length <= MOST_BYTES) learn(body, length)
    const rest = decodeQuotedPrintable(length > 0 ? body.subarray(length) : body)
    return {
      whole: start.text + rest,
      rest,
      size: start.size + Buffer.byteLength(rest),
      start: length > 0 ? body.subarray(0, length) : null,
    }
  }
}

const beginsWith = (body: Buffer, start: Buffer, length: number): boolean =>
  length <= body.length && body.compare(start, 0, length, 0, length) === 0

/** Behind the last mark of what two parts begin with in common, and 0 where there is none. */
function endOfShared(body: Buffer, other: Buffer, mark: Buffer): number {
  let low = 0
  let high = Math.min(body.length, other.length)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (beginsWith(body, other, middle)) low = middle
    else high = middle - 1
  }
  for (let at = low - mark.length; at > 0; at -= 1) {
    at = body.lastIndexOf(mark, at)
    if (at > 0 && body[at - 1] !== EQUALS) return at + mark.length
  }
  return 0
}
