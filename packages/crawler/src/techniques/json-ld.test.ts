import { expect, test } from 'vitest'
import { contactsOf, emailsOf } from '../../test/read-html.ts'

test('a person of an organisation has name, title and phone', () => {
  const html =
    '<script type="application/ld+json">{"@type":"Bakery","email":"mailto:info@oakfield-bakery.com","employee":[{"@type":"Person","name":"Mira Solberg","jobTitle":"Head baker","email":"mira@oakfield-bakery.com","telephone":"+1 503 555 0101"},],}</script>'
  const contacts = contactsOf(html)
  expect(contacts.find(({ email }) => email.startsWith('mira'))).toMatchObject({
    first_name: 'Mira',
    last_name: 'Solberg',
    title: 'Head baker',
    phone: '+15035550101',
  })
  expect(contacts.find(({ email }) => email.startsWith('info'))).toMatchObject({
    first_name: null,
    last_name: null,
  })
})

test('malformed JSON and graphs are read', () => {
  const html =
    '<script type="application/ld+json">{"@graph":[{"@type":"Store","contactPoint":[{"email":"shop@oakfield-bakery.com"}]}],"x":"a\nb",}</script><script type="application/ld+json">{&quot;email&quot;:&quot;team@oakfield-bakery.com&quot;}</script>'
  expect(emailsOf(html)).toEqual(['shop@oakfield-bakery.com', 'team@oakfield-bakery.com'])
})

test('the author of a review is not a contact', () => {
  const html =
    '<script type="application/ld+json">{"@type":"Dentist","email":"desk@oakfield-bakery.com","review":{"@type":"Review","author":{"@type":"Person","name":"Jon Pike","email":"jon.pike@gmail.com"}}}</script>'
  expect(emailsOf(html)).toEqual(['desk@oakfield-bakery.com'])
})

test.each(['creator', 'author', 'maintainer', 'producer', 'copyrightHolder'])(
  "the website's %s is not the business, unless on its own domain",
  (key) => {
    const data = (email: string): string =>
      `<script type="application/ld+json">{"@type":"WebSite","${key}":{"@type":"Organization","contactPoint":[{"email":"${email}"}]},"publisher":{"@type":"Bakery","email":"oakbaker@gmail.com"}}</script>`
    expect(emailsOf(data('web@pageshop.net'))).toEqual(['oakbaker@gmail.com'])
    expect(emailsOf(data('info@oakfield-bakery.com'))).toEqual([
      'info@oakfield-bakery.com',
      'oakbaker@gmail.com',
    ])
  },
)
