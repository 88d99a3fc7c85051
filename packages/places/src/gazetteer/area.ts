export type AreaKind = 'country' | 'region' | 'town' | 'district' | 'postcode' | 'landmark'

/** Something that people name to say where. `key` is what the places in it carry among their terms, after `a:`. */
export interface Area {
  key: string
  kind: AreaKind
  /** As it is shown. */
  name: string
  /** As it is looked up: folded, in all languages and spellings. */
  names: string[]
  country: string | null
  lat: number
  lon: number
  /** About how far it reaches from its point. */
  radius_m: number
  /** Whether it was drawn as an area; otherwise it is a point with a reach, or what addresses say. */
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
