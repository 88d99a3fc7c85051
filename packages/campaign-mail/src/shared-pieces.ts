/** How many pieces are remembered at once, and up to which length. */
export interface MemorySize {
  pieces: number
  length: number
}

const LINES: MemorySize = { pieces: 1000, length: 2000 }

/**
 * Reads each piece of text once, as long as it is remembered: the messages of a campaign share most of their lines and
 * paragraphs. The reader must answer the same whenever it is asked, never with undefined, and nobody may change an
 * answer.
 */
export function readOnce<Answer>(
  read: (piece: string) => Answer,
  size: MemorySize = LINES,
): (piece: string) => Answer {
  let known = new Map<string, Answer>()
  return (piece) => {
    if (piece.length > size.length) return read(piece)
    const found = known.get(piece)
    if (found !== undefined) return found
    const answer = read(piece)
    // half a character is lost in a copy, and two pieces would be taken for one
    if (!piece.isWellFormed()) return answer
    if (known.size >= size.pieces) known = new Map()
    // A part of a text holds on to all of it, so the piece is copied.
    known.set(Buffer.from(piece).toString(), answer)
    return answer
  }
}

const WHOLE: MemorySize = { pieces: 16, length: 50_000 }

/**
 * As {@link readOnce}, for the long texts that whole campaigns share, such as a body: the last sixteen are compared one
 * by one, as looking a long text up means reading all of it, also where each recipient has a text of their own.
 */
export function readWhole<Answer>(read: (text: string) => Answer): (text: string) => Answer {
  const known: { text: string; answer: Answer }[] = []
  let oldest = 0
  return (text) => {
    for (const each of known) if (each.text === text) return each.answer
    const answer = read(text)
    if (text.length > WHOLE.length) return answer
    known[oldest] = { text, answer }
    oldest = (oldest + 1) % WHOLE.pieces
    return answer
  }
}
