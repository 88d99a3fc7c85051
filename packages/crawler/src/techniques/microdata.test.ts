import { expect, test } from 'vitest'
import { contactsOf, emailsOf } from '../../test/read-html.ts'

test('a person’s itemscope has name and title', () => {
  const html =
    '<div itemscope itemtype="http://schema.org/Dentist"><span itemprop="name">Oak Dental</span><a itemprop="email" href="mailto:info@oakfield-bakery.com">m</a><div itemscope itemprop="employee" itemtype="https://schema.org/Person"><b itemprop="name">Dr. Ana Brand</b><i itemprop="jobTitle">Dentist</i><meta itemprop="email" content="ana@oakfield-bakery.com"></div></div>'
  const contacts = contactsOf(html)
  expect(contacts.find(({ email }) => email.startsWith('ana'))).toMatchObject({
    first_name: 'Ana',
    last_name: 'Brand',
    title: 'Dentist',
  })
  expect(contacts.find(({ email }) => email.startsWith('info'))?.last_name).toBeNull()
})

test('meta and link elements are read too', () => {
  expect(
    emailsOf(
      '<div itemscope><meta itemprop="email" content="info@oakfield-bakery.com"><link itemprop="email" href="mailto:shop@oakfield-bakery.com"></div>',
    ),
  ).toEqual(['info@oakfield-bakery.com', 'shop@oakfield-bakery.com'])
})
