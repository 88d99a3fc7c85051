import type { Pool } from 'pg'
import { dictionaryWords, tagsOf } from '../categories/dictionary.ts'
import {
  areasSpelledLike,
  type KnownArea,
  type Lookup,
  lookUp,
  wordsSpelledLike,
} from '../store/lookup.store.ts'
import { allowedSlips, closest, Speller, spellingKeys } from '../text/spelling.ts'
import { termOf } from '../text/term.ts'
import { chooseAreas } from './areas.ts'
import { type Location, locationNames, readLocation } from './location.ts'
import { areaNameForms } from './name-forms.ts'
import { categoryTerms, emptySegment, type Segment, wordTerm } from './segment.ts'
import { type Part, partsOf, type SplitQuery, splitQuery } from './split-query.ts'

export interface Understood {
  segments: Segment[]
  /** A place with this as its whole name stands above all others. */
  wholeName: number
  /** Where to search; null for everywhere, undefined when the location is not known. */
  location: Location | null | undefined
  /** What 'near …' in the query names; it is looked for among the businesses when no landmark has that name. */
  near: Location | null
  nearBusiness: string | null
  lookup: Lookup
}

/** Words used less often than this may themselves be misspelt. */
const RARE = 3
const LONGEST_RUN = 6

let speller: Speller | undefined

/** Finds out what a query and a location mean, with two questions to the database, three when something is misspelt. */
export async function understand(pool: Pool, query: string, location: string | null): Promise<Understood> {
  const split = splitQuery(query)
  const names = [...runs(split.words), ...locationNames(location ?? ''), ...locationNames(split.near ?? '')]
  const lookup = await lookUp(pool, names, [...termsToCount(split)])
  const where = location === null ? null : await findLocation(pool, location, lookup.areas)
  const near = split.near === null ? null : ((await findLocation(pool, split.near, lookup.areas)) ?? null)
  return {
    segments: await segmentsOf(pool, split, lookup),
    wholeName: termOf('j', split.words.join('')),
    location: where,
    near,
    nearBusiness: split.near !== null && near === null ? split.near : null,
    lookup,
  }
}

async function findLocation(
  pool: Pool,
  text: string,
  areas: readonly KnownArea[],
): Promise<Location | undefined> {
  const exact = readLocation(text, areas)
  if (exact !== undefined && exact.unknown.length === 0) return exact
  const forms = locationNames(text).filter((name) => allowedSlips(name) > 0)
  const similar = await areasSpelledLike(pool, forms.flatMap(spellingKeys))
  if (similar.length === 0) return exact
  // An area that is meant by a misspelt name is taken to have that name too.
  const renamed = similar.map((area) => ({
    ...area,
    names: [...area.names, ...forms.filter((form) => isMeant(form, area, similar))],
  }))
  return readLocation(text, [...areas, ...renamed]) ?? exact
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
  const parts = partsWithAreas(split, lookup.areas)
  const hasCategory = parts.some(({ tags, areas }) => tags.length > 0 || areas.length > 0)
  for (const part of parts) {
    const segment =
      part.tags.length > 0 ? categorySegment(part, parts.length > 1) : await wordSegment(pool, part, lookup)
    const isKnown =
      segment.category.length + segment.area.length + segment.weak.length > 0 || isUsed(segment, lookup)
    // 'cosy restaurants' are restaurants; but 'restaurants in Atlantis' are not.
    if (!isKnown && hasCategory && part.from < split.insideFrom) continue
    segments.push(segment)
  }
  return segments
}

interface PartWithAreas extends Part {
  areas: number[]
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
    parts.push({ words: words.slice(from, from + run.length), tags: [], areas: run.terms, from })
    from += run.length - 1
    rest = from + 1
  }
  if (rest < words.length) flush(words.length)
  return parts
}

function areaRun(words: readonly string[], from: number, areas: readonly KnownArea[]) {
  for (let to = Math.min(words.length, from + LONGEST_RUN); to > from; to--) {
    const run = words.slice(from, to)
    if (run.join('').length < 3 || tagsOf(run).length > 0) continue
    const forms = areaNameForms(run)
    const found = areas.filter(({ names }) => names.some((name) => forms.includes(name)))
    const within = chooseAreas(found, '')
    if (within !== undefined) return { length: to - from, terms: within.keys.map((key) => termOf('a', key)) }
  }
  return undefined
}

function categorySegment({ tags, words }: Part, hasOthers: boolean): Segment {
  // Beside other words a category may be part of a name: 'Hotel Post'.
  const word = hasOthers && words.length === 1 ? [wordTerm(words[0]!)] : []
  return { ...emptySegment(), ...categoryTerms(tags), word }
}

async function wordSegment(pool: Pool, part: PartWithAreas, lookup: Lookup): Promise<Segment> {
  const longest = [...part.words].sort((a, b) => b.length - a.length)[0]!
  const segment: Segment = { ...emptySegment(), word: [wordTerm(longest)], area: part.areas }
  const uses = lookup.uses.get(segment.word[0]!) ?? 0
  if (part.areas.length > 0 || uses >= RARE || allowedSlips(longest) === 0) return segment
  return { ...segment, ...(await meantBy(pool, longest, segment, uses > 0)) }
}

/** What a word may mean that is misspelt: a category, a town, a word of names; of all those the most similar. */
async function meantBy(
  pool: Pool,
  word: string,
  segment: Segment,
  isWord: boolean,
): Promise<Partial<Segment>> {
  speller ??= new Speller(dictionaryWords())
  const categories = speller.near(word)
  // A rare word is right rather than wrong, unless a category is but a letter away.
  if (isWord)
    return categories.slips === 1 ? categoryTerms(categories.words.flatMap((near) => tagsOf([near]))) : {}
  const keys = spellingKeys(word)
  const [areas, words] = await Promise.all([areasSpelledLike(pool, keys), wordsSpelledLike(pool, keys)])
  const areaNames = closest(
    word,
    areas.flatMap(({ names }) => names),
  )
  const nameWords = closest(word, words)
  const fewest = Math.min(
    ...[categories, areaNames, nameWords].filter((found) => found.words.length > 0).map(({ slips }) => slips),
  )
  const tags = categories.slips <= fewest ? categories.words.flatMap((near) => tagsOf([near])) : []
  const meant =
    areaNames.slips <= fewest
      ? areas.filter(({ names }) => names.some((name) => areaNames.words.includes(name)))
      : []
  const { category, weak } = categoryTerms(tags)
  return {
    category,
    area: chooseAreas(meant, '')?.keys.map((key) => termOf('a', key)) ?? [],
    weak: [...weak, ...(nameWords.slips <= fewest ? nameWords.words.map(wordTerm) : [])],
    word: segment.word,
  }
}

function isUsed({ word }: Segment, { uses }: Lookup): boolean {
  return word.some((term) => (uses.get(term) ?? 0) > 0)
}

function runs(words: readonly string[]): Set<string> {
  const names = new Set<string>()
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= Math.min(words.length, from + LONGEST_RUN); to++)
      for (const form of areaNameForms(words.slice(from, to))) if (form.length > 2) names.add(form)
  return names
}

/** Terms whose frequency decides how to search. */
function termsToCount({ words }: SplitQuery): Set<number> {
  const terms = new Set<number>()
  for (const { words: part, tags } of partsOf(words)) {
    for (const word of part) terms.add(wordTerm(word))
    for (const tag of tags) terms.add(termOf('k', tag))
  }
  for (const word of words) terms.add(wordTerm(word))
  return terms
}
