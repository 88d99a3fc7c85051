import { readOnce } from './shared-pieces.ts'

/** Cleaned HTML, and the same as text. */
export interface ReadBody {
  html: string
  text: string
}

// no angle brackets, no control characters but the line feed, none of the white space that HTML reads specially
const WORDS =
  '[^<>\\x00-\\x09\\x0b-\\x1f\\x7f-\\xa0\\u1680\\u2000-\\u200f\\u2028-\\u202f\\u205f\\u3000\\ufeff\\ud800-\\udfff]'
const LINK = `<a href="https?://[\\w.~:/?#@!$*+,;=%&-]+">${WORDS}+</a>`
const CLOSE = '</p>'
const PARAGRAPH = new RegExp(`^<p>((?:${WORDS}|<br ?/?>|${LINK})*)</p>\\n*$`, 'u')
const PIECES = /<br ?\/?>|<a href="([^"]*)">([^<]*)<\/a>/g
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&#34;': '"', '&quot;': '"', '&#39;': "'" },
  ...{ '&#38;': '&', '&amp;': '&', '&#60;': '<', '&lt;': '<', '&#62;': '>', '&gt;': '>' },
}
const ENTITY = /&(?:#(?:34|38|39|60|62)|quot|amp|lt|gt);/g
const MAX_LENGTH = 50_000

/**
 * The body of a message that is nothing but paragraphs of words, line breaks and web links, as nearly every
 * campaign's is: what {@link cleanHtml} and {@link htmlToText} make of it, without their parsers. Null for
 * anything else.
 */
export function readPlainParagraphs(source: string): ReadBody | null {
  if (source.length > MAX_LENGTH) return null
  const blocks: string[] = []
  let html = ''
  for (let at = 0; at < source.length; ) {
    const end = endOfParagraph(source, at)
    const read = readParagraph(source.slice(at, end))
    if (read === UNREADABLE) return null
    html += read.html
    if (read.text) blocks.push(read.text)
    at = end
  }
  return { html, text: blocks.join('\n\n') }
}

const UNREADABLE = { html: '', text: '' }

/** With the line breaks behind it. */
function endOfParagraph(source: string, from: number): number {
  const close = source.indexOf(CLOSE, from)
  if (close < 0) return source.length
  let end = close + CLOSE.length
  while (source[end] === '\n') end += 1
  return end
}

const readParagraph = readOnce((paragraph): ReadBody => {
  const block = PARAGRAPH.exec(paragraph)?.[1]
  if (block === undefined || paragraph.replace(ENTITY, '').includes('&')) return UNREADABLE
  const text = textOf(block)
  return text === null ? UNREADABLE : { html: htmlOf(paragraph), text }
})

const decode = (text: string): string => text.replace(ENTITY, (entity) => ENTITIES[entity]!)
const flat = (text: string): string => text.replace(/[ \n]+/g, ' ').trim()

function htmlOf(source: string): string {
  return source
    .replace(/<br ?\/?>/g, '<br />')
    .split(/(<[^>]*>)/)
    .map((piece) => (piece.startsWith('<') ? rewriteEntities(piece, true) : rewriteEntities(piece, false)))
    .join('')
}

/** As the cleaner writes them: quotes stay as they are in text. */
function rewriteEntities(piece: string, isTag: boolean): string {
  return piece.replace(ENTITY, (entity) => {
    const character = ENTITIES[entity]!
    if (character === '&') return '&amp;'
    if (character === '<') return '&lt;'
    if (character === '>') return '&gt;'
    return isTag && character === '"' ? '&quot;' : character
  })
}

function textOf(block: string): string | null {
  let isOdd = false
  const text = block.split(/<br ?\/?>/).map((line) => {
    const shown = line.replace(PIECES, (_whole, href: string, words: string) => {
      if (/^\s|\s$/.test(words)) isOdd = true
      const address = decode(href)
      return words === href || decode(words) === address ? href : `${words} (${href})`
    })
    return decode(flat(shown))
  })
  return isOdd
    ? null
    : text
        .join('\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim()
}
