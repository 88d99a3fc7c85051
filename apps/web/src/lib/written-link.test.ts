import { expect, test } from 'vitest'
import { readAddress, WRITTEN_LINK, writeLink } from './written-link.ts'

test.each([
  ['https://a.example/x?y=1', 'https://a.example/x?y=1'],
  [' www.a.example ', 'https://www.a.example'],
  ['a.example/path', 'https://a.example/path'],
  ['ada@a.example', 'mailto:ada@a.example'],
  ['tel:+44 20', 'tel:+44 20'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['a page', null],
  ['', null],
])('the address typed as %j is %j', (typed, expected) => {
  expect(readAddress(typed)).toBe(expected)
})

test('a link is written so that it can be read back', () => {
  const link = writeLink('our [new] page', 'https://a.example/(x) y')
  expect(link).toBe('[our  new  page](https://a.example/%28x%29%20y)')
  expect([...link.matchAll(WRITTEN_LINK)]).toHaveLength(1)
})
