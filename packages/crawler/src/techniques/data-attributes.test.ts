import { expect, test } from 'vitest'
import { emailsOf } from '../../test/read-html.ts'

const base64 = (text: string): string => Buffer.from(text).toString('base64')

test('parts are joined', () => {
  const html =
    '<a data-user="a" data-domain="oakfield-bakery.com"></a><a data-name="b" data-domain="oakfield-bakery" data-tld="com"></a><a data-m1="c" data-m2="oakfield-bakery.com"></a>'
  expect(emailsOf(html)).toEqual(['a', 'b', 'c'].map((name) => `${name}@oakfield-bakery.com`))
})

test('plain, encoded and reversed addresses are read', () => {
  const html = `<i data-email="a@oakfield-bakery.com"></i><i data-contact="${base64('b@oakfield-bakery.com')}"></i><i data-mail="moc.yrekab-dleifkao@c"></i><i data-props='{"email":"d@oakfield-bakery.com"}'></i>`
  expect(emailsOf(html)).toEqual(['a', 'b', 'c', 'd'].map((name) => `${name}@oakfield-bakery.com`))
})

test('other attributes are not addresses', () => {
  expect(
    emailsOf(
      '<i data-id="12" data-host="cdn.net" data-user="7"></i><i data-name="hero" data-domain="images"></i>',
    ),
  ).toEqual([])
})
