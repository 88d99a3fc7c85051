/** A business as the directory holds it. */
export interface Place {
  /** `osm:node/123`, `osm:way/4`, `osm:relation/5`, `overture:<id>` or `demo:<slug>`. The same after every import. */
  place_id: string
  name: string
  /** One line, in the order that the country uses, with the country's name last. */
  address: string
  /** The town or village, from boundaries where the data has them. */
  locality: string | null
  region: string | null
  /** The country's English name. */
  country: string | null
  /** An absolute http or https URL. */
  website: string | null
  /** In international form, as `+423 232 12 34`. */
  phone: string | null
  email: string | null
  /** Plain English words, the most telling first: `['restaurant', 'Italian cuisine']`. */
  categories: string[]
  lat: number
  lon: number
  /** From the middle of the place searched in; null without one. */
  distance_m: number | null
  /** `openstreetmap`, `overture` or `demo`; several joined with `+` where duplicates were merged. */
  source: string
  licence: string
  attribution: string
  /** When it was imported, ISO 8601. */
  fetched_at: string
  is_demo: boolean
}

export interface PlaceSearch {
  query: string
  /** A town, district, postcode, region, country, or `town, country`. Null searches the whole directory. */
  location?: string | null
  /** 1 to 100. */
  limit: number
  /** The opaque `next` of the page before. */
  after?: string
  filters?: PlaceFilters
  /** Default: best match first. */
  sort?: PlaceSort
  /** Counts the matches of a first page up to this many. */
  countTo?: number
}

/** 'distance' needs a place to search in. */
export type PlaceSort = 'match' | 'name' | 'distance'

export interface PlaceFilters {
  has_website?: boolean
  has_phone?: boolean
  has_email?: boolean
  /** The first of a place's categories. */
  category?: string
  /** Searches around the middle of the place searched in instead of within its borders. Ignored where it has none. */
  within_m?: number
}

export interface PlaceCounts {
  total: number
  withWebsite: number
  /** The categories of the matches, most frequent first, whichever of them is asked for. */
  categories: string[]
}

export interface PlaceSearchResult {
  places: Place[]
  /** The cursor of the next page; null on the last one. */
  next: string | null
  /** A sentence for the user when the search covers more or less than was asked. */
  widened: string | null
  /** The places lie around the place asked for, which has none that match. */
  isAround: boolean
  /** The orders that this search can have. */
  sorts: PlaceSort[]
  /** The matches, up to `countTo`; null unless they were counted. */
  counted: PlaceCounts | null
  /** Attributions that must be shown with these places. */
  attributions: string[]
}

/** A place of the demo town. */
export interface PlaceInput {
  place_id: string
  name: string
  /** OpenStreetMap tags, the most telling first: `shop=bakery`, or several joined with `;`. */
  category: string
  address: string
  locality: string | null
  region?: string | null
  country: string | null
  website: string | null
  phone: string | null
  email: string | null
  lat: number
  lon: number
}

export type ImportPhase = 'reading' | 'writing'

export interface ImportProgress {
  phase: ImportPhase
  /** From 0 to 1, over all phases. */
  fraction: number
  /** Places found or written so far. */
  places: number
  elapsed_ms: number
  /** Estimated; null at the beginning. */
  remaining_ms: number | null
}

export interface ImportSummary {
  region: string
  source: string
  /** Places now in the region. */
  places: number
  /** Places that the region did not have before. */
  added: number
  /** Places that the region had before and the new data lacks. */
  removed: number
  /** Duplicates that were merged into other places. */
  merged: number
  /** Elements or rows of the file. */
  elements: number
  elapsed_ms: number
}

export interface RegionSummary {
  region: string
  source: string
  licence: string
  attribution: string
  places: number
  /** When the data was current, ISO 8601; null if the file does not say. */
  data_at: string | null
  imported_at: string
  is_demo: boolean
}

export interface ImportOptions {
  /** By default the file's name without its date. */
  region?: string
  onProgress?: (progress: ImportProgress) => void
  signal?: AbortSignal
}

export interface Places {
  /**
   * Imports an `.osm.pbf` or an Overture Places `.parquet` file in place of what the region held.
   * Changes nothing unless the whole file was read: throws CorruptFile with a byte position, or the abort reason.
   */
  importFile(path: string, options?: ImportOptions): Promise<ImportSummary>
  /** Imports places that are marked `is_demo`. */
  importPlaces(
    region: string,
    places: AsyncIterable<PlaceInput> | Iterable<PlaceInput>,
  ): Promise<ImportSummary>
  regions(): Promise<RegionSummary[]>
  /** Returns how many places the region held, 0 when there is no such region. */
  removeRegion(region: string): Promise<number>
  /** Throws BadCursor for a cursor of another search. */
  search(search: PlaceSearch): Promise<PlaceSearchResult>
}
