import { expect, test } from 'vitest'
import { contactsOf, emailsOf } from '../../test/read-html.ts'

const quoted = (data: unknown): string => JSON.stringify(data).replaceAll('"', '&quot;')

test('people in component data are found with name and title', () => {
  const team = [{ firstName: 'Ida', lastName: 'Kerr', jobTitle: 'Owner', email: 'ida@oakfield-bakery.com' }]
  const html = `<div id="app" data-page="${quoted({ component: 'Team', props: { team } })}"></div>`
  expect(contactsOf(html)).toMatchObject([
    { email: 'ida@oakfield-bakery.com', first_name: 'Ida', last_name: 'Kerr', title: 'Owner' },
  ])
})

test('the typed values of an Astro island are read', () => {
  const person = { name: [0, 'Ron Vale'], role: [0, 'Clerk'], email: [0, 'ron@oakfield-bakery.com'] }
  const html = `<astro-island props="${quoted({ people: [1, [[0, person]]], open: [0, false] })}"></astro-island>`
  expect(contactsOf(html)).toMatchObject([
    { email: 'ron@oakfield-bakery.com', first_name: 'Ron', last_name: 'Vale', title: 'Clerk' },
  ])
})

test('inline objects of Vue and Alpine are read, other attributes ignored', () => {
  const html = `<team-list :members="[{name: 'Una Bright', mail: 'una@oakfield-bakery.com'}]"></team-list><div x-data="{ open: false, email: 'shop@oakfield-bakery.com' }"></div><i data-x="{{ user@host }}" data-y="[@click]"></i>`
  expect(emailsOf(html)).toEqual(['shop@oakfield-bakery.com', 'una@oakfield-bakery.com'])
})
