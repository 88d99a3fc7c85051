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
  /** At most so many places match it, */
  uses: number
  /** on each level of completeness, */
  levels: number[]
  /** and of countries that were asked for, by their key; undefined when that is not known. */
  inCountries: ReadonlyMap<string, Counts> | undefined
}

/** How many places there are at most, in all and on each level of completeness. */
export interface Counts {
  uses: number
  levels: number[]
}

/** A segment before it is known how many places match it. */
export type Uncounted = Omit<Segment, 'uses' | 'levels' | 'inCountries'>

export const EMPTY: Uncounted = {
  tags: [],
  word: [],
  area: [],
  similar: [],
  spare: [],
  isGuess: false,
  isPlace: false,
}

export type Match = 'category' | 'area' | 'word' | 'weak'

/** The terms of a segment by how well they match. */
export function matchTerms({ tags, word, area, similar }: Uncounted): Record<Match, number[]> {
  return {
    category: tags.map((tag) => termOf('k', tag)),
    area,
    word,
    weak: [...hintsOf(tags).map((tag) => termOf('m', tag)), ...similar],
  }
}

export function termsIn(segment: Uncounted): number[] {
  return Object.values(matchTerms(segment)).flat()
}

/** Where and how complete the places of a list are: in one country or anywhere, of one tier or level or of all. */
export interface Listed {
  /** A country's key. */
  country?: string | undefined
  marks?: readonly string[]
}

/** What a place of the tag is listed under. */
export function listTerm(kind: 'k' | 'm', tag: string, country: string | undefined, mark?: string): number {
  if (country === undefined) return mark === undefined ? termOf(kind, tag) : termOf(kind, tag, '#', mark)
  return mark === undefined ? termOf(kind, tag, '@', country) : termOf(kind, tag, '@', country, '#', mark)
}

/** The lists of the segment's places; undefined when words matter too. */
export function listTermsIn(
  { tags, word, area, similar }: Uncounted,
  { country, marks }: Listed,
): number[] | undefined {
  if (word.length + area.length + similar.length > 0) return undefined
  const hints = hintsOf(tags)
  return (marks ?? [undefined]).flatMap((mark) => [
    ...tags.map((tag) => listTerm('k', tag, country, mark)),
    ...hints.map((tag) => listTerm('m', tag, country, mark)),
  ])
}

/** Names hint at a tag, not at all values of a key. */
function hintsOf(tags: readonly string[]): string[] {
  return tags.filter((tag) => tag.includes('='))
}

export function wordTerm(word: string): number {
  return termOf('w', nameStem(word))
}
