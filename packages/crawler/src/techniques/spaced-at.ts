import { domainOf } from '../address/address.ts'
import { matchAddressAt } from '../address/match.ts'
import { eachAt } from '../page/at-signs.ts'
import type { Technique } from './technique.ts'

const LABEL_BEFORE =
  /(?:e-?\s?mails?|mail|correo|courriel|posta|pošta|poczta|sähköposti|kontakt|contact)\s*[:：]?\s*$/i

/** `info @ oak.com`, only on the site's own domain or after the word email: 'meet us @ noon' is no address. */
export const spacedAt: Technique = {
  name: 'spaced-at',
  confidence: 0.7,
  *find(page) {
    for (const { at, block } of eachAt(page)) {
      if (page.text[at - 1] !== ' ' && page.text[at + 1] !== ' ') continue
      const before = /([a-z0-9._%+-]{1,64})( {0,2})$/i.exec(
        page.text.slice(Math.max(block.from, at - 70), at),
      )
      const after = /^( {0,2})([a-z0-9\u00c0-\u024f][a-z0-9\u00c0-\u024f.-]{2,250})/iu.exec(
        page.text.slice(at + 1, Math.min(block.to, at + 260)),
      )
      if (!before || !after || (before[2] === '' && after[1] === '')) continue
      const match = matchAddressAt(`${before[1]}@${after[2]}`, before[1]!.length)
      if (!match) continue
      const start = at - before[0].length
      const isLabelled = LABEL_BEFORE.test(page.text.slice(Math.max(block.from, start - 20), start))
      if (page.isOwnDomain(domainOf(match.email)) || isLabelled) yield { email: match.email, offset: start }
    }
  },
}
