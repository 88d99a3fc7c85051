import { expect, test } from 'vitest'
import { emailsOf } from '../../test/read-html.ts'

test('plain words are read on the site’s own domain', () => {
  expect(
    emailsOf('<p>Orders at oakfield-bakery dot com. As featured at books.com and at noon dot com.</p>'),
  ).toEqual(['orders@oakfield-bakery.com'])
})

test('capitals and unambiguous words are read', () => {
  expect(
    emailsOf('<p>citas ARROBA oakfield-bakery PUNTO com</p><p>info chiocciola oakfield-bakery.com</p>'),
  ).toEqual(['citas@oakfield-bakery.com', 'info@oakfield-bakery.com'])
})
