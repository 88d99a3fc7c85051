import { domainOf } from '../address/address.ts'
import { matchAddressAt } from '../address/match.ts'
import { eachAt } from '../page/at-signs.ts'
import type { Page } from '../page/page.ts'
import type { Technique } from './technique.ts'

/** `<b>info</b><i>@</i><b>oak.com</b>`: joins inline elements if the pieces alone are no address. */
export const splitElements: Technique = {
  name: 'split-elements',
  confidence: 0.75,
  *find(page) {
    for (const { at, piece, block } of eachAt(page)) {
      if (piece.from === block.from && piece.to === block.to) continue
      const alone = matchAddressAt(page.text, at, piece.from, piece.to)
      const joined = matchAddressAt(page.text, at, block.from, block.to)
      if (!joined || joined.email === alone?.email) continue
      if (!alone) yield { email: joined.email, offset: joined.start }
      else if (isCutDomain(page, alone.email, joined.email))
        yield { email: joined.email, offset: joined.start, twin: alone.email }
    }
  },
}

/** `info@oak.co<b>.uk</b>`: the longer one wins if only its domain is the site's own. */
function isCutDomain(page: Page, alone: string, joined: string): boolean {
  return page.isOwnDomain(domainOf(joined)) && !page.isOwnDomain(domainOf(alone)) && joined.startsWith(alone)
}
