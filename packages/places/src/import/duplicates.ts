import { distanceM } from '../geometry/distance.ts'
import { websiteHost } from '../normalise/contact.ts'
import { hash53 } from '../text/term.ts'
import { Buckets } from './buckets.ts'
import type { Listing } from './listing.ts'
import { joinedName } from './terms.ts'

/** The same name with the same website or phone within this distance is the same business. */
export const SAME_BUSINESS_M = 100
/** So is a point within this distance of an area with the same name: mapped once as a point, once as a building. */
const SAME_BUILDING_M = 80
const LAT_REACH = SAME_BUSINESS_M / 111_195

/** So many are compared with each other in memory; of more those whose names have the same hash. */
const HELD = 1 << 14

/** What a place is recognised by: hashes, 0 for none, and whether it is a point (0), an area (1) or of neither kind (2). */
type Mark = [name: number, host: number, phone: number, lat: number, lon: number, kind: number, index: number]
const [NAME, HOST, PHONE, LAT, LON, KIND, INDEX] = [0, 1, 2, 3, 4, 5, 6] as const

/** What duplicates are recognised by. */
export class Fingerprints {
  readonly #marks: Buckets<Mark>
  #count = 0

  constructor(held = HELD) {
    this.#marks = new Buckets(held)
  }

  add({ place_id, name, website, phone, lat, lon }: Listing): void {
    const host = websiteHost(website)
    const kind = place_id.startsWith('osm:node/') ? 0 : place_id.startsWith('osm:') ? 1 : 2
    const named = hash53(joinedName(name))
    const hashes = [host, phone].map((text) => (text === null ? 0 : hash53(text)))
    this.#marks.push(named, [named, hashes[0]!, hashes[1]!, lat, lon, kind, this.#count++])
  }

  /** The numbers (in order of adding) of places that are one business, rising. */
  *groups(): Generator<number[]> {
    for (const marks of this.#marks.lists()) {
      const groups = new Map<number, number[]>()
      marks.sort((a, b) => a[NAME] - b[NAME] || a[LAT] - b[LAT])
      for (let i = 0; i < marks.length; i++)
        for (let j = i + 1; j < marks.length && marks[i]![NAME] === marks[j]![NAME]; j++) {
          if (marks[j]![LAT] - marks[i]![LAT] > LAT_REACH) break
          if (isSame(marks[i]!, marks[j]!)) unite(groups, marks[i]![INDEX], marks[j]![INDEX])
        }
      for (const group of new Set(groups.values())) yield group.sort((a, b) => a - b)
    }
  }

  /** Removes the temporary file. */
  close(): void {
    this.#marks.close()
  }
}

function isSame(a: Mark, b: Mark): boolean {
  const distance = distanceM({ lat: a[LAT], lon: a[LON] }, { lat: b[LAT], lon: b[LON] })
  const isSameContact = (a[HOST] !== 0 && a[HOST] === b[HOST]) || (a[PHONE] !== 0 && a[PHONE] === b[PHONE])
  if (isSameContact) return distance <= SAME_BUSINESS_M
  return a[KIND] + b[KIND] === 1 && distance <= SAME_BUILDING_M
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
