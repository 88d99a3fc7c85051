import { compile } from 'html-to-text'

const MAX_HTML = 2_000_000

const convert = compile({
  wordwrap: false,
  preserveNewlines: false,
  limits: { maxDepth: 100, maxChildNodes: 20_000, maxInputLength: MAX_HTML, ellipsis: '' },
  selectors: [
    {
      selector: 'a',
      options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, linkBrackets: ['(', ')'] },
    },
    { selector: 'img', format: 'skip' },
    { selector: 'style', format: 'skip' },
    { selector: 'script', format: 'skip' },
    { selector: 'title', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
      selector,
      options: { uppercase: false },
    })),
    { selector: 'table', format: 'block' },
  ],
})

/**
 * The text that a reader of the HTML would see, for the text part of a message and for replies that come
 * as HTML only. Links keep their address behind the words; pictures are left out. Bounded in input length,
 * nesting and width, so hostile mail can't make it slow.
 */
export function htmlToText(html: string): string {
  const text = convert(html.slice(0, MAX_HTML))
  return text
    .replace(/\u00a0/g, ' ')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
