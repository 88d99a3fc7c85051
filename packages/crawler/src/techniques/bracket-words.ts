import { domainOf } from '../address/address.ts'
import { findBracketed, findHyphened } from '../address/bracket-words.ts'
import type { Technique } from './technique.ts'

/** `info [at] oak [dot] com` in thirteen languages. */
export const bracketWords: Technique = {
  name: 'bracket-words',
  confidence: 0.75,
  *find(page) {
    for (const { from, to } of page.blocks) {
      const text = page.text.slice(from, to)
      for (const match of findBracketed(text)) yield { email: match.email, place: from + match.start }
      for (const match of findHyphened(text)) {
        if (page.isOwnDomain(domainOf(match.email))) yield { email: match.email, place: from + match.start }
      }
    }
  },
}
