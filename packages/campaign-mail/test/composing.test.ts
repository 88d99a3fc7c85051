import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { buildMessage, type CampaignMessage, MessageRefused } from '../src/campaign-mail.ts'
import { compose } from '../src/compose.ts'
import { sampleMessage } from './sample-message.ts'

const words = fc.string({ unit: 'binary', maxLength: 400 })
/** A header without control characters, Unicode line breaks or anything that looks encoded already. */
const headerWords = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.string({ unit: 'grapheme-ascii', maxLength: 390 }),
    fc.stringMatching(/^(?:[a-z"\\<>,;:=?_ ]|ä){0,120}$/),
  )
  .map((text) => text.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]/g, '').trim())
  .filter((text) => text.length <= 400 && !/\{\{|undefined|\[object|=\?/.test(text))
const unsigned = (changes: Partial<CampaignMessage>) => buildMessage(sampleMessage({ dkim: [], ...changes }))
const lineFeeds = (text: string) => text.replace(/\r\n?/g, '\n')
const linesOf = (raw: Buffer) => raw.toString('latin1').split('\r\n')
const longestLine = (lines: string[]) => Math.max(...lines.map((line) => line.length))

describe('a composed message', () => {
  test('has parts that decode to the original text in any script', async () => {
    await fc.assert(
      fc.asyncProperty(words, words, async (text, html) => {
        const raw = await compose({ from: 'a@b.example', text: `${text}.`, html: `<p>${html}</p>` })
        const email = await PostalMime.parse(raw)
        expect(lineFeeds(email.text!).trimEnd()).toBe(lineFeeds(`${text}.`))
        expect(lineFeeds(email.html!).trimEnd()).toBe(lineFeeds(`<p>${html}</p>`))
        expect(raw.toString('latin1')).toMatch(/^[\t\r\n\x20-\x7e]*$/)
        expect(longestLine(linesOf(raw))).toBeLessThanOrEqual(78)
      }),
    )
  })

  test('has a subject and names that decode to the originals', async () => {
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
          expect(longestLine(head.split('\r\n'))).toBeLessThanOrEqual(998)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('leaves words that look encoded already, so that a reader sees them decoded', async () => {
    const { raw } = await unsigned({ subject: 'Hi =?utf-8?q?B=C3=B6?=' })
    expect((await PostalMime.parse(raw)).subject).toBe('Hi Bö')
  })

  test('never opens a file or URL that its content names', async () => {
    const attachments = [{ path: '/etc/hostname' }, { href: 'http://127.0.0.1:9/' }]
    for (const attachment of attachments)
      await expect(compose({ from: 'a@b.example', text: 'x', attachments: [attachment] })).rejects.toThrow(
        /access rejected/,
      )
  })

  test.each(['\r', '\n', '\r\n', '\0', '\u0085', '\u2028', '\u2029'])(
    'is refused for a line break or control character (%j) in a subject or name (A10)',
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
})
