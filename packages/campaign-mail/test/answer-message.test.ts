import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { buildAnswer } from '../src/answer-message.ts'

const request = {
  raw: Buffer.from(
    'From: Rita <rita@shop.example>\r\nSubject: Ovens\r\nMessage-ID: <1@shop.example>\r\n\r\nHow much?\r\n',
  ),
  from: { name: 'Alice', address: 'alice@reply.example' },
  to: 'rita@shop.example',
  text: 'See the files.',
  message_id: 'a1.x@reply.example',
  envelope_from: 'a+x@reply.example',
  date: new Date('2026-03-02T09:00:00Z'),
}
const files = [
  { name: 'plan.pdf', type: 'application/pdf', content: Buffer.from('%PDF-1.7') },
  {
    name: 'a\r\nBcc: eve@evil.example/\u202egpj.exe',
    type: 'text/html\r\nX-Evil: 1',
    content: Buffer.from('<b>'),
  },
]

test('files are attached in order, with names and types that can do nothing (INBOX-38)', async () => {
  const { raw } = await buildAnswer({ ...request, files })
  const mail = await PostalMime.parse(raw)
  expect(mail.text).toMatch(/^See the files\./)
  expect(
    mail.attachments.map(({ filename, mimeType, disposition }) => [filename, mimeType, disposition]),
  ).toEqual([
    ['plan.pdf', 'application/pdf', 'attachment'],
    ['a Bcc_ eve@evil.example_gpj.exe', 'application/octet-stream', 'attachment'],
  ])
  expect(Buffer.from(mail.attachments[0]!.content as ArrayBuffer).toString()).toBe('%PDF-1.7')
  expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(raw.toString()).not.toMatch(/^(?:X-Evil|Bcc):/im)
})

test('an answer with files has the same bytes on every attempt', async () => {
  const [first, second] = [await buildAnswer({ ...request, files }), await buildAnswer({ ...request, files })]
  expect(first.raw.equals(second.raw)).toBe(true)
})

test('an answer without files is plain text', async () => {
  const { raw } = await buildAnswer({ ...request, files: [] })
  expect(raw.toString()).toMatch(/^Content-Type: text\/plain/im)
})
