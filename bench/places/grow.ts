import type { Area } from '@goldpan/places/gazetteer/area'
import { nameForms } from '@goldpan/places/gazetteer/area-names'
import type { Listing } from '@goldpan/places/import/listing'
import { madeUpWord, seeded } from './random.ts'
import type { RealPlaces } from './real-places.ts'

export interface Grown {
  listings: Generator<Listing>
  /** Complete once all listings have been read. */
  areas: Map<string, Area>
}

/** Keeps words that at least this many names share (Hotel, Coop), and replaces the others. */
const SHARED = 3

/**
 * Generates places from real ones with the same statistics: categories, shared words, contacts, places per town. Each
 * copy is moved and gets its own towns and names.
 */
export function grow(real: RealPlaces, count: number, seed: number): Grown {
  const areas = new Map<string, Area>()
  return { areas, listings: copies(real, count, seeded(seed), areas) }
}

function* copies(real: RealPlaces, count: number, random: () => number, areas: Map<string, Area>) {
  const uses = new Map<string, number>()
  for (const { name } of real.listings)
    for (const word of name.split(/\s+/)) uses.set(word, (uses.get(word) ?? 0) + 1)
  const isShared = (word: string) => (uses.get(word) ?? 0) >= SHARED
  let made = 0
  for (let copy = 0; made < count; copy++) {
    const country = new Copy(copy, random, real.areas, areas)
    for (const listing of real.listings) {
      if (made++ >= count) return
      yield country.move(listing, isShared)
    }
  }
}

class Copy {
  readonly #number: number
  readonly #random: () => number
  readonly #realAreas: ReadonlyMap<string, Area>
  readonly #areas: Map<string, Area>
  readonly #townNames = new Map<string, string>()

  constructor(
    number: number,
    random: () => number,
    realAreas: ReadonlyMap<string, Area>,
    areas: Map<string, Area>,
  ) {
    this.#number = number
    this.#random = random
    this.#realAreas = realAreas
    this.#areas = areas
  }

  move(listing: Listing, isShared: (word: string) => boolean): Listing {
    const words = listing.name.split(/\s+/)
    const name = words.map((word) => (isShared(word) ? word : this.#word())).join(' ')
    const locality = listing.locality && this.#townName(listing.locality)
    const areas = listing.areas.map((key) => this.#area(key))
    return {
      ...listing,
      ...this.#moved(listing),
      place_id: `${listing.place_id}/${this.#number}`,
      name,
      names: [name],
      locality,
      address: listing.address.replace(listing.locality ?? '\0', locality ?? ''),
      website: listing.website && `https://www.${this.#word().toLowerCase()}${this.#number}.example.org`,
      areas,
    }
  }

  #word(): string {
    return madeUpWord(this.#random, 2 + Math.floor(this.#random() * 3))
  }

  #moved({ lat, lon }: { lat: number; lon: number }) {
    const row = this.#number % 20
    const column = Math.floor(this.#number / 20)
    return { lat: lat - 60 + row * 1.3, lon: ((lon + column * 1.7 + 180) % 360) - 180 }
  }

  #townName(real: string): string {
    const known = this.#townNames.get(real) ?? madeUpWord(this.#random, 3 + Math.floor(this.#random() * 2))
    this.#townNames.set(real, known)
    return known
  }

  /** Keeps countries and replaces smaller areas by new ones of the same kind and size. */
  #area(key: string): string {
    const real = this.#realAreas.get(key)
    if (real === undefined || real.kind === 'country') {
      if (real !== undefined) this.#areas.set(key, real)
      return key
    }
    const moved = `${key}/${this.#number}`
    if (!this.#areas.has(moved)) {
      const name = real.kind === 'postcode' ? `${real.name}${this.#number}` : this.#townName(real.name)
      this.#areas.set(moved, { ...real, ...this.#moved(real), key: moved, name, names: nameForms(name) })
    }
    return moved
  }
}
