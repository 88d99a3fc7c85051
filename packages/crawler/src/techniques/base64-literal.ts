import { readMailto } from '../address/mailto.ts'
import { matchAddresses } from '../address/match.ts'
import { scriptText } from '../page/tree.ts'
import type { Technique } from './technique.ts'

const LITERAL = /["']([A-Za-z0-9+/]{12,300}={0,2})["']/g
const MAX_SCRIPT = 200_000
const MAX_LITERALS = 500

/** A base64 literal in a script that decodes to an address. */
export const base64Literal: Technique = {
  name: 'base64-literal',
  confidence: 0.65,
  *find(page) {
    let count = 0
    for (const script of page.byName('script')) {
      const code = scriptText(script)
      if (code.length > MAX_SCRIPT) continue
      for (const [, literal = ''] of code.matchAll(LITERAL)) {
        if (++count > MAX_LITERALS) return
        for (const email of openLiteral(literal)) yield { email, offset: page.offsetOf(script) }
      }
    }
  },
}

/** Accepts only a single address or mailto link, because any text decodes to something. */
function openLiteral(literal: string): string[] {
  const text = Buffer.from(literal, 'base64').toString('latin1')
  if (!text.includes('@') || /[^\x20-\x7e]/.test(text)) return []
  if (/^mailto:/i.test(text)) return readMailto(text).map(({ email }) => email)
  return [...matchAddresses(text, 1)]
    .filter((match) => match.end - match.start === text.trim().length)
    .map(({ email }) => email)
}
