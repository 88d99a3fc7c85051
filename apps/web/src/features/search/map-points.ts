import type { FoundBusiness } from '@goldpan/contract/search'

export interface PlacedBusiness {
  place_id: string
  name: string
  lat: number
  lon: number
}

export const placedOf = (businesses: readonly FoundBusiness[]): PlacedBusiness[] =>
  businesses.flatMap(({ place_id, name, lat, lon }) =>
    typeof lat === 'number' && typeof lon === 'number' ? [{ place_id, name, lat, lon }] : [],
  )

/** As GeoJSON. */
export const pointsOf = (placed: readonly PlacedBusiness[], selected: ReadonlySet<string>) => ({
  type: 'FeatureCollection' as const,
  features: placed.map(({ place_id, name, lat, lon }) => ({
    type: 'Feature' as const,
    geometry: { type: 'Point' as const, coordinates: [lon, lat] },
    properties: { place_id, name, selected: selected.has(place_id) },
  })),
})

/** The bounding box: west, south, east, north. Null without points. */
export function boundsOf(placed: readonly PlacedBusiness[]): [number, number, number, number] | null {
  if (placed.length === 0) return null
  const lons = placed.map(({ lon }) => lon)
  const lats = placed.map(({ lat }) => lat)
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)]
}

/** The point before or after the active one; the first if none is active. */
export function neighbourOf(placed: readonly PlacedBusiness[], active: string | null, step: 1 | -1) {
  if (placed.length === 0) return null
  const index = placed.findIndex(({ place_id }) => place_id === active)
  if (index < 0) return placed[0]!
  return placed[(index + step + placed.length) % placed.length]!
}
