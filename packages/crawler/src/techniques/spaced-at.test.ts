import { expect, test } from 'vitest'
import { emailsOf } from '../../test/read-html.ts'

test("spaces around '@' are read on the site’s own domain", () => {
  expect(
    emailsOf('<p>Write to info @ oakfield-bakery.com or shop&nbsp;@&nbsp;oakfield-bakery.com</p>'),
  ).toEqual(['info@oakfield-bakery.com', 'shop@oakfield-bakery.com'])
})

test('on other domains they are only read after the word email', () => {
  expect(emailsOf('<p>Meet us @ bookfair.com</p><p>E-Mail: oakbaker @ gmail.com</p>')).toEqual([
    'oakbaker@gmail.com',
  ])
})

test.each([
  'Büro: info @ oakfield-bakery . com',
  'Bureau : info@oakfield-bakery . com',
  'Write to info @oakfield-bakery. com. At noon we close.',
  'Correo: info @ oakfield-bakery .com',
  'Write us. Info @ oakfield-bakery.com. At noon we close.',
])('spaces around dots are read: %s', (text) => {
  expect(emailsOf(`<p>${text}</p>`)).toEqual(['info@oakfield-bakery.com'])
})

test('spaces around the dots of a name and a free mail domain are read', () => {
  expect(emailsOf('<p>jane . roe @ oakfield-bakery . com</p><p>E-Mail: oakbaker @ gmail . com</p>')).toEqual([
    'jane.roe@oakfield-bakery.com',
    'oakbaker@gmail.com',
  ])
})
