const MAX_ITEMS = 20_000

/**
 * Nuxt writes its state as one flat list in which objects hold the places of their values:
 * `[{"name":1,"email":2},"Ida Kerr","ida@oak.com"]`. Answers the objects with their texts in place.
 */
export function readNuxtPayload(payload: unknown): unknown {
  if (!Array.isArray(payload)) return payload
  const textAt = (place: unknown): unknown => {
    const value: unknown = typeof place === 'number' ? payload[place] : place
    return typeof value === 'object' ? undefined : value
  }
  return payload.slice(0, MAX_ITEMS).map((item: unknown) => {
    if (item === null || typeof item !== 'object' || Array.isArray(item)) return undefined
    return Object.fromEntries(Object.entries(item).map(([key, place]) => [key, textAt(place)]))
  })
}
