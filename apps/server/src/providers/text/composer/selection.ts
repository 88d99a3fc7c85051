import { countWords } from '../placeholders.ts'
import type { Piece } from './offer.ts'
import type { Seeded } from './seeded.ts'

/** Below this a piece is left out as soon as there is any other. */
const NOT_WORTH_SAYING = -2

/**
 * The pieces that fit into `budget` words, in the copy's order: the ones that tell most, at least one. The seed changes
 * which of nearly equal ones are taken.
 */
export function choosePieces(pieces: readonly Piece[], budget: number, seeds: Seeded): Piece[] {
  const jitter = new Map(
    seeds.shuffled(pieces).map((each, rank) => [each, rank / Math.max(1, pieces.length)]),
  )
  const ranked = [...pieces].sort((a, b) => b.score + jitter.get(b)! - a.score - jitter.get(a)!)
  const chosen = new Set<Piece>()
  let left = budget
  for (const candidate of ranked) {
    const before = candidate.leansOnPrevious ? pieces[pieces.indexOf(candidate) - 1] : undefined
    if (chosen.size > 0 && before && !chosen.has(before)) continue
    const length = countWords(candidate.text)
    if (chosen.size > 0 && (length > left || candidate.score < NOT_WORTH_SAYING)) continue
    chosen.add(candidate)
    left -= length
  }
  return pieces.filter((each) => chosen.has(each))
}
