import { expect, test } from 'vitest'
import { emailsOf, methodsOf } from '../../test/read-html.ts'

const base64 = (text: string): string => Buffer.from(text).toString('base64')

test('strings built by scripts are found without running them', () => {
  const scripts = [
    `document.write('a'+'@'+'oakfield-bakery.com')`,
    `var u='b',h='oakfield'+'-bakery',at=String.fromCharCode(64);document.write('<a href="mailto:'+u+at+h+'.com">x</a>')`,
    `el.textContent="\\x63\\u0040oakfield-bakery.com"`,
    `document.write(unescape('%64%40oakfield-bakery.com'))`,
    `x.innerHTML=['e','oakfield-bakery.com'].join('@')`,
    `x.href='mailto:'+'moc.yrekab-dleifkao@f'.split('').reverse().join('')`,
    `document.write(atob('${base64('g@oakfield-bakery.com')}'))`,
    `document.write('h#oakfield-bakery.com'.replace('#','@'))`,
    `var c=[105,64],s='';for(var i=0;i<c.length;i++)s+=String.fromCharCode(c[i]);document.write(s+'oakfield-bakery.com')`,
    `document.addEventListener('DOMContentLoaded',()=>{a.setAttribute('href',\`mailto:j@\${'oakfield-bakery'}.com\`)})`,
  ]
  const html = scripts.map((code) => `<script>${code}</script>`).join('')
  expect(emailsOf(html)).toEqual([...'abcdefghij'].map((name) => `${name}@oakfield-bakery.com`))
})

test('a letter table with indexes is evaluated', () => {
  const source = '%3Ca href%3D%22mailto%3Ainfo%40oakfield-bakery.com%22%3E'
  const letters = [...new Set(source)].join('')
  const indices = [...source]
    .map((char) => String.fromCharCode(letters.indexOf(char) + 48))
    .join('')
    .replaceAll('\\', '\\\\')
  const html = `<script>(function(){var ml="${letters}",mi="${indices}",o="";for(var j=0,l=mi.length;j<l;j++){o+=ml.charAt(mi.charCodeAt(j)-48);}document.getElementById("x").innerHTML=decodeURIComponent(o);}());</script>`
  expect(methodsOf(html)).toEqual({ 'info@oakfield-bakery.com': 'script-text' })
})

test('values that only a browser knows stay unknown', () => {
  expect(
    emailsOf(
      `<script>document.write(user + 'x@oakfield-bakery.com'); document.write('info@oakfield-bakery.co' + ending)</script>`,
    ),
  ).toEqual([])
})

test('an endless script does not hold up the page', () => {
  expect(
    emailsOf(
      `<script>for(;;){var a='x@'+'y'} document.write('a'+'@oakfield-bakery.com')</script><p>info@oakfield-bakery.com</p>`,
    ),
  ).toEqual(['a@oakfield-bakery.com', 'info@oakfield-bakery.com'])
})
