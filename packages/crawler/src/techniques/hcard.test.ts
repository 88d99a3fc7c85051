import { expect, test } from 'vitest'
import { contactsOf } from '../../test/read-html.ts'

test('a classic card gives name, title and phone', () => {
  const [contact] = contactsOf(
    '<div class="vcard"><span class="fn">Tom Archer</span>, <span class="title">Miller</span> <a class="email" href="mailto:tom@oakfield-bakery.com">e</a> <span class="tel">+1 503 555 0111</span></div>',
  )
  expect(contact).toMatchObject({
    email: 'tom@oakfield-bakery.com',
    first_name: 'Tom',
    last_name: 'Archer',
    title: 'Miller',
    phone: '+15035550111',
  })
})

test('a card of an organisation has no person', () => {
  const contacts = contactsOf(
    '<div class="vcard"><b class="fn org">Mary Oak</b><a class="email" href="mailto:info@oakfield-bakery.com">e</a></div><div class="h-card"><b class="p-name">Una Bright</b><a class="u-email" href="mailto:una@oakfield-bakery.com">e</a></div>',
  )
  expect(contacts.find(({ email }) => email.startsWith('info'))?.title).toBeNull()
  expect(contacts.find(({ email }) => email.startsWith('una'))).toMatchObject({
    first_name: 'Una',
    last_name: 'Bright',
  })
})
