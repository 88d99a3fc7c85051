import { expect, test } from 'vitest'
import { emailsOf } from '../../test/read-html.ts'

test('tooltips, image descriptions and read-only fields are read', () => {
  expect(
    emailsOf(
      '<b title="a@oakfield-bakery.com"></b><img alt="b@oakfield-bakery.com"><input readonly value="c@oakfield-bakery.com">',
    ),
  ).toEqual(['a', 'b', 'c'].map((name) => `${name}@oakfield-bakery.com`))
})

test('contact meta elements are read, placeholders are examples', () => {
  expect(
    emailsOf(
      '<meta property="og:email" content="hello@oakfield-bakery.com"><input placeholder="you@oakfield-bakery.com">',
    ),
  ).toEqual(['hello@oakfield-bakery.com'])
})

test.each([
  '<meta name="author" content="Page Shop, web@pageshop.net">',
  '<meta http-equiv="reply-to" content="web@gmail.com">',
  '<meta name="owner" content="web@pageshop.net">',
  '<meta name="publisher" content="Seitenladen, web@seitenladen.de">',
  '<meta name="DC.Creator" content="web@atelier-pages.fr">',
  '<meta name="copyright" content="web@paginas.es">',
  '<link rel="author" href="mailto:web@pageshop.net">',
  '<link rev="made" href="mailto:web@pageshop.net">',
])('the maker’s address in %s is not the business’s', (meta) => {
  expect(emailsOf(`${meta}<p>Bread</p>`)).toEqual([])
})

test('an author on the site’s own domain is the business, and so is an email meta element on any domain', () => {
  expect(
    emailsOf(
      '<meta name="author" content="info@oakfield-bakery.com"><meta property="og:email" content="oakbaker@gmail.com">',
    ),
  ).toEqual(['info@oakfield-bakery.com', 'oakbaker@gmail.com'])
})
