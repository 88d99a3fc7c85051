import type { Directory, FoundBusiness } from './port.ts'

/** Finds the given businesses whose name contains the query. */
export function createFakeDirectory(businesses: FoundBusiness[]): Directory {
  return {
    async search({ query, pageSize, cursor, filters, sort, countTo }) {
      const found = businesses
        .filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()))
        .filter(({ website }) => !filters?.has_website || website !== null)
      if (sort === 'name') found.sort((a, b) => a.name.localeCompare(b.name))
      const start = Number(cursor ?? 0)
      const end = start + pageSize
      return {
        businesses: found.slice(start, end),
        nextCursor: end < found.length ? String(end) : null,
        widened: null,
        isAround: false,
        isCovered: true,
        sorts: ['match', 'name'],
        counted:
          countTo === undefined || cursor !== null
            ? null
            : {
                total: Math.min(countTo, found.length),
                withWebsite: found.filter(({ website }) => website !== null).length,
                categories: [...new Set(found.flatMap(({ category }) => category ?? []))],
              },
        attributions: [],
      }
    },

    async refresh(placeIds) {
      const now = new Map(businesses.map((business) => [business.place_id, business]))
      return new Map(placeIds.map((id) => [id, now.get(id) ?? null]))
    },
  }
}
