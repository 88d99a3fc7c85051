import { foldedWords, stem } from '../text/fold.ts'
import { careAndLeisure } from './care-and-leisure.ts'
import { foodAndLodging } from './food-and-lodging.ts'
import { groups } from './groups.ts'
import { qualities } from './qualities.ts'
import { retail } from './retail.ts'
import { services } from './services.ts'
import { trades } from './trades.ts'

/** `shop=bakery`; a key alone (`shop`) stands for all its values. */
export type Tag = string

interface Entry {
  tags: Tag[]
  words: string[]
}

/** Families whose members are often more than one thing: a restaurant that calls itself a hotel may well be one. */
const RELATED: Record<string, string> = {
  cuisine: 'hospitality',
  quality: 'hospitality',
  speciality: 'health',
  money: 'offices',
}

/** Families in which names are poor hints: a School Library is no school, a Souvenir Boutique sells no clothes. */
const WITHOUT_HINTS = new Set(['retail', 'education', 'culture', 'public', 'sport', 'activity'])
/** Words that half of all companies have in their names, or as 'Crédit' those of another kind. */
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
/** The tags that phrases mean, each once; few mean more than one. */
type Phrases = Map<string, Tag[]>

const byPhrase: Phrases = new Map()
const byStems: Phrases = new Map()
const namingPhrases: Phrases = new Map()
const withoutHints = new Set<Tag>(NO_HINTS)
let longest = 1

for (const text of [foodAndLodging, retail, services, trades, careAndLeisure, qualities]) readTags(text)
for (const entry of entriesOf(groups)) addPhrases(expanded(entry.tags), entry.words, [byPhrase, byStems])

function readTags(text: string): void {
  for (const { tags, words, family } of entriesOf(text)) {
    const [tag] = tags
    labels.set(tag!, words[0]!)
    families.set(tag!, RELATED[family] ?? family)
    addPhrases([tag!], words, [byPhrase, byStems], [namingPhrases, namingPhrases])
    if (WITHOUT_HINTS.has(family)) withoutHints.add(tag!)
  }
}

function* entriesOf(text: string): Generator<Entry & { family: string }> {
  let family = ''
  for (const line of text.split('\n')) {
    if (line.startsWith('# ')) family = line.slice(2)
    // The left side may hold colons itself: what ends it is a colon and a space.
    const split = line.indexOf(': ')
    if (split < 0 || line.startsWith('# ')) continue
    const words = line.slice(split + 2).split(/[,|]/)
    yield {
      family,
      tags: line.slice(0, split).split(' '),
      words: words.map((word) => word.trim()).filter(Boolean),
    }
  }
}

function expanded(tags: Tag[]): Tag[] {
  return tags.flatMap((tag) => {
    if (!tag.startsWith('#')) return [tag]
    return [...families].filter(([, family]) => family === tag.slice(1)).map(([member]) => member)
  })
}

function addPhrases(tags: Tag[], phrases: string[], ...lists: [exact: Phrases, stems: Phrases][]) {
  for (const phrase of phrases) {
    const words = foldedWords(phrase)
    longest = Math.max(longest, words.length)
    const exactly = words.join(' ')
    const roughly = words.map(stem).join(' ')
    for (const [exact, stems] of lists) {
      add(exact, exactly, tags)
      add(stems, roughly, tags)
    }
  }
}

function add(map: Phrases, key: string, tags: Tag[]): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [...tags])
  else for (const tag of tags) if (!known.includes(tag)) known.push(tag)
}

/** The most words that a phrase has. */
export const LONGEST_PHRASE = longest

/** The tags that a phrase of folded words means, empty when it means none. */
export function tagsOf(words: readonly string[]): Tag[] {
  const found = byPhrase.get(words.join(' ')) ?? byStems.get(words.map(stem).join(' '))
  return [...(found ?? [])]
}

/** The tags of which a phrase is a name, without the words for several kinds of places. */
export function tagsNamedBy(words: readonly string[]): Tag[] {
  return [...(namingPhrases.get(words.join(' ')) ?? namingPhrases.get(words.map(stem).join(' ')) ?? [])]
}

/** Whether a business with the tag in its name may be one. */
export function isHint(tag: Tag): boolean {
  return !withoutHints.has(tag)
}

/** What the tag is called in plain English; of an unknown one, its value as words. */
export function labelOf(tag: Tag): string {
  return labels.get(tag) ?? tag.slice(tag.indexOf('=') + 1).replaceAll('_', ' ')
}

export function isKnownTag(tag: Tag): boolean {
  return labels.has(tag)
}

export function familyOf(tag: Tag): string | undefined {
  return families.get(tag)
}

/** Every word of every phrase, for finding what a misspelt one meant. */
export function dictionaryWords(): Set<string> {
  return new Set(
    [...byPhrase.keys()].flatMap((phrase) => phrase.split(' ')).filter((word) => word.length > 3),
  )
}
