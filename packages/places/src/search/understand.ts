import { broaderOf } from '../categories/broader.ts'
import { tagsOf } from '../categories/dictionary.ts'
import { similarDictionaryWords } from '../categories/misspelt.ts'
import { countryKey } from '../gazetteer/area.ts'
import { areasSpelledLike, type KnownArea, type Lookup, lookUpSpelledLike } from '../store/lookup.store.ts'
import { allowedSlips, closest, spellingKeys } from '../text/spelling.ts'
import { termOf } from '../text/term.ts'
import { chooseAreas } from './areas.ts'
import { countSegment } from './counting.ts'
import { type Location, locationNames, readLocation } from './location.ts'
import { areaNameForms } from './name-forms.ts'
import { EMPTY, listTermsIn, type Segment, termsIn, type Uncounted, wordTerm } from './segment.ts'
import { type Part, partsOf, type SplitQuery, splitQuery } from './split-query.ts'
import { variantsOf } from './variants.ts'
import type { Vocabulary } from './vocabulary.ts'

export interface Understood {
  /** What to match: as it was asked, then more loosely, for when nothing matches. */
  variants: Segment[][]
  /** A place with this as its whole name stands above all others. */
  wholeName: number
  /** Where to search; null for everywhere, undefined when the location is not known. */
  location: Location | null | undefined
  /** Words about when a place is open, which were left out, */
  times: string[]
  /** and words beside a category that no place has in its name. */
  unknown: string[]
  /** Of the last variant, when it asks for a wider category: what was asked for and what stands in for it. */
  broader: { asked: string; shown: string } | null
  /** What 'near …' in the query names; it is looked for among the businesses when no landmark has that name. */
  near: Location | null
  nearText: string | null
  lookup: Lookup
}

/** Words used less often than this may themselves be misspelt. */
const RARE = 3
const LONGEST_RUN = 6

/** Finds out what a query and a location mean, with a question to the database at most, two when something is misspelt. */
export async function understand(
  vocabulary: Vocabulary,
  query: string,
  location: string | null,
): Promise<Understood> {
  const split = splitQuery(query)
  const names = [...runs(split.words), ...locationNames(location ?? ''), ...locationNames(split.near ?? '')]
  const wholeName = termOf('j', split.words.join(''))
  const countries = countriesIn(names)
  const lookup = await vocabulary.lookUp(names, [wholeName, ...termsToCount(split, countries)])
  const where = location === null ? null : await findLocation(vocabulary, location, lookup)
  const near = split.near === null ? null : ((await findLocation(vocabulary, split.near, lookup)) ?? null)
  const { segments, unknown } = await segmentsOf({ vocabulary, lookup, countries }, split)
  const broader = segments.flatMap(({ tags }) => broaderOf(tags) ?? [])[0] ?? null
  const variants = variantsOf(segments, wholeName, lookup)
  if (broader !== null) variants.push(await broadened({ vocabulary, lookup, countries }, segments))
  return {
    variants,
    times: split.times,
    unknown,
    broader,
    wholeName,
    location: where,
    near,
    nearText: split.near,
    lookup,
  }
}

