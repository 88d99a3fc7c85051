import { expect, test } from 'vitest'
import { newElement } from '../page/tree.ts'
import { foldScriptFile } from './fold-scripts.ts'

const texts = (code: string): string[] =>
  foldScriptFile(
    `${code} /* mailto */`,
    newElement('script', {}, null, 0, false),
    'www.oakfield.com',
  ).texts.map(({ text }) => text)

test.each([
  ["w('a'+'@'+'b.com')", 'a@b.com'],
  ['const a=`x`;w(`$' + '{a}@b.com`)', 'x@b.com'],
  ["var o={u:'x',d:['b','com']};w(o.u+'@'+o.d.join('.'))", 'x@b.com'],
  ["w(['m','o','c','.','b','@','a'].reverse().join(''))", 'a@b.com'],
  ["let s='';for(const c of [120,64])s+=String.fromCharCode(c);w(s+'b.com')", 'x@b.com'],
  ["function f(u,d='b.com'){return u+'@'+d}w(f('x'))", 'x@b.com'],
  ["var i=0,s='';while(i<3){s+='ab@'.charAt(i);i++}w(s+'c.com')", 'ab@c.com'],
  ["w('x#b.com'.replace(/#/,'@'))", 'x@b.com'],
  ["w(decodeURIComponent('x%40b.com'))", 'x@b.com'],
  ["w(true?'x@b.com':'')", 'x@b.com'],
  ["w('x@'+location.hostname.replace('www.',''))", 'x@oakfield.com'],
  ['w(JSON.parse(\'{"m":"x@b.com"}\').m)', 'x@b.com'],
])('%s', (code, value) => {
  expect(texts(code)).toContain(value)
})

test('nothing reaches outside, and endless scripts end', () => {
  for (const code of [
    'process.exit(1)',
    "require('fs')",
    "constructor.constructor('return process')().exit()",
    'while(true){}',
    'function f(){f()}f()',
    "var a='xxxxxx';while(1)a+=a",
    `${'['.repeat(20_000)}`,
    "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'.replace(/(a+)+$/,'')",
    '}{',
  ]) {
    expect(() => texts(code)).not.toThrow()
  }
})
