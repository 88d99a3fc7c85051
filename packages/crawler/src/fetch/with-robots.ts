import { type Fetcher, FetchFailure } from './fetcher.ts'
import type { RobotsPolicy } from './robots.ts'

/** Checks robots.txt before every request and every redirect. */
export function withRobots(inner: Fetcher, policy: RobotsPolicy, maxDelayMs: number): Fetcher {
  return {
    async fetch(request) {
      const rules = await policy.rulesFor(request)
      if (!rules.isAllowed(request.url))
        throw new FetchFailure('robots', `robots.txt forbids ${request.url.pathname}`)
      if (rules.crawlDelayMs > maxDelayMs)
        throw new FetchFailure(
          'robots',
          `robots.txt asks for ${rules.crawlDelayMs / 1000} s between requests`,
        )
      return inner.fetch(rules.crawlDelayMs > 0 ? { ...request, crawlDelayMs: rules.crawlDelayMs } : request)
    },
  }
}
