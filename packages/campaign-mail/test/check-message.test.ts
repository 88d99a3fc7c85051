import { describe, expect, test } from 'vitest'
import {
  type BuiltMessage,
  buildMessage,
  checkMessage,
  generateDkimKey,
  signDkim,
} from '../src/campaign-mail.ts'
import { KEY, sampleMessage } from './sample-message.ts'

const built = await buildMessage(sampleMessage())
const unsigned = await buildMessage(sampleMessage({ dkim: [] }))
const failing = (message: Pick<BuiltMessage, 'raw' | 'envelope'>, intended = sampleMessage()) =>
  checkMessage(message, intended)
    .filter((check) => !check.ok)
    .map((check) => check.line)
const replaced = (from: string | RegExp, to: string) => ({
  ...unsigned,
  raw: Buffer.from(unsigned.raw.toString('latin1').replace(from, to), 'latin1'),
})
const lines = (from: string | RegExp, to: string) =>
  failing(replaced(from, to)).filter((line) => line !== 'signature')

describe('the check before sending', () => {
  test('passes a message as it was built, and says so line by line', () => {
    const checks = checkMessage(built, sampleMessage())
    expect(checks.filter((check) => !check.ok)).toEqual([])
    expect(checks.map((check) => check.line)).toEqual([
      'headers',
      'lines',
      'envelope',
      'signature',
      'unsubscribe',
      'text',
      'html',
      'placeholders',
      'content',
      'size',
    ])
  })

  test('stops an envelope that differs from the intended one', () => {
    expect(failing({ ...built, envelope: { ...built.envelope, to: ['eve@cafe.example'] } })).toEqual([
      'envelope',
    ])
    expect(
      failing({ ...built, envelope: { ...built.envelope, to: ['bo@bakery.example', 'eve@cafe.example'] } }),
    ).toEqual(['envelope'])
    expect(failing({ ...built, envelope: { ...built.envelope, from: 'x@y.example' } })).toEqual(['envelope'])
    expect(lines('bo@bakery.example', 'eve@cafe.example')).toEqual(['envelope'])
  })

  test('stops headers that are missing, doubled or forbidden', () => {
    expect(lines(/^Subject:/m, 'X-Subject:')).toEqual(['headers'])
    expect(lines(/^Subject:/m, 'From: x@y.example\r\nSubject:')).toEqual(['headers'])
    expect(lines(/^Subject:/m, 'Bcc: x@y.example\r\nSubject:')).toEqual(['headers'])
    expect(lines(/^Subject:/m, 'Auto-Submitted: auto-generated\r\nSubject:')).toEqual(['headers'])
  })

  test('stops bare line breaks, long lines and raw bytes in headers', () => {
    expect(lines(/^Subject:/m, 'X-A: b\nSubject:')).toContain('lines')
    expect(lines(/^Subject:/m, `X-A: ${'b'.repeat(1_000)}\r\nSubject:`)).toEqual(['lines'])
    expect(lines(/^Subject:/m, 'X-A: \xe4\r\nSubject:')).toEqual(['lines'])
  })

  test('stops a message without a valid signature over every header that matters', async () => {
    expect(failing(unsigned)).toEqual(['signature'])
    expect(
      failing({
        ...built,
        raw: Buffer.from(built.raw.toString('latin1').replace('Sundays', 'Mondays'), 'latin1'),
      }),
    ).toContain('signature')
    const other = await generateDkimKey('mail.sender.example', 'gp1')
    expect(failing({ ...unsigned, raw: await signDkim(unsigned.raw, [other]) })).toEqual(['signature'])
    const partly = await signDkim(
      unsigned.raw,
      [KEY],
      ['from', 'to', 'subject', 'date', 'message-id', 'mime-version', 'content-type'],
    )
    const [check] = checkMessage({ ...unsigned, raw: partly }, sampleMessage()).filter((each) => !each.ok)
    expect(check?.sentence).toBe("The signature doesn't cover the header list-unsubscribe.")
  })

  test('a message for the built-in outbox need not be signed', () => {
    expect(failing(unsigned, sampleMessage({ dkim: [], local_only: true }))).toEqual([])
  })

  test('stops one-click headers that are missing or lead elsewhere', () => {
    expect(lines('One-Click', 'Two-Clicks')).toEqual(['unsubscribe'])
    expect(lines('one-click/abc', 'one-click/xyz')).toEqual(['unsubscribe'])
  })

  test('stops parts without the link, the address or words', () => {
    const other = sampleMessage({ unsubscribe_url: 'https://app.sender.example/other', dkim: [] })
    expect(failing(unsigned, other)).toEqual(expect.arrayContaining(['text', 'html']))
    const elsewhere = sampleMessage({ postal_address: '2 Low Street', dkim: [] })
    expect(failing(unsigned, elsewhere)).toEqual(expect.arrayContaining(['text', 'html']))
  })

  test('stops placeholders, empty values and active content that came in after all', () => {
    expect(lines('Hello Bo', 'Hello {{x}}')).toContain('placeholders')
    expect(lines('Hello Bo', 'undefined')).toContain('placeholders')
    expect(lines('<p>Hello', '<script>x</script><p>Hello')).toContain('content')
    expect(lines('<p>Hello', '<p onload=3D"x">Hello')).toContain('content')
    expect(lines('<p>Hello', '<p title=3D"x" href=3D"javascript:x">Hello')).toContain('content')
    expect(lines('<p>Hello', '<p>Words as href=3D"javascript:x" Hello')).not.toContain('content')
    expect(lines('<p>Hello', '<img src=3D"http://x.test/a.png">Hello')).toContain('content')
    expect(lines('<p>Hello', '<p style=3D"display:none">Hello')).toContain('content')
  })

  test('a message that was stopped is stopped every time, and whoever comes after it is not', () => {
    const odd = replaced('<p>Hello', '<svg onload=3D"x">{{x}}<p>Hello')
    for (let n = 0; n < 50; n += 1) {
      expect(failing(odd).filter((line) => line !== 'signature')).toEqual(['placeholders', 'content'])
      expect(failing(built)).toEqual([])
    }
  })

  test.each([
    '<p title=3D"a"\r\nonclick=3D"x">',
    '<p \xc2\xa0=3D onfocus\xc2\xa0=3Dx>',
    '<p ONBLUR\t=3D x>',
    '<a href=3Djavascript:x>',
    '<a href =3D\r\n " DATA:text/html,x">',
    "<td background=3D'VBScript:x'>",
    '<a x=3D"y=3D=3D" action=3D"java=\r\nscript:x">',
    '< iframe>',
    '<META http-equiv=3D"refresh">',
  ])('stops %j wherever it stands', (tag) => {
    expect(lines('<p>Hello', `${tag}<p>Hello`)).toContain('content')
    expect(lines('</body>', `${tag}</body>`)).toContain('content')
  })

  test.each(['only =3D 1, on x =3D 2', 'x =3D data: y', '> onclick=3D"x" href=3D"javascript:x"', 'on=3D1'])(
    'takes the words %j for words',
    (words) => {
      expect(lines('<p>Hello', `<p>${words} Hello`)).toEqual([])
    },
  )

  test.each([
    ['\r\nx\ny\r\n', 'bare'],
    ['\r\nx\ry\r\n', 'bare'],
    ['\n\r', 'bare'],
    ['\0', 'bare'],
    [`\r\n${'x'.repeat(999)}\r\n`, 'longer'],
    [`\r\n${'x'.repeat(500)}\n${'x'.repeat(500)}\r\n`, 'longer'],
    [`\r\n${'x'.repeat(998)}\r\n`, 'short enough'],
  ])('says of lines such as %j what is wrong with them', (bytes, word) => {
    const checks = checkMessage(replaced('Hello', `Hello${bytes}`), sampleMessage())
    expect(checks.find(({ line }) => line === 'lines')?.sentence).toContain(word)
  })
})
