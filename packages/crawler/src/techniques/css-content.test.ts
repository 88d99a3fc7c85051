import { expect, test } from 'vitest'
import { emailsOf, methodsOf } from '../../test/read-html.ts'

test('text that a style sheet writes from data attributes is read', () => {
  const html =
    '<style>.m::before{content:attr(data-left) "@" attr(data-right)}</style><p class="m" data-left="info" data-right="oakfield-bakery.com"></p>'
  expect(methodsOf(html)).toEqual({ 'info@oakfield-bakery.com': 'css-content' })
})

test('text before and after an element is joined with its own', () => {
  const html =
    '<style>#k:before{content:"shop"} #k:after{content:"\\40 oakfield-bakery.com"}</style><p id="k"></p>'
  expect(emailsOf(html)).toEqual(['shop@oakfield-bakery.com'])
})
