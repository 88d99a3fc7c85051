import { describe, expect, test } from 'vitest'
import { isSafeAddress, normalizeAddress } from '../src/campaign-mail.ts'

const GOOD = [
  'a@b.co',
  'bo.lind@bakery.example',
  "o'neil+x@sub.bakery.example",
  'b+token@bounce.example.com',
  'x_y-z@xn--bcher-kva.example',
]
const BAD = [
  '',
  'a',
  '@b.co',
  'a@',
  'a@b',
  'a@b.c',
  'a@b..co',
  'a@-b.co',
  'a@b-.co',
  'a@[192.0.2.1]',
  'a@192.0.2.1',
  '.a@b.co',
  'a.@b.co',
  'a..b@b.co',
  'a b@b.co',
  '"a b"@b.co',
  'a@b.co ',
  'a@b.co\n',
  'a@b.co\r\nBcc: evil@x.test',
  'a@b.co\0',
  'a@b.co,evil@x.test',
  'a@b.co;evil@x.test',
  'a@b.co evil@x.test',
  'A <a@b.co>',
  '<a@b.co>',
  'a(b)@b.co',
  'a%b@b.co',
  'host!a@b.co',
  'a\\@b.co',
  'ä@b.co',
  'a@bücher.example',
  'a\u2028@b.co',
  `${'a'.repeat(65)}@b.co`,
  `a@${'b'.repeat(250)}.co`,
]

describe('addresses', () => {
  test.each(GOOD)('%s may be written to', (address) => {
    expect(isSafeAddress(address)).toBe(true)
  })

  test.each(BAD)('%j may not', (address) => {
    expect(isSafeAddress(address)).toBe(false)
  })

  test('addresses are stored in lower case, with a punycode domain', () => {
    expect(normalizeAddress(' Bo.Lind@Bakery.EXAMPLE ')).toBe('bo.lind@bakery.example')
    expect(normalizeAddress('mailto:bo@bücher.example')).toBe('bo@xn--bcher-kva.example')
    expect(normalizeAddress('<bo@bakery.example>')).toBe('bo@bakery.example')
    expect(normalizeAddress('bo@bakery')).toBeNull()
    expect(normalizeAddress('bo @bakery.example')).toBeNull()
  })
})
