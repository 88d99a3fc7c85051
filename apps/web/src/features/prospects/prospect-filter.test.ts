import { expect, test } from 'vitest'
import { isNarrowed, queryOf, readFilter, readSort, writeAddress } from './prospect-filter.ts'

const table = '0f8fad5b-d9cb-469f-a165-70867728950e'

test('filter and sort stand in the address and come back from it', () => {
  const filter = { text: 'ada', status: 'new', table }
  const sort = { column: 'email', direction: 'descending' } as const
  const address = new URLSearchParams(writeAddress(filter, sort))
  expect(readFilter(address)).toEqual(filter)
  expect(readSort(address)).toEqual(sort)
  expect(queryOf(filter, sort)).toEqual({ ...filter, sort: 'email', direction: 'descending' })
})

test('an address written by hand breaks nothing', () => {
  const address = new URLSearchParams('status=nonsense&table=drop&sort=secret&text=%20')
  expect(queryOf(readFilter(address), readSort(address))).toEqual({})
  expect(isNarrowed({ text: ' ', status: '', table: '' })).toBe(false)
  expect(isNarrowed({ text: '', status: '', table })).toBe(true)
})
