import { expect, test } from 'vitest'
import { contactsOf, emailsOf } from '../../test/read-html.ts'

test('people are read from a framework’s state', () => {
  const html =
    '<script id="__NEXT_DATA__" type="application/json">{"props":{"team":[{"name":"Ida Kerr","role":"Owner","email":"ida\\u0040oakfield-bakery.com"}]}}</script>'
  expect(contactsOf(html)[0]).toMatchObject({
    email: 'ida@oakfield-bakery.com',
    first_name: 'Ida',
    last_name: 'Kerr',
    title: 'Owner',
  })
})

test('people are read from the flat state of Nuxt', () => {
  const payload = JSON.stringify([
    { data: 1 },
    { team: 2 },
    [3],
    { name: 4, mail: 5, role: 6 },
    'Ingrid Solberg',
    'ingrid@oakfield-bakery.com',
    'Manager',
  ])
  const html = `<script type="application/json" id="__NUXT_DATA__" data-nuxt-data="nuxt-app">${payload}</script>`
  expect(contactsOf(html)[0]).toMatchObject({
    email: 'ingrid@oakfield-bakery.com',
    first_name: 'Ingrid',
    last_name: 'Solberg',
    title: 'Manager',
  })
  expect(emailsOf(html.replace('[3]', '[99]').replaceAll('"team":2', '"team":"x"'))).toEqual([
    'ingrid@oakfield-bakery.com',
  ])
})

test('objects in scripts are read, with escapes decoded first', () => {
  const html = `<script>window.__STATE__={people:[{fullName:'Ron Vale',position:'Clerk',mail:'ron@oakfield-bakery.com'}]};</script><script>push("\\u003einfo@oakfield-bakery.com\\u003c")</script>`
  expect(emailsOf(html)).toEqual(['info@oakfield-bakery.com', 'ron@oakfield-bakery.com'])
})

test('keys of error services are not addresses', () => {
  expect(
    emailsOf(`<script>init({dsn:"https://4f1c9e77d0a84b6db6a5f3b1c2e8d9aa@o1.ingest.sentry.io/5"})</script>`),
  ).toEqual([])
})

test.each([
  { nome: 'Chiara Bellandi', ruolo: 'Titolare', email: 'cb@oakfield-bakery.com' },
  { nome: 'Chiara', cognome: 'Bellandi', qualifica: 'Titolare', email: 'cb@oakfield-bakery.com' },
  { Vorname: 'Chiara', Nachname: 'Bellandi', Funktion: 'Titolare', 'E-Mail': 'cb@oakfield-bakery.com' },
  { prenom: 'Chiara', nom: 'Bellandi', fonction: 'Titolare', courriel: 'cb@oakfield-bakery.com' },
  {
    first_name: 'Chiara',
    last_name: 'Bellandi',
    title: 'Titolare',
    contact: { email: 'cb@oakfield-bakery.com' },
  },
  {
    title: { rendered: 'Chiara Bellandi' },
    acf: { name: 'Chiara Bellandi', role: 'Titolare', email: 'cb@oakfield-bakery.com' },
  },
])('keys in many languages are recognised: %j', (person) => {
  const html = `<script id="state" type="application/json">${JSON.stringify({ staff: [person] })}</script>`
  expect(contactsOf(html)[0]).toMatchObject({
    email: 'cb@oakfield-bakery.com',
    first_name: 'Chiara',
    last_name: 'Bellandi',
    title: 'Titolare',
  })
})

test('a business name is not the person of its mailbox', () => {
  const html =
    '<script type="application/json">{"name":"Oakfield Bread Works","contact":{"email":"office@oakfield-bakery.com"}}</script>'
  expect(contactsOf(html)[0]).toMatchObject({ first_name: null, last_name: null })
})
