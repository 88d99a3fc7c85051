import type { PlaceSearch } from '@goldpan/places'
import { labelOf } from '@goldpan/places/categories/dictionary'
import type { Area } from '@goldpan/places/gazetteer/area'
import type { Listing } from '@goldpan/places/import/listing'

const WORDS = ['restaurants', 'hotel', 'dentist', 'car repair', 'Bäckerei', 'vegan restaurants', 'supermarché', 'farmacia', 'parrucchiere', 'banks', 'bar', 'lawyer', 'architect', 'gas station', 'coiffeur', 'resturant', 'museum', 'bike shop', 'wine shop', 'pizzeria'] // biome-ignore format: one list

type Make = (picked: { listing: Listing; word: string; towns: Area[]; small: Area[]; random: () => number }) => [string, string | null] // biome-ignore format: one line

const one = <T>(from: readonly T[], random: () => number): T => from[Math.floor(random() * from.length)]!
const categoryOf = (listing: Listing) => labelOf(listing.tags[0]!)

/** What people type, of a hundred searches so many: */
const KINDS: [number, Make][] = [
  // what a town has,
  [45, ({ listing }) => [categoryOf(listing), listing.locality]],
  // what it may not have, so that the search looks around it,
  [5, ({ word, towns, random }) => [word, one(towns, random).name]],
  // a town that is misspelt,
  [5, ({ listing, random }) => [categoryOf(listing), misspelt(listing.locality ?? 'Vaduz', random)]],
  // a district or a postcode,
  [10, ({ word, small, random }) => [word, one(small, random).name]],
  // a whole country,
  [10, ({ word, listing }) => [word, listing.country]],
  // everywhere,
  [5, ({ word }) => [word, null]],
  // a name,
  [15, ({ listing }) => [listing.name, null]],
  // a name that is misspelt.
  [5, ({ listing, random }) => [misspelt(listing.name, random), null]],
]

export function* searches(
  listings: readonly Listing[],
  areas: readonly Area[],
  random: () => number,
): Generator<PlaceSearch, never> {
  const towns = areas.filter(({ kind }) => kind === 'town')
  const small = areas.filter(({ kind }) => kind === 'district' || kind === 'postcode')
  const makers = KINDS.flatMap(([share, make]) => Array.from({ length: share }, () => make))
  for (;;) {
    const picked = { listing: one(listings, random), word: one(WORDS, random), towns, small, random }
    const [query, location] = one(makers, random)(picked)
    yield { query, location, limit: 20 }
  }
}

/** A letter in the middle left out. */
function misspelt(text: string, random: () => number): string {
  const at = 1 + Math.floor(random() * Math.max(1, text.length - 2))
  return text.slice(0, at) + text.slice(at + 1)
}
