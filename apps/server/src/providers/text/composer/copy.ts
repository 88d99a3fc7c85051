import { convert } from 'html-to-text'
import { findPlaceholders } from '../placeholders.ts'
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

const BULLET = /^(?:[•·▪►➤→✓✔✗*+–—-]|\d{1,2}[.)](?=\s\p{L})|[a-z]\))\s+/u

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
function splitSentences(line: string): string[] {
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

export type Block =
  | { type: 'heading'; text: string }
  | { type: 'sentence'; text: string }
  | { type: 'list'; lead: string | null; items: string[] }

/** Parses pasted copy into headings, sentences and lists. Drops text that no recipient should see. */
export function readBlocks(raw: string): Block[] {
  const lines = plainLines(raw).flatMap(splitInlineList)
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; ) {
    const run = listRun(lines, at)
    if (run > 0) {
      const lead = takeLead(blocks)
      blocks.push({
        type: 'list',
        lead,
        items: lines.slice(at, at + run).map((line) => line.replace(BULLET, '')),
      })
    } else blocks.push(...lineBlocks(lines[at]!, lines.length))
    at += Math.max(1, run)
  }
  return blocks.map(withoutUnusable).filter((block) => block !== null)
}

/** "A • B • C", "✓ A ✓ B" and "A | B | C" are lists on one line. */
function splitInlineList(line: string): string[] {
  const parts = line
    .split(/\s*[•✓✔►]\s*|\s+\|\s+/u)
    .map((part) => part.trim())
    .filter(Boolean)
  if (parts.length < 2) return [line]
  if (parts.every((part) => /[.!?]$/.test(part))) return parts
  return parts.length >= 3 || BULLET.test(line) ? parts.map((part) => `• ${part}`) : parts
}

const MARKED_HEADING = /^#{1,6}\s+/

/** Number of lines that form one list from here: bullets, or three or more short lines without an end mark. */
function listRun(lines: string[], at: number): number {
  let bullets = 0
  while (BULLET.test(lines[at + bullets] ?? '')) bullets += 1
  if (bullets > 0) return bullets
  let short = 0
  while (isShortLine(lines[at + short] ?? '')) short += 1
  return short >= 3 ? short : 0
}

const isShortLine = (line: string) =>
  line !== '' &&
  !BULLET.test(line) &&
  !MARKED_HEADING.test(line) &&
  line.split(' ').length <= 7 &&
  !/[.!?:;,…]$/.test(line)

/** A heading, or a line ending in a colon, introduces the list after it. */
function takeLead(blocks: Block[]): string | null {
  const last = blocks.at(-1)
  if (!last || last.type === 'list' || !last.text.endsWith(':')) return null
  blocks.pop()
  return last.text
}

function lineBlocks(line: string, lineCount: number): Block[] {
  if (!line) return []
  if (MARKED_HEADING.test(line)) return [{ type: 'heading', text: line.replace(MARKED_HEADING, '') }]
  if (lineCount > 1 && line.split(' ').length <= 8 && !/[.!?:;,…]["”»)]*$/.test(line))
    return [{ type: 'heading', text: line }]
  return splitSentences(line).map((text) => ({ type: 'sentence', text }))
}

function withoutUnusable(block: Block): Block | null {
  if (block.type !== 'list') return isUnusable(block.text) ? null : block
  const items = block.items.filter((item) => !isUnusable(item))
  return items.length > 0 ? { ...block, items } : null
}

// Text meant for a language model or mail program, in the composer's languages.
const INSTRUCTION =
  /\b(?:ignor\w*|disregard|forget|vergiss|ignorez|oubliez|dimentica|olvida)\b.{0,40}\b(?:instructions?|prompts?|rules|anweisung\w*|befehle?|regeln|istruzioni|instrucciones|consignes)\b|\b(?:system prompt|you are now|as an ai|language model|act as (?:a|an|the)|prompt injection|jailbreak)\b|<\|?(?:im_start|im_end|system|user|assistant)\|?>|^\s*(?:system|assistant|user|instruction)\s*:|\[\/?INST\]/iu
const SALUTATION =
  /^(?:dear|hello|hi|hey|good (?:morning|day)|sehr geehrte\w*|liebe[rs]?|hallo|guten tag|grüezi|bonjour|madame|cher|chère|chers|buongiorno|gentil[ei]|ciao|salve|estimad[oa]s?|hola|buenos días)\b[^.!?]{0,40}[,!:.]?$/iu
const SIGN_OFF =
  /^(?:(?:kind|best|warm) regards|regards|yours|sincerely|cheers|thanks|thank you|(?:mit )?(?:freundlichen?|herzlichen?|lieben?|besten?|viele) grü(?:ß|ss)en?|danke|(?:bien )?cordialement|merci|cordiali saluti|distinti saluti|grazie|(?:un )?saludos?(?: cordial(?:es)?)?|gracias|atentamente)\b[^.!?]{0,30}[.,!]?$/iu
const SMALL_PRINT =
  /\b(?:terms (?:and|&) conditions|t&cs?|all rights reserved|unsubscribe|impressum|datenschutz|agb|alle rechte|mentions légales|conditions générales|tous droits|condizioni generali|tutti i diritti|términos y condiciones|aviso legal|todos los derechos)\b/iu
const GAP = /\[[^\]]{2,40}\]|\{[^{}]*\}|<<[^>]*>>|%[A-Z_]{3,}%|\{\{|\}\}|\$\{|<%/

function isUnusable(text: string): boolean {
  const known = text.replace(/\{\{\s*businessName\s*\}\}/g, '')
  return (
    !/\p{L}{2}/u.test(text) ||
    INSTRUCTION.test(text) ||
    SALUTATION.test(text) ||
    SIGN_OFF.test(text) ||
    SMALL_PRINT.test(text) ||
    findPlaceholders(known).length > 0 ||
    GAP.test(known)
  )
}
