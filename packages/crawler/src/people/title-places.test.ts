import { expect, test } from 'vitest'
import { contactsOf } from '../../test/read-html.ts'

const titlesOf = (html: string): Record<string, string | null> =>
  Object.fromEntries(contactsOf(html).map(({ email, title }) => [email.split('@')[0]!, title]))

test('an element marked as role is the title, before any sentence', () => {
  const card = (name: string, role: string, local: string): string =>
    `<div class="member"><h4>${name}</h4><p class="et_pb_member_position">${role}</p><p>Ihr Ansprechpartner für alle Fragen. <a href="mailto:${local}@oakfield-bakery.com">Mail</a></p></div>`
  expect(
    titlesOf(card('Tim Osterloh', 'Steuern und Bilanz', 'osterloh') + card('Gesa Kranz', 'Lohn', 'kranz')),
  ).toEqual({ osterloh: 'Steuern und Bilanz', kranz: 'Lohn' })
})

test('a page’s slogan is not a title', () => {
  const html = `<header><h1>Oakfield</h1><p class="subtitle">Fresh bread every morning</p></header><p>${'We bake. '.repeat(30)}</p><p>Maria Huber</p><p>maria@oakfield-bakery.com</p>`
  expect(titlesOf(html)).toEqual({ maria: null })
})

test('a department heading is the title of each person up to the next heading', () => {
  const html =
    '<h3>Verkauf</h3><p>Herr Olaf Stöver, o.stoever@oakfield-bakery.com<br>Frau Ilka Behn, i.behn@oakfield-bakery.com</p><h3>Unsere Region</h3><p>Frau Tina Ross, t.ross@oakfield-bakery.com</p>'
  expect(titlesOf(html)).toEqual({ 'o.stoever': 'Verkauf', 'i.behn': 'Verkauf', 't.ross': null })
})

test('in definition lists the department precedes the name', () => {
  const html =
    '<dl><dt>Jednatel</dt><dd>Ing. Radek Vlček</dd><dd>radek@oakfield-bakery.com</dd><dt>Obchod</dt><dd>Šárka Novotná</dd><dd>sarka@oakfield-bakery.com</dd></dl>'
  expect(titlesOf(html)).toEqual({ radek: 'Jednatel', sarka: 'Obchod' })
})

test("'Junior' after a name does not end the line", () => {
  const html = '<p>Luis Ortega Jr., Associate: ortega@oakfield-bakery.com</p>'
  expect(titlesOf(html)).toEqual({ ortega: 'Associate' })
})
