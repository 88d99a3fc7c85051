import { decodeHTML } from 'entities'
import { readMailto } from '../address/mailto.ts'
import type { Technique } from './technique.ts'

const LINK =
  /linkTo_UnCryptMailto\s*\(\s*(?:'|%27|&#0?39;|"|%22)([\s\S]{8,2000}?)(?:'|%27|&#0?39;|"|%22)\s*[,)]/i
/** Character ranges within which TYPO3 rotates: + to :, @ to Z, a to z. */
const RANGES = [
  [0x2b, 0x3a],
  [0x40, 0x5a],
  [0x61, 0x7a],
] as const

/** TYPO3's spam protection: old (offset on every code), new (rotation within ranges), and data-mailto-token. */
export const typo3: Technique = {
  name: 'typo3',
  confidence: 0.85,
  *find(page) {
    for (const element of page.byName('a')) {
      const {
        href = '',
        onclick = '',
        'data-mailto-token': token,
        'data-mailto-vector': vector,
      } = element.attributes
      if (page.isDropped(element)) continue
      const code = LINK.exec(href)?.[1] ?? LINK.exec(onclick)?.[1]
      const decoded = token ? decodeToken(token, Number(vector)) : code && decodeTypo3(code)
      for (const { email } of decoded ? readMailto(decoded) : [])
        yield { email, offset: page.offsetOf(element), ...(code && { twin: cipherTwin(code) }) }
    }
  },
}

function decodeToken(token: string, vector: number): string | undefined {
  const known = Number.isInteger(vector) && vector !== 0 ? rotate(token, -vector) : undefined
  return known && /^mailto:/i.test(known) ? known : tryOffsets(token)
}

function decodeTypo3(code: string): string | undefined {
  const raw = decodeHTML(decodePercent(code)).replace(/\\(.)/g, '$1')
  return tryOffsets(raw)
}

function decodePercent(code: string): string {
  try {
    return decodeURIComponent(code)
  } catch {
    return code
  }
}

/** The offset is a setting of the site. Only one makes the text start with 'mailto:'. */
function tryOffsets(code: string): string | undefined {
  for (let offset = -15; offset <= 15; offset++) {
    for (const decode of [rotate, shift]) {
      const text = decode(code, offset)
      if (/^mailto:/i.test(text)) return text
    }
  }
  return undefined
}

function shift(text: string, offset: number): string {
  return [...text].map((char) => String.fromCodePoint(Math.max(0, char.codePointAt(0)! + offset))).join('')
}

function rotate(text: string, offset: number): string {
  return [...text].map((char) => rotateChar(char.codePointAt(0)!, offset)).join('')
}

function rotateChar(code: number, offset: number): string {
  const range = RANGES.find(([low, high]) => code >= low && code <= high)
  if (!range) return String.fromCodePoint(code)
  const [low, high] = range
  const size = high - low + 1
  return String.fromCodePoint(low + ((((code - low + offset) % size) + size) % size))
}

/** The part of the cipher text that looks like an address. */
function cipherTwin(code: string): string {
  return /[^:;'"]+@[^'"]+/.exec(code)?.[0] ?? code
}
