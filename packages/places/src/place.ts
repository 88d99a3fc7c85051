/** A business in the directory. */
export interface Place {
  /** `osm:node/123`, `osm:way/4`, `osm:relation/5`, `overture:<id>` or `demo:<slug>`. Stable across imports. */
  place_id: string
  name: string
  /** One line in the country's usual order, ending with its name. */
  address: string
  /** Town or village, by boundaries if the data have them. */
  locality: string | null
  region: string | null
  /** English country name. */
  country: string | null
  /** An absolute http or https URL. */
  website: string | null
  /** International form: `+423 232 12 34`. */
  phone: string | null
  email: string | null
  /** Plain English words, most specific first: `['restaurant', 'Italian cuisine']`. */
  categories: string[]
  lat: number
  lon: number
  /** From the centre of the location searched in; null without one. */
  distance_m: number | null
  /** `openstreetmap`, `overture` or `demo`; joined with `+` if duplicates were merged. */
  source: string
  licence: string
  attribution: string
  /** Time of the import, ISO 8601. */
  fetched_at: string
  is_demo: boolean
}

export interface PlaceSearch {
  query: string
  /** A town, district, postcode, region, country, or `town, country`. Null searches the whole directory. */
  location?: string | null
  /** 1 to 100. */
  limit: number
  /** `next` of the previous page; opaque. */
  after?: string
  filters?: PlaceFilters
  /** Default: best match first. */
  sort?: PlaceSort
  /** On a first page, counts matches up to this many. */
  countTo?: number
}

/** 'distance' needs a location. */
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
  /** Cursor of the next page; null on the last one. */
  next: string | null
  /** A sentence for the user if the search covers more or less than asked. */
  widened: string | null
  /** True if no place in the location matches, so these lie around it. */
  isAround: boolean
  /** False if the place asked for is in none of the imported regions. `widened` says which there are. */
  isCovered: boolean
  /** Orders that this search supports. */
  sorts: PlaceSort[]
  /** The matches, up to `countTo`; null unless counted. */
  counted: PlaceCounts | null
  /** Attributions to show with these places. */
  attributions: string[]
}

/** A place of the demo town. */
export interface PlaceInput {
  place_id: string
  name: string
  /** OpenStreetMap tags, most specific first: `shop=bakery`, or several joined with `;`. */
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
  /** From 0 to 1 over all phases. */
  fraction: number
  /** Places found or written so far. */
  places: number
  elapsed_ms: number
  /** Estimated; null at first. */
  remaining_ms: number | null
}

export interface ImportSummary {
  region: string
  source: string
  /** Places in the region now. */
  places: number
  /** Places that are new in the region. */
  added: number
  /** Places that are no longer in the region. */
  removed: number
  /** Duplicates merged into other places. */
  merged: number
  /** Elements or rows in the file. */
  elements: number
  elapsed_ms: number
}

export interface RegionSummary {
  region: string
  source: string
  licence: string
  attribution: string
  places: number
  /** Time of the data, ISO 8601; null if the file doesn't say. */
  data_at: string | null
  imported_at: string
  is_demo: boolean
}

export interface ImportOptions {
  /** Default: the file's name without its date. */
  region?: string
  onProgress?: (progress: ImportProgress) => void
  signal?: AbortSignal
}

export interface Places {
  /**
   * Replaces a region with an `.osm.pbf` or Overture Places `.parquet` file. Changes nothing unless the whole file
   * was read: throws CorruptFile with a byte position, or the abort reason.
   */
  importFile(path: string, options?: ImportOptions): Promise<ImportSummary>
  /** Imports places marked as `is_demo`. */
  importPlaces(
    region: string,
    places: AsyncIterable<PlaceInput> | Iterable<PlaceInput>,
  ): Promise<ImportSummary>
  regions(): Promise<RegionSummary[]>
  /** Returns the number of places in the region; 0 if it doesn't exist. */
  removeRegion(region: string): Promise<number>
  /** Throws BadCursor for another search's cursor. */
  search(search: PlaceSearch): Promise<PlaceSearchResult>
}
