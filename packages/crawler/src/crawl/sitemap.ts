import { decodeXML } from 'entities'
import { registrableDomain } from '../address/address.ts'
import { type Fetcher, FetchFailure, type FetchRequest, readBody } from '../fetch/fetcher.ts'
import type { RobotsPolicy } from '../fetch/robots.ts'
import type { PageLink } from '../page/links.ts'

const LOCATION = /<loc>\s*(?:<!\[CDATA\[)?\s*([^<\]]{8,1000}?)\s*(?:\]\]>)?\s*<\/loc>/gi
const MAX_ENTRIES = 2000

export interface SiteSource {
  fetcher: Fetcher
  robots: RobotsPolicy
  home: URL
  signal: AbortSignal
  siteDomains: readonly string[]
}

const MAX_FILES = 3

/** Lists the pages of the sitemaps named in robots.txt, or of /sitemap.xml. */
export async function findSitemapLinks(source: SiteSource): Promise<PageLink[]> {
  const { fetcher, home, signal, siteDomains } = source
  const mayFollow = (url: URL): boolean => siteDomains.includes(registrableDomain(url.hostname))
  const request = { url: home, signal, maxBytes: 1_000_000, mayFollow, accepts: /xml|text|octet|^$/i }
  const queue = await sitemapUrls(source, request)
  const links: PageLink[] = []
  for (let count = 0; queue.length > 0 && count < MAX_FILES && !signal.aborted; count++) {
    try {
      const response = await fetcher.fetch({ ...request, url: queue.shift()! })
      const text = response.status === 200 ? new TextDecoder().decode(await readBody(response)) : ''
      const { pages, sitemaps } = readSitemap(text, siteDomains)
      queue.push(...sitemaps)
      links.push(...pages)
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error
    }
  }
  return links
}

async function sitemapUrls({ robots, home, siteDomains }: SiteSource, request: FetchRequest): Promise<URL[]> {
  try {
    const { sitemaps } = await robots.rulesFor(request)
    const listed = sitemaps.map((text) => URL.parse(text, home.href)).filter((url) => url !== null)
    const own = listed.filter((url) => siteDomains.includes(registrableDomain(url.hostname)))
    return listed.length > 0 ? own : [new URL('/sitemap.xml', home)]
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    return []
  }
}

/** Returns the pages, or the nested sitemaps, of the same site. */
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
