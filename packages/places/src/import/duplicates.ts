import { distanceM } from '../geometry/distance.ts'
import { websiteHost } from '../normalise/contact.ts'
import { Floats } from '../pbf/packed.ts'
import { hash53 } from '../text/term.ts'
import type { Listing } from './listing.ts'
import { joinedName } from './terms.ts'

/** The same name with the same website or phone within this distance is the same business. */
export const SAME_BUSINESS_M = 100
/** So is a point within this distance of an area with the same name: mapped once as a point, once as a building. */
const SAME_BUILDING_M = 80
const LAT_REACH = SAME_BUSINESS_M / 111_195

/** What duplicates are recognised by, 48 bytes a place, so that millions fit. */
export class Fingerprints {
  readonly #names = new Floats()
  readonly #hosts = new Floats()
  readonly #phones = new Floats()
  readonly #lats = new Floats()
  readonly #lons = new Floats()
  readonly #areas = new Floats()

  add(listing: Listing): void {
    const host = websiteHost(listing.website)
    push(this.#names, hash53(joinedName(listing.name)))
    push(this.#hosts, host === null ? 0 : hash53(host))
    push(this.#phones, listing.phone === null ? 0 : hash53(listing.phone))
    push(this.#lats, listing.lat)
    push(this.#lons, listing.lon)
    push(
      this.#areas,
      listing.place_id.startsWith('osm:node/') ? 0 : listing.place_id.startsWith('osm:') ? 1 : 2,
    )
  }

  /** The numbers (in order of adding) of places that are one business, by the number of each of them. */
  groups(): Map<number, number[]> {
    const order = Uint32Array.from({ length: this.#names.length }, (_, index) => index)
    const names = this.#names.values
    const lats = this.#lats.values
    order.sort((a, b) => names[a]! - names[b]! || lats[a]! - lats[b]!)
    const groups = new Map<number, number[]>()
    for (let i = 0; i < order.length; i++)
      for (let j = i + 1; j < order.length && names[order[i]!] === names[order[j]!]; j++) {
        if (lats[order[j]!]! - lats[order[i]!]! > LAT_REACH) break
        if (this.#isSame(order[i]!, order[j]!)) unite(groups, order[i]!, order[j]!)
      }
    return groups
  }

  #isSame(a: number, b: number): boolean {
    const distance = distanceM(this.#point(a), this.#point(b))
    const isSameContact = [this.#hosts, this.#phones].some(
      ({ values }) => values[a] !== 0 && values[a] === values[b],
    )
    if (isSameContact) return distance <= SAME_BUSINESS_M
    const kinds = this.#areas.values[a]! + this.#areas.values[b]!
    return kinds === 1 && distance <= SAME_BUILDING_M
  }

  #point(index: number) {
    return { lat: this.#lats.values[index]!, lon: this.#lons.values[index]! }
  }
}

function push(list: Floats, value: number): void {
  list.reserve(list.length + 1)[list.length++] = value
}

function unite(groups: Map<number, number[]>, a: number, b: number): void {
  const first = groups.get(a) ?? [a]
  const second = groups.get(b) ?? [b]
  if (first === second) return
  const all = [...first, ...second]
  for (const member of all) groups.set(member, all)
}

/**
 * One entry out of several of the same business. Its id is one that is in force already, so that ids stay; else the
 * point's before the area's. What it lacks comes from the others.
 */
export function merge(listings: readonly Listing[], idsInForce: ReadonlySet<string>): Listing {
  const [main, ...others] = [...listings].sort(
    (a, b) =>
      Number(idsInForce.has(b.place_id)) - Number(idsInForce.has(a.place_id)) ||
      kindOf(a) - kindOf(b) ||
      compareIds(a.place_id, b.place_id),
  )
  const merged = { ...main! }
  for (const other of others) {
    merged.website ??= other.website
    merged.phone ??= other.phone
    merged.email ??= other.email
    merged.opening_hours ??= other.opening_hours
    if (other.address.length > merged.address.length) merged.address = other.address
    merged.names = [...new Set([...merged.names, ...other.names])]
    merged.tags = [...new Set([...merged.tags, ...other.tags])]
    merged.areas = [...new Set([...merged.areas, ...other.areas])]
    merged.merged_ids = [...merged.merged_ids, other.place_id]
  }
  return merged
}

function kindOf({ place_id }: Listing): number {
  return ['osm:node/', 'osm:way/', 'osm:relation/'].findIndex((prefix) => place_id.startsWith(prefix))
}

/** By number where ids end in one, so that 9 comes before 10. */
function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1)
}
