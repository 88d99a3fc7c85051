import type { CrawlLimits } from './limits.ts'
import type { BusinessInput, CrawlReport } from './report.ts'
import type { Spacing } from './spacing.ts'

export type { CrawlLimits } from './limits.ts'
export { defaultLimits } from './limits.ts'
export type { BusinessInput, Contact, CrawlOutcome, CrawlReport, PageVisit, SiteFacts } from './report.ts'
export { createMemorySpacing, noSpacing, type Spacing } from './spacing.ts'

export interface CrawlerOptions {
  /** Default: 'Goldpan/<version> (+<infoUrl>)'. */
  userAgent?: string
  /** A page that explains the crawler and how to opt out. */
  infoUrl?: string
  /** A named host is connected there and is then not refused as private; literal private addresses stay refused. */
  connectTo?: (hostname: string, port: number) => { host: string; port: number } | undefined
  /** 'host:port' of names that may resolve to private addresses. */
  allowPrivate?: readonly string[]
  spacing?: Spacing
  limits?: Partial<CrawlLimits>
  /** Resolves a host name to IP addresses; the system's resolver by default. */
  dns?: (hostname: string) => Promise<readonly string[]>
  now?: () => Date
  /** Threads that read pages; default: one a processor, at most 4. */
  threads?: number
}

export interface FindContactsOptions {
  signal?: AbortSignal
  onPage?: (url: string) => void
}

export interface Crawler {
  /** Reads the website of one business. Never rejects for what a website does; the outcome says it. */
  findContacts(business: BusinessInput, options?: FindContactsOptions): Promise<CrawlReport>
  /** Ends threads and connections. */
  close(): Promise<void>
}

export function createCrawler(_options: CrawlerOptions = {}): Crawler {
  throw new Error('The engine is being put in place.')
}
