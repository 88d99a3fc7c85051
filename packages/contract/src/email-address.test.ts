import { expect, test } from 'vitest'
import {
  addressInput,
  addressKey,
  isAddress,
  knownAddressInput,
  toAddress,
  toDomain,
} from './email-address.ts'

const input = addressInput('Blank', 'Invalid')
const read = (text: unknown) => {
  const { success, data, error } = input.safeParse(text)
  return success ? data : error?.issues[0]?.message
}

test.each([
  '\u200bbo@slate.example',
  '\ufeffbo@slate.example',
  'bo@sla\u00adte.example',
  '\u202abo@slate.example\u202c',
  'b\u200do\u2060@slate.example\u200f',
  '\u00a0 bo@slate.example\u00a0\t\r\n',
  'bo\ufe0f@slate.example',
  'bo@ｓｌａｔｅ．example',
])('%j is read without its invisible characters', (text) => {
  expect(read(text)).toBe('bo@slate.example')
})

test.each([
  ['d2@schiefer-größe.example', 'd2@xn--schiefer-gre-v9a53a.example'],
  ['bo@BÜCHER.example', 'bo@xn--bcher-kva.example'],
  ['bo@bu\u0308cher.example', 'bo@xn--bcher-kva.example'],
  ['bo@xn--bcher-kva.example', 'bo@xn--bcher-kva.example'],
  ['bo@почта.рф', 'bo@xn--80a1acny.xn--p1ai'],
  ['bo@例え。example', 'bo@xn--r8jz45g.example'],
])('%s is stored as %s', (text, stored) => {
  expect(read(text)).toBe(stored)
  expect(toAddress(stored)).toBe(stored)
})

test.each([
  'bo',
  '@slate.example',
  'bo@',
  'bo@slate',
  'bo@slate.e',
  'bo@slate.example.',
  'bo@.slate.example',
  'bo@slate..example',
  'bo@-slate.example',
  'bo@slate-.example',
  'bo@sla_te.example',
  'bo@192.0.2.1',
  'bo@[192.0.2.1]',
  'bo@xn--.example',
  'bo@xn--a.example',
  'bo@größe/x.example',
  'bo@größe:80.example',
  '.bo@slate.example',
  'bo.@slate.example',
  'b..o@slate.example',
  'b o@slate.example',
  'bo@sla te.example',
  'bo@@slate.example',
  'bo@slate.example@slate.example',
  '"b o"@slate.example',
  'b%o@slate.example',
  'slate!bo@slate.example',
  'bö@slate.example',
  'bo@slate.example\u0000',
  'b\u0007o@slate.example',
  'b\no@slate.example',
  'bo@größe\n.example',
  'Bo <bo@slate.example>',
  '<bo@slate.example>',
  'b(o)@slate.example',
  'b\\o@slate.example',
  'bo@slate.example,kim@slate.example',
  'bo@slate.example;kim@slate.example',
  'bo@slate.example kim@slate.example',
  'bo@slate.example\r\nBcc: kim@slate.example',
  'bo\u2028@slate.example',
  `${'b'.repeat(65)}@slate.example`,
  `bo@${'s'.repeat(64)}.example`,
  `bo@${'größe'.repeat(20)}.example`,
  `bo@${'slate.'.repeat(50)}example`,
  'b'.repeat(5000),
])('%j is refused', (text) => {
  expect(read(text)).toBe('Invalid')
  expect(isAddress(toAddress(text))).toBe(false)
})

test.each([undefined, '', ' \u00a0', '\u200b\ufeff'])('%j is blank', (text) => {
  expect(read(text)).toBe('Blank')
})

test.each([
  [' Bö@Größe.example\u200b', 'Bö@xn--gre-6ka8i.example'],
  ['b%o@slate.example', 'b%o@slate.example'],
  ['bo', 'Invalid'],
  ['b o@slate.example', 'Invalid'],
  ['', 'Blank'],
])('an account is looked up by %j as %j', (text, expected) => {
  const { success, data, error } = knownAddressInput('Blank', 'Invalid').safeParse(text)
  expect(success ? data : error?.issues[0]?.message).toBe(expected)
})

test.each([
  "o'neil+x@sub.slate.example",
  'x_y-z@xn--bcher-kva.example',
  'b+token@bounce.example.com',
  'a@b.co',
])('mail can be sent to %s', (address) => expect(read(address)).toBe(address))

test('an address keeps its case, but is compared without it', () => {
  expect(read('Bo@Slate.example')).toBe('Bo@Slate.example')
  expect(read('Bo@Bücher.example')).toBe('Bo@xn--bcher-kva.example')
  expect(addressKey('Bo@Bücher.example')).toBe(addressKey('bo@XN--BCHER-KVA.example'))
  expect(toDomain(' Bücher.example')).toBe('xn--bcher-kva.example')
})
