import type { Lookup } from '../store/lookup.store.ts'
import { LEVELS } from '../text/tiers.ts'
import { countLevels, usesOf } from './counting.ts'
import { EMPTY, type Segment } from './segment.ts'

/**
 * The ways to take a query, the strictest first: every part as what it is; all as one name, however it is spaced;
 * categories as words of a name ('Hotel Post'); without parts that are only similar to something known; and a name
 * without the category beside it.
 */
export function variantsOf(segments: Segment[], wholeName: number, lookup: Lookup): Segment[][] {
  if (segments.length === 0) return []
  const joined = [{ ...EMPTY, word: [wholeName], uses: 1, levels: ONE_OF_EACH, inCountries: undefined }]
  if (segments.length === 1) return [segments, joined]
  const isSpare = ({ spare, word }: Segment) => spare.length > 0 && word.length === 0
  const asName = segments.map((segment) => (isSpare(segment) ? withSpare(segment, lookup) : segment))
  const isWhere = ({ area, isPlace }: Segment) => isPlace || area.length > 0
  const isCategory = ({ tags }: Segment) => tags.length > 0
  const isKnown = ({ word }: Segment) => usesOf(word, lookup) > 0
  // Without a word of the name that nothing has, another name would be found: Burger House for Burger King.
  const isWholeName = segments.every((segment) => isWhere(segment) || isCategory(segment) || isKnown(segment))
  const namesOnly = isWholeName ? segments.filter((segment) => isWhere(segment) || !isCategory(segment)) : []
  // So would it without a guess at one, unless a category stands beside it.
  const isDropped = ({ isGuess, isPlace }: Segment) => isGuess && !isPlace
  const kept = segments.filter((segment) => !isDropped(segment))
  const isSafe =
    kept.some(({ tags, word }) => tags.length > 0 && word.length === 0) ||
    segments.filter(isDropped).every(isWhere)
  const exact = isSafe ? kept : []
  // A place alone is no search: 'dentist New York' does not mean all that is there.
  const isLooser = (variant: Segment[]) =>
    variant.length < segments.length && variant.some((segment) => !isWhere(segment))
  return [
    segments,
    joined,
    ...(segments.some(isSpare) ? [asName] : []),
    ...[exact, namesOnly].filter(isLooser),
  ]
}

/** Names as a whole are not counted; few places share one. */
const ONE_OF_EACH = new Array<number>(LEVELS).fill(1)

function withSpare(segment: Segment, lookup: Lookup): Segment {
  const levels = countLevels(segment.spare, lookup).map((count, level) => count + segment.levels[level]!)
  const uses = segment.uses + usesOf(segment.spare, lookup)
  return { ...segment, word: segment.spare, uses, levels, inCountries: undefined }
}
