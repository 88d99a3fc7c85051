import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { asksToUnsubscribe, classify, classifySmtpReply, visibleReply } from '../src/campaign-mail.ts'
import { rawMail, replyOf, reportOf } from './messages.ts'

/** One message of each kind that mail programs and servers send in many forms. */
const read = (name: string) =>
  classify(readFileSync(new URL(`./fixtures/kinds/${name}.eml`, import.meta.url)))
const addressesOf = ({ recipients }: Awaited<ReturnType<typeof classify>>) =>
  recipients.map(({ address }) => address)

const statusOf = (status: string, diagnostic: string) =>
  reportOf(
    `Reporting-MTA: dns; mx.far.example\n\nFinal-Recipient: rfc822; kim@slate.example\nAction: failed\nStatus: ${status}\nDiagnostic-Code: smtp; ${diagnostic}\n`,
  )

test('a refusal of the sender does not suppress the recipient (TRACK-03)', async () => {
  expect((await read('01-sender-refused')).recipients).toMatchObject([{ class: 'soft' }])
})

test.each([
  ['5.1.1', '550 5.1.1 sender address rejected by our policy'],
  ['5.1.0', '550 5.1.0 your IP has a poor reputation'],
  ['5.1.1', '550 5.1.1 client host not welcome'],
  ['5.1.1', '550 5.1.1 message refused: it contains a link'],
  ['5.1.2', '550 5.1.2 domain of the return path has no MX'],
  ['5.1.1', '550 5.1.1 Absender wird nicht akzeptiert'],
  ['5.1.1', "550 5.1.1 l'expéditeur n'est pas accepté"],
  ['5.1.1', '550 5.1.1 stopped by the content filter'],
  ['5.1.0', '550 5.1.0 not accepted, code P-77'],
  ['5.1.10', '556 5.1.10 sender domain has a null MX'],
  ['5.0.0', '550 mailbox unavailable: the sender mailbox could not be verified'],
])('%s with %j is soft, in a report and in a reply to RCPT', async (status, words) => {
  expect((await classify(statusOf(status, words))).recipients).toMatchObject([{ class: 'soft' }])
  expect(classifySmtpReply(Number(words.slice(0, 3)), words.slice(4)).suppress).toBe(false)
})

test.each([
  ['5.1.1', '550 5.1.1 no such mailbox'],
  ['5.1.1', '550 5.1.1 <kim@slate.example>: Recipient address rejected: User unknown'],
  ['5.1.1', '550 5.1.1'],
  ['5.1.10', '556 5.1.10 Recipient domain has a null MX'],
  ['5.0.0', '550 mailbox unavailable'],
])('%s with %j is hard', async (status, words) => {
  expect((await classify(statusOf(status, words))).recipients).toMatchObject([{ class: 'hard' }])
  expect(classifySmtpReply(Number(words.slice(0, 3)), words.slice(4)).suppress).toBe(true)
})

test('a server’s reply to MAIL FROM is about the sender, whatever its text', () => {
  expect(classifySmtpReply(550, 'In reply to MAIL FROM: 550 5.1.1 mailbox unavailable').suppress).toBe(false)
})

test('replies between quoted lines and a postscript below the closing are shown', async () => {
  const { reply_text } = await read('02-below-the-closing')
  for (const words of ['see my answers below.', 'About 200 square metres.', 'Any Friday.', 'PS: the gate'])
    expect(reply_text).toContain(words)
  expect(reply_text).not.toContain('How large is the roof?')
})

test('dividers and lines with a colon are the author’s own text', async () => {
  const { reply_text } = await read('03-own-lines')
  expect(reply_text).toBe(
    'Hi Jo,\n\nhere is our week:\n\n---\n\nFrom: Monday\nTo: Thursday\n\n---\n\nWould that do?',
  )
})

test.each([
  ['04-own-quotation', 'No ladders on the street side.'],
  ['06-all-quoted', 'Yes, on the north side.'],
])('%s keeps %j', async (name, words) => {
  expect((await read(name)).reply_text).toContain(words)
})

test.each([
  ['05-page-in-the-page', 'Please send the offer again.'],
  ['07-empty-text-part', 'Wednesday suits us.'],
  ['08-picture-only', 'A picture'],
  ['13-attribution', 'Áno, prosím.'],
  ['14-short-answer', 'In spring,\nsay in April.'],
  ['16-charset', 'せしは'],
])('%s is shown as %j', async (name, words) => {
  expect((await read(name)).reply_text).toBe(words)
})

