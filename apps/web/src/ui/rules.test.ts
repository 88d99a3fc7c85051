import { describe, expect, test } from 'vitest'
import { refusalOf } from './file-rule.ts'
import { nextSort } from './table-columns.ts'
import { stateOfAll, withAllRows, withRow } from './table-selection.ts'
import { percentOf, usageState } from './usage-state.ts'

describe('selecting rows', () => {
  const keys = ['a', 'b', 'c', 'd', 'e']
  const pick = (selected: string[], key: string, isSelected: boolean, rangeFrom: string | null = null) =>
    [...withRow(new Set(selected), keys, { key, isSelected, rangeFrom })].sort()

  test('one row is added or taken away', () => {
    expect(pick([], 'b', true)).toEqual(['b'])
    expect(pick(['a', 'b'], 'b', false)).toEqual(['a'])
  })

  test('Shift takes every row between the last one and this one, in both directions', () => {
    expect(pick(['b'], 'd', true, 'b')).toEqual(['b', 'c', 'd'])
    expect(pick(['d'], 'b', true, 'd')).toEqual(['b', 'c', 'd'])
    expect(pick(keys, 'd', false, 'b')).toEqual(['a', 'e'])
  })

  test('a last row that is gone makes no range', () => {
    expect(pick([], 'c', true, 'gone')).toEqual(['c'])
  })

  test('the box over all leaves rows alone that are not shown', () => {
    expect([...withAllRows(new Set(['hidden']), ['a', 'b'], true)]).toEqual(['hidden', 'a', 'b'])
    expect([...withAllRows(new Set(['hidden', 'a']), ['a'], false)]).toEqual(['hidden'])
    expect([
      stateOfAll(new Set(), keys),
      stateOfAll(new Set(['a']), keys),
      stateOfAll(new Set(keys), keys),
    ]).toEqual(['none', 'some', 'all'])
  })
})

test('a heading sorts upwards first and then turns around', () => {
  const first = nextSort(null, 'name')
  expect(first).toEqual({ column: 'name', direction: 'ascending' })
  expect(nextSort(first, 'name').direction).toBe('descending')
  expect(nextSort(first, 'email')).toEqual({ column: 'email', direction: 'ascending' })
})

test.each([
  [0, 20, 'normal'],
  [15, 20, 'normal'],
  [16, 20, 'near'],
  [19, 20, 'near'],
  [20, 20, 'full'],
  [25, 20, 'full'],
  [0, 0, 'full'],
  [1_000_000, null, 'normal'],
])('%i of %s used is %s: yellow from 80 %%, red from 100 %% (USAGE-03)', (count, limit, state) => {
  expect(usageState(count, limit)).toBe(state)
})

test('a percent is processed over total, rounded, and stays between 0 and 100 (GATHER-18)', () => {
  expect([percentOf(1, 3), percentOf(2, 3), percentOf(5, 3), percentOf(1, 0)]).toEqual([33, 67, 100, 0])
})

test('a file of another kind or too large is refused with its own sentence', () => {
  const rule = { accept: 'image/*,.csv', maxBytes: 10, sizeMessage: 'large', typeMessage: 'kind' }
  expect(refusalOf({ name: 'a.png', type: 'image/png', size: 10 }, rule)).toBeUndefined()
  expect(refusalOf({ name: 'A.CSV', type: '', size: 1 }, rule)).toBeUndefined()
  expect(refusalOf({ name: 'a.png', type: 'image/png', size: 11 }, rule)).toBe('large')
  expect(refusalOf({ name: 'a.pdf', type: 'application/pdf', size: 1 }, rule)).toBe('kind')
})
