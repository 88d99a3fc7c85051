import { stem } from '../text/fold.ts'
import { termOf } from '../text/term.ts'

/**
 * One thing that a place must match to be found, and by what. The better the kind of match, the higher it stands:
 * what the place is, then where it is, then a word of its name, then what its name hints at or a similar word.
 */
export interface Segment {
  category: number[]
  word: number[]
  area: number[]
  weak: number[]
}

export function emptySegment(): Segment {
  return { category: [], word: [], area: [], weak: [] }
}

export function termsIn({ category, word, area, weak }: Segment): number[] {
  return [...category, ...word, ...area, ...weak]
}

export function categoryTerms(tags: readonly string[]): Pick<Segment, 'category' | 'weak'> {
  const hints = tags.filter((tag) => tag.includes('='))
  return { category: tags.map((tag) => termOf('k', tag)), weak: hints.map((tag) => termOf('m', tag)) }
}

export function wordTerm(word: string): number {
  return termOf('w', stem(word))
}
