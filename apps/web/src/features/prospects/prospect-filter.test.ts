import type { Prospect } from '@goldpan/contract/prospects'
import { expect, test } from 'vitest'
import { matchesFilter } from './prospect-filter.ts'

const ada = {
  email: 'ada@mill.example',
  first_name: 'Ada',
  last_name: 'Pan',
  status: 'new',
  business_table_id: 't1',
} as Prospect
const all = { text: '', status: '', table: '' }

test('prospects are filtered by text in email and names, by status and by table (PROS-02)', () => {
  expect(matchesFilter(ada, all)).toBe(true)
  for (const text of ['MILL', 'ada', 'pan', 'Ada Pan'])
    expect(matchesFilter(ada, { ...all, text })).toBe(true)
  expect(matchesFilter(ada, { ...all, text: 'zoe' })).toBe(false)
  expect(matchesFilter(ada, { ...all, status: 'contacted' })).toBe(false)
  expect(matchesFilter(ada, { ...all, table: 't2' })).toBe(false)
  expect(matchesFilter(ada, { text: 'ada', status: 'new', table: 't1' })).toBe(true)
})
