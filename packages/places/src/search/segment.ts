import { nameStem } from '../text/fold.ts'
import { termOf } from '../text/term.ts'

/**
 * One thing that a place must match to be found, and by what. The better the kind of match, the higher it stands:
 * what the place is, then where it is, then a word of its name, then what its name hints at or a similar word.
 */
export interface Segment {
  tags: string[]
  word: number[]
  area: number[]
  similar: number[]
  /** Words that may be a name's after all, when nothing is of all the categories asked for: 'Hotel Post'. */
  spare: number[]
  /** Whether it is only similar to what was typed. */
  isGuess: boolean
  /** Whether it stands after 'in' and so says where, not what. */
  isPlace: boolean
  /** At most so many places match it. */
  uses: number
}

export type Match = 'category' | 'area' | 'word' | 'weak'

/** The terms of a segment by how well they match. */
export function matchTerms({ tags, word, area, similar }: Segment): Record<Match, number[]> {
  return {
    category: tags.map((tag) => termOf('k', tag)),
    area,
    word,
    weak: [...hintable(tags).map((tag) => termOf('m', tag)), ...similar],
  }
}

export function termsIn(segment: Segment): number[] {
  return Object.values(matchTerms(segment)).flat()
}

/** The terms under which places are listed that are among the most complete ones; undefined when words matter too. */
export function tierTermsIn(
  { tags, word, area, similar }: Segment,
  marks: readonly string[],
): number[] | undefined {
  if (word.length + area.length + similar.length > 0) return undefined
  return marks.flatMap((mark) => [
    ...tags.map((tag) => tierTerm('k', tag, mark)),
    ...hintable(tags).map((tag) => tierTerm('m', tag, mark)),
  ])
}

export function tierTerm(kind: 'k' | 'm', tag: string, mark: string): number {
  return termOf(kind, `${tag}#${mark}`)
}

/** Names hint at a tag, not at all values of a key. */
function hintable(tags: readonly string[]): string[] {
  return tags.filter((tag) => tag.includes('='))
}

export function wordTerm(word: string): number {
  return termOf('w', nameStem(word))
}
