import { expect, test } from 'vitest'
import { LEVELS, TIERS } from '../text/tiers.ts'
import { nextTiers, type Reading, type Tiers } from './reading.ts'
import { EMPTY, type Segment } from './segment.ts'

/** What 80,000 of a million places match, evenly on all levels. */
const common = (word: number): Segment => ({
  ...EMPTY,
  word: [word],
  isGuess: false,
  isPlace: false,
  uses: 80_000,
  levels: new Array<number>(LEVELS).fill(10_000),
  inCountries: undefined,
})
const reading: Reading = {
  ...{ segments: [common(1), common(2)], narrowings: [], countries: [], listedIn: undefined },
  ...{ total: 1_000_000, names: undefined },
}

function partsOf(found: number | undefined): Tiers[] {
  const parts: Tiers[] = []
  // After the places that are named as it was asked.
  let part = nextTiers(reading, { tierFrom: -1, tierCount: 1 })
  while (part !== undefined) {
    parts.push(part)
    part = nextTiers(reading, part, found)
  }
  return parts
}

test.each([
  ['nothing is found', 0],
  ['each part is full', undefined],
])('parts follow each other without a gap to the last tier: %s', (_, found) => {
  let end = 0
  for (const { tierFrom, tierCount } of partsOf(found)) {
    expect(tierFrom).toBe(end)
    end = tierFrom + tierCount
  }
  expect(end).toBe(TIERS)
})

test('what no place matches takes few parts, what many match is read in small ones', () => {
  expect(partsOf(0).length).toBeLessThanOrEqual(12)
  for (const { tierCount } of partsOf(undefined)) expect(tierCount).toBeLessThanOrEqual(2)
})
