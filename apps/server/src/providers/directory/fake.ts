import type { Directory, FoundBusiness } from './port.ts'

/** Finds the given businesses whose name contains the query. */
export function createFakeDirectory(businesses: FoundBusiness[]): Directory {
  return {
    async search({ query, pageSize, cursor }) {
      const found = businesses.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()))
      const start = Number(cursor ?? 0)
      const end = start + pageSize
      return {
        businesses: found.slice(start, end),
        nextCursor: end < found.length ? String(end) : null,
        widened: null,
        attributions: [],
      }
    },

    async refresh(placeIds) {
      const now = new Map(businesses.map((business) => [business.place_id, business]))
      return new Map(placeIds.map((id) => [id, now.get(id) ?? null]))
    },
  }
}
