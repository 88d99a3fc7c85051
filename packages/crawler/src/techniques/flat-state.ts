const MAX_ITEMS = 20_000

/**
 * Resolves the flat lists of Nuxt and React Router, in which objects refer to the positions of their values, and with
 * React Router of their keys: `[{"name":1,"email":2},"Ida Kerr","ida@oak.com"]`, `[{"_1":2},"name","Ida Kerr"]`.
 * Returns the objects with their texts.
 */
export function readFlatState(payload: unknown): unknown {
  if (!Array.isArray(payload)) return payload
  const textAt = (index: unknown): unknown => {
    const value: unknown = typeof index === 'number' ? payload[index] : index
    return typeof value === 'object' ? undefined : value
  }
  const keyAt = (key: string): string => {
    const name: unknown = /^_\d{1,6}$/.test(key) ? payload[Number(key.slice(1))] : key
    return typeof name === 'string' ? name : key
  }
  return payload.slice(0, MAX_ITEMS).map((item: unknown) => {
    if (item === null || typeof item !== 'object' || Array.isArray(item)) return undefined
    return Object.fromEntries(Object.entries(item).map(([key, index]) => [keyAt(key), textAt(index)]))
  })
}
