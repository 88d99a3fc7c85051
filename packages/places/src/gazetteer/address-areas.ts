import type { Point } from '../geometry/distance.ts'
import { Buckets } from '../import/buckets.ts'
import { foldedWords } from '../text/fold.ts'
import { hash53 } from '../text/term.ts'
import { type Area, type AreaKind, countryKey, localityKey, postcodeKey, regionKey } from './area.ts'
import { nameForms } from './area-names.ts'
import { countryName } from './countries.ts'
import { stateName } from './states.ts'

interface Addressed {
  country: string | null
  region: string | null
  postcode: string | null
  /** The towns and quarters that the address names. */
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
/** So many areas are gathered in memory, a third of a kilobyte each. */
const HELD = 1 << 14

/** A place in an area that is gathered later. */
type Later = [key: string, kind: AreaKind, name: string, country: string | null, lat: number, lon: number]

/** Areas that are known from the places' addresses alone: their point is the middle of the places. */
export class AddressAreas {
  readonly #areas = new Map<string, Gathered>()
  readonly #held: number
  readonly #later = new Buckets<Later>(0)

  /** Of more areas than `held` the places wait in a temporary file. */
  constructor(held = HELD) {
    this.#held = held
  }

  /** Counts the place in and answers the keys of its areas, without its country's. */
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
      // There is a Springfield in thirty states.
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

  *areas(): Generator<Area> {
    for (const [key, gathered] of this.#areas) yield areaOf(key, gathered)
    for (const list of this.#later.lists()) {
      const areas = new Map<string, Gathered>()
      for (const [key, kind, name, country, lat, lon] of list)
        gather(areas, key, kind, name, country, { lat, lon })
      for (const [key, gathered] of areas) yield areaOf(key, gathered)
    }
  }

  /** Removes the temporary file. */
  close(): void {
    this.#later.close()
  }

  #count(key: string, kind: AreaKind, name: string, country: string | null, point: Point): void {
    if (this.#areas.size < this.#held || this.#areas.has(key))
      gather(this.#areas, key, kind, name, country, point)
    else this.#later.push(hash53(key), [key, kind, name, country, point.lat, point.lon])
  }
}

function gather(
  areas: Map<string, Gathered>,
  key: string,
  kind: AreaKind,
  name: string,
  country: string | null,
  { lat, lon }: Point,
): void {
  const known = areas.get(key)
  if (known === undefined) {
    areas.set(key, { kind, name, country, count: 1, lat, lon, minLat: lat, maxLat: lat })
    return
  }
  known.count++
  known.lat += lat
  known.lon += lon
  known.minLat = Math.min(known.minLat, lat)
  known.maxLat = Math.max(known.maxLat, lat)
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

/** The country's sign before a postcode: FL-9490, D-88131. */
export const POSTCODE_COUNTRY =
  /(?<![\p{L}\p{N}])(?:FL|LI|D|A|CH|F|I|L|MC|LT|E|SI|SK|CZ|HR|DK|FI|EE|LV)-(?=\d)/iu

/** A postcode as it is compared: FL-9490 and 9490, SW1A 1AA and sw1a1aa; of a US ZIP+4 the first five digits. */
export function foldedPostcode(code: string): string {
  const plain = code.trim().toUpperCase().replace(POSTCODE_COUNTRY, '')
  const zip = /^(\d{5})-\d{4}$/.exec(plain)
  return (zip?.[1] ?? plain).replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}
