import { domainOf, normalizeAddress } from '../address/address.ts'
import { readMailto } from '../address/mailto.ts'
import type { Technique } from './technique.ts'

const LINKS = ['a', 'area', 'form', 'button', 'link'] as const

/** `href="mailto:…"` in every spelling that browsers accept, and links without the scheme. */
export const mailto: Technique = {
  name: 'mailto',
  confidence: 0.9,
  *find(page) {
    for (const name of LINKS) {
      for (const element of page.byName(name)) {
        const href = element.attributes.href ?? element.attributes['xlink:href'] ?? element.attributes.action
        if (!href || page.isDropped(element)) continue
        for (const { email, name: person } of readLink(href)) {
          // `<link rel="author">` and `rev="made"` name the maker of the website.
          if (name === 'link' && !page.isOwnDomain(domainOf(email))) continue
          yield { email, offset: page.offsetOf(element), ...(person && { person: { name: person } }) }
        }
      }
    }
  },
}

function readLink(href: string): { email: string; name?: string }[] {
  if (/mailto|mail(?:%3a|&colon;)/i.test(href)) return readMailto(href)
  if (!href.includes('@')) return []
  const forgotten = normalizeAddress(
    href
      .trim()
      .replace(/^(?:e-?mail|mail)\s*:\s*/i, '')
      .replace(/^https?:\/\/(?=[^/@]+@[^/@]+\/?$)/i, '')
      .replace(/\/$/, ''),
  )
  return forgotten ? [{ email: forgotten }] : []
}
