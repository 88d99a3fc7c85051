import type { FoundBusiness } from '@goldpan/contract/search'
import { expect, test } from 'vitest'
import { boundsOf, neighbourOf, placedOf, pointsOf } from './map-points.ts'

const at = (place_id: string, lat: number | null, lon: number | null): FoundBusiness => ({
  place_id,
  name: `Shop ${place_id}`,
  address: '',
  website: null,
  phone: null,
  lat,
  lon,
})
const placed = placedOf([at('a', 47.1, 9.5), at('b', null, null), at('c', 47.2, 9.4)])

test('businesses whose position is known stand on the map, the others in the list only', () => {
  expect(placed.map(({ place_id }) => place_id)).toEqual(['a', 'c'])
  expect(boundsOf(placed)).toEqual([9.4, 47.1, 9.5, 47.2])
  expect(boundsOf([])).toBeNull()
  expect(pointsOf(placed, new Set(['c'])).features.map(({ properties }) => properties.selected)).toEqual([
    false,
    true,
  ])
})

test('one walks from point to point and round again', () => {
  expect(neighbourOf(placed, null, 1)?.place_id).toBe('a')
  expect(neighbourOf(placed, 'a', 1)?.place_id).toBe('c')
  expect(neighbourOf(placed, 'c', 1)?.place_id).toBe('a')
  expect(neighbourOf(placed, 'a', -1)?.place_id).toBe('c')
  expect(neighbourOf([], null, 1)).toBeNull()
})
