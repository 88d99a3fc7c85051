import { decodeHTML } from 'entities'
import { domainOf } from '../address/address.ts'
import { findBracketed } from '../address/bracket-words.ts'
import { percentDecode, readMailto } from '../address/mailto.ts'
import { matchAddresses } from '../address/match.ts'
import type { Page } from '../page/page.ts'
import type { FoldedText } from '../scripts/fold-scripts.ts'
import { GAP } from '../scripts/values.ts'
import type { Technique } from './technique.ts'

/**
 * Addresses that scripts put together: `document.write('info' + '@' + 'oak.com')`, variables, character codes, letter
 * tables.
 */
export const scriptText: Technique = {
  name: 'script-text',
  confidence: 0.75,
  *find(page) {
    for (const { text, element } of page.folded().texts) {
      if (page.isDropped(element)) continue
      for (const email of readScriptText(text, page)) yield { email, offset: page.offsetOf(element) }
    }
  },
}

export function readScriptText(text: FoldedText['text'], page: Pick<Page, 'isOwnDomain'>): string[] {
  const plain = decodeHTML(percentDecode(text.slice(0, 20_000))).replace(
    /<!--[^>]{0,300}-->|<\/?(?:span|b|i|em|strong|wbr)\b[^>]{0,300}>/gi,
    '',
  )
  const isMarkup = /mailto|<a\s/i.test(plain)
  const found = new Set<string>()
  for (const match of matchAddresses(plain, 50)) {
    if (plain[match.end] === GAP || plain[match.start - 1] === GAP) continue
    const isAll = plain.trim().length === match.end - match.start
    if (isMarkup || isAll || page.isOwnDomain(domainOf(match.email))) found.add(match.email)
  }
  for (const [, href = ''] of plain.matchAll(/href\s*=\s*["']?(mailto:[^"'>\s]{3,500})/gi)) {
    if (!href.includes(GAP)) for (const { email } of readMailto(href)) found.add(email)
  }
  if (isMarkup && found.size === 0)
    for (const { email } of findBracketed(plain)) if (page.isOwnDomain(domainOf(email))) found.add(email)
  return [...found]
}
