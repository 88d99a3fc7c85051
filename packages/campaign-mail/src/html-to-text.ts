import { compile } from 'html-to-text'
import { isDeeper } from './html-depth.ts'

const MAX_HTML = 2_000_000
/** No real message has more elements open at once. */
const MAX_OPEN = 3_000

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
 * The visible text of HTML, for the text part of a message and for HTML-only replies. Links keep their address in
 * brackets; pictures are left out. Length, nesting and width are limited, so that hostile mail can't make it slow.
 */
export function htmlToText(html: string): string {
  // A page quoted within the page would hide everything around it.
  const read = html.slice(0, MAX_HTML).replace(/<\/?(?:html|body)\b[^<>]{0,2000}>/gi, ' ')
  const text = isDeeper(read, MAX_OPEN) ? read.replace(/<[^<>]*>/g, ' ') : convert(read)
  return (
    text
      .replace(/\u00a0/g, ' ')
      // The lookbehind keeps a long run of blanks from taking quadratic time.
      .replace(/(?<![ \t])[ \t]+$/gm, '')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  )
}
