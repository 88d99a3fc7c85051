import { expect, test } from 'vitest'
import { emailsOf, methodsOf } from '../../test/read-html.ts'

test("an image with the alt text '@' is read as '@'", () => {
  expect(methodsOf('<p>info<img src="x.gif" alt="@">oakfield-bakery.com</p>')).toEqual({
    'info@oakfield-bakery.com': 'image-at',
  })
})

test('a file named at.gif without alt text is read, an image of an address is not', () => {
  expect(
    emailsOf('<p>shop<img src="/img/at.gif">oakfield-bakery.com</p><img src="email.png" alt="our address">'),
  ).toEqual(['shop@oakfield-bakery.com'])
})
