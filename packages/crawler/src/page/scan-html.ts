import { decodeHTML, decodeHTMLAttribute } from 'entities'

/** What is told of a page while it is read from its beginning to its end. */
export interface HtmlSink {
  /** Entities are decoded; where there were any, the text may hold what the page itself does not. */
  onText(text: string, hadEntities: boolean): void
  onOpenTag(name: string): void
  /** Whether the value of an attribute is wanted; what is not is not taken out of the page. */
  wantsAttribute(name: string): boolean
  /** Of the attribute last asked about. */
  onAttribute(value: string): void
  onOpenTagEnd(closesItself: boolean): void
  onCloseTag(name: string): void
  onCdata(text: string): void
  /** Inside a drawing or formula, where `<title>` and `<style>` hold elements. */
  isForeign(): boolean
}

/** Elements whose content is text up to their end tag; in two of them with entities. */
const RAW_TEXT = new Set(['script', 'style', 'iframe', 'noembed', 'noframes', 'xmp'])
const ENTITY_TEXT = new Set(['title', 'textarea'])
const LT = '<'

/**
 * Tells a page to `sink`, tag by tag, as browsers read it, in one pass: every search goes on where the one before it
 * ended. Searches for the next sign of meaning are several times faster than looking at every character.
 */
export function scanHtml(html: string, sink: HtmlSink): void {
  let textFrom = 0
  let at = html.indexOf(LT)
  while (at >= 0) {
    const next = html.charCodeAt(at + 1)
    const isTag = isLetter(next)
    if (!isTag && next !== 47 && next !== 33 && next !== 63) {
      at = html.indexOf(LT, at + 1)
      continue
    }
    if (at > textFrom) tellText(html.slice(textFrom, at), sink)
    textFrom = isTag ? readElement(html, at + 1, sink) : readOther(html, at, next, sink)
    at = html.indexOf(LT, textFrom)
  }
  if (textFrom < html.length) tellText(html.slice(textFrom), sink)
}

function tellText(text: string, sink: HtmlSink): void {
  const hasEntities = text.includes('&')
  sink.onText(hasEntities ? decodeHTML(text) : text, hasEntities)
}

/** An opening tag, and the text of an element that holds nothing else. Answers where the page goes on. */
function readElement(html: string, from: number, sink: HtmlSink): number {
  const nameEnd = endOfName(html, from)
  const name = html.slice(from, nameEnd)
  const isForeign = sink.isForeign()
  sink.onOpenTag(name)
  const end = readAttributes(html, nameEnd, sink)
  if (end >= html.length && html.charCodeAt(html.length - 1) !== 62) return html.length
  if (isForeign || !mayHoldText(html.charCodeAt(from))) return end
  const lower = name.toLowerCase()
  if (lower === 'plaintext') return tellRest(html, end, sink)
  const hasEntities = ENTITY_TEXT.has(lower)
  return hasEntities || RAW_TEXT.has(lower) ? readRawText(html, end, lower, hasEntities, sink) : end
}

/** i, n, p, s, t and x begin the names of all elements of text. */
function mayHoldText(code: number): boolean {
  const lower = code | 0x20
  return lower === 105 || lower === 110 || lower === 112 || lower === 115 || lower === 116 || lower === 120
}

function tellRest(html: string, from: number, sink: HtmlSink): number {
  if (from < html.length) sink.onText(html.slice(from), false)
  return html.length
}

function readRawText(html: string, from: number, name: string, hasEntities: boolean, sink: HtmlSink): number {
  let end = html.indexOf('</', from)
  while (end >= 0 && !isEndTagOf(html, end + 2, name)) end = html.indexOf('</', end + 2)
  const text = html.slice(from, end < 0 ? html.length : end)
  if (text !== '') {
    if (hasEntities) tellText(text, sink)
    else sink.onText(text, false)
  }
  return end < 0 ? html.length : end
}

function isEndTagOf(html: string, from: number, name: string): boolean {
  const end = from + name.length
  return isNameEnd(html.charCodeAt(end)) && html.slice(from, end).toLowerCase() === name
}

/** Reads up to and with the '>'. A tag that does not end says nothing, nor does what would follow it. */
function readAttributes(html: string, from: number, sink: HtmlSink): number {
  let at = from
  for (;;) {
    let code = html.charCodeAt(at)
    while (isSpace(code) || code === 47) code = html.charCodeAt(++at)
    if (code === 62) {
      sink.onOpenTagEnd(html.charCodeAt(at - 1) === 47)
      return at + 1
    }
    if (at >= html.length) return html.length
    at = readAttribute(html, at, sink)
  }
}

function readAttribute(html: string, from: number, sink: HtmlSink): number {
  let at = from + 1
  let code = html.charCodeAt(at)
  while (code !== 61 && !isNameEnd(code) && at < html.length) code = html.charCodeAt(++at)
  const isWanted = sink.wantsAttribute(html.slice(from, at))
  while (isSpace(code)) code = html.charCodeAt(++at)
  if (code !== 61) {
    if (isWanted) sink.onAttribute('')
    return at
  }
  code = html.charCodeAt(++at)
  while (isSpace(code)) code = html.charCodeAt(++at)
  const isQuoted = code === 34 || code === 39
  const start = isQuoted ? at + 1 : at
  const end = isQuoted ? html.indexOf(code === 34 ? '"' : "'", start) : endOfValue(html, at)
  if (end < 0) return html.length
  if (isWanted) {
    const value = html.slice(start, end)
    sink.onAttribute(value.includes('&') ? decodeHTMLAttribute(value) : value)
  }
  return isQuoted ? end + 1 : end
}

function endOfValue(html: string, from: number): number {
  let at = from
  for (let code = html.charCodeAt(at); at < html.length; code = html.charCodeAt(++at))
    if (isSpace(code) || code === 62) return at
  return -1
}

function endOfName(html: string, from: number): number {
  let at = from
  while (at < html.length && !isNameEnd(html.charCodeAt(at))) at++
  return at
}

/** End tags, comments, declarations. Answers where the page goes on. */
function readOther(html: string, at: number, next: number, sink: HtmlSink): number {
  if (next === 47 && isLetter(html.charCodeAt(at + 2))) {
    const nameEnd = endOfName(html, at + 2)
    const end = html.indexOf('>', nameEnd)
    if (nameEnd < html.length) sink.onCloseTag(html.slice(at + 2, nameEnd))
    return end < 0 ? html.length : end + 1
  }
  if (html.startsWith('!--', at + 1)) return endOfComment(html, at + 4)
  if (html.startsWith('![CDATA[', at + 1)) {
    const end = html.indexOf(']]>', at + 9)
    if (end > at + 9) sink.onCdata(html.slice(at + 9, end))
    return end < 0 ? html.length : end + 3
  }
  const end = html.indexOf('>', at + 2)
  return end < 0 ? html.length : end + 1
}

/** `-->` and `--!>` end a comment, and so do `>` and `->` as its first signs. */
function endOfComment(html: string, from: number): number {
  if (html.charCodeAt(from) === 62) return from + 1
  if (html.startsWith('->', from)) return from + 2
  for (let at = html.indexOf('--', from); at >= 0; at = html.indexOf('--', at + 1)) {
    if (html.charCodeAt(at + 2) === 62) return at + 3
    if (html.startsWith('!>', at + 2)) return at + 4
  }
  return html.length
}

function isLetter(code: number): boolean {
  const lower = code | 0x20
  return lower >= 97 && lower <= 122
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 12 || code === 13
}

function isNameEnd(code: number): boolean {
  return code === 62 || code === 47 || isSpace(code)
}
