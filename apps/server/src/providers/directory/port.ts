/** A business as a directory knows it. Field names are those of the wire. */
export interface FoundBusiness {
  place_id: string
  name: string
  address: string
  website: string | null
  phone: string | null
  email: string | null
  locality: string | null
  /** What kind of business it is, in plain English: 'bakery'. Left out by a directory that does not say. */
  category?: string | null
  attribution: string | null
  is_demo: boolean
  lat: number | null
  lon: number | null
  /** Until when these details may be kept without asking the directory again; null where they may be kept. */
  expires_at: string | null
}

export interface DirectorySearch {
  query: string
  location: string | null
  pageSize: number
  /** The directory's own cursor for the next page, from the page before. */
  cursor: string | null
  filters?: { has_website?: boolean; has_phone?: boolean; has_email?: boolean }
}

export interface DirectoryPage {
  businesses: FoundBusiness[]
  nextCursor: string | null
  /** A sentence when the search looked further than asked. */
  widened: string | null
  attributions: string[]
}

/** Where businesses are found. Throws DirectoryUnavailable when the source cannot be asked. */
export interface Directory {
  /** Throws CursorLost for a cursor that the source does not take any more. */
  search(search: DirectorySearch, signal?: AbortSignal): Promise<DirectoryPage>
  /** What the source says now of places it named before: null for one that is gone. Places of other sources are left out. */
  refresh(placeIds: string[], signal?: AbortSignal): Promise<Map<string, FoundBusiness | null>>
}

/** The source cannot be asked at the moment (`later`), or refuses to answer this installation (`refused`). */
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
