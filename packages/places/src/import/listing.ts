/** A business as it comes out of a source, put into plain words and normal forms but not yet stored. */
export interface Listing {
  place_id: string
  name: string
  /** Every name it may be looked for by, that on the sign included. */
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
  /** What it is, as OpenStreetMap tags, the most telling first. */
  tags: string[]
  /** What it may be too, as far as a source guesses. */
  hints: string[]
  lat: number
  lon: number
  /** Keys of the areas it lies in. */
  areas: string[]
  merged_ids: string[]
}
