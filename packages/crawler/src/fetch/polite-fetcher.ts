import type { CrawlLimits } from '../limits.ts'
import type { Spacing } from '../spacing.ts'
import type { Fetcher } from './fetcher.ts'
import { type ConnectTo, createNetwork } from './network.ts'
import type { Resolve } from './resolver.ts'
import { createRobotsPolicy, type RobotsPolicy } from './robots.ts'
import { withCache } from './with-cache.ts'
import { withExclusions } from './with-exclusions.ts'
import { withPrivateAddressRefusal } from './with-private-address-refusal.ts'
import { withRedirects } from './with-redirects.ts'
import { withRetry } from './with-retry.ts'
import { withRobots } from './with-robots.ts'
import { withSizeCap } from './with-size-cap.ts'
import { withThrottle } from './with-throttle.ts'

export interface PoliteFetcherOptions {
  userAgent: string
  limits: CrawlLimits
  spacing: Spacing
  resolve: Resolve
  connectTo?: ConnectTo
  isExcluded: (hostname: string) => Promise<boolean>
  allowPrivate: ReadonlySet<string>
}

export interface PoliteFetcher {
  fetcher: Fetcher
  robots: RobotsPolicy
  close(): Promise<void>
}

/** Product token to match with the groups of robots.txt. */
export const ROBOTS_PRODUCT = 'Goldpan'

/** Wraps the network in all rules of politeness and safety, from the inside out. */
export function createPoliteFetcher(options: PoliteFetcherOptions): PoliteFetcher {
  const { limits, isExcluded } = options
  const network = createNetwork(options)
  const careful = withRetry(
    withThrottle(
      withExclusions(withPrivateAddressRefusal(withSizeCap(network, limits), options), isExcluded),
      options,
    ),
  )
  const robots = createRobotsPolicy(withRedirects(careful, limits.redirects), ROBOTS_PRODUCT)
  const fetcher = withExclusions(
    withCache(withRedirects(withRobots(careful, robots, limits.crawlDelayMs), limits.redirects)),
    isExcluded,
  )
  return { fetcher, robots, close: () => network.close() }
}
