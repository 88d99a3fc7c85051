import type { Pool } from 'pg'
import { similarDictionaryWords, tagsOf } from '../categories/dictionary.ts'
import { areaNameForms } from '../gazetteer/area-names.ts'
import {
  areasSpelledLike,
  type KnownArea,
  type Lookup,
  lookUp,
  wordsSpelledLike,
} from '../store/lookup.store.ts'
import { nameStem } from '../text/fold.ts'
import { allowedSlips, closest } from '../text/spelling.ts'
import { chooseAreas } from './location.ts'
import { EMPTY_SEGMENT, type Segment, termsOfSegment } from './score.ts'
import { type Part, partsOf, type SplitQuery } from './split-query.ts'
import { areaTerm, wordTerm } from './terms.ts'

/** Words used less often may be misspelt themselves. */
const RARE = 3
export const MAX_AREA_WORDS = 6

/** The meaning of each part of a query. `unknown` are words next to a category that are in no name. */
export async function segmentsOf(
  pool: Pool,
  lookup: Lookup,
  split: SplitQuery,
): Promise<{ segments: Segment[]; unknown: string[] }> {
  const parts = partsWithAreas(split, lookup.areas).map((part, index, all) => ({
    ...part,
    joined: joinedTerms(all, index, lookup),
  }))
  const hasCategory = parts.some(({ tags }) => tags.length > 0)
  const byPart = new Map<QueryPart, Segment>()
  const unknown: string[] = []
  for (const part of parts.filter(({ tags }) => tags.length === 0)) {
    const segment = await wordSegment(pool, lookup, part)
    // 'cosy restaurants' are restaurants, but 'restaurants in Atlantis' are not.
    if (segment.uses === 0 && hasCategory && part.from < split.insideFrom) unknown.push(...part.words)
    else byPart.set(part, segment)
  }
  const isBesideName = byPart.size > 0
  const segments = parts
    .filter((part) => part.tags.length > 0 || byPart.has(part))
    .map((part) => ({
      ...(byPart.get(part) ?? categorySegment(part, isBesideName, lookup)),
      isPlace: part.from >= split.insideFrom,
    }))
  return { segments, unknown }
}

interface PartWithAreas extends Part {
  areas: KnownArea[]
}

interface QueryPart extends PartWithAreas {
  /** Terms of the word joined with its neighbour, as in some names: 'mc donalds', 'co-op'. */
  joined: string[]
}

/** Parts of the query with the areas named in it: 'hotel sant julia'. */
function partsWithAreas({ words }: SplitQuery, areas: readonly KnownArea[]): PartWithAreas[] {
  const parts: PartWithAreas[] = []
  let rest = 0
  const flush = (to: number) => {
    for (const part of partsOf(words.slice(rest, to), rest)) parts.push({ ...part, areas: [] })
  }
  for (let from = 0; from < words.length; from++) {
    const run = areaRun(words, from, areas)
    if (run === undefined) continue
    if (from > rest) flush(from)
    parts.push({ words: words.slice(from, from + run.length), tags: [], areas: run.areas, from })
    from += run.length - 1
    rest = from + 1
  }
  if (rest < words.length) flush(words.length)
  return parts
}

function areaRun(words: readonly string[], from: number, areas: readonly KnownArea[]) {
  for (let to = Math.min(words.length, from + MAX_AREA_WORDS); to > from; to--) {
    const run = words.slice(from, to)
    if (run.join('').length < 3 || tagsOf(run).length > 0) continue
    const forms = areaNameForms(run)
    const named = areas.filter(({ names }) => names.some((name) => forms.includes(name)))
    const within = chooseAreas(named, '')
    if (within !== undefined)
      return { length: to - from, areas: areas.filter(({ key }) => within.keys.includes(key)) }
  }
  return undefined
}

function joinedTerms(parts: readonly PartWithAreas[], index: number, { uses }: Lookup): string[] {
  const isWord = (part: PartWithAreas | undefined) => part?.tags.length === 0 && part.areas.length === 0
  const pairs = [parts.slice(Math.max(0, index - 1), index + 1), parts.slice(index, index + 2)]
  return pairs
    .filter((pair) => pair.length === 2 && pair.every(isWord))
    .map((pair) => wordTerm(pair.map(({ words }) => words[0]!).join('')))
    .filter((term) => uses.has(term))
}

function categorySegment({ tags, words }: Part, isBesideName: boolean, lookup: Lookup): Segment {
  // Next to words of a name, a category may be one of them: 'Hotel Post'. Next to words that are in no name it isn't:
  // 'Crédit Agricole' doesn't mean another name with 'Crédit'.
  const spare = words.length === 1 ? [wordTerm(words[0]!)] : []
  return counted({ ...EMPTY_SEGMENT, tags, words: isBesideName ? spare : [], spare }, lookup.uses)
}

