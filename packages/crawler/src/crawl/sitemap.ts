import { decodeXML } from 'entities'
import { registrableDomain } from '../address/address.ts'
import type { PageLink } from '../page/links.ts'

const LOCATION = /<loc>\s*(?:<!\[CDATA\[)?\s*([^<\]]{8,1000}?)\s*(?:\]\]>)?\s*<\/loc>/gi
const MAX_ENTRIES = 2000

/** The pages, or further sitemaps, that a sitemap lists on the same site. */
export function readSitemap(
  text: string,
  siteDomains: readonly string[],
): { pages: PageLink[]; sitemaps: URL[] } {
  const isIndex = /<sitemapindex/i.test(text)
  const urls: URL[] = []
  for (const match of text.matchAll(LOCATION)) {
    const url = URL.parse(decodeXML(match[1]!))
    if (url && /^https?:$/.test(url.protocol) && siteDomains.includes(registrableDomain(url.hostname)))
      urls.push(url)
    if (urls.length >= MAX_ENTRIES) break
  }
  if (isIndex) return { pages: [], sitemaps: urls.slice(0, 3) }
  return {
    pages: urls.map((url) => ({ url: url.href, text: '', kind: 'link', inFooter: false, nofollow: false })),
    sitemaps: [],
  }
}
