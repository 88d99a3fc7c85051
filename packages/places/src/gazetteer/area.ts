export type AreaKind = 'country' | 'region' | 'town' | 'district' | 'postcode' | 'landmark'

/** A town, region, postcode or landmark. Places in it carry its key among their terms. */
export interface Area {
  key: string
  kind: AreaKind
  /** As displayed. */
  name: string
  /** As people may type it: folded, in all languages. */
  names: string[]
  country: string | null
  lat: number
  lon: number
  /** Approximate radius around its point. */
  radius_m: number
  /** False for points with an estimated radius and for areas known only from addresses. */
  has_boundary: boolean
}

export function countryKey(code: string): string {
  return `c:${code}`
}

export function isCountryKey(key: string): boolean {
  return key.startsWith('c:')
}

export function postcodeKey(country: string | null, postcode: string): string {
  return `p:${country ?? ''}|${postcode}`
}

export function localityKey(country: string | null, folded: string): string {
  return `l:${country ?? ''}|${folded}`
}

export function regionKey(country: string | null, folded: string): string {
  return `s:${country ?? ''}|${folded}`
}
