import { domainOf } from '../address/address.ts'
import { matchAddressAt } from '../address/match.ts'
import { eachAt } from '../page/at-signs.ts'
import type { Page } from '../page/page.ts'
import type { Technique } from './technique.ts'

const LABEL_BEFORE =
  /(?:e-?\s?mails?|mail|correo|courriel|posta|pošta|poczta|sähköposti|kontakt|contact)\s*[:：]?\s*$/i

/** 'jane . roe' */
const LOCAL = /(?<![a-z0-9_%+-])([a-z0-9_%+-]{1,64}(?: ?\. ?[a-z0-9_%+-]{1,64}){0,4})( {0,2})$/i
const DOMAIN =
  /^( {0,2})([a-z0-9\u00c0-\u024f][a-z0-9\u00c0-\u024f-]{0,62}(?:( ?)\.( ?)[a-z0-9\u00c0-\u024f-]{1,63}){1,5})/iu
const SPACE_BESIDE_DOT = / \.|\. /

/**
 * `info @ oak.com`, `info@oak . com`, only on the site's own domain or after the word email: 'meet us @ noon' is no
 * address.
 */
export const spacedAt: Technique = {
  name: 'spaced-at',
  confidence: 0.7,
  *find(page) {
    for (const { at, block } of eachAt(page)) {
      const rest = page.text.slice(at + 1, Math.min(block.to, at + 260))
      const isSpaced = page.text[at - 1] === ' ' || rest.startsWith(' ') || SPACE_BESIDE_DOT.test(rest)
      const after = isSpaced ? DOMAIN.exec(rest) : null
      const before = after && LOCAL.exec(page.text.slice(Math.max(block.from, at - 90), at))
      if (!before) continue
      const hasSpace = before[2] !== '' || after[1] !== ''
      if (!hasSpace && !SPACE_BESIDE_DOT.test(after[2]!)) continue
      const start = at - before[0].length
      const isLabelled = LABEL_BEFORE.test(page.text.slice(Math.max(block.from, start - 20), start))
      if (!isLabelled && !mayBeOwn(page, after[2]!)) continue
      for (const { local, domain } of readings(before[1]!, after[2]!, hasSpace)) {
        const match = matchAddressAt(`${local}@${domain}`, local.length)
        if (!match || !(page.isOwnDomain(domainOf(match.email)) || isLabelled)) continue
        // The domain may go on after the space: `info@oak.co . uk`.
        const twin = hasSpace ? undefined : matchAddressAt(page.text, at, block.from, block.to)?.email
        yield {
          email: match.email,
          offset: at - before[2]!.length - local.length,
          ...(twin && twin !== match.email && { twin }),
        }
        break
      }
    }
  },
}

/** Cheap, and false for nearly all other text with a spaced sign. */
function mayBeOwn({ siteDomains }: Page, written: string): boolean {
  const domain = written.replaceAll(' ', '').toLowerCase()
  return /[^\x00-\x7f]/.test(domain) || siteDomains.some((own) => domain.includes(own))
}

/** With the spaces beside dots, then without: 'Write us. Info @ oak.com. We …' */
function* readings(
  local: string,
  domain: string,
  hasSpace: boolean,
): Generator<{ local: string; domain: string }> {
  const isSpaced = / \. /.test(domain) || SPACE_BESIDE_DOT.test(domain)
  const joined = domain.replace(/ ?\. ?/g, '.')
  if (isSpaced) {
    if (/ \. /.test(local)) yield { local: local.replace(/ ?\. ?/g, '.'), domain: joined }
    yield { local: local.split(/\. | \./).at(-1)!, domain: joined }
  }
  if (!hasSpace) return
  if (/ \. /.test(local)) yield { local: local.replace(/ ?\. ?/g, '.'), domain }
  yield { local: local.split(/\. | \./).at(-1)!, domain: domain.split(/ |\. /)[0]! }
}
