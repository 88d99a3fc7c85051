import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { buildForward, type ForwardRequest, forwardRefusal, MessageRefused } from '../src/campaign-mail.ts'
import { fieldValues, splitMessage } from '../src/message-bytes.ts'
import { verifyByMailauth } from './mailauth.ts'
import { rawMail, replyOf } from './messages.ts'
import { KEY } from './sample-message.ts'

const withFiles = rawMail(
  {
    From: 'Bo <bo@bakery.example>',
    To: 'ann@mail.sender.example',
    Subject: '=?utf-8?Q?Re=3A_=C3=96fen?=',
    'Message-ID': '<answer@bakery.example>',
    'In-Reply-To': '<v1.token@mail.sender.example>',
    References: '<v1.token@mail.sender.example>',
    'Content-Type': 'multipart/mixed; boundary="m"',
  },
  '--m\nContent-Type: text/html; charset=utf-8\n\n<p>Yes<script>x()</script> <img src="cid:pic"></p>\n--m\nContent-Type: image/gif; name="a.gif"\nContent-ID: <pic>\nContent-Transfer-Encoding: base64\n\nR0lGODlh\n--m\nContent-Type: application/pdf; name="menu.pdf"\nContent-Disposition: attachment; filename="menu.pdf"\nContent-Transfer-Encoding: base64\n\nJVBERi0x\n--m--\n',
)
const request = (changes: Partial<ForwardRequest> = {}): ForwardRequest => ({
  raw: withFiles,
  to: { name: 'Ann', address: 'ann@home.example' },
  from: { name: 'Bo via Goldpan', address: 'ann@mail.sender.example' },
  reply_to: { name: 'Bo', address: 'bo@bakery.example' },
  message_id: 'f1@mail.sender.example',
  envelope_from: '',
  loop_id: 'mail.sender.example',
  date: new Date('2026-05-04T12:00:00Z'),
  dkim: [KEY],
  ...changes,
})

