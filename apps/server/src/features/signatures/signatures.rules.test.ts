import {
  RETURN_ADDRESS_PATTERN,
  returnAddressId,
  SIGNATURE_IMAGE_SHOWN_WIDTH,
} from '@goldpan/contract/signatures'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findAddressFault, isAddressReserved, suggestAddresses } from './return-addresses.ts'
import { cleanSignature, describeSigner, isSignatureEmpty, withSignature } from './signatures.rules.ts'

test('newlines of all systems are saved as line breaks (SIG-11)', () => {
  expect(cleanSignature('Ada Pan\nGoldwater\r\n+44 20 7946 0000')).toBe(
    'Ada Pan<br />Goldwater<br />+44 20 7946 0000',
  )
  expect(cleanSignature('Ada<br>\nPan')).toBe('Ada<br />Pan')
})

test('cleaning is idempotent', () => {
  const once = cleanSignature('Ada & Co <b>Ltd</b>\n<a href="https://ada.example/?a=1&b=2">Shop</a>')
  expect(cleanSignature(once)).toBe(once)
})

test('an image is shown at most 200 pixels wide (SIG-12)', () => {
  const html = cleanSignature(
    '<img src="https://goldpan.example/files/signatures/a.png" width="900" style="width:900px">',
  )
  expect(SIGNATURE_IMAGE_SHOWN_WIDTH).toBe(200)
  expect(html).toContain('max-width:200px')
  expect(html).toContain('width="200"')
  expect(html).not.toContain('900')
})

const PORTRAIT = '<img src="https://goldpan.example/a.png" alt="" style="max-width:200px;height:auto" />'

test.each([
  ['Sam Keller[image]', 'Sam Keller<div>[image]</div>'],
  ['Sam Keller\n[image]\nGoldwater', 'Sam Keller<br /><div>[image]</div>Goldwater'],
  ['[image]\n\nSam', '<div>[image]</div><br />Sam'],
  ['Sam [image][image]', 'Sam <div>[image][image]</div>'],
  ['<a href="https://a.example">[image]</a> Sam', '<div><a href="https://a.example">[image]</a></div>Sam'],
])('in %s an image is a separate block, never on a line of text', (given, expected) => {
  const withImages = (text: string) => text.replaceAll('[image]', PORTRAIT)
  const cleaned = cleanSignature(withImages(given))
  expect(cleaned).toBe(withImages(expected))
  expect(cleanSignature(cleaned)).toBe(cleaned)
})

test.each([
  ['<script>alert(1)</script>Ada', 'Ada'],
  ['<img src=x onerror=alert(1)>Ada', 'Ada'],
  ['<a href="javascript:alert(1)">Ada</a>', '<a>Ada</a>'],
  ['<a href="https://a.example" onclick="x()">Ada</a>', '<a href="https://a.example">Ada</a>'],
  ['<img src="data:text/html;base64,AAAA">Ada', 'Ada'],
  ['<iframe src="https://a.example"></iframe>Ada', 'Ada'],
  ['<p style="position:fixed;color:red">Ada</p>', '<p style="color:red">Ada</p>'],
  ['<p style="background:url(https://a.example/x)">Ada</p>', '<p>Ada</p>'],
  ['<svg><script>alert(1)</script></svg>Ada', 'Ada'],
  ['<form action="https://a.example"><input name=a></form>Ada', 'Ada'],
  ['<a href="//a.example">Ada</a>', '<a>Ada</a>'],
  ['<a href="/x javascript:alert(1)">Ada</a>', '<a>Ada</a>'],
])('harmful content is removed: %s', (given, expected) => {
  expect(cleanSignature(given)).toBe(expected)
})

test('any input is left without script, handler or foreign scheme', () => {
  const pieces = fc.constantFrom(
    ...[
      '<script>',
      '</script>',
      '<img src=x',
      ' onerror=a()',
      '>',
      '<a href="',
      'javascript:a()',
      '">',
      '</a>',
    ],
    ...[
      '<svg',
      '/onload=a()',
      '<!--',
      '-->',
      '<style>',
      '"',
      "'",
      '`',
      '<br>',
      '\n',
      'Ada',
      '&lt;script&gt;',
    ],
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      const html = cleanSignature(parts.join(''))
      expect(html).not.toMatch(/<(script|svg|style|iframe)/i)
      for (const [tag] of html.matchAll(/<[^>]*>/g)) expect(tag).not.toMatch(/\son\w+=|javascript:/i)
    }),
  )
})

