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
 * The visible text of HTML, for the text part of a message and for HTML-only replies. Links keep their address in
 * brackets; pictures are left out. Length, nesting and width are limited, so that hostile mail can't make it slow.
 */
export function htmlToText(html: string): string {
  // A page quoted within the page would hide everything around it.
  const read = html.slice(0, MAX_HTML).replace(/<\/?(?:html|body)\b[^<>]{0,2000}>/gi, ' ')
  const text = isTooDeep(read) ? read.replace(/<[^<>]*>/g, ' ') : convert(read)
  return (
    text
      .replace(/\u00a0/g, ' ')
      // The lookbehind keeps a long run of blanks from taking quadratic time.
      .replace(/(?<![ \t])[ \t]+$/gm, '')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  )
}

const MAX_OPEN = 3_000
const ALWAYS_EMPTY = /^<(?:area|br|col|hr|img|input|link|meta|source|wbr)$/i

/**
 * True if more than 3,000 elements are open at once: the parser takes quadratic time, and no real message looks like
 * that.
 */
function isTooDeep(html: string): boolean {
  let open = 0
  for (const [tag] of html.matchAll(/<\/?[a-z][a-z0-9]{0,20}/gi)) {
    if (tag.startsWith('</')) open -= 1
    else if (!ALWAYS_EMPTY.test(tag)) open += 1
    if (open > MAX_OPEN) return true
  }
  return false
}
