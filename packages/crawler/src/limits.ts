/** What one website may cost us, and we it. */
export interface CrawlLimits {
  /** Pages read a site, the home page included, robots.txt and sitemaps not. */
  pages: number
  /** Time for one site from its first request; waiting for the first turn at a busy host is not counted. */
  budgetMs: number
  /** Decoded bytes a site. */
  bytes: number
  /** Decoded bytes a page; the rest of a longer page is left unread. */
  pageBytes: number
  /** Bytes on the wire a page. */
  wireBytes: number
  redirects: number
  connectMs: number
  headersMs: number
  bodyMs: number
  /** A body that brings less than 1 kB in this time is given up. */
  stallMs: number
  /** Time for reading one page in a worker thread. */
  parseMs: number
  /** Between two requests to one host or registrable domain. */
  hostIntervalMs: number
  /** Between two requests to one IP address, which thousands of sites may share. */
  addressIntervalMs: number
  /** A longer Crawl-delay means that the site is left alone. */
  crawlDelayMs: number
  /** Failed requests after which a site is left. */
  failures: number
}

export const defaultLimits: CrawlLimits = {
  pages: 12,
  budgetMs: 20_000,
  bytes: 8_000_000,
  pageBytes: 3_000_000,
  wireBytes: 2_000_000,
  redirects: 5,
  connectMs: 5_000,
  headersMs: 8_000,
  bodyMs: 15_000,
  stallMs: 5_000,
  parseMs: 5_000,
  hostIntervalMs: 750,
  addressIntervalMs: 100,
  crawlDelayMs: 10_000,
  failures: 3,
}
