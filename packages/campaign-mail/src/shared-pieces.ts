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
 * paragraphs, and all share those of the frame. The reader must answer the same whenever it is asked, and nobody may
 * change an answer.
 */
export function readOnce<Answer>(
  read: (piece: string) => Answer,
  size: MemorySize = LINES,
): (piece: string) => Answer {
  let known = new Map<string, { piece: string; answer: Answer }>()
  let last: { piece: string; answer: Answer } | undefined
  return (piece) => {
    // looking up means reading all of it, so what is never remembered isn't looked for
    if (piece.length > size.length) return read(piece)
    // comparing a long piece with one other takes a tenth of the time of looking it up
    if (last?.piece === piece) return last.answer
    const found = known.get(piece)
    if (found) {
      last = found
      return found.answer
    }
    const answer = read(piece)
    // half a character is lost in a copy, and two pieces would be taken for one
    if (!piece.isWellFormed()) return answer
    if (known.size >= size.pieces) known = new Map()
    // A part of a text holds on to all of it, so the piece is copied.
    last = { piece: Buffer.from(piece).toString(), answer }
    known.set(last.piece, last)
    return answer
  }
}
