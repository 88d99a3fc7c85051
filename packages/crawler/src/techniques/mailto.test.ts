import { expect, test } from 'vitest'
import { contactsOf, emailsOf } from '../../test/read-html.ts'

test('all recipients of a link are found, subject and body are ignored', () => {
  const html =
    '<a href="mailto:a@oakfield-bakery.com,b@oakfield-bakery.com?cc=c@oakfield-bakery.com&amp;subject=x@y.com&amp;body=z@y.com">m</a><a href="mailto:?subject=share">s</a>'
  expect(emailsOf(html)).toEqual(['a', 'b', 'c'].map((name) => `${name}@oakfield-bakery.com`))
})

test('spellings that browsers tolerate are tolerated', () => {
  const links = [
    'MAILTO: a@',
    'mailto:%20b@',
    'mailto:Mailto:c@',
    'mailto://d@',
    'http://mailto:e@',
    'https://web.archive.org/web/2020/mailto:f@',
  ]
  const html = links.map((link) => `<a href="${link}oakfield-bakery.com,">x</a>`).join('')
  expect(emailsOf(html)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@oakfield-bakery.com`))
})

test('percent and entity encoding are decoded, also nested', () => {
  const html =
    '<a href="mailto:%69nfo%40oakfield-bakery.com">x</a><a href="&#109;ailto&#58;shop%40oakfield-bakery.com">y</a><a href="mailto:&amp;#116;eam&amp;#64;oakfield-bakery.com">z</a>'
  expect(emailsOf(html)).toEqual(['info', 'shop', 'team'].map((name) => `${name}@oakfield-bakery.com`))
})

test("a display name becomes the person's name", () => {
  const [contact] = contactsOf('<a href="mailto:Mary%20Roe%20%3Cmary@oakfield-bakery.com%3E">x</a>')
  expect(contact).toMatchObject({ email: 'mary@oakfield-bakery.com', first_name: 'Mary', last_name: 'Roe' })
})

test("words for '@' in a link and links without the scheme are read", () => {
  const html = '<a href="mailto:wood(at)oakfield-bakery.com">x</a><a href="info@oakfield-bakery.com">y</a>'
  expect(emailsOf(html)).toEqual(['info@oakfield-bakery.com', 'wood@oakfield-bakery.com'])
})
