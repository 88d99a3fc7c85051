import { expect, test } from 'vitest'
import { emailsOf, methodsOf } from '../../test/read-html.ts'

const RANGES = [
  [0x2b, 0x3a],
  [0x40, 0x5a],
  [0x61, 0x7a],
] as const

function rotate(text: string, offset: number): string {
  return [...text]
    .map((char) => {
      const code = char.charCodeAt(0)
      const [low, high] = RANGES.find(([from, to]) => code >= from && code <= to) ?? [code, code]
      const size = high - low + 1
      return String.fromCharCode(low + ((((code - low + offset) % size) + size) % size))
    })
    .join('')
}

function shift(text: string): string {
  return [...text].map((char) => String.fromCharCode(char.charCodeAt(0) + 1)).join('')
}

test('links rotated by any offset are decoded', () => {
  const offsets = [-7, -5, -2, -1, 2, 3]
  const html = offsets
    .map(
      (offset, index) =>
        `<a href="javascript:linkTo_UnCryptMailto('${rotate(`mailto:p${index}@oakfield-bakery.com`, offset)}');">x</a>`,
    )
    .join('')
  expect(emailsOf(html)).toEqual(offsets.map((_, index) => `p${index}@oakfield-bakery.com`))
})

test('the old cipher is decoded and its twin not reported', () => {
  const html = `<a href="javascript:linkTo_UnCryptMailto('${shift('mailto:info@oakfield-bakery.com')}');">info(at)oakfield-bakery.com</a>`
  expect(methodsOf(html)).toEqual({ 'info@oakfield-bakery.com': 'typo3' })
})

test('tokens with an initialisation vector are decoded', () => {
  const html = `<a href="#" data-mailto-token="${rotate('mailto:shop@oakfield-bakery.com', 4)}" data-mailto-vector="4">x</a>`
  expect(emailsOf(html)).toEqual(['shop@oakfield-bakery.com'])
})
