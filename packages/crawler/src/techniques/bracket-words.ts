import { domainOf } from '../address/address.ts'
import { findBracketed, findHyphened } from '../address/bracket-words.ts'
import type { Technique } from './technique.ts'

/** `info [at] oak [dot] com` in thirteen languages. */
export const bracketWords: Technique = {
  name: 'bracket-words',
  confidence: 0.75,
  *find(page) {
    for (const { email, start } of findBracketed(page.text)) yield { email, offset: start }
    for (const { email, start, dotsSpelled } of findHyphened(page.text)) {
      if (dotsSpelled || page.isOwnDomain(domainOf(email))) yield { email, offset: start }
    }
  },
}
