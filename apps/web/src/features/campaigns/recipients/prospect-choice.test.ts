import { expect, test } from 'vitest'
import { choiceBody, isNarrowed, listFilter } from './prospect-choice.ts'

test('prospects to add are asked for by text and table, without those in the campaign (CAMP-28, CAMP-29)', () => {
  expect(listFilter('spring', { text: '', tableId: '' })).toEqual({ not_in_campaign: 'spring' })
  expect(listFilter('spring', { text: ' ada ', tableId: 'mills' })).toEqual({
    not_in_campaign: 'spring',
    text: 'ada',
    table: 'mills',
  })
  expect([isNarrowed({ text: ' ', tableId: '' }), isNarrowed({ text: '', tableId: 'mills' })]).toEqual([
    false,
    true,
  ])
})

test('those chosen one by one are named, all of a long list are meant by its filter', () => {
  const filter = listFilter('spring', { text: 'ada', tableId: '' })
  expect(choiceBody({ kind: 'some', keys: new Set(['a', 'b']) }, filter)).toEqual({ prospects: ['a', 'b'] })
  expect(choiceBody({ kind: 'all-but', keys: new Set(['c']) }, filter)).toEqual({
    matching: { filter, except: ['c'] },
  })
})
