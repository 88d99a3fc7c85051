import { expect, test } from 'vitest'
import {
  findUnreadableLinks,
  readTarget,
  readUrl,
  replaceLinks,
  unreadableLinksMessage,
  writeLink,
} from './written-link.ts'

test.each([
  ['https://a.example/x?y=1', 'https://a.example/x?y=1'],
  [' www.a.example ', 'https://www.a.example'],
  ['a.example/path', 'https://a.example/path'],
  ['a.example:8080/path', 'https://a.example:8080/path'],
  ['bäckerei.example/ö', 'https://bäckerei.example/ö'],
  ['https://a.example/price list', 'https://a.example/price%20list'],
  ['https://a.example/price\u00a0list', 'https://a.example/price%C2%A0list'],
  ['https://a.example/?q="x"', 'https://a.example/?q=%22x%22'],
  ['https://a.example/?n={{firstName|my friend}}', 'https://a.example/?n={{firstName|my friend}}'],
  ['ada@a.example', 'mailto:ada@a.example'],
  ['mailto:ada@a.example?subject={{businessName}}', 'mailto:ada@a.example?subject={{businessName}}'],
  ['tel:+44 20', 'tel:+4420'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['https:/a.example', null],
  ['https://a b.example', null],
  ['https://{{businessName}}.example/', null],
  ['https://a.example{{firstName}}', null],
  ['{{firstName}}', null],
  ['{{website}}', null],
  ['/prices', null],
  ['a page', null],
  ['2.3', null],
  ['', null],
])('the URL typed as %j is %j', (typed, expected) => {
  expect(readUrl(typed)).toBe(expected)
})

test.each([
  ['{{website}}', '{{website}}'],
  ['{{ website | https://a.example }}', '{{ website | https://a.example }}'],
  ['{{website|javascript:alert(1)}}', null],
])('a link to %j leads to %j', (written, expected) => {
  expect(readTarget(written)).toBe(expected)
})

const read = (text: string) => {
  const found: string[] = []
  replaceLinks(text, ({ words, url }) => {
    found.push(`${words}: ${url}`)
    return ''
  })
  return found
}

test.each([
  ['[map](https://a.example/a_(b))', 'map: https://a.example/a_(b)'],
  ['([map](https://a.example/a_(b)_c))', 'map: https://a.example/a_(b)_c'],
  ['[map](https://a.example/a_\\(b\\))', 'map: https://a.example/a_(b)'],
  ['[list](https://a.example/price list)', 'list: https://a.example/price%20list'],
  ['[list](<https://a.example/price list>)', 'list: https://a.example/price%20list'],
  ['[list](https://a.example/list "Prices")', 'list: https://a.example/list'],
  ['[our [new] page](https://a.example/?a[]=1)', 'our [new] page: https://a.example/?a[]=1'],
  [
    '[you](https://a.example/?n={{firstName|you (or you)}})',
    'you: https://a.example/?n={{firstName|you (or you)}}',
  ],
])('%s is a link', (text, link) => {
  expect(read(text)).toEqual([link])
  expect(findUnreadableLinks(text)).toEqual([])
})

test.each([
  ['See [map](https://a.example/a_(b).', '[map](https://a.example/a_(b).'],
  ['[map](htp://a.example)', '[map](htp://a.example)'],
  ['[map]()', '[map]()'],
  ['[](https://a.example)', '[](https://a.example)'],
  ['our\npage](https://a.example)', '](https://a.example)'],
  ['[x](see the notes)', '[x](see the notes)'],
  ['<a href="/prices">x</a>', '/prices'],
  ["<a class=x href='javascript:alert(1)'>x</a>", 'javascript:alert(1)'],
])('%j contains a broken link: %s', (text, link) => {
  expect(read(text)).toEqual([])
  expect(findUnreadableLinks(text)).toEqual([link])
})

test('an unclosed link doesn’t hide another one', () => {
  const text = '[a](https://a.example and [b](https://b.example)'
  expect(read(text)).toEqual(['b: https://b.example'])
  expect(findUnreadableLinks(text)).toHaveLength(1)
})

test('three broken links are listed', () => {
  expect(unreadableLinksMessage(['[a](b)'])).toBe(
    'This link leads nowhere: [a](b). Write a link as [text](https://example.com).',
  )
  expect(unreadableLinksMessage(['[a](b)', '[c](d)', '[e](f)', '[g](h)'])).toContain(
    'nowhere: [a](b), [c](d), [e](f) and 1 more.',
  )
})

test('a written link can be read back', () => {
  const link = writeLink('our [new] page', 'https://a.example/(x) y?n={{firstName|my friend}}')
  expect(link).toBe('[our  new  page](https://a.example/(x)%20y?n={{firstName|my friend}})')
  expect(writeLink('x', 'https://a.example/:(')).toBe('[x](https://a.example/:%28)')
  expect(read(link)).toHaveLength(1)
})

test('a long text of brackets is read in linear time', () => {
  for (const part of ['[', '](', '[a](', '[a](({{b}}', '<a href '])
    expect(findUnreadableLinks(part.repeat(5000)).length).toBeLessThan(5001)
})
