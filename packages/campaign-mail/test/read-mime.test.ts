import iconv from 'iconv-lite'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { buildForward, classify } from '../src/campaign-mail.ts'
import { readIncomingMail } from '../src/incoming-mail.ts'
import { readMime } from '../src/read-mime.ts'

const latin1 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('latin1')
const japanese = '\x1b$B$;$7$O\x1b(B'
const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64')

/** The raw bytes of a message, given as latin1, whose subject and sender's name are this text. */
const mailWith = (text: string, { charset = '', body = 'Hi' } = {}) =>
  Buffer.from(
    [
      `From: "${text}" <kim+roof@slate.example>`,
      'To: ann@mail.sender.example',
      `Subject: Re: ${text}`,
      'MIME-Version: 1.0',
      `Content-Type: text/plain${charset && `; charset="${charset}"`}`,
      '',
      body,
    ].join('\r\n'),
    'latin1',
  )

test.each([
  ['an encoded word in UTF-7', '=?utf-7?Q?Gr+APwA3w-e?=', 'Grüße'],
  ['an encoded word in UTF-7, in base64', `=?UTF-7?B?${base64('Gr+APwA3w-e')}?=`, 'Grüße'],
  ['the old name of UTF-7', '=?unicode-1-1-utf-7?Q?Gr+APwA3w-e?=', 'Grüße'],
  ['an encoded word with a language', '=?utf-7*de?Q?Gr+APwA3w-_Kim?=', 'Grüß Kim'],
  ['undeclared ISO-2022-JP', japanese, 'せしは'],
  ['undeclared ISO-2022-JP between words', `AB ${japanese} cd`, 'AB せしは cd'],
  ['ISO-2022-JP called ASCII', `=?us-ascii?B?${base64(japanese)}?=`, 'せしは'],
  ['ISO-2022-JP called UTF-8', `=?utf-8?B?${base64(japanese)}?=`, 'せしは'],
  ['ISO-2022-JP', `=?iso-2022-jp?B?${base64(japanese)}?=`, 'せしは'],
  [
    'ISO-2022-JP in two encoded words',
    `=?iso-2022-jp?B?${base64('\x1b$B$;\x1b(B')}?= =?iso-2022-jp?B?${base64('\x1b$B$7$O\x1b(B')}?=`,
    'せしは',
  ],
  ['undeclared UTF-8', latin1('Grüße'), 'Grüße'],
  ['undeclared Latin-1', 'Gr\xfc\xdfe', 'Grüße'],
  ['Latin-1 called UTF-8', '=?utf-8?Q?Gr=FC=DFe?=', 'Grüße'],
  ['UTF-8 called ASCII', '=?us-ascii?Q?Gr=C3=BC=C3=9Fe?=', 'Grüße'],
  ['a code page of DOS', '=?cp850?Q?Gr=81=E1e?=', 'Grüße'],
  ['a letter in two encoded words', '=?utf-8?Q?Gr=C3?=\r\n =?UTF-8?Q?=BC=C3=9Fe?=', 'Grüße'],
  ['two charsets', '=?utf-8?Q?Gr=C3=BC?= =?iso-8859-1?Q?=DFe?=', 'Grüße'],
  ['plain words', 'a +b- =?', 'a +b- =?'],
])('a subject and a name in %s are decoded', async (_, text, expected) => {
  const { subject, from } = await readIncomingMail(mailWith(text))
  expect(subject).toBe(`Re: ${expected}`)
  expect(from).toEqual({ name: expected, address: 'kim+roof@slate.example' })
})

test('subjects, names and names of files have no bidirectional overrides, but the marks that Hebrew needs', async () => {
  const named = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
  const raw = [
    `From: "${named('Kim\u202eelas')}" <kim@slate.example>`,
    `Reply-To: Team: "${named('\u2066Ann\u2069')}" <ann@slate.example>;`,
    `Subject: ${named('Re: \u202dinvoice\u202c שלום\u200f!')}`,
    'MIME-Version: 1.0',
    "Content-Type: application/pdf; name*=utf-8''invoice%E2%80%AEfdp.exe",
    'Content-Disposition: attachment',
    '',
    'x',
  ].join('\r\n')
  const email = await readMime(Buffer.from(raw), 5)
  expect(email.from?.name).toBe('Kimelas')
  expect(email.replyTo?.[0]).toMatchObject({ group: [{ name: 'Ann', address: 'ann@slate.example' }] })
  expect(email.subject).toBe('Re: invoice שלום\u200f!')
  expect(email.attachments[0]?.filename).toBe('invoicefdp.exe')

  const untaken = Buffer.concat([Buffer.from(raw), Buffer.from('\n'.repeat(50_000))])
  const forwarded = await buildForward({
    raw: untaken,
    to: { name: 'Ann', address: 'ann@home.example' },
    from: { name: 'Kim via Goldpan', address: 'ann@mail.sender.example' },
    reply_to: { name: '', address: 'kim@slate.example' },
    message_id: 'f1.a@mail.sender.example',
    envelope_from: 'f+a@mail.sender.example',
    loop_id: 'here',
    date: new Date(0),
  })
  expect((await PostalMime.parse(forwarded.raw)).subject).toBe('Re: invoice שלום\u200f!')
})

test('unencoded headers have the charset of the text, of which UTF-7 leaves addresses alone', async () => {
  const seven = await readIncomingMail(mailWith('Gr+APwA3w-e', { charset: 'utf-7' }))
  expect([seven.subject, seven.from?.address]).toEqual(['Re: Grüße', 'kim+roof@slate.example'])
  const central = latin1(iconv.encode('Źródło', 'windows-1250'))
  expect((await readIncomingMail(mailWith(central, { charset: 'windows-1250' }))).subject).toBe('Re: Źródło')
})

test('an automatic answer is known by a subject in UTF-7', async () => {
  const raw = mailWith('Abwesend').toString('latin1')
  const automatic = raw.replace('Re: Abwesend', '=?utf-7?Q?Automatische_Antwort:_Gr+APwA3w-e?=')
  expect((await classify(Buffer.from(automatic, 'latin1'))).kind).toBe('auto-reply')
})

test('a forwarded answer is decoded as it is in the inbox, and its files stay as they are', async () => {
  const parts = [
    '--m\nContent-Type: text/plain; charset=utf-7\n\nK+APY-ln\n',
    '--m\nContent-Type: text/plain; charset=utf-7; name="a.txt"\nContent-Disposition: attachment; filename="a.txt"\n\nK+APY-ln\n',
    '--m--\n',
  ]
  const raw = mailWith('=?utf-7?Q?Gr+APwA3w-e?=', { body: parts.join('') }).toString('latin1')
  const mixed = raw.replace('text/plain\r\n', 'multipart/mixed; boundary="m"\r\n')
  const forwarded = await buildForward({
    raw: Buffer.from(mixed, 'latin1'),
    to: { name: 'Ann', address: 'ann@home.example' },
    from: { name: 'Kim via Goldpan', address: 'ann@mail.sender.example' },
    reply_to: { name: 'Kim', address: 'kim@slate.example' },
    message_id: 'f1@mail.sender.example',
    envelope_from: '',
    loop_id: 'mail.sender.example',
    date: new Date('2026-05-04T12:00:00Z'),
  })
  const email = await PostalMime.parse(forwarded.raw)
  expect([email.subject, email.text?.trim()]).toEqual(['Re: Grüße', 'Köln'])
  expect(
    Buffer.from(email.attachments[0]!.content as ArrayBuffer)
      .toString()
      .trim(),
  ).toBe('K+APY-ln')
})
