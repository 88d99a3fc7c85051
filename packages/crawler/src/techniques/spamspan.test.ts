import { expect, test } from 'vitest'
import { emailsOf, methodsOf } from '../../test/read-html.ts'

test('user and domain are read from their spans', () => {
  const html =
    '<span class="spamspan"><span class="u">info</span> [at] <span class="d">oakfield-bakery [dot] com</span></span>'
  expect(methodsOf(html)).toEqual({ 'info@oakfield-bakery.com': 'spamspan' })
})

test('the anchor text is not part of it, dots in spans are', () => {
  const html =
    '<span class="spamspan"><span class="u">mary<span class="o"> [dot] </span>roe</span><img alt="at" src="at.gif"><span class="d">oakfield-bakery.com</span><span class="t"> (write to Mary)</span></span>'
  expect(emailsOf(html)).toEqual(['mary.roe@oakfield-bakery.com'])
})
