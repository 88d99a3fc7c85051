import { createHash } from 'node:crypto'
import { familyOf, isHint, isKnownTag, tagsNamedBy } from '../categories/dictionary.ts'
import type { Listing } from '../import/listing.ts'
import { websiteHost } from '../normalise/contact.ts'
import { foldedWords, hyphenedWords, nameStem } from '../text/fold.ts'
import { NOISE } from '../text/noise.ts'

/** A tag of the place, or the key of one. */
export const tagTerm = (tag: string): string => `tag:${tag}`
/** A tag suggested by the place's name or source. */
export const hintTerm = (tag: string): string => `hint:${tag}`
/** A word in its names. */
export const wordTerm = (word: string): string => `word:${nameStem(word)}`
/** A whole name without spaces. */
export const nameTerm = (joined: string): string => `name:${joined}`
/** A tag or hint among places of one level of completeness. */
export const levelTerm = (level: number, term: string): string => `level${level}:${term}`
/** An area that contains it. */
export const areaTerm = (key: string): string => `area:${key}`
export const isCountryTerm = (term: string): boolean => term.startsWith(areaTerm('c:'))

const MAX_NAME_WORDS = 60
const MAX_HINT_WORDS = 3

/** Search terms of a place. */
export function termsOf(listing: Listing): string[] {
  const { tags, hints, areas, names } = listing
  const folded = names.map(foldedWords)
  const keys = tags.map((tag) => tag.slice(0, tag.indexOf('=')))
  const kinds = [
    ...[...tags, ...keys].map(tagTerm),
    ...[...hintedTags(listing, folded), ...hints].map(hintTerm),
  ]
  const terms = [
    ...kinds,
    ...kinds.map((term) => levelTerm(levelOf(listing), term)),
    ...areas.map(areaTerm),
    ...[...wordsOf(listing, folded), ...joinedWords(names, folded)].map(wordTerm),
    ...folded.map((words) => nameTerm(joined(words))),
  ]
  return [...new Set(terms)]
}

/**
 * Levels of completeness, 0 with all contact details: a website counts more than a phone, a phone more than an email.
 */
export const LEVELS = 8
export const RANKS_PER_LEVEL = 2 ** 16

function levelOf({ website, phone, email }: Listing): number {
  return (website ? 0 : 4) + (phone ? 0 : 2) + (email ? 0 : 1)
}

/**
 * Order of places that match equally well: by level, then random but stable. Not by id: those of one kind are close
 * together, so an index walk would take long to reach another kind.
 */
export function rankOf(listing: Listing): number {
  const random = createHash('md5').update(listing.place_id).digest().readUInt16BE()
  return levelOf(listing) * RANKS_PER_LEVEL + random
}

/** Joins single letters into one word: C&A, H. M. */
function nameWords(folded: readonly string[]): string[] {
  const words: string[] = []
  let isLetters = false
  for (const word of folded.slice(0, MAX_NAME_WORDS)) {
    const isLetter = word.length === 1
    if (isLetter && isLetters) words[words.length - 1] += word
    else words.push(word)
    isLetters = isLetter
  }
  return words
}

/** Words that some write as one: River Co-op, Co Op, Coop. */
function joinedWords(names: readonly string[], folded: readonly string[][]): string[] {
  const isShort = (word: string | undefined) => word !== undefined && word.length < 4 && !NOISE.has(word)
  const pairs = folded.flatMap((words) =>
    words
      .slice(0, -1)
      .flatMap((word, index) =>
        isShort(word) && isShort(words[index + 1]) ? [word + words[index + 1]!] : [],
      ),
  )
  return [...names.flatMap(hyphenedWords), ...pairs].slice(0, MAX_NAME_WORDS)
}

export function joinedName(name: string): string {
  return joined(foldedWords(name))
}

function joined(words: readonly string[]): string {
  return words.join('').slice(0, 200)
}

/** Places of different regions with a key in common may be the same business. */
export function twinKeys({ name, website, phone }: Listing): { site: string | null; phone: string | null } {
  const host = websiteHost(website)
  const joined = joinedName(name)
  return { site: host && `${joined}|${host}`, phone: phone && `${joined}|${phone}` }
}

function wordsOf({ tags }: Listing, names: readonly string[][]): string[] {
  // Unknown values are found by their own words.
  const unknown = tags.filter((tag) => !isKnownTag(tag)).map((tag) => tag.slice(tag.indexOf('=') + 1))
  return [...names, ...unknown.map(foldedWords)].flatMap(nameWords).slice(0, MAX_NAME_WORDS)
}

/** Other categories of the same family in the name: a restaurant called 'Hotel Krone' may be a hotel too. */
function hintedTags({ tags }: Listing, names: readonly string[][]): Set<string> {
  const families = new Set(tags.map(familyOf).filter((family) => family !== undefined))
  const hinted = new Set<string>()
  for (const words of names) {
    for (const tag of tagsNamedIn(words.slice(0, MAX_NAME_WORDS)))
      if (isHint(tag) && families.has(familyOf(tag) ?? '') && !tags.includes(tag)) hinted.add(tag)
  }
  return hinted
}

/** Tags of a name's phrases. The longest phrase wins: a Sushi Bar isn't a bar. 'Am Hotel' isn't a hotel. */
function* tagsNamedIn(words: readonly string[]): Generator<string> {
  for (let from = 0; from < words.length; from++) {
    for (let to = Math.min(words.length, from + MAX_HINT_WORDS); to > from; to--) {
      const phrase = words.slice(from, to)
      const tags = tagsNamedBy(phrase)
      if (tags.length === 0) continue
      const isTelling = phrase.length > 1 || !(AMBIGUOUS_WORDS.has(phrase[0]!) || NOISE.has(phrase[0]!))
      if (isTelling && !BELONGING.has(words[from - 1] ?? '')) yield* tags
      from = to - 1
      break
    }
  }
}

/** Words in the names of many kinds of places: Sea Club, Auto Meier. */
const AMBIGUOUS_WORDS = new Set(['club', 'clubs', 'auto', 'autos'])

/** Words after which a name says where a place is or whose. */
const BELONGING = new Set(
  'a al all alla au aux am at beim by chez d de del della des di du im of zum zur'.split(' '),
)
