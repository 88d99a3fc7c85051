import { availableParallelism } from 'node:os'
import { type FindContactsOptions, findContacts } from './crawl/find-contacts.ts'
import { createPoliteFetcher } from './fetch/polite-fetcher.ts'
import { createResolver } from './fetch/resolver.ts'
import { type CrawlLimits, defaultLimits } from './limits.ts'
import { createParsePool } from './parse/parse-pool.ts'
import type { BusinessInput, CrawlReport } from './report.ts'
import { createMemorySpacing, type Spacing } from './spacing.ts'

export type { FindContactsOptions } from './crawl/find-contacts.ts'
export type { CrawlLimits } from './limits.ts'
export { defaultLimits } from './limits.ts'
export type { BusinessInput, Contact, CrawlOutcome, CrawlReport, PageVisit, SiteFacts } from './report.ts'
export { createMemorySpacing, noSpacing, type Spacing } from './spacing.ts'
export {
  type AddressCheck,
  type AddressVerifier,
  createAddressVerifier,
  type VerifierOptions,
} from './verify-address.ts'

export interface CrawlerOptions {
  /** Default: 'Goldpan/<version> (+<infoUrl>)', without the parentheses if there is no `infoUrl`. */
  userAgent?: string
  /** URL of a page that explains the crawler and how to opt out. */
  infoUrl?: string
  /**
   * Connects a host name to another host and port, for demos and test servers. Such hosts aren't refused as private;
   * literal private addresses still are.
   */
  connectTo?: (hostname: string, port: number) => { host: string; port: number } | undefined
  /** 'host:port' of names that may resolve to private addresses. */
  allowPrivate?: readonly string[]
  /** Additional mail domains of a host, which need no public suffix. For demos and test networks. */
  mailDomainsOf?: (hostname: string) => readonly string[]
  spacing?: Spacing
  /** Returns true for hosts whose owners opted out. Asked before every request. */
  isExcluded?: (hostname: string) => Promise<boolean>
  limits?: Partial<CrawlLimits>
  /** Resolves a host name to IP addresses. Default: the system's resolver. */
  dns?: (hostname: string) => Promise<readonly string[]>
  now?: () => Date
  /** Worker threads that read pages. Default: one less than processors, 1 to 4. */
  threads?: number
}

export interface Crawler {
  /**
   * Reads the website of one business, at most `limits.pages` pages in `limits.budgetMs`. Never rejects for anything a
   * website does: `outcome` says what happened. Aborting the signal ends with outcome 'cancelled' and the contacts found so far.
   */
  findContacts(business: BusinessInput, options?: FindContactsOptions): Promise<CrawlReport>
  /** Ends all threads and connections. */
  close(): Promise<void>
}

const VERSION = '0.1'

/**
 * Creates a crawler for many businesses at once, which share connections, robots.txt, cached pages and spacing. Call
 * `close` at the end.
 */
export function createCrawler(options: CrawlerOptions = {}): Crawler {
  const limits = { ...defaultLimits, ...options.limits }
  const polite = createPoliteFetcher({
    limits,
    userAgent: options.userAgent ?? defaultUserAgent(options.infoUrl),
    spacing: options.spacing ?? createMemorySpacing(),
    resolve: createResolver(options.dns),
    isExcluded: options.isExcluded ?? (async () => false),
    allowPrivate: new Set(options.allowPrivate),
    ...(options.connectTo && { connectTo: options.connectTo }),
  })
  const pool = createParsePool(
    options.threads ?? Math.max(1, Math.min(4, availableParallelism() - 1)),
    limits.parseMs,
  )
  const deps = {
    fetcher: polite.fetcher,
    robots: polite.robots,
    mailDomainsOf: options.mailDomainsOf ?? (() => []),
    pool,
    limits,
    now: options.now ?? (() => new Date()),
  }
  return {
    findContacts: (business, findOptions) => findContacts(deps, business, findOptions),
    close: async () => {
      await Promise.all([polite.close(), pool.close()])
    },
  }
}

function defaultUserAgent(infoUrl: string | undefined): string {
  return infoUrl ? `Goldpan/${VERSION} (+${infoUrl})` : `Goldpan/${VERSION}`
}
