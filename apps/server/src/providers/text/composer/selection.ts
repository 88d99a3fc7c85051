import { countWords } from '../placeholders.ts'
import type { Piece } from './offer.ts'
import type { Seeded } from './seeded.ts'

/** Pieces below this are left out if there are others. */
const NOT_WORTH_SAYING = -2

/**
 * The most informative pieces that fit into `budget` words, at least one, in the copy's order. The seed varies the
 * choice among nearly equal ones.
 */
export function choosePieces(pieces: readonly Piece[], budget: number, seeds: Seeded): Piece[] {
  const jitter = new Map(
    seeds.shuffled(pieces).map((each, rank) => [each, rank / Math.max(1, pieces.length)]),
  )
  const ranked = [...pieces].sort((a, b) => b.score + jitter.get(b)! - a.score - jitter.get(a)!)
  const chosen = new Set<Piece>()
  let left = budget
  for (const candidate of ranked) {
    const group = withPrevious(candidate, pieces).filter((each) => !chosen.has(each))
    const length = group.reduce((sum, each) => sum + countWords(each.text), 0)
    if (chosen.size > 0 && (length > left || candidate.score < NOT_WORTH_SAYING)) continue
    for (const each of group) chosen.add(each)
    left -= length
  }
  return pieces.filter((each) => chosen.has(each))
}

/** "It costs €19" needs the sentence before it. */
function withPrevious(piece: Piece, pieces: readonly Piece[]): Piece[] {
  const before = piece.leansOnPrevious ? pieces[pieces.indexOf(piece) - 1] : undefined
  return before ? [...(before.leansOnPrevious ? [] : [before]), piece] : [piece]
}
