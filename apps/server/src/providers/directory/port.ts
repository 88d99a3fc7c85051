/** A business as a directory lists it, with the field names of the API. */
export interface FoundBusiness {
  place_id: string
  name: string
  address: string
  website: string | null
  phone: string | null
  email: string | null
  locality: string | null
  /** The kind of business in plain English, such as 'bakery'. Absent if the directory has none. */
  category?: string | null
  /** The notice that the source's licence demands beside the business. */
  attribution: string | null
  is_demo: boolean
  /** In degrees (WGS 84). */
  lat: number | null
  lon: number | null
  /** From the centre of the place searched in, in metres. Absent if unknown. */
  distance_m?: number | null
  /** When the details must be fetched again, in ISO 8601; null if they may be kept. */
  expires_at: string | null
}

export type DirectorySort = 'match' | 'name' | 'distance'

export interface DirectorySearch {
  query: string
  location: string | null
  pageSize: number
  /** Opaque; from the previous page. */
  cursor: string | null
  filters?: {
    has_website?: boolean
    has_phone?: boolean
    has_email?: boolean
    category?: string
    /** Around the middle of the location. Ignored by directories that can't sort by distance. */
    within_km?: number
  }
  /** Default: best match first. Some directories support no other order. */
  sort?: DirectorySort
  /** Counts all matches, but no further than this. For a first page only. */
  countTo?: number
}

export interface DirectoryPage {
  businesses: FoundBusiness[]
  nextCursor: string | null
  /** A sentence if the search covered more than was asked for. */
  widened: string | null
  /** True if no business in the place matches, so these lie around it. */
  isAround: boolean
  /** False if this directory has no business of any kind in the place. `widened` says what it covers. */
  isCovered: boolean
  /** Orders that this search supports. */
  sorts: DirectorySort[]
  /** The number of matches, of those with a website, and their categories; null if they were not counted. */
  counted: { total: number; withWebsite: number; categories: string[] } | null
  attributions: string[]
}

/** A source of businesses. Throws DirectoryUnavailable if it can't be reached. */
export interface Directory {
  /** Throws CursorLost for a cursor that is no longer valid. */
  search(search: DirectorySearch, signal?: AbortSignal): Promise<DirectoryPage>
  /** Current details of known places, null for closed ones. Ids of other sources are left out. */
  refresh(placeIds: string[], signal?: AbortSignal): Promise<Map<string, FoundBusiness | null>>
}

/** The source can't be reached now (`later`), or refuses this installation (`refused`). */
export class DirectoryUnavailable extends Error {
  readonly kind: 'later' | 'refused'

  constructor(message: string, kind: 'later' | 'refused' = 'later') {
    super(message)
    this.kind = kind
  }
}

export class CursorLost extends Error {
  constructor() {
    super('The source does not know this list of results any more')
  }
}
