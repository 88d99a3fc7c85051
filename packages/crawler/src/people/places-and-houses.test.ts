import { expect, test } from 'vitest'
import { contactsOf } from '../../test/read-html.ts'
import { isPlace } from './postal-lines.ts'

const SITE = 'http://www.linden-mill.com/'

function nameOf(html: string, url = SITE): (string | null | undefined)[] {
  const [contact] = contactsOf(html, url)
  return [contact?.first_name, contact?.last_name, contact?.title]
}

test.each([
  ['27, rue Jacques Daguerre', 'Jacques Daguerre'],
  ['4 avenue du Général Jean Moulin', 'Jean Moulin'],
  ['Via Giuseppe Verdi 12', 'Giuseppe Verdi'],
  ['Piazza Giacomo Matteotti, 3', 'Giacomo Matteotti'],
  ['Calle María Zambrano 7, bajo', 'María Zambrano'],
  ['ul. Jana Kowalskiego 5', 'Jana Kowalskiego'],
  ['Rua Ana Paula Ribeiro, 40', 'Ana Paula Ribeiro'],
  ['7 Ferry Quay', 'Ferry Quay'],
  ['12 Martin Luther King Drive', 'Martin Luther King'],
  ['6 Mill Street, Louis Trichardt, South Africa', 'Louis Trichardt'],
  ['2344 Maria Enzersdorf', 'Maria Enzersdorf'],
  ['Hauptstr. 4, 97980 Bad Mergentheim', 'Bad Mergentheim'],
  ['Grundschule Anne Frank', 'Anne Frank'],
  ['Salvador Allende Kalea 3', 'Salvador Allende'],
  ['Provincia de Santiago del Estero', 'Santiago del Estero'],
  ['Comune di San Marco Argentano', 'Marco Argentano'],
])('%s is a place, not a person', (line, name) => {
  const from = line.indexOf(name)
  expect(isPlace(line, from, from + name.length, 3) || isPlace(line, from, from + name.length, 2)).toBe(true)
})

test.each([
  ['Maria Huber, Hauptstr. 12, 80331 München', 'Maria Huber'],
  ['Ask for Peter Lund on 988 77 800', 'Peter Lund'],
  ['1 Maria Huber', 'Maria Huber'],
  ['Contact us via Maria Huber', 'Maria Huber'],
  ['Cours de piano : Marie Dupont', 'Marie Dupont'],
  ['Bäckerei Petra Maier', 'Petra Maier'],
  ['Tel. 030 1234567 Petra Maier', 'Petra Maier'],
])('%s is a person', (line, name) => {
  const from = line.indexOf(name)
  expect(isPlace(line, from, from + name.length, 3)).toBe(false)
})

test('a general mailbox does not get a name from the street', () => {
  expect(
    nameOf(
      '<h1>Contact</h1><p>P.A. du Moulin - 27, rue Jacques Daguerre<br>44600 Saint-Nazaire<br>contact@linden-mill.com</p>',
    ),
  ).toEqual([null, null, null])
  expect(
    nameOf('<footer><p>Linden Mill<br>7 Ferry Quay<br>Telephone<br>info@linden-mill.com</p></footer>'),
  ).toEqual([null, null, null])
})

test('a shop is not a person, even if its free mailbox has the same name', () => {
  const page = (name: string, email: string) =>
    `<title>${name}</title><div><h3>${name}</h3><p>Opening hours</p><p>${email}</p></div>`
  expect(nameOf(page('Arrate Motos', 'motosarrate@gmail.com'))).toEqual([null, null, null])
  expect(nameOf(page('Kung Fu Velden', 'kungfuvelden@gmail.com'))).toEqual([null, null, null])
  expect(
    nameOf(
      '<p>Climate-Smart Solutions</p><p>Press Enquiries</p><p>greenfarms@gmail.com</p>',
      'http://www.greenfarms.org/',
    ),
  ).toEqual([null, null, null])
})

test('a heading about the shop is not a person, and its list of benefits not a title', () => {
  expect(
    nameOf(
      '<title>Autoreinigung Demir</title><section><h2>Warum Autoreinigung Demir</h2><p>✓ Kostenlose Beratung</p><p>autoreinigung.demir@gmx.de</p></section>',
      'http://www.demir-glanz.de/',
    ),
  ).toEqual([null, null, null])
})

test('a person after whom the shop is named keeps the name', () => {
  expect(
    nameOf(
      '<title>Maria Huber Fotografie</title><div><h3>Maria Huber</h3><p>Fotografin</p><p>mariahuber@gmail.com</p></div>',
      'http://www.mariahuber.de/',
    ),
  ).toEqual(['Maria', 'Huber', 'Fotografin'])
})

test('the maker of the website is not the owner of its mailbox', () => {
  expect(
    nameOf(
      '<footer><p>hello@linden-mill.com</p><p>© <a href=/x>Rohan Bista</a>, All rights reserved</p></footer>',
    ),
  ).toEqual([null, null, null])
  expect(nameOf('<footer><p>hello@linden-mill.com</p><p>Autor strony: Michał Pol</p></footer>')).toEqual([
    null,
    null,
    null,
  ])
})

test('labels, legal phrases and descriptions of the business are not titles', () => {
  for (const line of [
    'Telephone',
    'Responsable du traitement',
    'Aviso legal · Cookies',
    'Praxis für Psychologie',
  ])
    expect(nameOf(`<div><h3>Katrin Weiss</h3><p>${line}</p><p>kw@linden-mill.com</p></div>`)).toEqual([
      'Katrin',
      'Weiss',
      null,
    ])
})

test('a chamber named in the imprint is not a contact of the business', () => {
  const imprint = `<title>Impressum</title><h1>Impressum</h1><p>Kanzlei Buche, kanzlei@linden-mill.com</p>
    <h2>Zuständige Kammer</h2><p>Rechtsanwaltskammer Berlin<br>Littenstr. 9<br>10179 Berlin<br>Tel. 030 306931-0<br>www.rak-berlin.de<br>info@rak-berlin.de</p>`
  expect(contactsOf(imprint, `${SITE}impressum`).map(({ email }) => email)).toEqual([
    'kanzlei@linden-mill.com',
  ])
})

test('a number that begins with zero is not American', () => {
  const phoneOf = (html: string) => contactsOf(html, 'http://www.linden-mill.com/')[0]!.phone
  expect(phoneOf('<html lang=en><p>hi@linden-mill.com<br>079 899 3150</p></html>')).toBeNull()
  expect(
    phoneOf(
      '<html lang=en><p>hi@linden-mill.com<br>06 28 04 64 27</p><a href="tel:+33478123456">Call</a></html>',
    ),
  ).toBe('+33628046427')
})

test("names after the Italian 'di' have the family name first", () => {
  const html =
    '<html lang="it"><p>Agriturismo Le Querce di Bianchi Andrea<br>P.IVA 01234567890<br>andrea@linden-mill.com</p></html>'
  expect(nameOf(html).slice(0, 2)).toEqual(['Andrea', 'Bianchi'])
})
