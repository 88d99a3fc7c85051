import { foldedWords, stem } from '../text/fold.ts'
import { Speller } from '../text/spelling.ts'
import { careAndLeisure } from './care-and-leisure.ts'
import { everyday } from './everyday.ts'
import { foodAndLodging } from './food-and-lodging.ts'
import { groups } from './groups.ts'
import { qualities } from './qualities.ts'
import { retail } from './retail.ts'
import { services } from './services.ts'
import { tradesIn } from './trade-words.ts'
import { trades } from './trades.ts'

/** `shop=bakery`, or a key alone (`shop`) for all its values. */
export type Tag = string

interface Entry {
  tags: Tag[]
  family: string
  label: string
  phrases: string[][]
}

/** Families that count as one for hints: a restaurant called a hotel may be one. */
const RELATED: Record<string, string> = {
  cuisine: 'hospitality',
  quality: 'hospitality',
  speciality: 'health',
  money: 'offices',
}

/** Families in which names are poor hints: a School Library isn't a school. */
const WITHOUT_HINTS = new Set(['retail', 'education', 'culture', 'public', 'sport', 'activity'])
/** Tags whose words are in too many company names. */
const NO_HINTS = [
  'shop=money_lender',
  'office=company',
  'office=association',
  'office=government',
  'office=religion',
  'office=trade',
]

const labels = new Map<Tag, string>()
const families = new Map<Tag, string>()
/** The tags that a phrase means. */
interface Meaning {
  /** Tags of its words as written. */
  exactly: Tag[] | undefined
  /** Tags of its words as stems. */
  roughly: Tag[] | undefined
  /** Both, without the groups of groups.ts. */
  named: Tag[] | undefined
}

/** By phrase and by the stems of phrases. */
const meanings = new Map<string, Meaning>()
const withoutHints = new Set<Tag>(NO_HINTS)
let longest = 1

for (const text of [foodAndLodging, retail, services, trades, careAndLeisure, qualities]) readTags(text)
for (const text of [groups, everyday])
  for (const { tags, phrases } of entriesOf(text)) addPhrases(expanded(tags), phrases, false)

function readTags(text: string): void {
  for (const { tags, label, phrases, family } of entriesOf(text)) {
    for (const tag of tags) {
      labels.set(tag, label)
      families.set(tag, RELATED[family] ?? family)
      if (WITHOUT_HINTS.has(family)) withoutHints.add(tag)
    }
    addPhrases(tags, phrases, true)
  }
}

function* entriesOf(text: string): Generator<Entry> {
  let family = ''
  for (const line of text.split('\n')) {
    if (line.startsWith('# ')) family = line.slice(2)
    // Tags contain colons, so the left side ends with a colon and a space.
    const split = line.indexOf(': ')
    if (split < 0 || line.startsWith('# ')) continue
    const said = line.slice(split + 2)
    yield {
      family,
      tags: line.slice(0, split).split(' '),
      label: said.slice(0, /$|[,|]/.exec(said)!.index).trim(),
      phrases: said
        .split(/[,|]/)
        .map(foldedWords)
        .filter((words) => words.length > 0),
    }
  }
}

function expanded(tags: Tag[]): Tag[] {
  return tags.flatMap((tag) => {
    if (!tag.startsWith('#')) return [tag]
    return [...families].filter(([, family]) => family === tag.slice(1)).map(([member]) => member)
  })
}

function addPhrases(tags: Tag[], phrases: string[][], isName: boolean) {
  for (const words of phrases) {
    longest = Math.max(longest, words.length)
    const phrase = words.join(' ')
    const stems = words.map(stem).join(' ')
    const meaning = meaningOf(phrase)
    meaning.exactly = joined(meaning.exactly, tags)
    if (isName) meaning.named = joined(meaning.named, tags)
    const rough = stems === phrase ? meaning : meaningOf(stems)
    rough.roughly = joined(rough.roughly, tags)
    if (isName && rough !== meaning) rough.named = joined(rough.named, tags)
  }
}