test('a signature of spaces and line breaks is empty, one with only an image is not', () => {
  expect(isSignatureEmpty(cleanSignature('<br> &nbsp;<p></p>'))).toBe(true)
  expect(isSignatureEmpty(cleanSignature('<img src="https://a.example/a.png">'))).toBe(false)
})

test.each(['ab', 'a1', 'ada.pan', 'ada-pan', '1a', 'a..b'.replace('..', '.')])(
  'the return address id %s fits the pattern (SIG-29)',
  (emailId) => expect(returnAddressId.safeParse(emailId).success).toBe(true),
)

test.each(['a', '', '.ada', 'ada.', '-ada', 'ada-', 'ada pan', 'ada@pan', 'ädä', 'a..b', 'ada\r\nbcc'])(
  'the return address id %j does not fit (SIG-29, SIG-30)',
  (emailId) => {
    const result = returnAddressId.safeParse(emailId)
    expect(result.error?.issues[0]?.message).toBe(
      'Invalid email ID format. Use only letters, numbers, dots, and hyphens. Must start and end with a letter or number.',
    )
  },
)

test('names of the mail system are reserved, also with dots and hyphens', () => {
  for (const emailId of ['postmaster', 'abuse', 'admin', 'noreply', 'no-reply', 'no.reply', 'mailer-daemon'])
    expect(isAddressReserved(emailId)).toBe(true)
  expect(isAddressReserved('ada')).toBe(false)
})

test('a former address can be taken again by its holder and nobody else', () => {
  expect(findAddressFault('ada', 'alice', 'alice')).toBeNull()
  expect(findAddressFault('ada', 'alice', 'bob')?.refusal).toBe('signatures.return_address_taken')
})

test('every suggested address fits the pattern and is not reserved, for any name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (first_name, last_name) => {
      for (const emailId of suggestAddresses({ first_name, last_name })) {
        expect(emailId).toMatch(RETURN_ADDRESS_PATTERN)
        expect(isAddressReserved(emailId)).toBe(false)
      }
    }),
  )
})

const closings = [
  'Kind regards',
  'Best regards',
  'Mit freundlichen Grüßen',
  'Freundliche Grüsse',
  'Viele Grüße',
  'Herzliche Grüße',
]
const further = [
  'Bien cordialement',
  'Cordialement',
  'Cordiali saluti',
  'Un cordiale saluto',
  'Un cordial saludo',
  'Saludos cordiales',
]

test.each([...closings, ...further, 'Thanks,'])(
  'below "%s" stands the signature, else the name',
  (closing) => {
    const content = `<p>Could you use this?</p>\n<p>${closing}</p>`
    expect(withSignature(content, { signature: '', name: 'Ann <Smith>' })).toBe(
      `${content}\n<div>Ann &#60;Smith&#62;</div>`,
    )
    expect(withSignature(content, { signature: '<b>Ann</b>', name: 'Ann Smith' })).toBe(
      `${content}\n<div><b>Ann</b></div>`,
    )
    expect(withSignature(content, { signature: '', name: '' })).toBe(content)
  },
)

test.each(['Kind regards<br />Ann', 'Could you use this?', 'Best, Annie', 'Thanks for reading.'])(
  'no name is added below "%s"',
  (end) => {
    const content = `<p>We repair ovens.</p>\n<p>${end}</p>`
    expect(withSignature(content, { signature: '', name: 'Ann Smith' })).toBe(content)
  },
)

test('an email without a name, or with one above the signature, is not fine', () => {
  const isFine = (end: string, signature: string) =>
    describeSigner(`<p>We repair ovens.</p>\n<p>${end}</p>`, { signature, name: 'Ann Smith' }).isFine
  expect(isFine('Kind regards', '')).toBe(true)
  expect(isFine('Kind regards<br />Ann', '')).toBe(true)
  expect(isFine('Ann Smith</p>\n<p>Finch Ovens<br />0113 496 0000', '')).toBe(true)
  expect(isFine('Could you use this?', '')).toBe(false)
  expect(isFine('Kind regards<br />Ben', '')).toBe(false)
  expect(isFine('Kind regards', '<b>Ann Smith</b>')).toBe(true)
  expect(isFine('Kind regards<br />Ann', '<b>Ann Smith</b>')).toBe(false)
})
