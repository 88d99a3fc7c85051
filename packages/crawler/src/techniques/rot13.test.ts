import { expect, test } from 'vitest'
import { emailsOf, methodsOf } from '../../test/read-html.ts'
import { rot13 } from './rot13.ts'

test('a marked link is decoded and its twin not reported', () => {
  const html = `<a href="javascript:__eae_open('${rot13('mailto:info@oakfield-bakery.com')}')"><span class="__eae_r13">${rot13('info@oakfield-bakery.com')}</span></a>`
  expect(methodsOf(html)).toEqual({ 'info@oakfield-bakery.com': 'rot13' })
})

test('the attribute of Email Encoder Bundle is decoded', () => {
  const html = `<a data-enc-email="${rot13('shop')}[at]${rot13('oakfield-bakery.com')}" href="#">x</a>`
  expect(emailsOf(html)).toEqual(['shop@oakfield-bakery.com'])
})

test('a handler that rotates the letters is followed', () => {
  const html = `<a href="#" onclick="this.href='${rot13('mailto:team@oakfield-bakery.com')}'.replace(/[a-zA-Z]/g,function(c){return String.fromCharCode((c<='Z'?90:122)>=(c=c.charCodeAt(0)+13)?c:c-26);})">x</a>`
  expect(emailsOf(html)).toEqual(['team@oakfield-bakery.com'])
})

test('links of REDAXO and Drupal modules are decoded, with any character for ’@’', () => {
  const unicorn = (sign: string): string =>
    `<a href="javascript:decryptUnicorn(${rot13('info')}${sign}${rot13('oakfield-bakery.com')})">Mail</a>`
  expect(emailsOf(unicorn('|'))).toEqual(['info@oakfield-bakery.com'])
  expect(emailsOf(unicorn('#'))).toEqual(['info@oakfield-bakery.com'])
  expect(
    emailsOf(`<a href="#" data-mail-to="${rot13('shop/at/oakfield-bakery/dot/com')}">@mail</a>`),
  ).toEqual(['shop@oakfield-bakery.com'])
})
