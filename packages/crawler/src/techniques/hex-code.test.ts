import { expect, test } from 'vitest'
import { emailsOf, methodsOf } from '../../test/read-html.ts'

const hex = (text: string): string => Buffer.from(text).toString('hex')
const turned = (text: string, key: number): string =>
  Buffer.from([key, ...Buffer.from(text).map((byte) => byte ^ key)]).toString('hex')

test('an address in hex digits is read, after a custom scheme or in an attribute', () => {
  expect(methodsOf(`<a href="cryptmail:${hex('order@oakfield-bakery.com')}">order</a>`)).toEqual({
    'order@oakfield-bakery.com': 'hex-code',
  })
  expect(emailsOf(`<a href="#" data-x="${turned('shop@oakfield-bakery.com', 0x2b)}">shop</a>`)).toEqual([
    'shop@oakfield-bakery.com',
  ])
})

test('a hash is not an address', () => {
  const hash = 'd41d8cd98f00b204e9800998ecf8427e'
  expect(emailsOf(`<a href="#${hash}" data-hash="${hash}${hash}">x</a>`)).toEqual([])
})