function meaningOf(phrase: string): Meaning {
  let meaning = meanings.get(phrase)
  if (meaning === undefined) {
    meaning = { exactly: undefined, roughly: undefined, named: undefined }
    meanings.set(phrase, meaning)
  }
  return meaning
}

function joined(known: Tag[] | undefined, tags: Tag[]): Tag[] {
  if (known === undefined) return tags
  return tags.every((tag) => known.includes(tag)) ? known : [...new Set([...known, ...tags])]
}

/** In words. */
export const MAX_PHRASE_WORDS = longest

/** Tags for a phrase of folded words: 'tea shop', 'teashop', 'roofing contractor', 'magasin de thé'. */
export function tagsOf(words: readonly string[]): Tag[] {
  return [...(listedTags(words) ?? tradeTags(words) ?? [])]
}

/** Tags of a listed phrase, in singular or plural, as one word or two. */
function listedTags(words: readonly string[]): Tag[] | undefined {
  const phrase = words.join(' ')
  const other = phrase.endsWith('s') ? phrase.slice(0, -1) : `${phrase}s`
  const joined = words.length === 2 ? meanings.get(words.join(''))?.exactly : undefined
  return (
    meanings.get(phrase)?.exactly ??
    meanings.get(other)?.exactly ??
    joined ??
    meanings.get(words.map(stem).join(' '))?.roughly
  )
}

/** Goods or services next to a word for 'sold' or 'done here': 'kitchen store', 'Teegeschäft'. */
function tradeTags(words: readonly string[]): Tag[] | undefined {
  for (const { trade, keys } of tradesIn(words)) {
    const tags = listedTags(trade)?.filter((tag) => keys.test(tag))
    if (tags !== undefined && tags.length > 0) return tags
  }
  return undefined
}

/** Tags that a phrase names directly, without groups. */
export function tagsNamedBy(words: readonly string[]): Tag[] {
  const found = meanings.get(words.join(' '))?.named ?? meanings.get(words.map(stem).join(' '))?.named
  return [...(found ?? [])]
}

/** True if the tag's words in a business name suggest that the business is one. */
export function isHint(tag: Tag): boolean {
  return !withoutHints.has(tag)
}

/** The tag in plain English; for unknown ones the value as words. */
export function labelOf(tag: Tag): string {
  return labels.get(tag) ?? tag.slice(tag.indexOf('=') + 1).replaceAll('_', ' ')
}

export function isKnownTag(tag: Tag): boolean {
  return labels.has(tag)
}

export function familyOf(tag: Tag): string | undefined {
  return families.get(tag)
}

/** Wider categories for tags that few places have. */
const BROADER: Record<Tag, Tag[]> = {
  'bar=wine': ['amenity=bar', 'amenity=pub'],
}

/** The wider category of a tag, with the labels of both. */
export function broaderOf(tags: readonly Tag[]): { tags: Tag[]; asked: string; shown: string } | undefined {
  const [only, ...others] = tags
  const wider = only === undefined || others.length > 0 ? undefined : BROADER[only]
  return wider && { tags: wider, asked: labelOf(only!), shown: labelOf(wider[0]!) }
}

interface DictionaryWords {
  words: ReadonlySet<string>
  stems: ReadonlySet<string>
  speller: Speller
}

let dictionaryWords: DictionaryWords | undefined

/** Built with the first search, because imports don't need it. */
function getDictionaryWords(): DictionaryWords {
  if (dictionaryWords !== undefined) return dictionaryWords
  const phrases = [...meanings].filter(([, { exactly }]) => exactly !== undefined).map(([phrase]) => phrase)
  const words = new Set(phrases.flatMap((phrase) => phrase.split(' ')).filter((word) => word.length > 3))
  dictionaryWords = { words, stems: new Set([...words].map(stem)), speller: new Speller(words) }
  return dictionaryWords
}

/** True if the word, possibly with another ending, is in a category's name. */
export function isDictionaryWord(word: string): boolean {
  const { words, stems } = getDictionaryWords()
  return words.has(word) || stems.has(stem(word)) || word.length < 4
}

/** Category words that a misspelt word may mean. */
export function similarDictionaryWords(word: string): { words: string[]; slips: number } {
  return getDictionaryWords().speller.near(word)
}
