import { expect, test } from 'vitest'
import { emailsOf } from '../../test/read-html.ts'

const base64 = (text: string): string => Buffer.from(text).toString('base64')

test('a literal that is an address is decoded', () => {
  expect(emailsOf(`<script>var contact = "${base64('info@oakfield-bakery.com')}";</script>`)).toEqual([
    'info@oakfield-bakery.com',
  ])
})

test('a literal that is a mailto link is decoded, others are not', () => {
  expect(
    emailsOf(
      `<script>load('${base64('mailto:shop@oakfield-bakery.com')}', '${base64('a picture of a cat')}', 'abcdefghijklmnop')</script>`,
    ),
  ).toEqual(['shop@oakfield-bakery.com'])
})
