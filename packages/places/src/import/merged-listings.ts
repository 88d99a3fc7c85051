import { type Fingerprints, merge } from './duplicates.ts'
import type { Spool } from './spool.ts'
import type { Sourced } from './write-places.ts'

/** The listings with duplicates put together, each where the last of its entries stood. */
export async function mergedListings(
  listings: Spool<Sourced>,
  fingerprints: Fingerprints,
  findInForce: (ids: string[]) => Promise<ReadonlySet<string>>,
): Promise<Iterable<Sourced>> {
  const groups = fingerprints.groups()
  if (groups.size === 0) return listings
  const ids: string[] = []
  let index = 0
  for (const { listing } of listings) if (groups.has(index++)) ids.push(listing.place_id)
  return mergeWalk(listings, groups, await findInForce(ids))
}

function* mergeWalk(
  listings: Spool<Sourced>,
  groups: ReadonlyMap<number, number[]>,
  inForce: ReadonlySet<string>,
): Generator<Sourced> {
  const waiting = new Map<number[], Sourced[]>()
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
