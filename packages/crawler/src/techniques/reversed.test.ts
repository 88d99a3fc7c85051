import { expect, test } from 'vitest'
import { emailsOf, methodsOf } from '../../test/read-html.ts'

test('text reversed by a style is reversed back', () => {
  const html = '<span style="unicode-bidi:bidi-override; direction:rtl">moc.yrekab-dleifkao@ofni</span>'
  expect(methodsOf(html)).toEqual({ 'info@oakfield-bakery.com': 'reversed' })
})

test('also by class and bdo, and the reversed form is never reported', () => {
  const html =
    '<style>.r{direction:rtl;unicode-bidi:bidi-override}</style><b class="r">moc.yrekab-dleifkao@pohs</b><bdo dir="rtl">moc.yrekab-dleifkao@maet</bdo>'
  expect(emailsOf(html)).toEqual(['shop@oakfield-bakery.com', 'team@oakfield-bakery.com'])
})
