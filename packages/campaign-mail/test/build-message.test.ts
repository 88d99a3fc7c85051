import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { buildMessage, type CampaignMessage, MessageRefused } from '../src/campaign-mail.ts'
import { fieldValues, splitMessage } from '../src/message-bytes.ts'
import { sampleMessage } from './sample-message.ts'

const headersOf = (raw: Buffer) => splitMessage(raw).fields
const value = (raw: Buffer, name: string) => fieldValues(headersOf(raw), name)

describe('a campaign message', () => {
  test('has every header once and goes to one recipient', async () => {
    const { raw, envelope, dsn } = await buildMessage(sampleMessage())
    for (const name of ['from', 'to', 'subject', 'date', 'message-id', 'mime-version']) {
      expect([name, value(raw, name).length]).toEqual([name, 1])
    }
    expect(value(raw, 'message-id')).toEqual(['<v1.token@mail.sender.example>'])
    expect(value(raw, 'feedback-id')).toEqual(['c1:a1:outreach:goldpan'])
    expect(envelope).toEqual({ from: 'b+token@bounce.mail.sender.example', to: ['bo@bakery.example'] })
    expect(dsn).toEqual({
      id: 'token',
      return: 'headers',
      notify: ['failure', 'delay'],
      recipient: 'rfc822;bo@bakery.example',
    })
    for (const name of [
      'auto-submitted',
      'precedence',
      'bcc',
      'return-path',
      'x-mailer',
      'received',
      'reply-to',
    ]) {
      expect([name, value(raw, name)]).toEqual([name, []])
    }
  })

  test('has the one-click headers of RFC 8058 with a separate URL (SEND-24, SEND-25)', async () => {
    const { raw } = await buildMessage(sampleMessage())
    expect(value(raw, 'list-unsubscribe')).toEqual(['<https://app.sender.example/one-click/abc>'])
    expect(value(raw, 'list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click'])
  })

  test('has the unsubscribe link, postal address and body in (SEND-24, SEND-26, SEND-27)', async () => {
    const email = await PostalMime.parse((await buildMessage(sampleMessage())).raw)
    expect(email.text).toContain('do you bake on Sundays? See our ovens (https://sender.example/ovens).')
    expect(email.text).toContain('Sender & Sons\n1 High Street\nLeeds LS1 1AA')
    expect(email.text).toContain('Unsubscribe: https://app.sender.example/unsubscribe?token=abc&from=mail')
    expect(email.html).toContain('Sender &#38; Sons<br>1 High Street<br>Leeds LS1 1AA')
    expect(email.html).toContain(
      '<a href="https://app.sender.example/unsubscribe?token=abc&#38;from=mail">Unsubscribe</a>',
    )
    expect(email.html).toContain('<img src="https://app.sender.example/o/abc.gif" width="1" height="1"')
    expect(email.headers.find((header) => header.key === 'content-type')?.value).toMatch(
      /^multipart\/alternative/,
    )
  })

  test('has no tracking pixel unless', async () => {
    const email = await PostalMime.parse((await buildMessage(sampleMessage({ open_pixel_url: null }))).raw)
    expect(email.html).not.toContain('<img')
  })

  test('is the same, byte for byte, on every attempt', async () => {
    const [first, second] = await Promise.all([buildMessage(sampleMessage()), buildMessage(sampleMessage())])
    expect(first.raw.equals(second.raw)).toBe(true)
  })

  test('has CRLF line endings, short lines', async () => {
    const words = 'Grüße — 你好，世界 — привет — 😀 '.repeat(200)
    const { raw } = await buildMessage(
      sampleMessage({
        subject: words.slice(0, 300),
        to: { name: '株式会社 "X", <y>', address: 'bo@bakery.example' },
        html: `<p>${words}</p>`,
      }),
    )
    const text = raw.toString('latin1')
    expect(text.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/)
    expect(Math.max(...text.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998)
    expect(text.slice(0, text.indexOf('\r\n\r\n'))).toMatch(/^[\t\r\n\x20-\x7e]*$/)
    const email = await PostalMime.parse(raw)
    expect(email.subject).toBe(words.slice(0, 300).trim())
    expect(email.to).toEqual([{ name: '株式会社 "X", <y>', address: 'bo@bakery.example' }])
  })

  test('has a Reply-To header only if it differs from the sender', async () => {
    const { raw } = await buildMessage(sampleMessage({ reply_to: 'answers@mail.sender.example' }))
    expect(value(raw, 'reply-to')).toEqual(['=?UTF-8?Q?Ann_=C3=93lafs?= <answers@mail.sender.example>'])
  })

  test('continues a thread and leaves out invalid ids', async () => {
    const { raw } = await buildMessage(
      sampleMessage({
        in_reply_to: '<b@bakery.example>',
        references: ['a@bakery.example', 'x\r\nBcc: e@x.test', '<b@bakery.example>'],
      }),
    )
    expect(value(raw, 'in-reply-to')).toEqual(['<b@bakery.example>'])
    expect(value(raw, 'references')).toEqual(['<a@bakery.example> <b@bakery.example>'])
  })

  test('has a list id, a loop mark, a language and a custom footer', async () => {
    const footer = {
      reason: 'Gesendet an {address} von {sender}.',
      privacy: 'Datenschutz',
      unsubscribe: 'Abmelden',
    }
    const { raw } = await buildMessage(
      sampleMessage({
        list_id: 'c1.mail.sender.example',
        loop_id: 'mail.sender.example',
        language: 'de',
        footer,
      }),
    )
    expect(value(raw, 'list-id')).toEqual(['<c1.mail.sender.example>'])
    expect(value(raw, 'x-app-loop')).toEqual(['mail.sender.example'])
    expect(value(raw, 'content-language')).toEqual(['de'])
    const email = await PostalMime.parse(raw)
    expect(email.html).toContain('<html lang="de">')
    expect(email.text).toContain('Gesendet an bo@bakery.example von Ann Ólafs.')
    expect(email.text).toContain('Abmelden: https://')
  })

  test('is cleaned of everything active or hidden', async () => {
    const html = `<p onclick="x()">Hi</p><script>alert(1)</script><iframe src="https://x.test"></iframe><form><input></form>
      <a href="javascript:alert(1)">a</a><a href="data:text/html,x">b</a><img src="data:image/png;base64,AA"><img src="http://x.test/a.png">
      <div style="display:none">secret</div><span style="font-size:0">tiny</span><p style="color:red;background:url(https://x.test)">red</p>
      <svg onload=x()></svg><style>p{}</style><xmp><script>x</script></xmp><math><mtext></mtext></math>`
    const email = await PostalMime.parse(
      (await buildMessage(sampleMessage({ html, open_pixel_url: null }))).raw,
    )
    const body = email.html!.slice(email.html!.indexOf('<body>'))
    expect(body).not.toMatch(
      /script|onclick|iframe|form|javascript|data:|<img|secret|tiny|url\(|svg|style>|xmp|math/i,
    )
    expect(body).toContain('style="color:red"')
    expect(email.text).not.toMatch(/secret|tiny/)
  })
})

test('the footer is in the language of the message, or in English', async () => {
  const text = async (language?: string) =>
    (await PostalMime.parse((await buildMessage(sampleMessage({ language }))).raw)).text
  expect(await text('de-AT')).toContain('Abmelden: https://')
  expect(await text('fr')).toContain('Ce message a été envoyé à bo@bakery.example par Ann Ólafs.')
  for (const language of [undefined, 'xx', 'constructor'])
    expect(await text(language)).toContain('Unsubscribe: https://')
})

test('the register line and privacy link are below the address, each in the form of its part (IDENTITY-09)', async () => {
  const { raw } = await buildMessage(
    sampleMessage({
      register_line: 'HRB 12345 <Wien> & "Söhne"',
      privacy_url: 'https://söhne.example/privacy?a=1&b="2'.replaceAll('"', '%22'),
      language: 'de',
    }),
  )
  const { text, html } = await PostalMime.parse(raw)
  expect(text).toContain(
    'Leeds LS1 1AA\nHRB 12345 <Wien> & "Söhne"\nDatenschutz: https://söhne.example/privacy?a=1&b=%222\nAbmelden: https://',
  )
  expect(html).toContain(
    'Leeds LS1 1AA<br>HRB 12345 &#60;Wien&#62; &#38; &#34;Söhne&#34;<br>\n<a href="https://söhne.example/privacy?a=1&#38;b=%222">Datenschutz</a><br>\n<a href="https://app.',
  )
})

describe('a message that must not be sent', () => {
  const cases: [string, Partial<CampaignMessage>, RegExp][] = [
    ['has no subject', { subject: '  ' }, /subject is empty/],
    ['is empty', { html: ' ' }, /message is empty/],
    ['has no postal address', { postal_address: '\n' }, /postal address/],
    ['has a placeholder in its subject', { subject: 'Hi {{firstName}}' }, /placeholder "\{\{firstName\}\}"/],
    ['has a placeholder in its body', { html: '<p>{{nobody}}</p>' }, /placeholder/],
    ['names a value that is no text', { html: '<p>Dear [object Object]</p>' }, /"\[object Object\]"/],
    ['has a broken id', { message_id: 'no id' }, /message id/],
    ['has a broken date', { date: new Date('never') }, /date/],
    ['has a plain http link to unsubscribe', { unsubscribe_url: 'http://app.example/u' }, /https/],
    ['has no web address to unsubscribe', { one_click_url: 'mailto:x@y.example' }, /https/],
    [
      'has a broken address to unsubscribe',
      { one_click_url: 'https://x.test/>\r\nBcc: e@x.test' },
      /web address/,
    ],
    ['has a picture behind a password', { open_pixel_url: 'https://a:b@x.test/' }, /user name/],
    ['is signed by somebody else', { from: { name: 'x', address: 'ann@other.example' } }, /signing key/],
    ['is too long', { html: `<p>${'word '.repeat(30_000)}</p>` }, /102 kB/],
    ['has no web address of a privacy policy', { privacy_url: 'javascript:alert(1)' }, /web address/],
    ['has a privacy policy behind a password', { privacy_url: 'https://a:b@x.test/' }, /web address/],
    ['has a header that is two', { feedback_id: 'a\r\nBcc: e@x.test' }, /header/],
    ['has an odd list id', { list_id: 'ä' }, /header/],
  ]

  test.each(cases)('is refused with a reason: one that %s', async (_what, changes, sentence) => {
    await expect(buildMessage(sampleMessage(changes))).rejects.toThrow(MessageRefused)
    await expect(buildMessage(sampleMessage(changes))).rejects.toThrow(sentence)
  })

  test('may link to this machine and, for the built-in outbox, over plain http', async () => {
    const url = 'http://localhost:3000/u'
    await expect(
      buildMessage(sampleMessage({ unsubscribe_url: url, one_click_url: url })),
    ).resolves.toBeDefined()
    const lan = { unsubscribe_url: 'http://10.0.0.2/u', one_click_url: 'http://10.0.0.2/u', local_only: true }
    await expect(buildMessage(sampleMessage(lan))).resolves.toBeDefined()
  })
})

/** Attempts to add a recipient or a header through every field that takes outside text. */
const ATTACKS = [
  '\r\nBcc: evil@x.test',
  '\nBcc: evil@x.test',
  '\rBcc: evil@x.test',
  '\r\n Bcc: evil@x.test',
  '\r\n\r\n<script>',
  '\u2028Bcc: evil@x.test',
  '\u2029Bcc: evil@x.test',
  '\u0085Bcc: evil@x.test',
  '\0',
  '%0d%0aBcc: evil@x.test',
  '=?utf-8?q?=0d=0aBcc:_evil@x.test?=',
  ', evil@x.test',
  '; evil@x.test',
  '> , <evil@x.test',
  '" <evil@x.test>, "',
  '(comment) evil@x.test',
]
const PLACES: [string, (attack: string) => Partial<CampaignMessage>][] = [
  ['the recipient', (attack) => ({ to: { name: 'Bo', address: `bo@bakery.example${attack}` } })],
  ['the sender', (attack) => ({ from: { name: 'Ann', address: `ann@mail.sender.example${attack}` } })],
  ['the reply address', (attack) => ({ reply_to: `ann@mail.sender.example${attack}` })],
  ['the return path', (attack) => ({ envelope_from: `b@bounce.mail.sender.example${attack}` })],
  ["the recipient's name", (attack) => ({ to: { name: `Bo${attack}`, address: 'bo@bakery.example' } })],
  ["the sender's name", (attack) => ({ from: { name: `Ann${attack}`, address: 'ann@mail.sender.example' } })],
  ['the subject', (attack) => ({ subject: `Hi${attack}` })],
  ['the message id', (attack) => ({ message_id: `v1.a@mail.sender.example${attack}` })],
  [
    'the thread',
    (attack) => ({ in_reply_to: `<a@b.example>${attack}`, references: [`<a@b.example>${attack}`] }),
  ],
  ['the postal address', (attack) => ({ postal_address: `High Street${attack}` })],
  ['the register line', (attack) => ({ register_line: `HRB 1${attack}` })],
  ['the link to the privacy policy', (attack) => ({ privacy_url: `https://x.example/${attack}` })],
  ['the link', (attack) => ({ unsubscribe_url: `https://x.example/${attack}` })],
  ['the one-click link', (attack) => ({ one_click_url: `https://x.example/${attack}` })],
]

test.each(PLACES)('text in %s can’t add a header or a recipient (A10)', async (_place, changesFor) => {
  for (const attack of ATTACKS) {
    const message = sampleMessage(changesFor(attack))
    const built = await buildMessage(message).catch((error: unknown) => error)
    if (built instanceof MessageRefused) continue
    const { raw, envelope } = built as Awaited<ReturnType<typeof buildMessage>>
    expect(envelope).toEqual({ from: 'b+token@bounce.mail.sender.example', to: ['bo@bakery.example'] })
    expect(headersOf(raw).map((field) => field.key)).not.toContain('bcc')
    const email = await PostalMime.parse(raw)
    expect(email.to?.map((each) => each.address)).toEqual(['bo@bakery.example'])
    expect(email.from?.address).toBe('ann@mail.sender.example')
    expect(email.html).not.toContain('<script')
  }
})

test.each([
  ['https://x.example/@a:b', null],
  ['https://x.example?a@b', null],
  ['https://x.example#a@b', null],
  ['https://x.example', null],
  ['HTTPS://X.example/a', null],
  ['http://127.0.0.1/a', null],
  ['http://[::1]/a', null],
  ['http://a.localhost/a', null],
  ['http://x.example/a', /start with https/],
  ['http://127.0.0.1.x.example/a', /start with https/],
  ['ftp://x.example/a', /start with https/],
  ['https://a@x.example/b', /user name/],
  ['https:a@x.example/b', /user name/],
  ['https:///a@x.example/b', /user name/],
  ['https://a@x.example?b', /user name/],
  ['https://x.example:99999/a', /not a web address/],
  ['https://[::1/a', /not a web address/],
  ['https://?a', /not a web address/],
  ['https://x.example\\a', /not a web address/],
  ['/a', /not a web address/],
])('the URL %j is parsed as browsers parse it', async (url, fault) => {
  const building = buildMessage(sampleMessage({ open_pixel_url: url, dkim: [] }))
  if (fault) await expect(building).rejects.toThrow(fault)
  else await expect(building).resolves.toBeDefined()
})
