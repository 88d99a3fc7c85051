import { expect, test } from 'vitest'
import {
  countSelected,
  everything,
  nothing,
  selectionBody,
  shownSelected,
  stateOf,
  withShown,
} from './many-selection.ts'

const shown = ['a', 'b', 'c']

test('rows are chosen one by one, and those that are not here stay chosen', () => {
  const some = withShown({ kind: 'some', keys: new Set(['z']) }, shown, new Set(['b']))
  expect([...some.keys]).toEqual(['z', 'b'])
  expect([countSelected(some, 100), stateOf(some, 100)]).toEqual([2, 'some'])
  expect([...shownSelected(some, shown)]).toEqual(['b'])
  expect(selectionBody(some, {})).toEqual({ ids: ['z', 'b'] })
})

test('all of a list can be chosen without having them here, and some taken out', () => {
  expect([countSelected(everything, 100), stateOf(everything, 100)]).toEqual([100, 'all'])
  const most = withShown(everything, shown, new Set(['a', 'c']))
  expect([countSelected(most, 100), stateOf(most, 100)]).toEqual([99, 'some'])
  expect([...shownSelected(most, shown)]).toEqual(['a', 'c'])
  expect(selectionBody(most, { text: 'x' })).toEqual({ filter: { text: 'x' }, except: ['b'] })
  expect(stateOf(everything, 0)).toBe('none')
  expect(stateOf(nothing, 5)).toBe('none')
})
