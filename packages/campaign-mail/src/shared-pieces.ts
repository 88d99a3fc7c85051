const PIECES_MAX = 1000
const LENGTH_MAX = 2000

/**
 * Reads each piece of text once, as long as it is remembered: the messages of a campaign share most of their lines and
 * paragraphs, and all share those of the frame. The reader must answer the same whenever it is asked.
 */
export function readOnce<Answer>(read: (piece: string) => Answer): (piece: string) => Answer {
  let known = new Map<string, Answer>()
  return (piece) => {
    const found = known.get(piece)
    if (found !== undefined) return found
    const answer = read(piece)
    if (piece.length > LENGTH_MAX) return answer
    if (known.size >= PIECES_MAX) known = new Map()
    // A part of a text holds on to all of it, so the piece is copied.
    known.set(Buffer.from(piece).toString(), answer)
    return answer
  }
}
