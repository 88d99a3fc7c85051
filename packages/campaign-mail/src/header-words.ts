import type { Mailbox } from './address.ts'
import { readOnce } from './shared-pieces.ts'

/** Words that need no encoding and can be folded at every space. */
const PLAIN_TEXT = /^[!-~]{1,60}(?: [!-~]{1,60})*$/
const PLAIN_NAME = /^\w{1,60}(?: \w{1,60})*$/
const QUOTED_WORDS = 60
/** `=?UTF-8?Q?` and `?=` take 12 more; with a header's name in front a line stays below 76 (RFC 2047). */
const WORD_CONTENT = 48

/** One field of a message's head, folded; values are text without line breaks. */
export function field(name: string, words: readonly string[]): string {
  let line = `${name}:`
  let out = ''
  for (const word of words) {
    if (line.length + 1 + word.length > 76 && line.length > name.length + 1) {
      out += `${line}\r\n`
      line = ''
    }
    line += ` ${word}`
  }
  return `${out}${line}\r\n`
}

/** The words of a free text such as the subject, encoded where they can't stand as they are. */
export function textWords(text: string): readonly string[] {
  return PLAIN_TEXT.test(text) && !text.includes('=?') ? text.split(' ') : encodedWords(text)
}

/** The words of a mailbox. The address must be a safe one: it stands as it is. */
export function mailboxWords({ name, address }: Mailbox): readonly string[] {
  const shown = name.trim()
  return shown ? [...nameWords(shown), `<${address}>`] : [address]
}

function nameWords(name: string): readonly string[] {
  if (PLAIN_NAME.test(name)) return name.split(' ')
  const isQuotable = name.length <= QUOTED_WORDS && PLAIN_TEXT.test(name) && !name.includes('=?')
  return isQuotable ? [`"${name.replace(/["\\]/g, '\\$&')}"`] : encodedWords(name)
}

/** A campaign has one sender, and often one subject. */
const encodedWords = readOnce(encodeWords, { pieces: 50, length: 400 })

/** RFC 2047 words, each of whole characters: quoted where most letters stay readable, else base64. */
function encodeWords(text: string): readonly string[] {
  const isQuoted = text.replace(/[^a-z]/gi, '').length > text.replace(/[\x00-\x7f]/g, '').length
  const parts: string[] = []
  let part = ''
  let taken = 0
  for (const character of text) {
    const width = isQuoted ? quoteBytes(character).length : Buffer.byteLength(character)
    if (taken + width > (isQuoted ? WORD_CONTENT : (WORD_CONTENT / 4) * 3)) {
      parts.push(part)
      part = ''
      taken = 0
    }
    part += character
    taken += width
  }
  return [...parts, part].map((each) =>
    isQuoted ? `=?UTF-8?Q?${quoteBytes(each)}?=` : `=?UTF-8?B?${Buffer.from(each).toString('base64')}?=`,
  )
}

/** The Q encoding with the few characters that may stand for themselves in a name too (RFC 2047, 5.3). */
function quoteBytes(text: string): string {
  let out = ''
  for (const byte of Buffer.from(text)) {
    const character = String.fromCharCode(byte)
    if (byte === 32) out += '_'
    else if (/[A-Za-z0-9!*+/-]/.test(character)) out += character
    else out += `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return out
}
