/** Misspelt words are found by comparing both sides with one letter left out (Garbe's symmetric delete). */

const MIN_LENGTH = 4
const MAX_LENGTH = 40

/** The word and every form of it with one letter left out, as 32-bit hashes. */
export function spellingKeys(word: string): number[] {
  if (word.length < MIN_LENGTH || word.length > MAX_LENGTH) return []
  const keys = new Set<number>()
  let before = START
  for (let left = 0; left < word.length; left++) {
    keys.add(hashFrom(before, word, left + 1))
    before = hashed(before, word.charCodeAt(left))
  }
  return [...keys.add(before | 0)]
}

/** How many slips a word of this length is forgiven. */
export function allowedSlips(word: string): number {
  if (word.length < MIN_LENGTH || /\d/.test(word)) return 0
  return word.length < 8 ? 1 : 2
}

/** Letters to insert, delete, replace or swap with their neighbour to get from one word to the other. */
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

/** FNV-1a over UTF-16 code units, signed: what an integer column of PostgreSQL holds. */
function hashFrom(before: number, text: string, from: number): number {
  let value = before
  for (let i = from; i < text.length; i++) value = hashed(value, text.charCodeAt(i))
  return value | 0
}

const START = 0x811c9dc5

function hashed(value: number, unit: number): number {
  return Math.imul(value ^ unit, 0x01000193)
}

/** A fixed list of words in which misspelt ones are found. */
export class Speller {
  readonly #byKey = new Map<number, string[]>()

  constructor(words: Iterable<string>) {
    for (const word of words)
      for (const key of spellingKeys(word)) {
        const known = this.#byKey.get(key)
        if (known === undefined) this.#byKey.set(key, [word])
        else known.push(word)
      }
  }

  /** The words that the misspelt one may mean, only those with the fewest slips. */
  near(word: string): { words: string[]; slips: number } {
    const candidates = new Set(spellingKeys(word).flatMap((key) => this.#byKey.get(key) ?? []))
    return closest(word, candidates)
  }
}

/** Of the candidates those with the fewest slips, if few enough. The first letter is rarely the wrong one. */
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
