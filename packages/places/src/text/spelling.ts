const MIN_LENGTH = 4
const MAX_LENGTH = 40

/**
 * Symmetric delete: the word, and the word without each of its letters. A misspelt word and the intended one share
 * one of these. In SQL it is places.spellings.
 */
export function spellings(word: string): string[] {
  if (word.length < MIN_LENGTH || word.length > MAX_LENGTH) return []
  const shorter = Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))
  return [...new Set([word, ...shorter])]
}

/** How many edits a misspelt word may have. */
export function allowedSlips(word: string): number {
  if (word.length < MIN_LENGTH || /\d/.test(word)) return 0
  return word.length < 8 ? 1 : 2
}

/** Damerau-Levenshtein distance with adjacent swaps. Inexact above the limit. */
export function slips(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        next[j] = Math.min(next[j]!, before[j - 2]! + 1)
    }
    before = row
    row = next
  }
  return row[b.length]!
}

/** Finds the meaning of misspelt words in a fixed list. */
export class Speller {
  readonly #bySpelling: ReadonlyMap<string, string[]>

  constructor(words: Iterable<string>) {
    const pairs = [...words].flatMap((word) => spellings(word).map((spelling) => ({ word, spelling })))
    const groups = Map.groupBy(pairs, ({ spelling }) => spelling)
    this.#bySpelling = new Map(
      [...groups].map(([spelling, list]) => [spelling, list.map(({ word }) => word)]),
    )
  }

  /** The words with the fewest edits. */
  near(word: string): { words: string[]; slips: number } {
    return closest(word, new Set(spellings(word).flatMap((spelling) => this.#bySpelling.get(spelling) ?? [])))
  }
}

/** The candidates with the fewest edits, if few enough. The first letter of short words must match. */
export function closest(word: string, candidates: Iterable<string>): { words: string[]; slips: number } {
  let fewest = allowedSlips(word)
  let words: string[] = []
  for (const candidate of candidates) {
    if (candidate[0] !== word[0] && word.length < 6) continue
    const count = slips(word, candidate, fewest)
    if (count > fewest) continue
    if (count < fewest) words = []
    fewest = count
    words.push(candidate)
  }
  return { words, slips: fewest }
}
