import { expect, test } from 'vitest'
import { readPage } from '../parse/read-page.ts'

const linksOf = (body: string): string[] =>
  readPage({
    url: 'http://www.oak.com/',
    html: `<html><body>${body}</body></html>`,
    siteDomains: ['oak.com'],
    country: null,
  }).links.map(({ url, text }) => `${new URL(url).pathname} ${text}`.trim())

test('a menu written by a script is followed', () => {
  const menu = '<script>var m=[["Start","index.html"],["Impressum","law/imp.php"]];write(m)</script>'
  expect(linksOf(menu)).toEqual(['/index.html Start', '/law/imp.php Impressum'])
  expect(linksOf(`<a href="/kontakt">Kontakt</a>${menu}`)).toEqual(['/kontakt Kontakt'])
})

test('drop-down menus, selects and buttons are followed', () => {
  expect(
    linksOf(
      '<details><summary>Mehr</summary><ul hidden><li><a href="/law">Rechtliches</a></li></ul></details>',
    ),
  ).toEqual(['/law Rechtliches'])
  expect(
    linksOf(
      '<select><option value="/impressum.html">Impressum</option><option value="/x.html">X</option></select>',
    ),
  ).toEqual(['/impressum.html Impressum'])
  expect(linksOf('<button data-url="/kontakt">Kontakt</button>')).toEqual(['/kontakt Kontakt'])
})

test('a number or an address starts where the previous element ends', () => {
  const html =
    '<div><span>Lars Persson</span><span>Verkstadschef</span><a href="tel:+46435550120">0435-550 120</a><a href="mailto:lars@oak.com">lars@oak.com</a></div>'
  const [one] = readPage({
    url: 'http://www.oak.com/',
    html,
    siteDomains: ['oak.com'],
    country: 'SE',
  }).addresses
  expect(one).toMatchObject({
    email: 'lars@oak.com',
    phone: '+46435550120',
    person: { first_name: 'Lars', last_name: 'Persson', title: 'Verkstadschef' },
  })
})
