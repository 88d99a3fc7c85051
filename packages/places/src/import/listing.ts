import type { Area } from '../gazetteer/area.ts'

/** A business as a source has it, in plain words and normal forms. */
export interface Listing {
  place_id: string
  name: string
  /** All names that people may type, including `name`. */
  names: string[]
  address: string
  locality: string | null
  region: string | null
  /** The country's English name. */
  country: string | null
  website: string | null
  phone: string | null
  email: string | null
  opening_hours: string | null
  /** OpenStreetMap tags of what it is, the most telling first. */
  tags: string[]
  /** Further tags that a source only guesses. */
  hints: string[]
  lat: number
  lon: number
  /** Keys of the areas that it lies in. */
  areas: string[]
  /** Ids of duplicates that were merged into it. */
  merged_ids: string[]
}

export interface Origin {
  source: string
  licence: string
  attribution: string
}

/** Result of an importer once its listings are staged. */
export interface Imported {
  origin: Origin
  dataAt: string | null
  /** Elements or rows of the file. */
  elements: number
  areas: Iterable<Area>
  /** The share of the import that is done, from 0 to 1. */
  fraction: number
}
