import { areaTerm, hintTerm, LEVELS, levelTerm, tagTerm } from './terms.ts'

/**
 * Results are ordered by score, then by distance if the search is around a point, then by completeness, then by id.
 * The score is a sum of points over the parts of the query, for the best match of each.
 */
export const POINTS = { tag: 8, area: 7, word: 6, weak: 3 }
export type Match = keyof typeof POINTS

/** The whole query is the place's name. */
export const WHOLE_NAME_POINTS = 20
/** The place is in the postcode given along with a town. */
export const PREFERRED_POINTS = 1

/** A part of a query. A place must match each part in at least one way. */
export interface Segment {
  /** OpenStreetMap tags of its meaning. */
  tags: string[]
  /** Keys of areas of its meaning. */
  areas: string[]
  /** Terms of words and names. */
  words: string[]
  /** Terms of words similar to what was typed. */
  similar: string[]
  /** Terms of words that could be a category, as in 'Hotel Post'. */
  spare: string[]
  /** True if it is only similar to what was typed. */
  isGuess: boolean
  /** True if it comes after 'in', so it says where, not what. */
  isPlace: boolean
  /** Upper bound for the number of matching places. */
  uses: number
}

export const EMPTY_SEGMENT: Segment = {
  tags: [],
  areas: [],
  words: [],
  similar: [],
  spare: [],
  isGuess: false,
  isPlace: false,
  uses: 0,
}

export function matchTerms({ tags, areas, words, similar }: Segment): Record<Match, string[]> {
  // Names hint at a single tag, never at all values of a key.
  const hints = tags.filter((tag) => tag.includes('=')).map(hintTerm)
  return { tag: tags.map(tagTerm), area: areas.map(areaTerm), word: words, weak: [...hints, ...similar] }
}

export function termsOfSegment(segment: Segment): string[] {
  return Object.values(matchTerms(segment)).flat()
}

export function strongTerms(segment: Segment): string[] {
  const { tag, area, word } = matchTerms(segment)
  return [...tag, ...area, ...word]
}

/** True if a part of the query is a name rather than a category or location. */
export function hasName(segments: readonly Segment[]): boolean {
  return segments.some(({ tags, isPlace }) => tags.length === 0 && !isPlace)
}

/**
 * A part of the results, read after the previous one. Few matches are read in one stage and ordered by score. Scoring
 * and sorting many would take too long: whole names come first, then places that match every part well, then the
 * rest, in each stage by completeness, for which there is an index. Categories are read level by level: some have
 * hardly any complete places, and an index walk would pass all those of other categories.
 */
export interface Stage {
  kind: (typeof STAGE_KINDS)[number]
  /** Level of completeness; null for all. */
  level: number | null
}
export const STAGE_KINDS = ['all', 'name', 'strong', 'weak'] as const

const MANY = 1500
/** Places of one kind cluster, so this many times more may match than independent parts suggest. */
const CLUSTERED = 4

export function stagesOf(
  segments: readonly Segment[],
  areas: readonly { uses: number }[],
  { isAround, total }: { isAround: boolean; total: number },
): Stage[] {
  const uses = [...segments, ...areas].map((part) => part.uses)
  const independent = uses.reduce((product, count) => product * Math.min(1, count / total), total)
  const most = uses.length === 1 ? uses[0]! : Math.min(...uses, CLUSTERED * independent)
  if (most === 0) return []
  if (most <= MANY || isAround) return [{ kind: 'all', level: null }]
  const isByLevel = segments.some(isCategory)
  const levels = isByLevel ? Array.from({ length: LEVELS }, (_, level) => level) : [null]
  const isWeak = segments.some((segment) => matchTerms(segment).weak.length > 0)
  return [
    ...(hasName(segments) ? [{ kind: 'name' as const, level: null }] : []),
    ...levels.map((level) => ({ kind: 'strong' as const, level })),
    ...(isWeak ? levels.map((level) => ({ kind: 'weak' as const, level })) : []),
  ]
}

/** Terms of each segment; a place of the stage must have one of each. */
export function stageTerms(segments: readonly Segment[], { kind, level }: Stage): string[][] {
  const driver = segments.filter(isCategory).sort((a, b) => a.uses - b.uses)[0]
  return segments.map((segment) => {
    const terms = kind === 'strong' ? strongTerms(segment) : termsOfSegment(segment)
    return level === null || segment !== driver ? terms : terms.map((term) => levelTerm(level, term))
  })
}

function isCategory({ tags, areas, words, similar }: Segment): boolean {
  return tags.length > 0 && areas.length + words.length + similar.length === 0
}
