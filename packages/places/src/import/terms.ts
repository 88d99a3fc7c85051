import { familyOf, isHint, isKnownTag, mayName, tagsNamedBy } from '../categories/dictionary.ts'
import { isCountryKey } from '../gazetteer/area.ts'
import { websiteHost } from '../normalise/contact.ts'
import { listTerm } from '../search/segment.ts'
import { foldedWords, nameStem } from '../text/fold.ts'
import { cellTerms, hash53, termOf } from '../text/term.ts'
import { TIER_SHARES, tierMark } from '../text/tiers.ts'
import type { Listing } from './listing.ts'

const MAX_NAME_WORDS = 60
const LONGEST_HINT = 3

/**
 * What a place is found by. `counted` are those terms whose frequency decides how to search: what it is, its areas,
 * what it is in its country, and the words of its names with their spelling, by which misspelt ones are found. `names`
 * are its names as a whole.
 */
export function termsOf(listing: Listing): {
  terms: number[]
  counted: Map<number, string | null>
  names: Set<number>
} {
  const counted = new Map<number, string | null>()
  const others = new Set<number>(cellTerms(listing.lat, listing.lon))
  const folded = listing.names.map(foldedWords)
  const tier = tierOf(listing)
  const marks = [tierMark(tier, false), tierMark(tier, true)]
  const countries = [undefined, ...listing.areas.filter(isCountryKey)]
  for (const [kind, tag] of listsOf(listing, folded))
    for (const country of countries) {
      counted.set(listTerm(kind, tag, country), null)
      for (const mark of marks) others.add(listTerm(kind, tag, country, mark))
    }
  for (const area of listing.areas) counted.set(termOf('a', area), null)
  for (const word of wordsOf(listing, folded)) counted.set(termOf('w', nameStem(word)), word)
  const names = new Set(folded.map((words) => termOf('j', joined(words))))
  for (const mark of marks) others.add(termOf('t', mark))
  return { terms: [...counted.keys(), ...names, ...others], counted, names }
}

/** What the place is, and what its name or its source hints that it is. */
function* listsOf(listing: Listing, names: readonly string[][]): Generator<['k' | 'm', string]> {
  for (const tag of listing.tags) {
    yield ['k', tag]
    yield ['k', tag.slice(0, tag.indexOf('='))]
  }
  for (const tag of hintedTags(listing, names)) yield ['m', tag]
  for (const tag of listing.hints) yield ['m', tag]
}

/** 0 for the most complete entries: website before phone before e-mail. */
export function tierOf({ place_id, website, phone, email }: Listing): number {
  const lacks = 7 - (website ? 4 : 0) - (phone ? 2 : 0) - (email ? 1 : 0)
  return lacks * TIER_SHARES + (hash53(place_id) % TIER_SHARES)
}

/** The words of a name that is folded; letters that stand alone (C&A, H. M.) are one word. */
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

export function joinedName(name: string): string {
  return joined(foldedWords(name))
}

function joined(words: readonly string[]): string {
  return words.join('').slice(0, 200)
}

export function twinKeys({ name, website, phone }: Listing): { site: number | null; phone: number | null } {
  const host = websiteHost(website)
  const joined = joinedName(name)
  return {
    site: host === null ? null : hash53(joined, '|', host),
    phone: phone === null ? null : hash53(joined, '|', phone),
  }
}

function wordsOf({ tags }: Listing, names: readonly string[][]): string[] {
  // A value that no synonym covers is found at least by its own words.
  const unknown = tags.filter((tag) => !isKnownTag(tag)).map((tag) => tag.slice(tag.indexOf('=') + 1))
  return [...names, ...unknown.map(foldedWords)].flatMap(nameWords).slice(0, MAX_NAME_WORDS)
}

/** Other things of the same family that the name says the place is: a restaurant called 'Hotel Krone'. */
function hintedTags({ tags }: Listing, names: readonly string[][]): Set<string> {
  const families = new Set(tags.map(familyOf).filter((family) => family !== undefined))
  const hinted = new Set<string>()
  for (const words of names) {
    for (const tag of tagsNamedIn(words.slice(0, MAX_NAME_WORDS)))
      if (isHint(tag) && families.has(familyOf(tag) ?? '') && !tags.includes(tag)) hinted.add(tag)
  }
  return hinted
}

/** What the phrases of a name say, the longest first: a Sushi Bar is no bar, and what is at the Hotel is none itself. */
function* tagsNamedIn(words: readonly string[]): Generator<string> {
  for (let from = 0; from < words.length; from++) {
    if (!mayName(words[from]!)) continue
    for (let to = Math.min(words.length, from + LONGEST_HINT); to > from; to--) {
      const phrase = words.slice(from, to)
      const tags = tagsNamedBy(phrase)
      if (tags.length === 0) continue
      const isTelling = phrase.length > 1 || !OF_MANY_KINDS.has(phrase[0]!)
      if (isTelling && !BELONGING.has(words[from - 1] ?? '')) yield* tags
      from = to - 1
      break
    }
  }
}

/** Who asks for one of these means one kind of place, but many kinds have it in their names: Sea Club, Auto Meier. */
const OF_MANY_KINDS = new Set(['club', 'clubs', 'auto', 'autos'])

/** Words after which a name says where a place is, or whose. */
const BELONGING = new Set(
  'a al all alla au aux am at beim by chez d de del della des di du im of zum zur'.split(' '),
)
