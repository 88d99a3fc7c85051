import { expect, test } from 'vitest'
import { emailsOf } from '../../test/read-html.ts'

test('an address in a sentence is found without surrounding punctuation', () => {
  const html =
    '<p>Write to office@oakfield-bakery.com. Or (orders@oakfield-bakery.com); "cafe@oakfield-bakery.com"</p>'
  expect(emailsOf(html)).toEqual([
    'cafe@oakfield-bakery.com',
    'office@oakfield-bakery.com',
    'orders@oakfield-bakery.com',
  ])
})

test('an element border ends an address, and so do adjacent words', () => {
  const html =
    '<ul><li>ann@oakfield-bakery.com</li><li>bob@oakfield-bakery.comTel: 12</li></ul><p>cy@oakfield-bakery.com.We bake</p><p>E-Mail:di@oakfield-bakery.comwww.oakfield-bakery.com</p>'
  expect(emailsOf(html)).toEqual(['ann', 'bob', 'cy', 'di'].map((name) => `${name}@oakfield-bakery.com`))
})

test('entities, invisible characters and full-width letters are read as displayed', () => {
  const html =
    '<p>&#105;&#x6e;fo&#64;oakfield-bakery&#46;com</p><p>sh\u200bop@oak\u00adfield-bakery.com</p><p>ｃａｆｅ＠ｏａｋｆｉｅｌｄ－ｂａｋｅｒｙ．ｃｏｍ</p><p>te<wbr>am@oakfield-<wbr>bakery.com</p>'
  expect(emailsOf(html)).toEqual(
    ['cafe', 'info', 'shop', 'team'].map((name) => `${name}@oakfield-bakery.com`),
  )
})

test('comments inside an address are dropped, and commented-out addresses ignored', () => {
  const html =
    '<p>info<!-- no -->@oakfield<!-- spam@bots.com -->-bakery.com</p><!-- old@oakfield-bakery.com -->'
  expect(emailsOf(html)).toEqual(['info@oakfield-bakery.com'])
})

test('hidden pieces inside an address are dropped, and short hidden lines are traps', () => {
  const html =
    '<style>.no{display:none}</style><p>info@<span class="no">spam.</span>oakfield-bakery.com</p><p style="display:none">trap@oakfield-bakery.com</p><div class="tab-pane" style="display:none">tab@oakfield-bakery.com</div>'
  expect(emailsOf(html)).toEqual(['info@oakfield-bakery.com', 'tab@oakfield-bakery.com'])
})

test('text in an inline SVG is read', () => {
  expect(emailsOf('<svg><text x="1">info@oakfield-bakery.com</text></svg>')).toEqual([
    'info@oakfield-bakery.com',
  ])
})

test('an international domain is converted to ASCII', () => {
  expect(emailsOf('<p>Büro: info@bäckerei-öl.de</p>', 'http://www.xn--bckerei-l-v2a9r.de/')).toEqual([
    'info@xn--bckerei-l-v2a9r.de',
  ])
})
