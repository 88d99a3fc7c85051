import { expect, test } from 'vitest'
import { decodePage } from './charset.ts'

const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1')

test('the header wins over the meta element', () => {
  expect(
    decodePage(
      latin('<meta charset="utf-8"><p>J\xfcrgen Gro\xdfm\xfcller'),
      'text/html; charset=windows-1252',
    ),
  ).toContain('Jürgen Großmüller')
})

test('a wrong header is ignored', () => {
  expect(
    decodePage(
      latin('<meta charset="iso-8859-1"><p>J\xfcrgen M\xfcller, K\xf6ln'),
      'text/html; charset=utf-8',
    ),
  ).toContain('Jürgen Müller, Köln')
})

test('meta elements name charsets of many countries', () => {
  expect(
    decodePage(
      Buffer.concat([
        latin('<meta charset="windows-1250"><p>'),
        Uint8Array.of(0xa3, 0x75, 0x6b, 0x61, 0x73, 0x7a),
      ]),
      '',
    ),
  ).toContain('Łukasz')
  expect(
    decodePage(
      Buffer.concat([
        latin('<meta http-equiv="content-type" content="text/html; charset=Shift_JIS"><p>'),
        Uint8Array.of(0x8e, 0x52, 0x93, 0x63),
      ]),
      '',
    ),
  ).toContain('山田')
  expect(
    decodePage(Buffer.concat([latin('<meta charset=gb2312>'), Uint8Array.of(0xcd, 0xf5)]), ''),
  ).toContain('王')
})

test('without a label UTF-8 is tried before Western charsets', () => {
  expect(decodePage(Buffer.from('<p>Zoë'), '')).toContain('Zoë')
  expect(decodePage(latin('<p>Caf\xe9 Zo\xeb \x96 \xd6l'), '')).toContain('Café Zoë – Öl')
})

test('byte order marks of UTF-16 are recognised', () => {
  expect(
    decodePage(Buffer.concat([Uint8Array.of(0xff, 0xfe), Buffer.from('<p>Weiß', 'utf16le')]), 'text/html'),
  ).toContain('Weiß')
})

test('a charset named like an object method is unknown', () => {
  expect(decodePage(Buffer.from('<p>Jürgen'), 'text/html; charset=constructor')).toBe('<p>Jürgen')
})
