import { matchAddressAt } from '../address/match.ts'
import { eachAt } from '../page/at-signs.ts'
import type { Technique } from './technique.ts'

/** `Write to office@oak.com.` in unbroken text. The border of an element ends an address. */
export const plainText: Technique = {
  name: 'plain-text',
  confidence: 0.8,
  *find(page) {
    for (const { at, piece } of eachAt(page)) {
      const match = matchAddressAt(page.text, at, piece.from, piece.to)
      if (match) yield { email: match.email, offset: match.start }
    }
  },
}
