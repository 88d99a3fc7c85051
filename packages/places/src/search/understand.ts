import type { Pool } from 'pg'
import { tagsOf } from '../categories/dictionary.ts'
import { similarDictionaryWords } from '../categories/misspelt.ts'
import { countryKey } from '../gazetteer/area.ts'
import {
  areasSpelledLike,
  type KnownArea,
  type Lookup,
  lookUp,
  wordsSpelledLike,
} from '../store/lookup.store.ts'
import { allowedSlips, closest, spellingKeys } from '../text/spelling.ts'
import { termOf } from '../text/term.ts'
import { chooseAreas } from './areas.ts'
import { type Location, locationNames, readLocation } from './location.ts'
import { areaNameForms } from './name-forms.ts'
import { type Segment, termsIn, wordTerm } from './segment.ts'
import { type Part, partsOf, type SplitQuery, splitQuery } from './split-query.ts'

export interface Understood {
  /** What to match: as it was asked, then more loosely, for when nothing matches. */
  variants: Segment[][]
  /** A place with this as its whole name stands above all others. */
  wholeName: number
  /** Where to search; null for everywhere, undefined when the location is not known. */
  location: Location | null | undefined
  /** What 'near …' in the query names; it is looked for among the businesses when no landmark has that name. */
  near: Location | null
  nearText: string | null
  lookup: Lookup
}

const EMPTY: Omit<Segment, 'uses'> = {
  tags: [],
  word: [],
  area: [],
  similar: [],
  spare: [],
  isGuess: false,
  isPlace: false,
}

/** Words used less often than this may themselves be misspelt. */
const RARE = 3
const LONGEST_RUN = 6

/** Finds out what a query and a location mean, with two questions to the database, three when something is misspelt. */
export async function understand(pool: Pool, query: string, location: string | null): Promise<Understood> {
  const split = splitQuery(query)
  const names = [...runs(split.words), ...locationNames(location ?? ''), ...locationNames(split.near ?? '')]
  const wholeName = termOf('j', split.words.join(''))
  const lookup = await lookUp(pool, names, [...termsToCount(split), ...countryTerms(names)])
  const where = location === null ? null : await findLocation(pool, location, lookup)
  const near = split.near === null ? null : ((await findLocation(pool, split.near, lookup)) ?? null)
  return {
    variants: variantsOf(await segmentsOf(pool, split, lookup), wholeName, lookup),
    wholeName,
    location: where,
    near,
    nearText: split.near,
    lookup,
  }
}

async function findLocation(pool: Pool, text: string, lookup: Lookup): Promise<Location | undefined> {
  const exact = readLocation(text, lookup)
  if (exact !== undefined && exact.unknown.length === 0) return exact
  const forms = locationNames(text).filter((name) => allowedSlips(name) > 0)
  const similar = await areasSpelledLike(pool, forms.flatMap(spellingKeys))
  if (similar.length === 0) return exact
  // An area that is meant by a misspelt name is taken to have that name too.
  const renamed = similar.map((area) => ({
    ...area,
    names: [...area.names, ...forms.filter((form) => isMeant(form, area, similar))],
  }))
  return readLocation(text, { ...lookup, areas: [...lookup.areas, ...renamed] }) ?? exact
}

function isMeant(form: string, area: KnownArea, similar: readonly KnownArea[]): boolean {
  const { words } = closest(
    form,
    similar.flatMap(({ names }) => names),
  )
  return area.names.some((name) => words.includes(name))
}

async function segmentsOf(pool: Pool, split: SplitQuery, lookup: Lookup): Promise<Segment[]> {
  const segments: Segment[] = []
  const parts = joinWords(partsWithAreas(split, lookup.areas), lookup)
  const hasCategory = parts.some(({ tags, areas }) => tags.length > 0 || areas.length > 0)
  const hasName = parts.some(({ tags }) => tags.length === 0)
  for (const part of parts) {
    const segment =
      part.tags.length > 0 ? categorySegment(part, hasName, lookup) : await wordSegment(pool, part, lookup)
    // 'cosy restaurants' are restaurants; but 'restaurants in Atlantis' are not.
    if (segment.uses === 0 && hasCategory && part.tags.length === 0 && part.from < split.insideFrom) continue
    segments.push({ ...segment, isPlace: part.from >= split.insideFrom })
  }
  return segments
}

/**
 * The ways to take a query, the strictest first: every part as what it is; all as one name, however it is spaced;
 * categories as words of a name ('Hotel Post'); without parts that are only similar to something known; and a name
 * without the category beside it.
 */
function variantsOf(segments: Segment[], wholeName: number, { uses }: Lookup): Segment[][] {
  if (segments.length === 0) return []
  const joined = [{ ...EMPTY, word: [wholeName], uses: 1 }]
  if (segments.length === 1) return [segments, joined]
  const asName = segments.map((segment) => {
    const isSpare = segment.spare.length > 0 && segment.word.length === 0
    return isSpare
      ? { ...segment, word: segment.spare, uses: segment.uses + usesOf(segment.spare, uses) }
      : segment
  })
  const exact = segments.filter(({ isGuess, isPlace }) => !isGuess || isPlace)
  const isName = ({ tags, word, isPlace }: Segment) => tags.length === 0 && !isPlace && usesOf(word, uses) > 0
  const names = segments.filter((segment) => isName(segment) || segment.isPlace)
  const namesOnly = segments.some(isName) ? names : []
  const isLooser = (variant: Segment[]) => variant.length > 0 && variant.length < segments.length
  return [segments, joined, asName, ...[exact, namesOnly].filter(isLooser)]
}

