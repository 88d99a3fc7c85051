import { expect, test } from 'vitest'
import { emailsOf, methodsOf } from '../../test/read-html.ts'

test("an image described as '@' is read as the sign", () => {
  expect(methodsOf('<p>info<img src="x.gif" alt="@">oakfield-bakery.com</p>')).toEqual({
    'info@oakfield-bakery.com': 'image-at',
  })
})

test('a file named at.gif without description is read, a picture of an address is not', () => {
  expect(
    emailsOf('<p>shop<img src="/img/at.gif">oakfield-bakery.com</p><img src="email.png" alt="our address">'),
  ).toEqual(['shop@oakfield-bakery.com'])
})
