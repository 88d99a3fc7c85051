import { expect, test } from 'vitest'
import { buildMessage, checkMessage } from '../src/campaign-mail.ts'
import { readWithStarts } from '../src/known-starts.ts'
import { decodeQuotedPrintable, encodeQuotedPrintable } from '../src/quoted-printable.ts'
import { sampleMessage } from './sample-message.ts'

const SHARED = '<p>We repair ovens – within a day = always.</p>\n'.repeat(40)

test('a part reads as it would alone, whatever it shares with those before it', () => {
  const read = readWithStarts('>\r\n', () => true)
  const ends = ['<p>Bo</p>\n', 'Bo – é', '', '=', '=\r\n', '\n\n', '>\r\n', `${SHARED}Bo`, '</p>\n'.repeat(9)]
  for (let round = 0; round < 3; round++)
    for (const end of ends)
      for (const cut of [0, 1, 2, 700, 1501]) {
        const encoded = encodeQuotedPrintable(SHARED + end)
        const body = encoded.subarray(0, encoded.length - cut)
        const { whole, rest, size } = read(body)
        expect(whole).toBe(decodeQuotedPrintable(body))
        expect(whole.endsWith(rest)).toBe(true)
        expect(size).toBe(Buffer.byteLength(whole))
      }
  expect(read(encodeQuotedPrintable(`${SHARED}<p>Bo</p>\n`)).rest.length).toBeLessThan(20)
})

test('a start does not end where a soft break would reach over it', () => {
  const read = readWithStarts('\r\n', () => true)
  const shared = `${'a'.repeat(60)}\r\n`.repeat(30)
  for (const end of ['=\r\n3D', '=3=\r\nD', '=C3=\r\n=A9', '=\r\n\r\n', '\r\n=\r\n=\r\n', '=0D\r\n'])
    for (let round = 0; round < 3; round++)
      for (const tail of [`=\r\n${'x'.repeat(600)}`, `=${'y'.repeat(600)}`, `\n${'z'.repeat(600)}`]) {
        const body = Buffer.from(shared + end + tail, 'latin1')
        expect(read(body).whole).toBe(decodeQuotedPrintable(body))
      }
})

test('a start with a fault is judged each time, and what it says is told of each message', async () => {
  const faults = [
    '<script>x</script>',
    '<p onclick=3D"x">',
    '<b style=3D"display:none">',
    'undefined',
    '{{name}}',
  ]
  const message = sampleMessage({ html: SHARED, dkim: [] })
  const { raw, envelope } = await buildMessage(message)
  const check = (bytes: string) =>
    checkMessage({ raw: Buffer.from(bytes, 'latin1'), envelope }, message)
      .filter(({ ok, line }) => !ok && line !== 'signature')
      .map(({ line }) => line)
  const good = raw.toString('latin1')
  for (let round = 0; round < 40; round++) {
    expect(check(good)).toEqual([])
    for (const fault of faults)
      for (const at of ['</head>', '</body>'])
        expect(check(good.replace(at, `${fault}\r\n${at}`)), fault).toHaveLength(1)
  }
})