async function findLocation(
  { directory, inTurnToGuess }: Vocabulary,
  text: string,
  lookup: Lookup,
): Promise<Location | undefined> {
  const exact = readLocation(text, lookup)
  if (exact !== undefined && exact.unknown.length === 0) return exact
  const forms = locationNames(text).filter((name) => allowedSlips(name) > 0)
  const similar = await inTurnToGuess(() => areasSpelledLike(directory, forms.flatMap(spellingKeys)))
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

interface Counting {
  vocabulary: Vocabulary
  lookup: Lookup
  /** Keys of the countries that the location may mean. */
  countries: readonly string[]
}

async function segmentsOf(
  counting: Counting,
  split: SplitQuery,
): Promise<{ segments: Segment[]; unknown: string[] }> {
  const parts = joinWords(partsWithAreas(split, counting.lookup.areas), counting.lookup)
  const hasCategory = parts.some(({ tags }) => tags.length > 0)
  const byWord = new Map<Part, Segment>()
  const unknown: string[] = []
  for (const part of parts.filter(({ tags }) => tags.length === 0)) {
    const segment = await wordSegment(part, counting)
    // 'cosy restaurants' are restaurants; but 'restaurants in Atlantis' are not.
    if (segment.uses === 0 && hasCategory && part.from < split.insideFrom) unknown.push(...part.words)
    else byWord.set(part, segment)
  }
  const hasName = byWord.size > 0
  const segments = parts
    .filter((part) => part.tags.length > 0 || byWord.has(part))
    .map((part) => ({
      ...(byWord.get(part) ?? categorySegment(part, hasName, counting)),
      isPlace: part.from >= split.insideFrom,
    }))
  return { segments, unknown }
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

function categorySegment({ tags, words }: Part, hasName: boolean, { lookup, countries }: Counting): Segment {
  // Beside a name's words a category may be one of them: 'Hotel Post'. Beside words that no name has it is none: who
  // asks for 'Crédit Agricole' means no other that has 'Crédit' in its name.
  const spare = words.length === 1 ? [wordTerm(words[0]!)] : []
  return countSegment({ ...EMPTY, tags, word: hasName ? spare : [], spare }, lookup, { countries })
}

async function wordSegment(part: PartWithAreas, counting: Counting): Promise<Segment> {
  const longest = part.words.toSorted((a, b) => b.length - a.length)[0]!
  const plain = {
    ...EMPTY,
    word: [wordTerm(longest)],
    area: part.areas.map(({ key }) => termOf('a', key)),
  }
  const { lookup, countries } = counting
  const segment = countSegment(plain, lookup, { countries, areas: part.areas })
  if (part.areas.length > 0 || segment.uses >= RARE || allowedSlips(longest) === 0) return segment
  return meantBy(counting, longest, segment)
}

/** What a word may mean that is misspelt: a category, a town, a word of names; of all those the most similar. */
async function meantBy(counting: Counting, word: string, segment: Segment): Promise<Segment> {
  const { vocabulary, lookup, countries } = counting
  const categories = similarDictionaryWords(word)
  const categoryTags = meaningOf(categories.words)
  // A rare word is right rather than wrong, unless a category is but a letter away.
  if (segment.uses > 0)
    return categories.slips === 1 ? recounted(counting, { ...segment, tags: categoryTags }) : segment
  const tagTerms = termsOfTags(categoryTags, countries)
  const { directory, inTurnToGuess } = vocabulary
  const known = await inTurnToGuess(() => lookUpSpelledLike(directory, spellingKeys(word), tagTerms))
  const areaNames = closest(
    word,
    known.areas.flatMap(({ names }) => names),
  )
  const nameWords = closest(word, known.words)
  const found = [categories, areaNames, nameWords].filter((candidates) => candidates.words.length > 0)
  const fewest = Math.min(...found.map(({ slips }) => slips))
  const isMeant = ({ slips }: { slips: number }) => slips <= fewest
  const meant = known.areas.filter(({ names }) => names.some((name) => areaNames.words.includes(name)))
  const within = isMeant(areaNames) ? chooseAreas(meant, '') : undefined
  const tags = isMeant(categories) ? categoryTags : []
  // A name's word that only says the category once more adds nothing, and would be read besides.
  const says = (similar: string) => tagsOf([similar]).some((tag) => tags.includes(tag))
  const misspelt = {
    ...EMPTY,
    isGuess: true,
    tags,
    area: within?.keys.map((key) => termOf('a', key)) ?? [],
    similar: isMeant(nameWords) ? nameWords.words.filter((similar) => !says(similar)).map(wordTerm) : [],
  }
  return countSegment(misspelt, { ...lookup, uses: known.uses, levels: known.levels }, { countries })
}

/** With how often the terms are used that were found only now. */
async function recounted({ vocabulary, countries }: Counting, segment: Uncounted): Promise<Segment> {
  const terms = [...termsIn(segment), ...termsOfTags(segment.tags, countries)]
  return countSegment(segment, await vocabulary.lookUp([], terms), { countries })
}

/** Of categories, anywhere and in each of the countries. */
function termsOfTags(tags: readonly string[], countries: readonly string[]): number[] {
  const parts = { ...EMPTY, tags: [...tags] }
  return [undefined, ...countries].flatMap((country) => listTermsIn(parts, { country }) ?? [])
}

/** The segments with the wider category where one has it. */
async function broadened(counting: Counting, segments: readonly Segment[]): Promise<Segment[]> {
  return Promise.all(
    segments.map((segment) => {
      const wider = broaderOf(segment.tags)
      return wider === undefined ? segment : recounted(counting, { ...segment, tags: wider.tags })
    }),
  )
}

function meaningOf(words: readonly string[]): string[] {
  return [...new Set(words.flatMap((word) => tagsOf([word])))]
}

function runs(words: readonly string[]): Set<string> {
  const names = new Set<string>()
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= Math.min(words.length, from + LONGEST_RUN); to++)
      for (const form of areaNameForms(words.slice(from, to))) if (form.length > 2) names.add(form)
  return names
}

/** The keys of the countries that the names may mean. */
function countriesIn(names: readonly string[]): string[] {
  const codes = names
    .filter((name) => name.startsWith('country:'))
    .map((name) => name.slice('country:'.length))
  return [...new Set(codes)].map(countryKey)
}

/**
 * Terms whose frequency decides how to search. Of countries it is certain which places lie in them: those are counted,
 * whatever areas there are.
 */
function termsToCount({ words }: SplitQuery, countries: readonly string[]): number[] {
  const terms = new Set<number>(countries.map((country) => termOf('a', country)))
  for (const { words: part, tags } of partsOf(words)) {
    for (const word of part) terms.add(wordTerm(word))
    for (const term of termsOfTags(tags, countries)) terms.add(term)
  }
  for (const [index, word] of words.entries()) {
    terms.add(wordTerm(word))
    if (index > 0) terms.add(wordTerm(words[index - 1]! + word))
  }
  return [...terms]
}
