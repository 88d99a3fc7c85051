import { expect, test } from 'vitest'
import { emailsOf } from '../../test/read-html.ts'

test('words in all kinds of brackets stand for ’@’ and ’.’', () => {
  const texts = [
    'a [at] oakfield-bakery [dot] com',
    'b(at)oakfield-bakery.com',
    'c {at} oakfield-bakery {dot} com',
    'd[@]oakfield-bakery.com',
    'e&lt;at&gt;oakfield-bakery.com',
    'f *at* oakfield-bakery.com',
    'g<at>oakfield-bakery.com',
  ]
  expect(emailsOf(texts.map((text) => `<p>${text}</p>`).join(''))).toEqual(
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `${name}@oakfield-bakery.com`),
  )
})

test('words of thirteen languages are known', () => {
  const words = [
    '(at) x (dot)',
    '(ät) x (Punkt)',
    '(arobase) x (point)',
    '(arroba) x (punto)',
    '(chiocciola) x (punto)',
    '(apenstaartje) x (punt)',
    '(małpa) x (kropka)',
    '(arroba) x (ponto)',
    '(zavináč) x (tečka)',
    '(snabel-a) x (punkt)',
    '(krøllalfa) x (punktum)',
    '(at-merkki) x (piste)',
    '(kukac) x (pont)',
  ]
  const html = words
    .map((word, index) => `<p>p${index} ${word.replace('x', 'oakfield-bakery')} com</p>`)
    .join('')
  expect(emailsOf(html)).toHaveLength(words.length)
})

test('the local part may be spelled out as well', () => {
  expect(emailsOf('<p>mary (dot) roe (at) oakfield-bakery (dot) com</p>')).toEqual([
    'mary.roe@oakfield-bakery.com',
  ])
})

test('hyphens only count on the site’s own domain', () => {
  expect(emailsOf('<p>info-at-oakfield-bakery.com, stay-at-home.com</p>')).toEqual([
    'info@oakfield-bakery.com',
  ])
})

test.each([
  'stumps -at- oakfield-bakery -dot- com',
  'stumps-at-oakfield-bakery-dot-com',
  'stumps--at--oakfield-bakery.com',
  'stumps –ät– oakfield-bakery –punkt– com',
  'stumps -arobase- oakfield-bakery -point- com',
  'stumps -arroba- oakfield-bakery -punto- com',
  'stumps -chiocciola- oakfield-bakery.com',
  'stumps +at+ oakfield-bakery.com',
])('words between hyphens and other signs are read: %s', (text) => {
  expect(emailsOf(`<p>${text}</p>`)).toEqual(['stumps@oakfield-bakery.com'])
})
