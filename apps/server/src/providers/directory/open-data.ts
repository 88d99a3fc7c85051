import { BadCursor, type Place, type Places } from '@goldpan/places'
import { CursorLost, type Directory, type FoundBusiness } from './port.ts'

/** Searches imported open data: no key, no fees, no network. */
export function createOpenDataDirectory(places: Pick<Places, 'search'>): Directory {
  return {
    async search({ query, location, pageSize, cursor, filters, sort, countTo }) {
      const after = cursor ? { after: cursor } : {}
      const { within_km, ...others } = filters ?? {}
      const wanted = within_km === undefined ? others : { ...others, within_m: within_km * 1000 }
      const page = await places
        .search({ query, location, limit: pageSize, filters: wanted, sort, countTo, ...after })
        .catch((error: unknown) => {
          throw error instanceof BadCursor ? new CursorLost() : error
        })
      return {
        businesses: page.places.map(toBusiness),
        nextCursor: page.next,
        widened: page.widened,
        isAround: page.isAround,
        isCovered: page.isCovered,
        sorts: page.sorts,
        counted: page.counted,
        attributions: page.attributions,
      }
    },

    /** Open data never expires. */
    refresh: async () => new Map(),
  }
}

const toBusiness = (place: Place): FoundBusiness => ({
  place_id: place.place_id,
  name: place.name,
  address: place.address,
  website: place.website,
  phone: place.phone,
  email: place.email,
  locality: place.locality,
  category: place.categories[0] ?? null,
  attribution: place.attribution,
  is_demo: place.is_demo,
  lat: place.lat,
  lon: place.lon,
  distance_m: place.distance_m,
  expires_at: null,
})