test.each([
  ['application/pdf; name=plan.pdf', 'A PDF document'],
  ['audio/ogg; name=voice.ogg', 'A voice message'],
  ['application/pkcs7-mime; name=smime.p7m', 'A signed or encrypted message'],
  ['application/octet-stream; name=x.bin', 'A file'],
])('a reply that is only %s is called %j', async (type, words) => {
  const raw = replyOf('AAAA', { 'Content-Type': type, 'Content-Transfer-Encoding': 'base64' })
  expect((await classify(raw)).reply_text).toBe(words)
})

test('an accepted invitation is described as such', async () => {
  const calendar =
    'BEGIN:VCALENDAR\nMETHOD:REPLY\nBEGIN:VEVENT\nATTENDEE;PARTSTAT=ACCEPTED:mailto:bo@bakery.example\nEND:VEVENT\nEND:VCALENDAR'
  const raw = replyOf(calendar, { 'Content-Type': 'text/calendar; method=REPLY; charset=utf-8' })
  expect((await classify(raw)).reply_text).toBe('Invitation accepted')
})

test.each([
  ['Yes\n\nJo Office napísal:\n> Máte?', 'Yes'],
  ['Taip\n\n2026-11-24, an, 09:00 Jo Office <jo@office.example> rašė:\n> Ar', 'Taip'],
  ['Jā\n\nJo Office <jo@office.example> raksta\n> Vai', 'Jā'],
  ['Yes\n\nOn Tue, 24 Nov 2026 at 09:00, Jo <jo@office.example>\n> wrote:\n> Do you', 'Yes'],
  ['Call me at kim@slate.example\n> May we call?', 'Call me at kim@slate.example'],
  ['> How large?\n200\n> When?\nFriday 4 May 2026.', '200\nFriday 4 May 2026.'],
  [
    'Hi\n\nok\n\nThanks\nAda\n\nOh and one more thing, the dog bites',
    'Hi\n\nok\n\nThanks\nAda\n\nOh and one more thing, the dog bites',
  ],
  ['Sent from our depot on Monday.\nMore to come', 'Sent from our depot on Monday.\nMore to come'],
])('of %j is shown %j', (text, shown) => {
  expect(visibleReply(text)).toBe(shown)
})

test('the author’s own quotation stays above the quoted message', () => {
  const own = 'The sign says:\n\n> keep out\n\nIs it so?'
  const attribution = 'On Tue, 24 Nov 2026 at 09:00, Jo <jo@office.example> wrote:'
  expect(visibleReply(`${own}\n\n${attribution}\n> Hello`)).toBe(own)
})

test.each(['09-auto-subject', '10-auto-header', '11-away'])(
  '%s is an automatic reply (TRACK-07)',
  async (name) => {
    expect((await read(name)).kind).toBe('auto-reply')
  },
)

test.each([
  'Samodejni odgovor: Roof',
  'Automaatvastus: Roof',
  'ตอบกลับอัตโนมัติ: Roof',
  'स्वचालित उत्तर: Roof',
  'Balasan otomatis: Roof',
  'Re: Automatinis atsakymas: Roof',
])('the subject %j marks an automatic reply (TRACK-07)', async (subject) => {
  const raw = replyOf('17', { Subject: `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=` })
  expect((await classify(raw)).kind).toBe('auto-reply')
})

test.each([
  { Preference: 'auto_reply' },
  { 'X-POST-MessageClass': '9; Autoresponder' },
  { 'Delivered-To': 'Autoresponder' },
  { 'X-FC-MachineGenerated': 'true' },
  { 'X-Mail-Autoreply': 'yes' },
  { 'X-Autogenerated': 'Reply' },
])('the header %j marks an automatic reply (TRACK-07)', async (headers) => {
  expect((await classify(replyOf('We have your letter.', headers))).kind).toBe('auto-reply')
})

test.each([
  'Ich bin bis 7. Dezember im Urlaub.\n\nAda Fenn',
  'I am out of the office until Monday.',
  'Hola, estoy de vacaciones hasta el 7 de diciembre. Gracias',
  'Je suis en congé jusqu’au 7 décembre. En cas d’urgence, appelez le 01 23 45 67 89.',
])('%j is an automatic reply by its text (TRACK-07)', async (words) => {
  expect((await classify(replyOf(words))).kind).toBe('auto-reply')
})

test.each([
  'I am out of the office until Monday, but could we talk on Tuesday?',
  'I am on holiday next week, come by the week after.',
])('%j was written by a person', async (words) => {
  expect((await classify(replyOf(words))).kind).toBe('reply')
})

