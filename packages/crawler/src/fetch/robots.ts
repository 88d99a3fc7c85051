import parser from 'robots-parser'
import { type Fetcher, FetchFailure, type FetchRequest, readBody } from './fetcher.ts'

export interface RobotsRules {
  isAllowed(url: URL): boolean
  /** The site's Crawl-delay in milliseconds. 0 if it sets none. */
  crawlDelayMs: number
  sitemaps: readonly string[]
}

export interface RobotsPolicy {
  rulesFor(request: FetchRequest): Promise<RobotsRules>
}

interface ParsedRobots {
  isAllowed(url: string, product: string): boolean | undefined
  getCrawlDelay(product: string): number | undefined
  getSitemaps(): string[]
}

// The package's types describe an ES module, but it exports a CommonJS function.
const robotsParser = parser as unknown as (url: string, text: string) => ParsedRobots

const CACHE_MS = 24 * 3600_000
/** RFC 9309 asks for at least 500 KiB. */
const MAX_BYTES = 512 * 1024
const MAX_SITES = 3000
const ALLOW_ALL: RobotsRules = { isAllowed: () => true, crawlDelayMs: 0, sitemaps: [] }

/**
 * Implements RFC 9309: one file per scheme, host and port, cached for a day. 4xx means no rules. 5xx or no response
 * means that everything is forbidden; the failure kind tells this apart from rules that forbid.
 */
export function createRobotsPolicy(
  fetcher: Fetcher,
  product: string,
  now: () => number = Date.now,
): RobotsPolicy {
  const known = new Map<string, { until: number; rules: Promise<RobotsRules> }>()
  return {
    rulesFor(request) {
      const { origin } = request.url
      const found = known.get(origin)
      if (found && found.until > now()) return found.rules
      if (known.size >= MAX_SITES) known.clear()
      const rules = readRobots(fetcher, product, request)
      known.set(origin, { until: now() + CACHE_MS, rules })
      rules.catch(() => known.delete(origin))
      return rules
    },
  }
}

async function readRobots(fetcher: Fetcher, product: string, request: FetchRequest): Promise<RobotsRules> {
  const url = new URL('/robots.txt', request.url)
  const response = await fetcher
    .fetch({
      url,
      signal: request.signal,
      maxBytes: MAX_BYTES,
      mayFollow: () => true,
      accepts: /./,
      ...(request.onSend && { onSend: request.onSend }),
    })
    .catch((error: unknown) => {
      // Too many or circular redirects count as a missing file.
      if (error instanceof FetchFailure && error.kind === 'redirects') return undefined
      throw error
    })
  if (!response || (response.status >= 400 && response.status < 500 && response.status !== 429))
    return ALLOW_ALL
  if (response.status >= 500 || response.status === 429)
    throw new FetchFailure('robots_unreachable', `robots.txt answers ${response.status}`)
  if (response.status < 200 || response.status >= 300) return ALLOW_ALL
  return parseRobots(url, new TextDecoder('utf-8').decode(await readBody(response)), product)
}

export function parseRobots(url: URL, text: string, product: string): RobotsRules {
  if (/^\s*(?:<!doctype|<html)/i.test(text)) return ALLOW_ALL
  const robots = robotsParser(url.href, text.replace(/^\ufeff/, ''))
  return {
    isAllowed: (target) =>
      target.pathname === '/robots.txt' || robots.isAllowed(target.href, product) !== false,
    crawlDelayMs: Math.max(0, (robots.getCrawlDelay(product) ?? 0) * 1000),
    sitemaps: robots.getSitemaps().slice(0, 5),
  }
}
