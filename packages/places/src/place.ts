/** A business as the directory holds it. */
export interface Place {
  /** `osm:node/123`, `osm:way/4`, `osm:relation/5`, `overture:<id>` or `demo:<slug>`; the same after every import. */
  place_id: string
  name: string
  /** One line, put together the way the country writes it; the country's name stands last. */
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
  /** `openstreetmap`, `overture` or `demo`; several joined with `+` where duplicates were merged. */
  source: string
  licence: string
  attribution: string
  /** ISO 8601, when the import read it. */
  fetched_at: string
  is_demo: boolean
}

export interface PlaceSearch {
  query: string
  /** A town, district, postcode, region, country, or `town, country`; without one the whole directory is searched. */
  location?: string | null
  /** 1 to 100. */
  limit: number
  /** The cursor of the page before: opaque. */
  after?: string
  filters?: PlaceFilters
}

export interface PlaceFilters {
  has_website?: boolean
  has_phone?: boolean
  has_email?: boolean
}

export interface PlaceSearchResult {
  places: Place[]
  /** The cursor of the next page, null on the last one. */
  next: string | null
  /** A sentence when the search looked further than asked, or elsewhere. */
  widened: string | null
  /** What a page that shows these places must show. */
  attributions: string[]
}

/** A place that does not come out of a file, such as one of the demo town. */
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
  /** An estimate; null until there is something to estimate from. */
  remaining_ms: number | null
}

export interface ImportSummary {
  region: string
  source: string
  /** Places now in the region. */
  places: number
  /** Of those: how many the region did not have before. */
  added: number
  /** Places that the region had before and the new data lacks. */
  removed: number
  /** Entries of the same business that were put together. */
  merged: number
  /** Elements (or rows) that the file holds. */
  elements: number
  elapsed_ms: number
}

export interface RegionSummary {
  region: string
  source: string
  licence: string
  attribution: string
  places: number
  /** When the data was current, as far as the file says so. ISO 8601. */
  data_at: string | null
  imported_at: string
  is_demo: boolean
}

export interface ImportOptions {
  /** The name under which the data is listed and replaced; by default the file's name without its date. */
  region?: string
  onProgress?: (progress: ImportProgress) => void
  signal?: AbortSignal
}

export interface Places {
  /**
   * Imports an `.osm.pbf` or an Overture Places `.parquet` file as a region, in place of what the region held.
   * Nothing changes unless the whole file was read: throws CorruptFile with the byte position, or the abort reason.
   */
  importFile(path: string, options?: ImportOptions): Promise<ImportSummary>
  /** Imports demo places as a region; they are marked `is_demo`. */
  importPlaces(
    region: string,
    places: AsyncIterable<PlaceInput> | Iterable<PlaceInput>,
  ): Promise<ImportSummary>
  regions(): Promise<RegionSummary[]>
  /** Removes a region; answers how many places it held (0 when there is no such region). */
  removeRegion(region: string): Promise<number>
  /** Throws BadCursor for a cursor that is not one of this search's own. */
  search(search: PlaceSearch): Promise<PlaceSearchResult>
}
