import { findBracketed } from '../address/bracket-words.ts'
import { readMailto } from '../address/mailto.ts'
import { matchAddresses } from '../address/match.ts'
import type { Page } from '../page/page.ts'
import type { ElementNode } from '../page/tree.ts'
import type { Technique } from './technique.ts'

/** Marks of Email Address Encoder, Email Encoder Bundle, REDAXO's unicorn and Drupal's Obfuscate Email. */
const MARK =
  /__eae_(?:open|r13|decode)|znvygb:|enc-?email|(?:90\s*:\s*122)|rot13|decryptUnicorn|\/ng\/[\w./-]{1,100}\/qbg\//i

/** ROT13 with a mark that says so. The encoded twin, often a valid address, is never reported. */
export const rot13Cloak: Technique = {
  name: 'rot13',
  confidence: 0.85,
  *find(page) {
    const links = page.byName('a').filter(({ attributes }) => MARK.test(attributes.href ?? ''))
    for (const element of new Set([...links, ...page.marked.data, ...page.marked.handlers])) {
      for (const name in element.attributes) {
        const value = element.attributes[name]!
        if (!MARK.test(name) && !MARK.test(value)) continue
        if (page.isDropped(element)) continue
        for (const email of decode(value)) yield { email, offset: page.offsetOf(element), twin: rot13(email) }
      }
    }
    yield* markedTexts(page)
  },
}

function* markedTexts(page: Page) {
  for (const element of page.marked.classed) {
    if (!isMarkedElement(element)) continue
    for (const { email } of matchAddresses(page.text.slice(Math.max(0, element.from), element.to), 20)) {
      yield { email: rot13(email), offset: page.offsetOf(element), twin: email }
    }
  }
}

const MARKED_CLASS = /__eae_r13|rot13/i

function isMarkedElement({ attributes }: ElementNode): boolean {
  const encoding = attributes['data-enc']
  return MARKED_CLASS.test(attributes.class!) || (encoding !== undefined && MARKED_CLASS.test(encoding))
}

function decode(value: string): string[] {
  const bare = /decryptUnicorn\(([^'"]+)\)/.exec(value)?.[1]?.replace(/[|#]/, '@') ?? value
  const marked = bare.replace(/\[at\]|\(at\)|\/ng\//gi, '@').replace(/\[dot\]|\(dot\)|\/qbg\//gi, '.')
  const quoted = [...marked.matchAll(/['"]([^'"]{5,500})['"]/g)].map((match) => match[1]!)
  return [marked, ...quoted].flatMap((text) => decodeOne(text))
}

function decodeOne(text: string): string[] {
  const plain = rot13(text)
  if (/^\s*mailto:/i.test(plain)) return readMailto(plain).map(({ email }) => email)
  if (/^[^\s@]+@[^\s@]+$/.test(plain.trim())) return [...matchAddresses(plain, 5)].map(({ email }) => email)
  return findBracketed(plain).map(({ email }) => email)
}

export function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (char) => {
    const base = char <= 'Z' ? 65 : 97
    return String.fromCharCode(((char.charCodeAt(0) - base + 13) % 26) + base)
  })
}
