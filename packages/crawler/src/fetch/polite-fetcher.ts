import type { CrawlLimits } from '../limits.ts'
import type { Spacing } from '../spacing.ts'
import type { Fetcher } from './fetcher.ts'
import { type ConnectTo, createNetwork } from './network.ts'
import type { Resolve } from './resolver.ts'
import { createRobotsPolicy, type RobotsPolicy } from './robots.ts'
import { withCache } from './with-cache.ts'
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
  allowPrivate: ReadonlySet<string>
}

export interface PoliteFetcher {
  fetcher: Fetcher
  robots: RobotsPolicy
  close(): Promise<void>
}

/** The product token that robots.txt groups are matched against. */
export const ROBOTS_PRODUCT = 'Goldpan'

/** The network, and around it every rule of politeness and safety, from the inside out. */
export function createPoliteFetcher(options: PoliteFetcherOptions): PoliteFetcher {
  const { limits, spacing, resolve } = options
  const throttle = { spacing, resolve, limits, usesAddresses: options.connectTo === undefined }
  const network = createNetwork(options)
  const careful = withRetry(
    withThrottle(withPrivateAddressRefusal(withSizeCap(network, limits), options), throttle),
  )
  const robots = createRobotsPolicy(withRedirects(careful, limits.redirects), ROBOTS_PRODUCT)
  const fetcher = withCache(withRedirects(withRobots(careful, robots, limits.crawlDelayMs), limits.redirects))
  return { fetcher, robots, close: () => network.close() }
}
