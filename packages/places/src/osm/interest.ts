import type { Block } from '../pbf/block.ts'
import type { Ints } from '../pbf/packed.ts'
import { MAIN_KEYS, type Tags } from './business-tags.ts'

export const BUSINESS = 1
export const SETTLEMENT = 2
export const BOUNDARY = 4
export const LANDMARK = 8

const INTEREST = new Map<string, number>([
  ...MAIN_KEYS.map((key): [string, number] => [key, BUSINESS]),
  ['place', SETTLEMENT],
  ['boundary', BOUNDARY],
  ['railway', LANDMARK],
  ['aeroway', LANDMARK],
  ['historic', LANDMARK],
])

// `amenity` and `tourism` are landmarks too (a hospital, a museum); `BUSINESS` covers reading them.

const LENGTHS = new Set([...INTEREST.keys()].map((key) => key.length))
const FIRST_LETTERS = new Set([...INTEREST.keys()].map((key) => key.charCodeAt(0)))

/** For each text of a block what it means as a key. Only texts that may be such a key are looked at. */
export function interestOf(block: Block): Uint8Array {
  const interest = new Uint8Array(block.stringCount)
  for (let i = 0; i < interest.length; i++)
    if (LENGTHS.has(block.stringBytes(i)) && FIRST_LETTERS.has(block.firstByte(i)))
      interest[i] = INTEREST.get(block.string(i)) ?? 0
  return interest
}

/** What the keys between two places of a tag list mean, taken together. */
export function interestIn(interest: Uint8Array, tags: Ints, from: number, to: number): number {
  let found = 0
  for (let i = from; i < to; i += 2) found |= interest[tags.values[i]!]!
  return found
}

const MAX_VALUE = 2000

export function readTags(block: Block, tags: Ints, from: number, to: number): Tags {
  // Without a prototype V8 keeps it as a hash table: of elements hardly two have the same keys, and to learn the shape of
  // each takes longer than to look keys up. Nor can a key reach the prototype then.
  const read: Tags = Object.create(null)
  for (let i = from; i < to; i += 2) {
    const value = block.string(tags.values[i + 1]!)
    read[block.string(tags.values[i]!)] = value.length > MAX_VALUE ? value.slice(0, MAX_VALUE) : value
  }
  return read
}
