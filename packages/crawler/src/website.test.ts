import { expect, test } from 'vitest'
import { readWebsite } from './website.ts'

const first = (text: string): string => {
  const website = readWebsite(text)
  return website.kind === 'site' ? website.urls[0]!.href : website.kind
}

test.each([
  ['oakfield.com', 'https://oakfield.com/'],
  ['  www.oakfield.com/shop ', 'https://www.oakfield.com/shop'],
  ['http:/oakfield.com', 'http://oakfield.com/'],
  ['HTTP://Oakfield.com', 'http://oakfield.com/'],
  ['http:// oakfield .com', 'http://oakfield.com/'],
  ['oakfield.com:8080/x', 'http://oakfield.com:8080/x'],
  ['körber-bau.de', 'https://xn--krber-bau-07a.de/'],
  ['https://oakfield.com/#top', 'https://oakfield.com/'],
  ['http//www.oakfield.com', 'https://www.oakfield.com/'],
  ['http://www.oakfield.com; http://www.oakfield.de', 'http://www.oakfield.com/'],
  ['www.oakfield.com, www.oakfield.de', 'https://www.oakfield.com/'],
  ['https://www.facebook.com/oak / www.oakfield.com', 'https://www.oakfield.com/'],
  ['Oakfield Bakery - www.oakfield.com', 'https://www.oakfield.com/'],
  ['https://www.google.com/url?q=http://oakfield.com/&sa=D', 'http://oakfield.com/'],
])('%s is read as %s', (text, url) => {
  expect(first(text)).toBe(url)
})

test.each(['', '  ', '-', 'n/a', 'none'])("'%s' is not a website", (text) => {
  expect(first(text)).toBe('none')
})

test.each([
  'javascript:alert(1)',
  'ftp://oakfield.com',
  'mailto:a@b.com',
  'info@oakfield.com',
  'our website',
  'file:///etc/passwd',
  'data:text/html,x',
])('%s is not visited', (text) => {
  expect(first(text)).toBe('invalid')
})

test.each([
  'https://www.facebook.com/oak',
  'instagram.com/oak',
  'https://linktr.ee/oak',
  'https://maps.google.com/x',
])('%s is a profile', (text) => {
  expect(first(text)).toBe('profile')
})

test('the other scheme and host name are tried after the listed one', () => {
  const website = readWebsite('http://oakfield.com')
  expect(website.kind === 'site' && website.urls.map(String)).toEqual([
    'http://oakfield.com/',
    'https://oakfield.com/',
    'http://www.oakfield.com/',
  ])
})
