import { expect, test } from 'vitest'
import { contactsOf } from '../../test/read-html.ts'
import { parsePersonName } from './person-name.ts'

const personOf = (html: string, host = 'www.oakfield-bakery.com'): string => {
  const [one] = contactsOf(html, `http://${host}/team`)
  return `${one?.first_name ?? ''}|${one?.last_name ?? ''}`
}

test.each([
  ['Иванов Сергей Петрович', 'ru', 'Сергей', 'Иванов'],
  ['Сергей Петрович Иванов', 'ru', 'Сергей', 'Иванов'],
  ['Søren Åkjær Holm', 'da', 'Søren Åkjær', 'Holm'],
  ['Van Acker Koenraad', 'nl', 'Koenraad', 'Van Acker'],
  ['Maria Grazia Lo Presti', 'it', 'Maria Grazia', 'Lo Presti'],
  ['Dr. Szabó Péter', 'hu', 'Péter', 'Szabó'],
])('%s', (text, language, first_name, last_name) => {
  expect(parsePersonName(text, language)).toEqual({ first_name, last_name })
})

test('the address shows which of two names is the given name', () => {
  const card = (name: string, local: string): string =>
    `<html lang="de-CH"><li><h3>${name}</h3><p>Verwaltungsrat</p><p>${local}@oakfield-bakery.com</p></li></html>`
  expect(personOf(card('Oehri Norbert', 'norbert.oehri'))).toBe('Norbert|Oehri')
  expect(personOf(card('Norbert Oehri', 'oehri.norbert'))).toBe('Norbert|Oehri')
  expect(personOf(card('Blair James', 'blair.james'))).toBe('Blair|James')
})

test('a double family name is one even if a part is a trade', () => {
  const html =
    '<html lang="de"><li><h3>Rechtsanwältin Şirin Aydın-Koch</h3><p>aydin-koch@oakfield-bakery.com</p></li></html>'
  expect(personOf(html)).toBe('Şirin|Aydın-Koch')
})

test('a Hungarian family name may be a trade', () => {
  const html =
    '<html lang="hu"><li><h3>Dr. Szabó Péter</h3><p>nyomdavezető</p><p>szabo.peter@oakfield-bakery.com</p></li></html>'
  expect(personOf(html)).toBe('Péter|Szabó')
})

test('towns named after saints are not people', () => {
  for (const [heading, local] of [
    ['Santa Barbara', 'santabarbara'],
    ['Sankt Gallen', 'sg'],
    ['San Giovanni', 'sangiovanni'],
  ])
    expect(personOf(`<section><h2>${heading}</h2><p>${local}@oakfield-bakery.com</p></section>`)).toBe('|')
})

test('’Ring’ before a name is not part of it', () => {
  const html =
    '<div><div><h3>KYLIE BROWN</h3></div><div><p>Ring Kylie on Mondays</p><a href="mailto:kylie@oakfield-bakery.com">EMAIL</a></div></div>'
  expect(personOf(html)).toBe('Kylie|Brown')
})

test('a mailbox next to a person with another address is not that person’s', () => {
  const html =
    '<html lang="sv"><div><p>Fråga: fraga@oakfield-bakery.com</p><p>Ägare: Åsa Lindqvist asa@oakfield-bakery.com</p></div></html>'
  const names = Object.fromEntries(
    contactsOf(html).map(({ email, last_name }) => [email.split('@')[0], last_name]),
  )
  expect(names).toEqual({ fraga: null, asa: 'Lindqvist' })
})

test('Chinese names have the title after them, and ’contact’ labels are not titles', () => {
  const read = (text: string): unknown => {
    const [one] = contactsOf(`<html lang="zh"><p>${text}</p><p>wang@oakfield-bakery.com</p></html>`)
    return [one?.last_name, one?.first_name, one?.title]
  }
  expect(read('联系人：王小明 经理')).toEqual(['王', '小明', '经理'])
  expect(read('联系人：王小明 先生')).toEqual(['王', '小明', null])
  expect(read('総務部長 担当：佐藤 花子')).toEqual(['佐藤', '花子', null])
})

test('a Greek or Russian name can be paired with a Latin address', () => {
  const html =
    '<html lang="el"><p>Οδοντίατρος: Αναστασία Νικολάου</p><p>anastasia@oakfield-bakery.com</p></html>'
  expect(personOf(html)).toBe('Αναστασία|Νικολάου')
})

test('of two people with one family name neither gets the general mailbox', () => {
  expect(personOf('<p>Your hosts, Marguerite &amp; Paul Thibodeau</p><p>stay@oakfield-bakery.com</p>')).toBe(
    '|',
  )
  expect(personOf('<p>Your hosts, Marguerite &amp; Paul Thibodeau</p><p>paul@oakfield-bakery.com</p>')).toBe(
    'Paul|Thibodeau',
  )
})

test('a person whose row has an address doesn’t get the one above', () => {
  const html =
    '<table><tr><td>Loft</td><td>Xq Zeta</td><td>loft@oakfield-bakery.com</td></tr><tr><td>Accounts</td><td>Mary Geaney</td><td>accounts@oakfield-bakery.com</td></tr></table>'
  const names = Object.fromEntries(
    contactsOf(html).map(({ email, last_name }) => [email.split('@')[0], last_name]),
  )
  expect(names.loft).not.toBe('Geaney')
  expect(names.accounts).toBe('Geaney')
})
