import { domainOf } from '../address/address.ts'
import { findSpelled } from '../address/bracket-words.ts'
import type { Technique } from './technique.ts'

/** `orders at oak dot com`: only on the site's own domain, or in capitals; never 'featured at books.com'. */
export const bareWords: Technique = {
  name: 'bare-words',
  confidence: 0.65,
  *find(page) {
    for (const { from, to } of page.blocks) {
      for (const match of findSpelled(page.text.slice(from, to))) {
        if (match.capitals || page.isOwnDomain(domainOf(match.email)))
          yield { email: match.email, place: from + match.start }
      }
    }
  },
}
