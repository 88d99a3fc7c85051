import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanHtml } from '../src/clean-html.ts'
import { escapeHtml } from '../src/escape-html.ts'
import { htmlToText } from '../src/html-to-text.ts'
import { readPlainParagraphs } from '../src/plain-paragraphs.ts'

const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }).map(escapeHtml),
  fc.string({ unit: 'binary', maxLength: 12 }).map(escapeHtml),
  fc.stringMatching(/^(?:[a-c ,.!"'\n]|&amp;|&lt;|&#38;|&quot;|&nbsp;|&#39;|é|\u00a0|\u200b|\u3000){0,12}$/),
)
const href = fc.stringMatching(
  /^https?:\/\/(?:[a-z]{1,5}\.example)?\/?(?:[a-z0-9?=/#%@:~-]|&#38;|&amp;|&#39;|&#60;|&quot;|&copy|&){0,12}$/,
)
const link = fc
  .tuple(href, fc.oneof(words, fc.constant(null)))
  .map(([url, text]) => `<a href="${url}">${text ?? url}</a>`)
const piece = fc.oneof(words, words, link, fc.constantFrom('<br>', '<br />', '<br/>', '\n', ' '))
const odd = fc.constantFrom(
  '<b>x</b>',
  '<script>x</script>',
  '<a href="javascript:x">y</a>',
  '<p style="display:none">x</p>',
  '<a href="https://x.example" onclick="x()">y</a>',
  '<',
  '>',
  '</p>',
  '<p>',
  '<!-- x -->',
  '<a href="https://x.example">',
)
const paragraph = fc
  .tuple(fc.array(piece, { maxLength: 6 }), fc.constantFrom('', '\n', '\n\n', ' ', 'x'))
  .map(([pieces, after]) => `<p>${pieces.join('')}</p>${after}`)

test('a body of plain paragraphs is read as the cleaner and the converter read it', () => {
  let read = 0
  fc.assert(
    fc.property(fc.array(fc.oneof({ weight: 20, arbitrary: paragraph }, odd), { maxLength: 4 }), (parts) => {
      const source = parts.join('')
      const plain = readPlainParagraphs(source)
      if (!plain) return
      read += 1
      const html = cleanHtml(source)
      expect(plain).toEqual({ html, text: htmlToText(html) })
    }),
    { numRuns: 3_000 },
  )
  expect(read).toBeGreaterThan(300)
})

test('words of any script and facts with signs of HTML are read without the parsers', () => {
  const source =
    '<p>Grüße 😀 世界 &#38; &#60;b&#62;<br />x</p>\n<p><a href="https://x.example/?a=1&#38;b">go</a></p>'
  expect(readPlainParagraphs(source)?.text).toBe('Grüße 😀 世界 & <b>\nx\n\ngo (https://x.example/?a=1&b)')
})

test.each([
  '<p>a</p><script>x</script>',
  '<p onclick="x()">a</p>',
  '<p><a href="javascript:x">a</a></p>',
  '<p><a href="https://x.example" style="display:none">a</a></p>',
  '<p>a <img src="https://x.example/a.png"></p>',
  '<p>a<p>b</p>',
  '<p>&copy; a</p>',
  '<p>a\u200bb</p>',
  'a',
])('anything else is left to the cleaner: %s', (source) => {
  expect(readPlainParagraphs(source)).toBeNull()
})
