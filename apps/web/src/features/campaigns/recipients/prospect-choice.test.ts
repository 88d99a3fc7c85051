import { expect, test } from 'vitest'
import { filterProspects, tablesOf } from './prospect-choice.ts'

const row = (email: string, first_name: string | null, last_name: string | null, table: string | null) => ({
  ...{ email, first_name, last_name, business_table_id: table },
  business_table: table ? { id: table, name: table.toUpperCase() } : null,
})
const rows = [
  row('ada@pan.example', 'Ada', 'Pan', 'b'),
  row('info@shop.example', null, null, 'a'),
  row('sam@pan.example', 'Sam', 'Rivers', null),
]
const find = (text: string, tableId = '') =>
  filterProspects(rows, { text, tableId }).map(({ email }) => email)

test('prospects to add are filtered by address, first name, last name and table (CAMP-29)', () => {
  expect(find('SHOP')).toEqual(['info@shop.example'])
  expect(find('ada')).toEqual(['ada@pan.example'])
  expect(find('rivers')).toEqual(['sam@pan.example'])
  expect(find('pan', 'b')).toEqual(['ada@pan.example'])
  expect(find('sam riv')).toEqual(['sam@pan.example'])
  expect(find('', '')).toHaveLength(3)
})

test('the tables to choose from are those of the prospects, by name', () => {
  expect(tablesOf(rows)).toEqual([
    { value: 'a', label: 'A' },
    { value: 'b', label: 'B' },
  ])
})
