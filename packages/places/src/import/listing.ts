import type { Area } from '../gazetteer/area.ts'

/** A business from a source, in plain words and normal forms. */
export interface Listing {
  place_id: string
  name: string
  /** All names that people may type, including `name`. */
  names: string[]
  address: string
  locality: string | null
  region: string | null
  /** English country name. */
  country: string | null
  website: string | null
  phone: string | null
  email: string | null
  opening_hours: string | null
  /** OpenStreetMap tags of what it is, most specific first. */
  tags: string[]
  /** Additional tags that the source only suspects. */
  hints: string[]
  lat: number
  lon: number
  /** Keys of the areas that contain it. */
  areas: string[]
  /** Ids of duplicates merged into it. */
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
  /** Elements or rows in the file. */
  elements: number
  areas: Iterable<Area>
  /** Progress from 0 to 1. */
  fraction: number
}