test('an opt-out may include a greeting and thanks', async () => {
  expect((await read('12-opt-out')).wants_unsubscribe).toBe(true)
})

test.each([
  'Not interested, please remove us.',
  'Please unsubscribe. We do not want any more emails from you.',
  'Thanks for your email, but please take me off your list.',
  'Guten Tag, kein Interesse. Bitte keine weiteren Mails mehr.',
  'Merci de ne plus nous contacter.',
  'No me envíen más correos, por favor.',
  'Per favore toglieteci dalla mailing list.',
  'Beste Jo, graag ons verwijderen uit uw lijst. Bedankt',
  'Não quero receber mais e-mails.',
  'Hej, ta bort oss från er lista, tack.',
  'Hej Jo, fjern os venligst fra jeres liste. Tak.',
  'Proszę nie wysyłać więcej wiadomości.',
  'Здравствуйте, пожалуйста, удалите нас из вашей рассылки. Спасибо.',
  'お世話になっております。配信を停止してください。',
])('%j is an opt-out', (words) => {
  expect(asksToUnsubscribe(words)).toBe(true)
})

test.each([
  'Please stop by our shop on Friday.',
  'Please remove the doors from the quote. Thanks.',
  'Bitte nehmen Sie die Türen aus dem Angebot.',
  'Retirez la porte du devis.',
  'How do I unsubscribe?',
  'Please do not contact my wife, contact me',
  'Удалите двери из сметы',
])('%j is not an opt-out', (words) => {
  expect(asksToUnsubscribe(words)).toBe(false)
})

test.each([["Apple's", '22-unsubscribe-program']])(
  '%s unsubscribe mail is an opt-out',
  async (_program, name) => {
    expect(await read(name)).toMatchObject({ kind: 'reply', wants_unsubscribe: true })
  },
)

test('the other fields of a report are read, and xtext is decoded', async () => {
  expect((await read('15-other-fields')).recipients).toMatchObject([
    { address: 'kim+roof@slate.example', class: 'hard' },
  ])
})

test('a status of 2.x.x isn’t a failure, whatever the action', async () => {
  expect((await read('17-delivered')).kind).toBe('delivered')
})

test.each(['18-failure-in-words', '19-report-within', '21-address-in-words'])(
  '%s names the failed recipient (I4)',
  async (name) => {
    const result = await read(name)
    expect([result.kind, addressesOf(result)]).toEqual(['bounce', ['kim@slate.example']])
  },
)

test('a report names the address written to and the one it resolved to', async () => {
  const result = await read('20-two-addresses')
  expect(addressesOf(result).toSorted()).toEqual(['k.slate@inside.slate.example', 'office@slate.example'])
})

test('an X.400 address is read as the Internet address it represents', async () => {
  const raw = reportOf(
    'Reporting-MTA: x400; far\n\nFinal-Recipient: x400; /DDA:SMTP=kim(a)slate.example/C=US/\nAction: failed\nStatus: 5.1.1\n',
  )
  expect(addressesOf(await classify(raw))).toEqual(['kim@slate.example'])
})

test.each([
  ['utf-7', Buffer.from('Gr+APwA3w- aus K+APY-ln'), 'Grüß aus Köln'],
  ['cp850', Buffer.from([0x4b, 0x94, 0x6c, 0x6e]), 'Köln'],
  ['us-ascii', Buffer.from('Köln'), 'Köln'],
  ['utf-8', Buffer.from('Köln', 'latin1'), 'Köln'],
  ['koi8-r', Buffer.from([0xe4, 0xc1]), 'Да'],
])('text in %s is decoded by its bytes if the label is wrong', async (charset, bytes, text) => {
  const head = rawMail(
    {
      From: 'bo@bakery.example',
      'In-Reply-To': '<a@b.example>',
      'Content-Type': `text/plain; charset=${charset}`,
    },
    '',
  )
  expect((await classify(Buffer.concat([head, bytes]))).reply_text).toBe(text)
})

test('ids in the header of a message are followed, ids in its text are not', async () => {
  const text = 'I saw this:\nMessage-ID: <v1.token@sender.example>\nIn-Reply-To: <v1.token@sender.example>'
  expect((await classify(replyOf(text, { 'In-Reply-To': undefined }))).message_ids).toEqual([])
  expect((await classify(replyOf(text))).message_ids).toEqual(['v1.token@sender.example'])
})