describe('forwarding a reply to the user', () => {
  test('replies go to the prospect; subject, thread, text and files are kept (TRACK-06)', async () => {
    const { raw, envelope } = await buildForward(request())
    expect(envelope).toEqual({ from: '', to: ['ann@home.example'] })
    const email = await PostalMime.parse(raw)
    expect(email.from).toEqual({ name: 'Bo via Goldpan', address: 'ann@mail.sender.example' })
    expect(email.replyTo).toEqual([{ name: 'Bo', address: 'bo@bakery.example' }])
    expect(email.subject).toBe('Re: Öfen')
    expect(email.inReplyTo).toBe('<v1.token@mail.sender.example>')
    expect(email.references).toBe('<v1.token@mail.sender.example> <answer@bakery.example>')
    expect(email.messageId).toBe('<f1@mail.sender.example>')
    expect(email.html).toContain('Yes')
    expect(email.html).not.toContain('script')
    const files = email.attachments.map((file) => [file.filename, file.mimeType, file.contentId ?? null])
    expect(files).toContainEqual(['menu.pdf', 'application/pdf', null])
    expect(files).toContainEqual(['a.gif', 'image/gif', '<pic>'])
  })

  test('it is a message of ours: signed, and marked against loops and automatic replies', async () => {
    const { raw } = await buildForward(request())
    const { fields } = splitMessage(raw)
    expect(fieldValues(fields, 'x-app-loop')).toEqual(['mail.sender.example'])
    expect(fieldValues(fields, 'auto-submitted')).toEqual(['auto-generated'])
    expect(await verifyByMailauth(raw)).toMatchObject([{ result: 'pass' }])
  })

  test('a notice is shown above the text', async () => {
    const raw = replyOf('Hello')
    const email = await PostalMime.parse(
      (await buildForward(request({ raw, notices: ['Sender not verified <x>'] }))).raw,
    )
    expect(email.text).toMatch(/^Sender not verified <x>\n\nHello/)
  })

  test('a message that returns to us or passed too many servers is refused (I8)', async () => {
    const { raw } = await buildForward(request())
    expect(forwardRefusal(raw, 'mail.sender.example')).toMatch(/sent by this application/)
    await expect(buildForward(request({ raw }))).rejects.toThrow(MessageRefused)
    const hops = Buffer.concat([Buffer.from('Received: by x\r\n'.repeat(26)), withFiles])
    expect(forwardRefusal(hops, 'mail.sender.example')).toMatch(/26 servers/)
    expect(forwardRefusal(withFiles, 'mail.sender.example')).toBeNull()
  })

  test('it is never sent to the address it came to or to an unsafe one', async () => {
    await expect(
      buildForward(request({ to: { name: 'x', address: 'ann@mail.sender.example' } })),
    ).rejects.toThrow(/forwarded to the address/)
    await expect(
      buildForward(request({ reply_to: { name: 'x', address: 'a@b.co\r\nBcc: e@x.test' } })),
    ).rejects.toThrow(/can't be used/)
    await expect(buildForward(request({ dkim: [{ ...KEY, domain: 'other.example' }] }))).rejects.toThrow(
      /signing key/,
    )
  })

  test('names and subjects with line breaks add no headers', async () => {
    const raw = rawMail({ From: 'bo@bakery.example', Subject: '=?utf-8?Q?a=0D=0ABcc:_e@x.test?=' }, 'x')
    const built = await buildForward(
      request({ raw, reply_to: { name: 'Bo\r\nBcc: e@x.test', address: 'bo@bakery.example' } }),
    )
    expect(splitMessage(built.raw).fields.map((field) => field.key)).not.toContain('bcc')
  })

  const written = 'From: Bo <bo@bakery.example>\r\nSubject: Plan\r\n'
  const typed = (type: string, body: string) => `${written}Content-Type: ${type}\r\n\r\n${body}`
  test.each([
    ['has a head of 300 kB', `${written}${'X-Y: z\r\n'.repeat(40_000)}\r\nhi`],
    ['has 2,000 parts', typed('multipart/mixed; boundary=b', '--b\r\n\r\nx\r\n'.repeat(2_000))],
    ['has 100,000 short lines', typed('text/plain', 'a\r\n'.repeat(100_000))],
    ['nests 5,000 elements', typed('text/html', '<div>'.repeat(5_000))],
  ])('what %s is attached as it came (I9)', async (_what, hostile) => {
    const { raw } = await buildForward(request({ raw: Buffer.from(hostile) }))
    const email = await PostalMime.parse(raw, { forceRfc822Attachments: true })
    expect(email.text).toContain('The original is attached')
    expect(Buffer.from(email.attachments[0]!.content as ArrayBuffer).toString()).toBe(hostile)
  })

  test('a 15 MB file, a thousand addresses and a page of many elements are forwarded unchanged', async () => {
    const file = Buffer.alloc(15_000_000, 'file')
    const page = `<div>${'<table><tr><td><p>Offer</td></tr></table>\r\n'.repeat(3_000)}</div>`
    const lines = file.toString('base64').replace(/.{76}/g, '$&\r\n')
    const part = (type: string, encoding: string, body: string) =>
      `--b\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}\r\n`
    const many = Array.from({ length: 1_000 }, (_, n) => `p${n}@shop.example`).join(',\r\n ')
    const body = `${part('text/html', '7bit', page)}${part('application/pdf', 'base64', lines)}--b--\r\n`
    const whole = typed('multipart/mixed; boundary=b', body).replace('Subject', `Cc: ${many}\r\nSubject`)
    const { raw } = await buildForward(request({ raw: Buffer.from(whole) }))
    const email = await PostalMime.parse(raw)
    expect(email.html?.match(/Offer/g)).toHaveLength(3_000)
    expect(Buffer.from(email.attachments[0]!.content as ArrayBuffer).equals(file)).toBe(true)
  })

  test('a large message is passed on unchanged, below a notice and with its files', async () => {
    const file = Buffer.alloc(4_000_000, 'file')
    const lines = file.toString('base64').replace(/.{76}/g, '$&\r\n')
    const text = '--b\r\nContent-Type: text/plain\r\n\r\nPlease call me.\r\n'
    const attached = `--b\r\nContent-Type: application/pdf; name=plan.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${lines}\r\n--b--\r\n`
    const raw = Buffer.from(typed('multipart/mixed; boundary=b', text + attached))

    const forwarded = await buildForward(request({ raw, notices: ['Sender not verified'], dkim: [KEY] }))

    const email = await PostalMime.parse(forwarded.raw)
    expect(email.text).toMatch(/^Sender not verified[\s\S]*Please call me\./)
    expect(email.attachments.map(({ filename }) => filename)).toEqual(['plan.pdf'])
    expect(Buffer.from(email.attachments[0]!.content as ArrayBuffer).equals(file)).toBe(true)
    expect(await verifyByMailauth(forwarded.raw)).toMatchObject([{ result: 'pass' }])
  })

  test('an unreadable message is attached as it came', async () => {
    let head = 'Message-ID: <answer@bakery.example>\n'
    for (let at = 0; at < 300; at += 1)
      head += `Content-Type: multipart/mixed; boundary="b${at}"\n\n--b${at}\n`
    const raw = Buffer.from(`${head}\nhi`)
    const email = await PostalMime.parse((await buildForward(request({ raw }))).raw)
    expect(email.text).toContain('The original is attached')
    expect(Buffer.from(email.attachments[0]!.content as ArrayBuffer).equals(raw)).toBe(true)
  })
})