async function wordSegment(pool: Pool, lookup: Lookup, part: QueryPart): Promise<Segment> {
  const longest = part.words.toSorted((a, b) => b.length - a.length)[0]!
  const plain = {
    ...EMPTY_SEGMENT,
    words: [wordTerm(longest), ...part.joined],
    areas: part.areas.map(({ key }) => key),
  }
  const segment = counted(plain, usesWith(part.areas, lookup.uses))
  if (part.areas.length > 0 || segment.uses >= RARE || allowedSlips(longest) === 0) return segment
  return meantBy(pool, longest, segment)
}

/** The most similar meaning of a misspelt word: a category, a town, or a word in names. */
async function meantBy(pool: Pool, word: string, segment: Segment): Promise<Segment> {
  const categories = similarDictionaryWords(word)
  const categoryTags = [...new Set(categories.words.flatMap((similar) => tagsOf([similar])))]
  // A rare word is more likely right than wrong, unless a category is one letter away.
  if (segment.uses > 0)
    return categories.slips === 1 ? recounted(pool, { ...segment, tags: categoryTags }) : segment
  const similarAreas = await areasSpelledLike(pool, [word])
  const similarWords = await wordsSpelledLike(pool, nameStem(word))
  const areaNames = closest(
    word,
    similarAreas.flatMap(({ names }) => names),
  )
  const nameWords = closest(nameStem(word), similarWords.keys())
  const found = [categories, areaNames, nameWords].filter(({ words }) => words.length > 0)
  const fewest = Math.min(...found.map(({ slips }) => slips))
  const isMeant = ({ slips }: { slips: number }) => slips <= fewest
  const tags = isMeant(categories) ? categoryTags : []
  const areas = similarAreas.filter(({ names }) => names.some((name) => areaNames.words.includes(name)))
  const within = isMeant(areaNames) ? chooseAreas(areas, '') : undefined
  // A word of a name that only repeats the category adds nothing.
  const repeats = (similar: string) => tagsOf([similar]).some((tag) => tags.includes(tag))
  const words = isMeant(nameWords) ? nameWords.words.filter((similar) => !repeats(similar)) : []
  return recounted(pool, {
    ...EMPTY_SEGMENT,
    isGuess: true,
    tags,
    areas: within?.keys ?? [],
    similar: words.map(wordTerm),
  })
}

function counted(segment: Segment, uses: ReadonlyMap<string, number>): Segment {
  const counts = termsOfSegment(segment).map((term) => uses.get(term) ?? 0)
  return { ...segment, uses: counts.reduce((sum, count) => sum + count, 0) }
}

/** Adds the counts of terms found only now. */
export async function recounted(pool: Pool, segment: Segment): Promise<Segment> {
  const { uses } = await lookUp(pool, [], termsOfSegment(segment))
  return counted(segment, uses)
}

function usesWith(areas: readonly KnownArea[], known: ReadonlyMap<string, number>): Map<string, number> {
  const uses = new Map(known)
  for (const { key } of areas) uses.set(areaTerm(key), 0)
  // An area has a row for each region that contains it.
  for (const area of areas) uses.set(areaTerm(area.key), uses.get(areaTerm(area.key))! + area.uses)
  return uses
}

/**
 * Readings of a query, strictest first: every part as it is; all as one name, with any spacing; categories as words
 * of a name ('Hotel Post'); without parts that are only similar to something known; a name without the category next
 * to it.
 */
export function variantsOf(segments: Segment[], wholeName: string, lookup: Lookup): Segment[][] {
  if (segments.length === 0) return []
  // Whole names aren't counted; few places share one.
  const joined = [{ ...EMPTY_SEGMENT, words: [wholeName], uses: 1 }]
  if (segments.length === 1) return [segments, joined]
  const isSpare = ({ spare, words }: Segment) => spare.length > 0 && words.length === 0
  const asName = segments.map((segment) =>
    isSpare(segment) ? counted({ ...segment, words: segment.spare }, lookup.uses) : segment,
  )
  const isWhere = ({ areas, isPlace }: Segment) => isPlace || areas.length > 0
  const isCategory = ({ tags }: Segment) => tags.length > 0
  const isKnown = ({ words }: Segment) => words.some((word) => lookup.uses.has(word))
  // Without the unknown word of a name another name would be found: Burger House for Burger King.
  const isWholeName = segments.every((segment) => isWhere(segment) || isCategory(segment) || isKnown(segment))
  const namesOnly = isWholeName ? segments.filter((segment) => isWhere(segment) || !isCategory(segment)) : []
  // The same goes for a guess at one, unless a category is next to it.
  const isDropped = ({ isGuess, isPlace }: Segment) => isGuess && !isPlace
  const kept = segments.filter((segment) => !isDropped(segment))
  const isSafe =
    kept.some(({ tags, words }) => tags.length > 0 && words.length === 0) ||
    segments.filter(isDropped).every(isWhere)
  const exact = isSafe ? kept : []
  // A location alone isn't a search: 'dentist New York' doesn't mean everything there.
  const isLooser = (variant: Segment[]) =>
    variant.length < segments.length && variant.some((segment) => !isWhere(segment))
  return [
    segments,
    joined,
    ...(segments.some(isSpare) ? [asName] : []),
    ...[exact, namesOnly].filter(isLooser),
  ]
}
