/** A business as a directory knows it. Field names are those of the wire. */
export interface FoundBusiness {
  place_id: string
  name: string
  address: string
  website: string | null
  phone: string | null
  email: string | null
  locality: string | null
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
  search(search: DirectorySearch, signal?: AbortSignal): Promise<DirectoryPage>
}

export class DirectoryUnavailable extends Error {}
