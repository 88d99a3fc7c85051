import { Ints } from '../pbf/packed.ts'
import { merge } from './duplicates.ts'
import { Records } from './records.ts'
import type { Spool } from './spool.ts'
import type { Sourced } from './write-places.ts'

/** Of the entries that have duplicates so many are in memory. */
const HELD = 256
/** So many ids are asked for at a time. */
const BATCH = 1000

/** The listings with duplicates put together, each where the last of its entries stood. */
export class MergedListings {
  readonly #listings: Spool<Sourced>
  /** The entries that have duplicates, by their rank among those. */
  readonly #entries = new Records<Sourced>(HELD)

  constructor(listings: Spool<Sourced>) {
    this.#listings = listings
  }

  /**
   * The groups are of the listings' numbers, each rising. `findInForce` answers which ids are those of places that are
   * in force.
   */
  async merged(
    groups: Iterable<readonly number[]>,
    findInForce: (ids: string[]) => Promise<ReadonlySet<string>>,
  ): Promise<Iterable<Sourced>> {
    const known = new Groups(groups)
    if (known.members.length === 0) return this.#listings.drain()
    return this.#walk(known, await this.#readEntries(known, findInForce))
  }

  /** Removes the temporary file. */
  close(): void {
    this.#entries.close()
  }

  /** Answers by each entry's rank whether it is in force. */
  async #readEntries(
    { members }: Groups,
    findInForce: (ids: string[]) => Promise<ReadonlySet<string>>,
  ): Promise<Uint8Array> {
    const areInForce = new Uint8Array(members.length)
    let ids: string[] = []
    let index = 0
    for (const entry of this.#listings) {
      if (index++ !== members[this.#entries.length]) continue
      ids.push(entry.listing.place_id)
      const last = this.#entries.push(entry)
      if (ids.length < BATCH && last + 1 < members.length) continue
      const found = await findInForce(ids)
      const first = last + 1 - ids.length
      for (const [at, id] of ids.entries()) areInForce[first + at] = Number(found.has(id))
      ids = []
    }
    return areInForce
  }

  *#walk(known: Groups, areInForce: Uint8Array): Generator<Sourced> {
    const groups = known.byLast()
    let group = groups.next()
    let index = 0
    let rank = 0
    for (const entry of this.#listings.drain()) {
      const number = index++
      if (number !== known.members[rank]) {
        yield entry
        continue
      }
      rank++
      if (group.done || group.value.at(-1) !== number) continue
      const ranks = group.value.map((member) => known.rankOf(member))
      yield this.#mergedOf(ranks, areInForce)
      group = groups.next()
    }
  }

  #mergedOf(ranks: readonly number[], areInForce: Uint8Array): Sourced {
    const entries = ranks.map((rank) => this.#entries.get(rank))
    const inForce = ranks.flatMap((rank, at) =>
      areInForce[rank] === 1 ? [entries[at]!.listing.place_id] : [],
    )
    const listing = merge(
      entries.map((entry) => entry.listing),
      new Set(inForce),
    )
    return { ...entries.find((entry) => entry.listing.place_id === listing.place_id), listing }
  }
}

/** Groups of numbers, each number in one of them: twelve bytes a number. */
class Groups {
  /** All numbers, rising. */
  readonly members: Uint32Array
  readonly #grouped = new Ints()
  /** Where each group ends. */
  readonly #ends = new Ints()

  constructor(groups: Iterable<readonly number[]>) {
    for (const group of groups) {
      for (const member of group) this.#grouped.push(member)
      this.#ends.push(this.#grouped.length)
    }
    this.members = Uint32Array.from(this.#grouped.values.subarray(0, this.#grouped.length)).sort()
  }

  rankOf(member: number): number {
    let low = 0
    let high = this.members.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.members[middle]! < member) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Each group rising, the groups by their highest numbers. */
  *byLast(): Generator<number[]> {
    const grouped = this.#grouped.values
    const ends = this.#ends.values
    const lastOf = (group: number) => grouped[ends[group]! - 1]!
    const order = Uint32Array.from({ length: this.#ends.length }, (_, group) => group)
    for (const group of order.sort((a, b) => lastOf(a) - lastOf(b)))
      yield [...grouped.subarray(ends[group - 1] ?? 0, ends[group]!)]
  }
}
