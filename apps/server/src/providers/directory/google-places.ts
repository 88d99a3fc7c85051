import type { Clock } from '../clock/port.ts'
import { createGoogleCall } from './google-call.ts'
import { DETAILS_MASK, isOpen, placeAnswer, SEARCH_MASK, searchAnswer, toBusiness } from './google-place.ts'
import { CursorLost, type Directory, type DirectoryPage, type FoundBusiness } from './port.ts'

export interface GooglePlacesDeps {
  clock: Clock
  apiKey: string
  /** Google's API unless a proxy or a test replaces it. */
  url?: string
  timeoutMs?: number
}

/** Google returns pages of 20, at most three. */
const PAGE_SIZE = 20
const MAX_PAGES = 3
/** Concurrent requests while details are refreshed. */
const REFRESH_AT_ONCE = 4
const ATTRIBUTION = 'Google Maps'

const NO_EMAILS =
  'Google Places knows no e-mail addresses, so nothing can be found that has one. Remove that filter to search.'

/** Google Places API (New): https://developers.google.com/maps/documentation/places/web-service/text-search */
export function createGooglePlacesDirectory({ clock, ...settings }: GooglePlacesDeps): Directory {
  const call = createGoogleCall(settings)
  const read = (place: Parameters<typeof toBusiness>[0]) => toBusiness(place, clock.now(), ATTRIBUTION)

  return {
    /** Leaves the page size to Google: later pages must repeat the parameters of the first. */
    async search({ query, location, cursor, filters }, signal): Promise<DirectoryPage> {
      if (filters?.has_email) return emptyPage(NO_EMAILS)
      const textQuery = location ? `${query} in ${location}` : query
      let at = cursor === null ? { page: 1, token: null } : readCursor(cursor)
      for (;;) {
        const answer = await call.post('/v1/places:searchText', SEARCH_MASK, searchAnswer, {
          body: { textQuery, pageSize: PAGE_SIZE, ...(at.token && { pageToken: at.token }) },
          signal,
        })
        const businesses = (answer.places ?? []).filter(isOpen).map(read).filter(passes(filters))
        const next = answer.nextPageToken && at.page < MAX_PAGES ? answer.nextPageToken : null
        // Skip a page whose places were all filtered out.
        if (businesses.length > 0 || next === null)
          return {
            businesses,
            nextCursor: next && `${at.page + 1}:${next}`,
            widened: null,
            attributions: businesses.length > 0 ? [ATTRIBUTION] : [],
          }
        at = { page: at.page + 1, token: next }
      }
    },

    async refresh(placeIds, signal) {
      const found = new Map<string, FoundBusiness | null>()
      const waiting = placeIds.filter(isGoogleId)
      const work = async () => {
        for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
          const place = await call.find(
            `/v1/places/${encodeURIComponent(id)}`,
            DETAILS_MASK,
            placeAnswer,
            signal,
          )
          // Google may return a newer id; saved businesses keep the id they were saved with.
          found.set(id, place && isOpen(place) ? { ...read(place), place_id: id } : null)
        }
      }
      await Promise.all(Array.from({ length: REFRESH_AT_ONCE }, work))
      return found
    },
  }
}

/** Ids of other sources have a prefix: `osm:node/1`, `demo:…`, `manual-…`. */
const isGoogleId = (id: string) => /^[\w-]{10,300}$/.test(id) && !id.startsWith('manual-')

function readCursor(cursor: string): { page: number; token: string } {
  const [, page, token] = /^([23]):(.+)$/s.exec(cursor) ?? []
  if (!page || !token) throw new CursorLost()
  return { page: Number(page), token }
}

const passes =
  (filters: { has_website?: boolean; has_phone?: boolean } = {}) =>
  ({ website, phone }: FoundBusiness) =>
    (!filters.has_website || website !== null) && (!filters.has_phone || phone !== null)

const emptyPage = (widened: string): DirectoryPage => ({
  businesses: [],
  nextCursor: null,
  widened,
  attributions: [],
})
