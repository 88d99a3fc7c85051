import { expect, test } from 'vitest'
import { emailsOf } from '../../test/read-html.ts'

test("spaces around the sign are read on the site's own domain", () => {
  expect(
    emailsOf('<p>Write to info @ oakfield-bakery.com or shop&nbsp;@&nbsp;oakfield-bakery.com</p>'),
  ).toEqual(['info@oakfield-bakery.com', 'shop@oakfield-bakery.com'])
})

test('on other domains only behind the word for e-mail', () => {
  expect(emailsOf('<p>Meet us @ bookfair.com</p><p>E-Mail: oakbaker @ gmail.com</p>')).toEqual([
    'oakbaker@gmail.com',
  ])
})
