import { domainOf } from '../address/address.ts'
import { findSpelled, maySpell } from '../address/bracket-words.ts'
import type { Technique } from './technique.ts'

/** `orders at oak dot com`, only on the site's own domain or in capitals: 'featured at books.com' is no address. */
export const bareWords: Technique = {
  name: 'bare-words',
  confidence: 0.65,
  *find(page) {
    if (!maySpell(page.text, page.siteDomains)) return
    for (const { email, start, capitals } of findSpelled(page.text)) {
      if (capitals || page.isOwnDomain(domainOf(email))) yield { email, offset: start }
    }
  },
}
