import { expect, test } from 'vitest'
import { contactsOf } from '../../test/read-html.ts'
import { writtenPhones } from './phones.ts'

const numbers = (text: string, country: 'DE' | 'ES' | 'IT' | 'US'): string[] =>
  writtenPhones(text, 0, text.length, country).map(({ number }) => number)

test('a number ends with its line, because the next may begin with a house number or postal code', () => {
  expect(numbers('Tel: 415-555-0177\n500 Terry Street', 'US')).toEqual(['+14155550177'])
  expect(numbers('0711 5550123\n70173 Stuttgart', 'DE')).toEqual(['+497115550123'])
})

test("words for a phone that end like 'no.' or 'nr.' don’t mean a register", () => {
  expect(numbers('Teléfono: 957 55 01 23', 'ES')).toEqual(['+34957550123'])
  expect(numbers('Telefono: 059 5550180', 'IT')).toEqual(['+390595550180'])
  expect(numbers('Tel.-Nr.: 0711 5550123', 'DE')).toEqual(['+497115550123'])
  expect(numbers('Telefonnummer 0711 5550123', 'DE')).toEqual(['+497115550123'])
})

test('register, tax and account numbers are not phone numbers', () => {
  for (const text of [
    'Steuer-Nr. 28 123 45678',
    'USt-IdNr.: 123 456 789',
    'HRB 771 2345 67',
    'Konto-Nr. 0712 345 678',
  ])
    expect(numbers(text, 'DE'), text).toEqual([])
  expect(
    numbers('N.I.F: 123 456 789 / NIF 123456789', 'ES').filter((number) => number.endsWith('56789')),
  ).toEqual([])
})

test('in a list, a number between two names belongs to the first person', () => {
  const html =
    '<dl><dt>Maria Huber</dt><dd>Leitung</dd><dd>Telefon +49 421 555 01 30</dd><dd>huber@oakfield-bakery.com</dd><dt>Jens Petersen</dt><dd>Verkauf</dd><dd>Telefon +49 421 555 01 31</dd><dd>petersen@oakfield-bakery.com</dd></dl>'
  expect(
    Object.fromEntries(contactsOf(html).map(({ email, phone }) => [email.split('@')[0], phone])),
  ).toEqual({ huber: '+494215550130', petersen: '+494215550131' })
})

const phones = (html: string): (string | null)[] => contactsOf(html).map(({ phone }) => phone)

test.each([
  ['+44 20 7946 0155 ext. 12', '+442079460155'],
  ['+44 20 7946 0155 x12', '+442079460155'],
  ['+44 20 7946 0155-12', '+442079460155'],
  ['+1 415-555-0177 ext 5', '+14155550177'],
  ['+33 1 99 00 12 34 poste 12', '+33199001234'],
  ['+34 957 55 01 23 ext. 5', '+34957550123'],
  ['+39 059 5550180 int. 5', '+390595550180'],
  ['+49 561 555016-12', '+4956155501612'],
  ['+49 561 5550-0, Durchwahl 12', '+49561555012'],
  ['+49 561 5550-0 (DW -12)', '+49561555012'],
  ['+43 1 5550 DW 14', '+431555014'],
  ['+41 44 555 01 Nebenstelle 22', '+41445550122'],
])('%s is %s', (written, number) => {
  expect(phones(`<p>Anna Berg, ${written}, anna@oakfield-bakery.com</p>`)).toEqual([number])
})

test.each(['tel:+442079460155,12', 'tel:+442079460155;ext=12', 'tel:+442079460155x12'])(
  'the extension in %s is left out',
  (href) => {
    expect(phones(`<p>Anna Berg <a href="${href}">Call</a> anna@oakfield-bakery.com</p>`)).toEqual([
      '+442079460155',
    ])
  },
)

test('an extension alone is appended to the page’s switchboard number', () => {
  const html =
    '<p>Telefon +49 561 5550-0</p><ul><li>Anna Berg, DW 12, a@oakfield-bakery.com</li><li>Tom Holm, Durchwahl: -13, b@oakfield-bakery.com</li></ul><table><tr><th>Name</th><th>Durchwahl</th><th>E-Mail</th></tr><tr><td>Eva Kurz</td><td>14</td><td>c@oakfield-bakery.com</td></tr></table>'
  expect(phones(html).sort()).toEqual(['+49561555012', '+49561555013', '+49561555014'])
})
