import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findReason } from '../src/bounce-reason.ts'
import { asksToUnsubscribe, classify, htmlToText, visibleReply } from '../src/campaign-mail.ts'
import { rawMail, replyOf, reportOf } from './messages.ts'

const MEGABYTE = 1_000_000
const nested = (depth: number) => {
  let head = ''
  for (let at = 0; at < depth; at += 1)
    head += `Content-Type: multipart/mixed; boundary="b${at}"\n\n--b${at}\n`
  return Buffer.from(`From: a@b.example\nTo: c@d.example\n${head}Content-Type: text/plain\n\nhi`)
}

const BOMBS: readonly (readonly [string, Buffer])[] = [
  ['nothing at all', Buffer.alloc(0)],
  ['zero bytes', Buffer.alloc(100_000)],
  ['random bytes', Buffer.from(Array.from({ length: 50_000 }, (_, at) => (at * 7919) % 256))],
  ['no body', Buffer.from('From: a@b.example\r\nSubject: x')],
  ['5,000 nested parts', nested(5_000)],
  ['100,000 parts', rawMail({ 'Content-Type': 'multipart/mixed; boundary=b' }, '--b\n\nx\n'.repeat(100_000))],
  ['2,000 nested messages', Buffer.from('Content-Type: message/rfc822\n\n'.repeat(2_000))],
  ['3 MB of headers', Buffer.from(`From: a@b.example\n${'X-Y: z\n'.repeat(430_000)}\nhi`)],
  ['one header of 5 MB', Buffer.from(`Subject: ${'a'.repeat(5 * MEGABYTE)}\n\nhi`)],
  ['200,000 addresses', rawMail({ From: 'a@b.example', To: 'x@y.example, '.repeat(200_000) }, 'hi')],
  ['20 MB of HTML', rawMail({ From: 'a@b.example', 'Content-Type': 'text/html' }, '<p>hi'.repeat(3_500_000))],
  ['100,000 open tags', replyOf('<div>'.repeat(100_000), { 'Content-Type': 'text/html' })],
  [
    '50,000 status blocks',
    reportOf('Final-Recipient: rfc822; a@b.example\nAction: failed\n\n'.repeat(50_000)),
  ],
  ['a million empty lines', replyOf('\n'.repeat(MEGABYTE))],
  ['a million empty lines of HTML', replyOf('\n'.repeat(MEGABYTE), { 'Content-Type': 'text/html' })],
  [
    'blanks without end in HTML',
    replyOf(`<pre>${' '.repeat(500_000)}x</pre>`, { 'Content-Type': 'text/html' }),
  ],
  [
    'hard blanks without end in HTML',
    replyOf(`<p>${'&nbsp;'.repeat(80_000)}x`, { 'Content-Type': 'text/html' }),
  ],
  ['150,000 elements that are never closed', replyOf('<b>'.repeat(150_000), { 'Content-Type': 'text/html' })],
  ['a sender of 900,000 colons', Buffer.from(`From: ${':'.repeat(900_000)}\nTo: c@d.example\n\nhi`)],
  ['a line of 10 MB', replyOf('a'.repeat(10 * MEGABYTE))],
  ['spaces without end', replyOf(`On ${' '.repeat(2 * MEGABYTE)}wrote`)],
  ['quotes without end', replyOf('>'.repeat(2 * MEGABYTE))],
  ['dashes without end', replyOf('-'.repeat(2 * MEGABYTE))],
  [
    'ats without end',
    rawMail({ From: 'mailer-daemon@b.example', Subject: 'failure notice' }, '@'.repeat(2 * MEGABYTE)),
  ],
  [
    'addresses without end',
    rawMail({ From: 'mailer-daemon@b.example', Subject: 'failure notice' }, 'a@b.example '.repeat(200_000)),
  ],
  [
    'labels without end',
    rawMail({ From: 'mailer-daemon@b.example', Subject: 'failure notice' }, 'recipient '.repeat(200_000)),
  ],
]

test.each(BOMBS)('%s is classified without throwing (I9)', async (_name, raw) => {
  const result = await classify(raw)
  expect(['bounce', 'auto-reply', 'complaint', 'reply', 'delivered', 'other']).toContain(result.kind)
})

test('a message that isn’t MIME has a parse error and is still read as text', async () => {
  const result = await classify(nested(5_000))
  expect(result.parse_error).toMatch(/nesting|parts/i)
  expect(result.from?.address).toBe('a@b.example')
})

test('any bytes are classified', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
      const { kind } = await classify(bytes)
      expect(kind).toBeTypeOf('string')
    }),
    { numRuns: 200 },
  )
})

test('any text anywhere in a message is classified', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 })
  await fc.assert(
    fc.asyncProperty(text, text, text, async (subject, from, body) => {
      const result = await classify(rawMail({ From: from, Subject: subject, 'Auto-Submitted': body }, body))
      expect(result.recipients.length).toBeLessThan(10)
    }),
    { numRuns: 200 },
  )
})

test('the text of a reply survives, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('yes', 'no', 'call me', 'Tuesday', 'price', '10:30', 'ok'), { minLength: 1 }),
      (words) => {
        const text = words.join(' ')
        expect(visibleReply(`${text}\n\nOn Mon, 4 May 2026, Ann <a@b.example> wrote:\n> hello`)).toBe(text)
      },
    ),
  )
})

test.each(['<div></x>', '<div><!--</div>-->', '<p><li>'])(
  '400 kB of %s are read in half a second',
  (piece) => {
    const before = process.threadCpuUsage()
    htmlToText(piece.repeat(400_000 / piece.length))
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(500)
  },
)

test('text functions handle long input in linear time', () => {
  const long = [
    'a',
    ' ',
    '-',
    '>',
    '<a ',
    '@',
    'no ',
    'user ',
    'recipient address ',
    '\n',
    'On 1 ',
    'from: ',
  ].map((piece) => piece.repeat(Math.ceil(300_000 / piece.length)))
  for (const text of long) {
    expect(visibleReply(text).length).toBeLessThan(50_001)
    expect(htmlToText(text)).toBeTypeOf('string')
    expect(asksToUnsubscribe(text)).toBe(false)
    expect(findReason(text, null)).toBeTypeOf('string')
  }
})
