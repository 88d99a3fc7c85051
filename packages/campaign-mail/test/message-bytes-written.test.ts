import fc from 'fast-check'
import MailComposer from 'nodemailer/lib/mail-composer'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { buildMessage, type CampaignMessage, MessageRefused } from '../src/campaign-mail.ts'
import { composeAlternative } from '../src/compose.ts'
import { relaxBody } from '../src/dkim-canonical.ts'
import { encodeQuotedPrintable } from '../src/quoted-printable.ts'
import { sampleMessage } from './sample-message.ts'

const words = fc.string({ unit: 'binary', maxLength: 400 })
/** What may stand in a header: no control characters and no line breaks of any script. */
const headerWords = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.string({ unit: 'grapheme-ascii', maxLength: 390 }),
    fc.stringMatching(/^(?:[a-z"\\<>,;:=?_ ]|ä|=\?utf-8\?q\?x\?=){0,120}$/),
  )
  .map((text) => text.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]/g, '').trim())
  .filter((text) => text.length <= 400 && !/\{\{|undefined|\[object/.test(text))
const unsigned = (changes: Partial<CampaignMessage>) => buildMessage(sampleMessage({ dkim: [], ...changes }))
const lineFeeds = (text: string) => text.replace(/\r\n?/g, '\n')
const linesOf = (raw: Buffer) => raw.toString('latin1').split('\r\n')
const decode = (raw: Buffer) =>
  Buffer.from(
    raw
      .toString('latin1')
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_whole, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

describe('the bytes of a message', () => {
  test('quoted-printable gives back any text, in short lines without white space at their ends', () => {
    fc.assert(
      fc.property(words, fc.constantFrom('', ' ', '\t', '\r', '\n', '\r\n', 'é'.repeat(90)), (text, end) => {
        const raw = encodeQuotedPrintable(`${text}${end}${text}`)
        expect(lineFeeds(decode(raw))).toBe(lineFeeds(`${text}${end}${text}`))
        expect(raw.toString('latin1')).toMatch(/^[\t\r\n\x20-\x7e]*$/)
        for (const line of linesOf(raw)) expect(line).toMatch(/^(?:[^\r\n]{0,75}[^\s])?$/)
      }),
    )
  })

  test('no character is cut in two by the end of a line', () => {
    fc.assert(
      fc.property(words, (text) => {
        fc.pre(!text.includes('\ufffd'))
        for (const line of linesOf(encodeQuotedPrintable(text)))
          expect(decode(Buffer.from(line.replace(/=$/, '')))).not.toContain('\ufffd')
      }),
    )
  })

  test('both parts are read as they were written, in any script', async () => {
    await fc.assert(
      fc.asyncProperty(words, words, async (text, html) => {
        const raw = composeAlternative(
          'From: a@b.example\r\n',
          'v1.a@b.example',
          [encodeQuotedPrintable(`${text}.\n`)],
          [encodeQuotedPrintable(`<p>${html}</p>\n`)],
        )
        const email = await PostalMime.parse(raw)
        expect(email.text?.trimEnd()).toBe(lineFeeds(`${text}.`))
        expect(email.html?.trimEnd()).toBe(lineFeeds(`<p>${html}</p>`))
      }),
    )
  })

  test('subject and names are read as they were given, whatever they look like', async () => {
    await fc.assert(
      fc.asyncProperty(
        headerWords.filter(Boolean),
        headerWords,
        headerWords,
        async (subject, sender, name) => {
          const { raw, envelope } = await unsigned({
            subject,
            from: { name: sender, address: 'ann@mail.sender.example' },
            to: { name, address: 'bo@bakery.example' },
            reply_to: 'answers@mail.sender.example',
          })
          const email = await PostalMime.parse(raw)
          expect(email.subject).toBe(subject)
          expect(email.from).toEqual({ name: sender, address: 'ann@mail.sender.example' })
          expect(email.to).toEqual([{ name, address: 'bo@bakery.example' }])
          expect(email.replyTo).toEqual([{ name: sender, address: 'answers@mail.sender.example' }])
          expect(envelope.to).toEqual(['bo@bakery.example'])
          const head = raw.toString('latin1').split('\r\n\r\n')[0]!
          expect(head).toMatch(/^[\r\n\x20-\x7e]*$/)
          expect(Math.max(...head.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(100)
        },
      ),
      { numRuns: 300 },
    )
  })

  test("another program's composer is read the same", async () => {
    const samples: Partial<CampaignMessage>[] = [
      {},
      { subject: 'Plain words', from: { name: 'Ann', address: 'ann@mail.sender.example' } },
      {
        subject: '你好，世界 — привет 😀 '.repeat(12),
        to: { name: '株式会社 "X", <y>', address: 'bo@bakery.example' },
      },
      { html: `<p>${'Grüße, 世界 '.repeat(300)}</p>`, text: `${'=3D . \t \nFrom x\n'.repeat(50)}é` },
      { in_reply_to: 'b@bakery.example', references: ['a@bakery.example', 'b@bakery.example'] },
    ]
    for (const changes of samples) {
      const ours = await PostalMime.parse((await unsigned(changes)).raw)
      const message = sampleMessage(changes)
      const composer = new MailComposer({
        ...{ from: message.from, to: { ...message.to, name: message.to.name ?? '' } },
        ...{ subject: message.subject.trim(), messageId: `<${message.message_id}>`, date: message.date },
        ...{ text: ours.text, html: ours.html, textEncoding: 'quoted-printable' as const },
        inReplyTo: message.in_reply_to,
        references: message.references,
      })
      const theirs = await PostalMime.parse(await composer.compile().build())
      for (const key of ['from', 'to', 'subject', 'messageId', 'date', 'inReplyTo', 'references'] as const)
        expect([key, ours[key]]).toEqual([key, theirs[key]])
      expect(ours.text?.trimEnd()).toBe(theirs.text?.trimEnd())
      expect(ours.html?.trimEnd()).toBe(theirs.html?.trimEnd())
    }
  })

  test.each(['\r', '\n', '\r\n', '\0', '\u0085', '\u2028', '\u2029'])(
    'a line break or control character (%j) in a subject or name is refused (A10)',
    async (character) => {
      const text = `a${character}b`
      const places: Partial<CampaignMessage>[] = [
        { subject: text },
        { from: { name: text, address: 'ann@mail.sender.example' } },
        { to: { name: text, address: 'bo@bakery.example' } },
      ]
      for (const changes of places) await expect(unsigned(changes)).rejects.toThrow(MessageRefused)
    },
  )

  test('a body is relaxed for DKIM as RFC 6376 says', () => {
    const bodies = fc.stringMatching(/^(?:[ \t]|\r\n|\n|\r|a|\xe9){0,40}$/)
    fc.assert(
      fc.property(bodies, (body) => {
        const lines = body.split(/\r?\n/).map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
        while (lines.at(-1) === '') lines.pop()
        expect(relaxBody(Buffer.from(body, 'latin1')).toString('latin1')).toBe(
          lines.map((line) => `${line}\r\n`).join(''),
        )
      }),
      { numRuns: 2_000 },
    )
  })
})
