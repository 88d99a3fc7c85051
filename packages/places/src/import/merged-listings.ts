import type { Origin } from '../store/import.store.ts'
import { type Fingerprints, merge } from './duplicates.ts'
import type { Listing } from './listing.ts'
import type { Spool } from './spool.ts'

export interface Spooled {
  listing: Listing
  origin?: Origin
}

/** The listings with duplicates put together, each where the last of its entries stood. */
export async function mergedListings(
  listings: Spool<Spooled>,
  fingerprints: Fingerprints,
  findInForce: (ids: string[]) => Promise<ReadonlySet<string>>,
): Promise<Iterable<Spooled>> {
  const groups = fingerprints.groups()
  if (groups.size === 0) return listings
  const ids: string[] = []
  let index = 0
  for (const { listing } of listings) if (groups.has(index++)) ids.push(listing.place_id)
  return mergeWalk(listings, groups, await findInForce(ids))
}

function* mergeWalk(
  listings: Spool<Spooled>,
  groups: ReadonlyMap<number, number[]>,
  inForce: ReadonlySet<string>,
): Generator<Spooled> {
  const waiting = new Map<number[], Spooled[]>()
  let index = 0
  for (const entry of listings) {
    const group = groups.get(index++)
    if (group === undefined) {
      yield entry
      continue
    }
    const members = [...(waiting.get(group) ?? []), entry]
    waiting.set(group, members)
    if (members.length < group.length) continue
    waiting.delete(group)
    const listing = merge(
      members.map((member) => member.listing),
      inForce,
    )
    yield { ...members.find((member) => member.listing.place_id === listing.place_id), listing }
  }
}
