import { expect, test } from 'vitest'
import { emailsOf } from '../../test/read-html.ts'

const EMAIL = 'yard@oakfield-bakery.com'

test.each([
  'yard*oakfield-bakery.com (replace * by @)',
  'yard★oakfield-bakery.com, where ★ stands for @',
  'yard#oakfield-bakery.com – bitte # durch @ ersetzen',
  'yard#oakfield-bakery.com. Das Zeichen # steht für den Klammeraffen.',
  "yard*oakfield-bakery.com (remplacez l'étoile par une arobase)",
  'yard*oakfield-bakery.com (sustituya el asterisco por la arroba)',
  'yard%oakfield-bakery.com, sostituire % con @',
  'yard~oakfield-bakery.com (vervang ~ door @)',
  'yard$oakfield-bakery.com (zamień $ na @)',
  'yard*oakfield-bakery.com, substitua * por @',
  'yard#oakfield-bakery.com (nahraďte # za @)',
  'yard*oakfield-bakery.com, byt * mot @',
  'Korvaa * merkillä @: yard*oakfield-bakery.com',
  'Use @ instead of #: yard#oakfield-bakery.com',
  'Statt * bitte @ verwenden: yard * oakfield-bakery.com',
  '(* = @) yard*oakfield-bakery.com',
  'yardQQoakfield-bakery.com – replace "QQ" with @',
  'yard AFFE oakfield-bakery.com (AFFE durch @ ersetzen)',
  'yard(star)oakfield-bakery.com, please replace (star) by @',
  'yard★oakfield-bakery.com (★ = "at")',
  'yard🐌oakfield-bakery.com – 🐌 = @',
  'yard*oakfield-bakery_com (* is @ and _ is ".")',
])('%s', (text) => {
  expect(emailsOf(`<p>${text}</p>`)).toEqual([EMAIL])
})

test('the statement may be on another line, and the address in a link', () => {
  expect(
    emailsOf(
      '<a href="mailto:yard*oakfield-bakery.com">Mail</a><p>Please swap the star for the at sign.</p>',
    ),
  ).toEqual([EMAIL])
})

test.each([
  'Tea & oakfield-bakery.com is at your service, @ home, by us',
  'Open * oakfield-bakery.com * daily, with love, @oakfield',
  'Rooms #oakfield-bakery.com – write to yard@oakfield-bakery.com, by mail or by phone',
])('separators without a statement are ignored: %s', (text) => {
  expect(emailsOf(`<p>${text}</p>`).filter((email) => email !== EMAIL)).toEqual([])
})
