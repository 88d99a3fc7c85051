import type { ClientBase } from 'pg'
import { websiteHost } from '../normalise/contact.ts'
import { joinedName } from '../search/terms.ts'
import {
  type Fingerprint,
  findDuplicates,
  type StagedListing,
  stageListings,
  takeListings,
} from '../store/staging.store.ts'
import type { Listing } from './listing.ts'

const GROUPS_AT_ONCE = 500

export async function stage(client: ClientBase, staged: readonly StagedListing[]): Promise<void> {
  await stageListings(
    client,
    staged.map((record) => ({ ...record, fingerprint: fingerprint(record.listing) })),
  )
}

function fingerprint({ place_id, name, website }: Listing): Fingerprint {
  const shape = place_id.startsWith('osm:node/') ? 'point' : place_id.startsWith('osm:') ? 'area' : null
  return { name: joinedName(name), host: websiteHost(website), shape }
}

/** Replaces staged listings of the same business by a merged one. */
export async function mergeDuplicates(client: ClientBase, region: string): Promise<void> {
  const groups = groupsOf(await findDuplicates(client))
  for (let from = 0; from < groups.length; from += GROUPS_AT_ONCE) {
    const some = groups.slice(from, from + GROUPS_AT_ONCE)
    const taken = await takeListings(client, region, some.flat())
    await stage(
      client,
      some.map((group) => merge(group.map((number) => taken.get(number)!))),
    )
  }
}

function groupsOf(pairs: readonly [number, number][]): number[][] {
  const groups = new Map<number, number[]>()
  for (const [a, b] of pairs) {
    const first = groups.get(a) ?? [a]
    const second = groups.get(b) ?? [b]
    if (first === second) continue
    const united = [...first, ...second]
    for (const member of united) groups.set(member, united)
  }
  return [...new Set(groups.values())]
}

/**
 * Merges entries of one business. Prefers an id that is in force, so that ids are stable across imports, then a
 * point's id over an area's. Missing values of the main entry come from the others.
 */
function merge(entries: readonly (StagedListing & { isInForce: boolean })[]): StagedListing {
  const [main, ...others] = entries.toSorted(
    (a, b) =>
      Number(b.isInForce) - Number(a.isInForce) ||
      kindOf(a.listing) - kindOf(b.listing) ||
      compareIds(a.listing.place_id, b.listing.place_id),
  )
  const merged = { ...main!.listing }
  for (const { listing: other } of others) {
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
  return main!.origin === undefined ? { listing: merged } : { listing: merged, origin: main!.origin }
}

function kindOf({ place_id }: Listing): number {
  return ['osm:node/', 'osm:way/', 'osm:relation/'].findIndex((prefix) => place_id.startsWith(prefix))
}

/** Compares numbers at the end numerically, so that 9 comes before 10. */
function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1)
}
