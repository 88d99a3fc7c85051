import { decodeHTML, decodeHTMLAttribute } from 'entities'

export type Attribute = readonly [name: string, value: string]

/** SAX-style callbacks. Names of elements and attributes come as written. */
export interface HtmlSink {
  onText(text: string): void
  /** An attribute that repeats comes again. */
  onOpenTag(name: string, attributes: readonly Attribute[], closesItself: boolean): void
  onCloseTag(name: string): void
  onCdata(text: string): void
  /** True inside a drawing or formula, where `<title>` and `<style>` contain elements. */
  isForeign(): boolean
}

/** Elements whose content is text up to their end tag. */
const RAW_TEXT = new Set(['script', 'style', 'iframe', 'noembed', 'noframes', 'xmp'])
/** The same, with entities. */
const ENTITY_TEXT = new Set(['title', 'textarea'])

/**
 * Reads HTML as browsers do, in one pass: each search starts where the one before it ended, so broken markup costs time
 * in proportion to its length. Searches with `indexOf` instead of looking at every character (decision 021).
 */
export function scanHtml(html: string, sink: HtmlSink): void {
  let textFrom = 0
  let at = html.indexOf('<')
  while (at >= 0) {
    const next = html.charAt(at + 1)
    const isTag = isLetter(next)
    if (!isTag && next !== '/' && next !== '!' && next !== '?') {
      at = html.indexOf('<', at + 1)
      continue
    }
    emitText(html.slice(textFrom, at), sink)
    textFrom = isTag ? readElement(html, at + 1, sink) : readOther(html, at, sink)
    at = html.indexOf('<', textFrom)
  }
  emitText(html.slice(textFrom), sink)
}

function emitText(text: string, sink: HtmlSink): void {
  if (text !== '') sink.onText(decodeHTML(text))
}

/** Reads an opening tag, and the content of an element that contains only text. Returns the offset after it. */
function readElement(html: string, from: number, sink: HtmlSink): number {
  const nameEnd = endOfName(html, from)
  const name = html.slice(from, nameEnd)
  const isForeign = sink.isForeign()
  const tag = readAttributes(html, nameEnd)
  if (!tag) return html.length
  sink.onOpenTag(name, tag.attributes, tag.closesItself)
  const lower = name.toLowerCase()
  if (isForeign) return tag.end
  if (lower === 'plaintext') return readPlaintext(html, tag.end, sink)
  const hasEntities = ENTITY_TEXT.has(lower)
  return hasEntities || RAW_TEXT.has(lower) ? readRawText(html, tag.end, lower, hasEntities, sink) : tag.end
}

/** Nothing ends a `<plaintext>`. */
function readPlaintext(html: string, from: number, sink: HtmlSink): number {
  if (from < html.length) sink.onText(html.slice(from))
  return html.length
}

function readRawText(html: string, from: number, name: string, hasEntities: boolean, sink: HtmlSink): number {
  let end = html.indexOf('</', from)
  while (end >= 0 && !isEndTagOf(html, end + 2, name)) end = html.indexOf('</', end + 2)
  const text = html.slice(from, end < 0 ? html.length : end)
  if (hasEntities) emitText(text, sink)
  else if (text !== '') sink.onText(text)
  return end < 0 ? html.length : end
}

function isEndTagOf(html: string, from: number, name: string): boolean {
  const end = from + name.length
  return isNameEnd(html.charAt(end)) && html.slice(from, end).toLowerCase() === name
}

interface TagRest {
  attributes: Attribute[]
  closesItself: boolean
  /** The offset after the '>'. */
  end: number
}

/** Undefined for a tag that never ends: it and everything after it are ignored. */
function readAttributes(html: string, from: number): TagRest | undefined {
  const attributes: Attribute[] = []
  let at = from
  for (;;) {
    while (isSpace(html.charAt(at)) || html.charAt(at) === '/') at++
    if (at >= html.length) return undefined
    if (html.charAt(at) === '>') return { attributes, closesItself: html.charAt(at - 1) === '/', end: at + 1 }
    const { attribute, end } = readAttribute(html, at)
    attributes.push(attribute)
    at = end
  }
}

function readAttribute(html: string, from: number): { attribute: Attribute; end: number } {
  let at = from + 1
  while (at < html.length && html.charAt(at) !== '=' && !isNameEnd(html.charAt(at))) at++
  const name = html.slice(from, at)
  while (isSpace(html.charAt(at))) at++
  if (html.charAt(at) !== '=') return { attribute: [name, ''], end: at }
  at++
  while (isSpace(html.charAt(at))) at++
  const quote = html.charAt(at)
  const isQuoted = quote === '"' || quote === "'"
  const start = isQuoted ? at + 1 : at
  const end = isQuoted ? html.indexOf(quote, start) : endOfValue(html, start)
  if (end < 0) return { attribute: [name, ''], end: html.length }
  return { attribute: [name, decodeHTMLAttribute(html.slice(start, end))], end: isQuoted ? end + 1 : end }
}

function endOfValue(html: string, from: number): number {
  let at = from
  while (at < html.length && !isSpace(html.charAt(at)) && html.charAt(at) !== '>') at++
  return at
}

function endOfName(html: string, from: number): number {
  let at = from
  while (at < html.length && !isNameEnd(html.charAt(at))) at++
  return at
}

/** Reads an end tag, a comment or a declaration at its '<'. Returns the offset after it. */
function readOther(html: string, at: number, sink: HtmlSink): number {
  if (html.charAt(at + 1) === '/' && isLetter(html.charAt(at + 2))) {
    const nameEnd = endOfName(html, at + 2)
    if (nameEnd < html.length) sink.onCloseTag(html.slice(at + 2, nameEnd))
    return after(html, '>', nameEnd)
  }
  if (html.startsWith('!--', at + 1)) return endOfComment(html, at + 4)
  if (html.startsWith('![CDATA[', at + 1)) {
    const end = html.indexOf(']]>', at + 9)
    if (end > at + 9) sink.onCdata(html.slice(at + 9, end))
    return end < 0 ? html.length : end + 3
  }
  return after(html, '>', at + 2)
}

function after(html: string, sign: string, from: number): number {
  const at = html.indexOf(sign, from)
  return at < 0 ? html.length : at + sign.length
}

/** `-->` and `--!>` end a comment, and so do `>` and `->` as its first characters. */
function endOfComment(html: string, from: number): number {
  if (html.startsWith('>', from)) return from + 1
  if (html.startsWith('->', from)) return from + 2
  for (let at = html.indexOf('--', from); at >= 0; at = html.indexOf('--', at + 1)) {
    if (html.startsWith('>', at + 2)) return at + 3
    if (html.startsWith('!>', at + 2)) return at + 4
  }
  return html.length
}

function isLetter(char: string): boolean {
  return (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z')
}

function isSpace(char: string): boolean {
  return char === ' ' || char === '\n' || char === '\t' || char === '\f' || char === '\r'
}

function isNameEnd(char: string): boolean {
  return char === '>' || char === '/' || isSpace(char)
}
