/** How many pieces are remembered at once, and up to which length. */
export interface MemorySize {
  pieces: number
  length: number
}

const LINES: MemorySize = { pieces: 1000, length: 2000 }
/** For what a whole campaign shares, such as its body: the few that are sent at a time. */
export const WHOLE: MemorySize = { pieces: 16, length: 50_000 }

/**
 * Reads each piece of text once, as long as it is remembered: the messages of a campaign share most of their lines and
 * paragraphs, and all share those of the frame. The reader must answer the same whenever it is asked, never with
 * undefined, and nobody may change an answer.
 */
export function readOnce<Answer>(
  read: (piece: string) => Answer,
  size: MemorySize = LINES,
): (piece: string) => Answer {
  let known = new Map<string, Answer>()
  return (piece) => {
    // looking up means reading all of it, so what is never remembered isn't looked for
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
