import type { PlaceSearch } from '@goldpan/places'
import { labelOf } from '@goldpan/places/categories/dictionary'
import type { Area } from '@goldpan/places/gazetteer/area'
import type { Listing } from '@goldpan/places/import/listing'

const WORDS = ['restaurants', 'hotel', 'dentist', 'car repair', 'Bäckerei', 'vegan restaurants', 'supermarché', 'farmacia', 'parrucchiere', 'banks', 'bar', 'lawyer', 'architect', 'gas station', 'coiffeur', 'resturant', 'museum', 'bike shop', 'wine shop', 'pizzeria'] // biome-ignore format: one list

type Make = (picked: { listing: Listing; word: string; towns: Area[]; small: Area[]; random: () => number }) => [string, string | null] // biome-ignore format: one line

const one = <T>(from: readonly T[], random: () => number): T => from[Math.floor(random() * from.length)]!
const categoryOf = (listing: Listing) => labelOf(listing.tags[0]!)

/** Kinds of searches, in percent. */
const KINDS: [name: string, share: number, make: Make][] = [
  ['what a town has', 45, ({ listing }) => [categoryOf(listing), listing.locality]],
  ['what a town may not have', 5, ({ word, towns, random }) => [word, one(towns, random).name]],
  ['a misspelt town', 5, ({ listing, random }) => [categoryOf(listing), misspelt(listing.locality ?? 'Vaduz', random)]], // biome-ignore format: one line
  ['a district or postcode', 10, ({ word, small, random }) => [word, one(small, random).name]],
  ['a whole country', 10, ({ word, listing }) => [word, listing.country]],
  ['everywhere', 5, ({ word }) => [word, null]],
  ['a name', 15, ({ listing }) => [listing.name, null]],
  ['a misspelt name', 5, ({ listing, random }) => [misspelt(listing.name, random), null]],
]

export interface AskedSearch {
  kind: string
  search: PlaceSearch
}

export function* searches(
  listings: readonly Listing[],
  areas: readonly Area[],
  random: () => number,
): Generator<AskedSearch, never> {
  const towns = areas.filter(({ kind }) => kind === 'town')
  const small = areas.filter(({ kind }) => kind === 'district' || kind === 'postcode')
  const makers = KINDS.flatMap(([kind, share, make]) => Array.from({ length: share }, () => ({ kind, make })))
  for (;;) {
    const picked = { listing: one(listings, random), word: one(WORDS, random), towns, small, random }
    const { kind, make } = one(makers, random)
    const [query, location] = make(picked)
    yield { kind, search: { query, location, limit: 20 } }
  }
}

/** Drops a letter from the middle. */
function misspelt(text: string, random: () => number): string {
  const at = 1 + Math.floor(random() * Math.max(1, text.length - 2))
  return text.slice(0, at) + text.slice(at + 1)
}
