import { convert } from 'html-to-text'
import { readable } from '../readable.ts'

const TAG = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>|<!--/i

/** Turns pasted copy (HTML, emoji, odd spaces, control characters) into plain lines. */
export function plainLines(raw: string): string[] {
  const cut = readable(raw)
  return joinWrapped(
    normalized(TAG.test(cut) ? htmlText(cut) : cut)
      .split('\n')
      .map((line) => line.trim()),
  )
}

function htmlText(html: string): string {
  const skip = ['script', 'style', 'img', 'iframe', 'svg', 'form', 'noscript', 'template']
  const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
    selector,
    options: { uppercase: false },
  }))
  return convert(html, {
    wordwrap: false,
    selectors: [
      ...skip.map((selector) => ({ selector, format: 'skip' })),
      ...headings,
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'ul', options: { itemPrefix: '• ' } },
    ],
  })
}

const EMOJI =
  /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u{FE0F}|\u{200D}|\u{20E3})+/gu

function normalized(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replace(/&nbsp;|[\u00a0\u2000-\u200a\u202f\u205f\u3000\t]/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g,
      '',
    )
    .replace(/[©®™℠]/g, '')
    .replace(/\s?\([^()]*(?:https?:|www\.)[^()]*\)/giu, '')
    .split('\n')
    .map(withoutEmoji)
    .join('\n')
    .replace(/^[ •]*•[ •]*/gm, '• ')
    .replace(/[ •]*•[ •]*$/gm, '')
    .replace(/ {2,}/g, ' ')
}

/** An emoji is a bullet at the start of a line or three times in one, and otherwise decoration. */
function withoutEmoji(line: string): string {
  const isBullets = (line.match(EMOJI)?.length ?? 0) >= 3
  const marked = isBullets
    ? line
    : line.replace(/^(\s*)([^\p{L}\p{N}]*)/u, (start) => start.replace(EMOJI, ' • '))
  return marked.replace(EMOJI, isBullets ? ' • ' : ' ')
}

export const BULLET = /^(?:[•·▪►➤→✓✔✗*+–—-]|\d{1,2}[.)](?=\s\p{L})|[a-z]\))\s+/u

/** Joins hard-wrapped lines: one without an end mark and one that continues it. */
function joinWrapped(lines: string[]): string[] {
  const joined: string[] = []
  for (const line of lines) {
    const previous = joined.at(-1)
    const goesOn = previous && line && !BULLET.test(line) && !/[.!?:;…]$/.test(previous)
    if (goesOn && (/^\p{Ll}/u.test(line) || previous.length >= 60))
      joined[joined.length - 1] = `${previous} ${line}`
    else joined.push(line)
  }
  return joined
}

const ABBREVIATION =
  /(?:^|[\s(])(?:z\. ?B|d\. ?h|u\. ?a|o\. ?ä|i\. ?d\. ?R|inkl|exkl|zzgl|ca|Nr|Tel|St|Dr|Mr|Mrs|Ms|Prof|e\.g|i\.e|Inc|Ltd|Co|No|approx|vs|p\. ?ex|env|M|Mme|Mlle|Sig|Sr|Sra|Dña|D|p\. ?ej|aprox|núm|Av|bzw|evtl|max|min|Std|Fr|Mio|Art|Abs|str|Str|\p{L})\.$/u
const ORDINAL = /(?:^|\s)(?:am|vom|bis|zum|ab|den|der|dem|im|jeden|und|–|-)\s\d{1,2}\.$/iu
const MONTH = /^(?:jan|feb|mär|apr|mai|jun|jul|aug|sep|okt|nov|dez|jahr|woche|monat|stock)/iu

/** Splits a line into sentences with their end marks. Abbreviations and German ordinals don't end one. */
export function splitSentences(line: string): string[] {
  const sentences: string[] = []
  let start = 0
  for (const match of line.matchAll(/[.!?…]+["”»)]*(?=\s)|[。！？]/gu)) {
    const end = match.index + match[0].length
    const sentence = line.slice(start, end).trim()
    const rest = line.slice(end).trim()
    const isInside =
      ABBREVIATION.test(sentence) || ORDINAL.test(sentence) || MONTH.test(rest) || /^\p{Ll}/u.test(rest)
    if (match[0] === '.' && isInside) continue
    sentences.push(sentence)
    start = end
  }
  const last = line.slice(start).trim()
  return last ? [...sentences, last] : sentences
}
