import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeQuotedPrintable, encodeQuotedPrintable } from '../src/quoted-printable.ts'

const encode = (text: string) => encodeQuotedPrintable(text).toString('latin1')
const decode = (text: string) => decodeQuotedPrintable(Buffer.from(text, 'latin1'))

/** The rules of RFC 2045 one after the other, as text. */
const decodeBySteps = (text: string) =>
  Buffer.from(
    text
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_whole, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
    .toString()
    .replace(/\r\n/g, '\n')

describe('quoted-printable', () => {
  test.each([
    ['', ''],
    ['a = b', 'a =3D b'],
    ['a \nb\t\r\n c', 'a=20\r\nb=09\r\n c'],
    ['end ', 'end=20'],
    ['one\rtwo\r\n\n\rthree', 'one\r\ntwo\r\n\r\n\r\nthree'],
    ['\0\x7f', '=00=7F'],
    ['é😀', '=C3=A9=F0=9F=98=80'],
    ['\ud83d alone', '=EF=BF=BD alone'],
    ['x'.repeat(75), 'x'.repeat(75)],
    ['x'.repeat(76), `${'x'.repeat(75)}=\r\nx`],
    [`${'x'.repeat(73)}=`, `${'x'.repeat(73)}=\r\n=3D`],
    [`${'x'.repeat(64)}😀`, `${'x'.repeat(64)}=\r\n=F0=9F=98=80`],
    [`${'x'.repeat(63)}😀`, `${'x'.repeat(63)}=F0=9F=98=80`],
    [`${'x'.repeat(74)} \ny`, `${'x'.repeat(74)}=\r\n=20\r\ny`],
  ])('writes %j by the rules', (text, written) => {
    expect(encode(text)).toBe(written)
    expect(decode(written)).toBe(text.toWellFormed().replace(/\r\n/g, '\n').replaceAll('\r', '\n'))
  })

  test('whole lines are written the same alone as together', () => {
    const lines = fc.array(fc.string({ unit: 'binary', maxLength: 100 }).map((line) => `${line}\n`))
    fc.assert(
      fc.property(lines, (pieces) => {
        expect(pieces.map(encode).join('')).toBe(encode(pieces.join('')))
      }),
    )
  })

  test.each([
    ['=3d=3D', '=='],
    ['=3=\r\nD=\n=\r\n=3D', '=='],
    ['==\r\n3D', '='],
    ['==\r\n\r\n', '=\n'],
    ['a=', 'a='],
    ['a=4', 'a=4'],
    ['=G1=1G', '=G1=1G'],
    ['=0D=0A', '\n'],
    ['\r\r\n\n', '\r\n\n'],
    ['=\r', '=\r'],
    ['=FF\xe9', '\ufffd\ufffd'],
    ['=EF=BB=BF', '\ufeff'],
  ])('reads %j, which others may write', (written, text) => {
    expect(decode(written)).toBe(text)
  })

  test('reads anything as the rules say, wherever it starts in memory', () => {
    const bits = fc.constantFrom(
      '=',
      '\r',
      '\n',
      '=\r\n',
      '3',
      'D',
      'd',
      'g',
      '=3D',
      '\xc3',
      '=A9',
      'words ',
      '\0',
    )
    fc.assert(
      fc.property(fc.array(bits, { maxLength: 60 }), fc.nat(7), (pieces, offset) => {
        const text = pieces.join('')
        const bytes = Buffer.from(`${'='.repeat(offset)}${text}=3D`, 'latin1').subarray(
          offset,
          offset + text.length,
        )
        expect(decodeQuotedPrintable(bytes)).toBe(decodeBySteps(text))
      }),
      { numRuns: 2_000 },
    )
  })

  test('a text longer than what is kept at hand is written and read whole, and the next one is its own', () => {
    const long = `${'é = '.repeat(40_000)}\n`
    expect(decode(encode(long))).toBe(long)
    expect(encode('short')).toBe('short')
    expect(decode(encode(`${'x'.repeat(21_845)}\ny`))).toBe(`${'x'.repeat(21_845)}\ny`)
  })

  test('bytes once given stay as they are when more is written', () => {
    const first = encodeQuotedPrintable('the first recipient')
    encodeQuotedPrintable('another one, written over it')
    expect(first.toString()).toBe('the first recipient')
  })
})
