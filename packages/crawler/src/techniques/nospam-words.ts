import { domainOf, normalizeAddress } from '../address/address.ts'
import { readMailto } from '../address/mailto.ts'
import { eachAt } from '../page/at-signs.ts'
import type { Page } from '../page/page.ts'
import type { Technique } from './technique.ts'

const WORD =
  /[.-]?(?:no-?spam(?:-?please)?|remove-?(?:this|me|it)?|spam-?free|spam-?block|kein-?spam|anti-?spam|delete-?(?:this|me)?|entfernen|bitte-?entfernen|sans-?spam|geen-?spam|nospam-?)[.-]?/gi
const INVALID = /\.invalid$/i

/** `info@NOSPAM.oak.com`: removes the word if the site's own domain remains. The literal is never reported. */
export const nospamWords: Technique = {
  name: 'nospam-words',
  confidence: 0.6,
  *find(page) {
    for (const { at, block } of eachAt(page)) {
      const before = /[\w.%+-]{0,64}$/.exec(page.text.slice(Math.max(block.from, at - 64), at))?.[0] ?? ''
      const after = /^[\w.-]{0,200}/.exec(page.text.slice(at + 1, Math.min(block.to, at + 200)))?.[0] ?? ''
      const email = strip(page, `${before}@${after.replace(/[.-]+$/, '')}`)
      if (email) yield { email, offset: at - before.length, twin: `${before}@${after}`.toLowerCase() }
    }
    for (const element of page.byName('a')) {
      const href = element.attributes.href ?? ''
      if (!/^\s*mailto:/i.test(href) || !hasNospamWord(href)) continue
      const to = href.replace(/^\s*mailto:/i, '').split('?')[0]!
      const email = strip(page, to)
      const literal = readMailto(href)[0]?.email ?? to
      if (email) yield { email, offset: page.offsetOf(element), ...(literal !== email && { twin: literal }) }
    }
  },
}

function strip(page: Page, literal: string): string | undefined {
  if (!hasNospamWord(literal)) return undefined
  const [local = '', domain = ''] = literal.replace(INVALID, '').split('@')
  const plainDomain = domain
    .replace(WORD, (word) => (word.startsWith('.') && word.endsWith('.') ? '.' : ''))
    .replace(INVALID, '')
  const email = normalizeAddress(`${local.replace(WORD, '')}@${plainDomain}`)
  return email && page.isOwnDomain(domainOf(email)) ? email : undefined
}

export function hasNospamWord(text: string): boolean {
  WORD.lastIndex = 0
  return INVALID.test(text) || WORD.test(text)
}
