import type { Point } from '../geometry/distance.ts'
import { foldedWords } from '../text/fold.ts'
import { type Area, type AreaKind, countryKey, localityKey, postcodeKey, regionKey } from './area.ts'
import { nameForms } from './area-names.ts'
import { countryName, stateName } from './countries.ts'

interface Addressed {
  country: string | null
  region: string | null
  postcode: string | null
  /** Towns and quarters named in the address. */
  addressed: readonly string[]
}

interface Gathered {
  kind: AreaKind
  name: string
  country: string | null
  count: number
  lat: number
  lon: number
  minLat: number
  maxLat: number
}

const METRES_PER_DEGREE = 111_195

/** Areas known only from addresses of places. Their point is the mean of those places. */
export class AddressAreas {
  readonly #areas = new Map<string, Gathered>()

  /** Adds a place. Returns the keys of its areas, except its country's. */
  keysFor(point: Point, { country, region, postcode, addressed }: Addressed): string[] {
    if (country !== null)
      this.#count(countryKey(country), 'country', countryName(country) ?? country, country, point)
    const keys: string[] = []
    const add = (key: string, kind: AreaKind, name: string) => {
      this.#count(key, kind, name, country, point)
      keys.push(key)
    }
    for (const name of new Set(addressed)) {
      const folded = foldedWords(name).join(' ')
      // Thirty states have a Springfield.
      const state = region === null ? '' : `${foldedWords(region).join(' ')}|`
      if (folded.length > 1) add(localityKey(country, state + folded), 'town', name)
    }
    if (region !== null) add(regionKey(country, foldedWords(region).join(' ')), 'region', region)
    for (const code of postcode?.split(/[;,]/) ?? []) {
      const folded = foldedPostcode(code)
      if (folded !== '') add(postcodeKey(country, folded), 'postcode', code.trim())
    }
    return keys
  }

  areas(): Area[] {
    return [...this.#areas].map(([key, gathered]) => areaOf(key, gathered))
  }

  #count(key: string, kind: AreaKind, name: string, country: string | null, { lat, lon }: Point): void {
    const known = this.#areas.get(key)
    if (known === undefined) {
      this.#areas.set(key, { kind, name, country, count: 1, lat, lon, minLat: lat, maxLat: lat })
      return
    }
    known.count++
    known.lat += lat
    known.lon += lon
    known.minLat = Math.min(known.minLat, lat)
    known.maxLat = Math.max(known.maxLat, lat)
  }
}

function areaOf(key: string, gathered: Gathered): Area {
  const { kind, name, country, count, lat, lon, minLat, maxLat } = gathered
  return {
    key,
    kind,
    name,
    names: namesFor(kind, name, country),
    country,
    lat: lat / count,
    lon: lon / count,
    radius_m: Math.round(((maxLat - minLat) / 2) * METRES_PER_DEGREE),
    has_boundary: false,
  }
}

function namesFor(kind: AreaKind, name: string, country: string | null): string[] {
  if (kind === 'postcode') return [foldedPostcode(name)]
  if (kind === 'country') return [`country:${country}`]
  if (kind !== 'region') return nameForms(name)
  return [name, stateName(country, name)].flatMap((form) => (form === undefined ? [] : nameForms(form)))
}

/** Country code before a postcode: FL-9490, D-88131. */
export const POSTCODE_COUNTRY =
  /(?<![\p{L}\p{N}])(?:FL|LI|D|A|CH|F|I|L|MC|LT|E|SI|SK|CZ|HR|DK|FI|EE|LV)-(?=\d)/iu

/** Folds FL-9490 to 9490, SW1A 1AA to sw1a1aa, and a US ZIP+4 to its first five digits. */
export function foldedPostcode(code: string): string {
  const plain = code.trim().toUpperCase().replace(POSTCODE_COUNTRY, '')
  const zip = /^(\d{5})-\d{4}$/.exec(plain)
  return (zip?.[1] ?? plain).replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}
