import { expect, test } from 'vitest'
import { emailsOf, methodsOf } from '../../test/read-html.ts'

function protect(text: string, key: number): string {
  return Buffer.from([key, ...Buffer.from(text).map((byte) => byte ^ key)]).toString('hex')
}

test('protected text is decoded', () => {
  const html = `<span class="__cf_email__" data-cfemail="${protect('info@oakfield-bakery.com', 0x5a)}">[email protected]</span>`
  expect(methodsOf(html)).toEqual({ 'info@oakfield-bakery.com': 'cloudflare' })
})

test('protected links are decoded, share links have no address', () => {
  const link = (text: string): string => `<a href="/cdn-cgi/l/email-protection#${protect(text, 0x1f)}">x</a>`
  expect(emailsOf(link('shop@oakfield-bakery.com?subject=Hi') + link('?subject=Look&body=a@b.com'))).toEqual([
    'shop@oakfield-bakery.com',
  ])
})

test('an invalid code is ignored', () => {
  expect(emailsOf('<span data-cfemail="zz"></span><span data-cfemail="5a"></span>')).toEqual([])
})
