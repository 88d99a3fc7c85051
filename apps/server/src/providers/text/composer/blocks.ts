import { findPlaceholders } from '../placeholders.ts'
import { BULLET, plainLines, splitSentences } from './copy-text.ts'

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