function usesOf(terms: readonly number[], uses: ReadonlyMap<number, number>): number {
  return terms.reduce((sum, term) => sum + (uses.get(term) ?? 0), 0)
}

interface PartWithAreas extends Part {
  areas: KnownArea[]
}

/** The parts of the query, with the areas that are named in it: 'hotel sant julia'. */
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

/** Two words that are one in names: 'mc donalds'. */
function joinWords(parts: PartWithAreas[], { uses }: Lookup): PartWithAreas[] {
  const joined: PartWithAreas[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    const isWord = (candidate: PartWithAreas) => candidate.tags.length === 0 && candidate.areas.length === 0
    if (last !== undefined && isWord(last) && isWord(part)) {
      const word = last.words[0]! + part.words[0]!
      if ((uses.get(wordTerm(word)) ?? 0) > (uses.get(wordTerm(part.words[0]!)) ?? 0)) {
        last.words = [word]
        continue
      }
    }
    joined.push({ ...part })
  }
  return joined
}

function areaRun(words: readonly string[], from: number, areas: readonly KnownArea[]) {
  for (let to = Math.min(words.length, from + LONGEST_RUN); to > from; to--) {
    const run = words.slice(from, to)
    if (run.join('').length < 3 || tagsOf(run).length > 0) continue
    const forms = areaNameForms(run)
    const within = chooseAreas(
      areas.filter(({ names }) => names.some((name) => forms.includes(name))),
      '',
    )
    if (within !== undefined)
      return { length: to - from, areas: areas.filter(({ key }) => within.keys.includes(key)) }
  }
  return undefined
}

function categorySegment({ tags, words }: Part, hasName: boolean, lookup: Lookup): Segment {
  // Beside a name's words a category may be one of them: 'Hotel Post'.
  const spare = words.length === 1 ? [wordTerm(words[0]!)] : []
  return counted({ ...EMPTY, tags, word: hasName ? spare : [], spare }, lookup)
}

async function wordSegment(pool: Pool, part: PartWithAreas, lookup: Lookup): Promise<Segment> {
  const longest = part.words.toSorted((a, b) => b.length - a.length)[0]!
  const plain = {
    ...EMPTY,
    word: [wordTerm(longest)],
    area: part.areas.map(({ key }) => termOf('a', key)),
  }
  const segment = counted(plain, lookup, part.areas)
  if (part.areas.length > 0 || segment.uses >= RARE || allowedSlips(longest) === 0) return segment
  return meantBy(pool, longest, segment)
}

/** What a word may mean that is misspelt: a category, a town, a word of names; of all those the most similar. */
async function meantBy(pool: Pool, word: string, segment: Segment): Promise<Segment> {
  const categories = similarDictionaryWords(word)
  // A rare word is right rather than wrong, unless a category is but a letter away.
  if (segment.uses > 0)
    return categories.slips === 1
      ? recounted(pool, { ...segment, tags: meaningOf(categories.words) })
      : segment
  const keys = spellingKeys(word)
  const [areas, words] = await Promise.all([areasSpelledLike(pool, keys), wordsSpelledLike(pool, keys)])
  const areaNames = closest(
    word,
    areas.flatMap(({ names }) => names),
  )
  const nameWords = closest(word, words)
  const found = [categories, areaNames, nameWords].filter((candidates) => candidates.words.length > 0)
  const fewest = Math.min(...found.map(({ slips }) => slips))
  const isMeant = ({ slips }: { slips: number }) => slips <= fewest
  const meant = areas.filter(({ names }) => names.some((name) => areaNames.words.includes(name)))
  const within = isMeant(areaNames) ? chooseAreas(meant, '') : undefined
  const misspelt = {
    ...EMPTY,
    isGuess: true,
    tags: isMeant(categories) ? meaningOf(categories.words) : [],
    area: within?.keys.map((key) => termOf('a', key)) ?? [],
    similar: isMeant(nameWords) ? nameWords.words.map(wordTerm) : [],
  }
  return recounted(pool, { ...misspelt, uses: 0 })
}

/** With how often the terms are used that were found only now. */
async function recounted(pool: Pool, segment: Segment): Promise<Segment> {
  return counted(segment, await lookUp(pool, [], termsIn(segment)))
}

function meaningOf(words: readonly string[]): string[] {
  return [...new Set(words.flatMap((word) => tagsOf([word])))]
}

function counted(parts: Omit<Segment, 'uses'>, { uses }: Lookup, areas: readonly KnownArea[] = []): Segment {
  const segment = { ...parts, uses: 0 }
  return {
    ...segment,
    uses: usesOf(termsIn(segment), uses) + areas.reduce((sum, area) => sum + area.uses, 0),
  }
}

function runs(words: readonly string[]): Set<string> {
  const names = new Set<string>()
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= Math.min(words.length, from + LONGEST_RUN); to++)
      for (const form of areaNameForms(words.slice(from, to))) if (form.length > 2) names.add(form)
  return names
}

/** Of countries it is certain which places lie in them: that term is counted, whatever areas there are. */
function countryTerms(names: readonly string[]): number[] {
  return names
    .filter((name) => name.startsWith('country:'))
    .map((name) => termOf('a', countryKey(name.slice('country:'.length))))
}

/** Terms whose frequency decides how to search. */
function termsToCount({ words }: SplitQuery): Set<number> {
  const terms = new Set<number>()
  for (const { words: part, tags } of partsOf(words)) {
    for (const word of part) terms.add(wordTerm(word))
    for (const tag of tags) terms.add(termOf('k', tag)).add(termOf('m', tag))
  }
  for (const [index, word] of words.entries()) {
    terms.add(wordTerm(word))
    if (index > 0) terms.add(wordTerm(words[index - 1]! + word))
  }
  return terms
}
