import { expect, test } from 'vitest'
import { emailsOf } from '../../test/read-html.ts'

test('tooltips, image descriptions and read-only fields are read', () => {
  expect(
    emailsOf(
      '<b title="a@oakfield-bakery.com"></b><img alt="b@oakfield-bakery.com"><input readonly value="c@oakfield-bakery.com">',
    ),
  ).toEqual(['a', 'b', 'c'].map((name) => `${name}@oakfield-bakery.com`))
})

test('meta elements for contact are read, placeholders are examples', () => {
  expect(
    emailsOf(
      '<meta property="og:email" content="hello@oakfield-bakery.com"><input placeholder="you@oakfield-bakery.com">',
    ),
  ).toEqual(['hello@oakfield-bakery.com'])
})
