import { expect, test } from 'vitest'
import { emailsOf, methodsOf } from '../../test/read-html.ts'

test('text that a style sheet takes from data attributes is read', () => {
  const html =
    '<style>.m::before{content:attr(data-left) "@" attr(data-right)}</style><p class="m" data-left="info" data-right="oakfield-bakery.com"></p>'
  expect(methodsOf(html)).toEqual({ 'info@oakfield-bakery.com': 'css-content' })
})

test('text before and after an element is joined with its own', () => {
  const html =
    '<style>#k:before{content:"shop"} #k:after{content:"\\40 oakfield-bakery.com"}</style><p id="k"></p>'
  expect(emailsOf(html)).toEqual(['shop@oakfield-bakery.com'])
})

test('text of size 0 is replaced by the style sheet’s content', () => {
  const styles = '<style>.m{font-size:0}.m::after{font-size:1rem;content:"hall@oakfield-bakery.com"}</style>'
  expect(emailsOf(`${styles}<p>Hall: <a class="m">x</a></p>`)).toEqual(['hall@oakfield-bakery.com'])
})

test('an ’@’ written by a style sheet joins the text around it', () => {
  const styles = '<style>.at{font-size:0}.at::after{font-size:1rem;content:"@"}</style>'
  expect(emailsOf(`${styles}<p>Nina Holt: nina<i class="at">x</i>oakfield-bakery.com</p>`)).toEqual([
    'nina@oakfield-bakery.com',
  ])
})
