import { expect, test } from 'vitest'
import { emailsOf, methodsOf } from '../../test/read-html.ts'

const base64 = (text: string): string => Buffer.from(text).toString('base64')

test('the hidden mail element is decoded', () => {
  const html = `<joomla-hidden-mail first="${base64('info')}" last="${base64('oakfield-bakery.com')}" text="${base64('Write')}">This address is protected</joomla-hidden-mail>`
  expect(methodsOf(html)).toEqual({ 'info@oakfield-bakery.com': 'joomla' })
})

test('the addy variables of Joomla 3 are joined', () => {
  const html = `<span id="cloak1">protected from spambots</span><script>document.getElementById('cloak1').innerHTML='';var prefix='&#109;a'+'i&#108;'+'&#116;o';var path='hr'+'ef'+'=';var addy1='sh&#111;p'+'&#64;';addy1=addy1+'oakfield-bakery'+'&#46;'+'c&#111;m';document.getElementById('cloak1').innerHTML+='<a '+path+'\\''+prefix+':'+addy1+'\\'>'+addy1+'<\\/a>';</script>`
  expect(emailsOf(html)).toEqual(['shop@oakfield-bakery.com'])
})
