import { expect, test } from 'vitest'
import { emailsOf } from '../../test/read-html.ts'

test('characters shifted by one are shifted back', () => {
  const code = [...'mailto:info@oakfield-bakery.com']
    .map((char) => String.fromCharCode(char.charCodeAt(0) + 1))
    .join('')
  expect(emailsOf(`<a href="javascript:DeCryptX('${code}')">x</a>`)).toEqual(['info@oakfield-bakery.com'])
})

test('an offset before each character is used', () => {
  const code = [...'mailto:shop@oakfield-bakery.com']
    .map((char, index) => `${index % 4}${String.fromCharCode(char.charCodeAt(0) + (index % 4))}`)
    .join('')
  expect(emailsOf(`<a href="javascript:DeCryptX('${code}')">x</a>`)).toEqual(['shop@oakfield-bakery.com'])
})
