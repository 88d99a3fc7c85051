import { expect, test } from 'vitest'
import { Fingerprints } from './duplicates.ts'
import type { Listing } from './listing.ts'

/** Hundred names in turn; every fifth stands twice, a few metres apart, now and then three times. */
function listing(index: number): Listing {
  const twin = index % 10 === 5 ? index - 5 : index % 70 === 7 ? index - 7 : index
  return {
    place_id: `osm:node/${index}`,
    name: `Name ${twin % 100}`,
    lat: 40 + twin * 0.01 + (index - twin) * 1e-5,
    lon: 9,
    website: `https://site${twin}.example`,
    phone: null,
  } as Listing
}

test('places that are one business are found, be they in memory or in buckets of a file', () => {
  const found = [1 << 14, 10].map((held) => {
    const fingerprints = new Fingerprints(held)
    for (let index = 0; index < 3000; index++) fingerprints.add(listing(index))
    const groups = [...fingerprints.groups()].sort((a, b) => a[0]! - b[0]!)
    fingerprints.close()
    return groups
  })
  expect(found[0]).toHaveLength(300)
  expect(found[0]!.slice(0, 2)).toEqual([
    [0, 5, 7],
    [10, 15],
  ])
  expect(found[1]).toEqual(found[0])
})
