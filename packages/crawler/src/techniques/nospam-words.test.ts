import { expect, test } from 'vitest'
import { emailsOf } from '../../test/read-html.ts'

test('the word is removed if the site’s own domain remains', () => {
  expect(emailsOf('<p>info@NOSPAM.oakfield-bakery.com</p><p>shopREMOVETHIS@oakfield-bakery.com</p>')).toEqual(
    ['info@oakfield-bakery.com', 'shop@oakfield-bakery.com'],
  )
})

test('the literal is never reported', () => {
  expect(
    emailsOf('<a href="mailto:team-nospam@oakfield-bakery.com">x</a><p>a@nospam.somewhere-else.com</p>'),
  ).toEqual(['team@oakfield-bakery.com'])
})

test('words with hyphens and at the end are removed too', () => {
  expect(
    emailsOf('<p>stay@REMOVE-THIS.oakfield-bakery.com</p><p>bar@oakfield-bakery.com.NOSPAM</p>'),
  ).toEqual(['bar@oakfield-bakery.com', 'stay@oakfield-bakery.com'])
})
