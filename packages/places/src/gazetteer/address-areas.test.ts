import { expect, test } from 'vitest'
import { AddressAreas } from './address-areas.ts'

test('areas that addresses name come out the same, be they gathered in memory or in buckets of a file', () => {
  const found = [1 << 14, 20].map((held) => {
    const areas = new AddressAreas(held)
    for (let index = 0; index < 2000; index++)
      areas.keysFor(
        { lat: 40 + index / 7000, lon: 9 + (index % 13) / 3 },
        { country: 'US', region: ['IL', 'NY'][index % 2]!, postcode: String(10_000 + (index % 300)), addressed: [`Town ${index % 70}`] }, // biome-ignore format: one address
      )
    const all = [...areas.areas()].sort((a, b) => (a.key < b.key ? -1 : 1))
    areas.close()
    return all
  })
  expect(found[0]).toHaveLength(1 + 2 + 300 + 70)
  expect(found[1]).toEqual(found[0])
})
