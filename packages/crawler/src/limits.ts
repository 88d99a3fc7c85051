/** Limits per website. Times in milliseconds, sizes in bytes. */
export interface CrawlLimits {
  /** Pages per site, including the home page, without robots.txt and sitemaps. */
  pages: number
  /** Time per site from its first request. Waiting for a busy host before that doesn't count. */
  budgetMs: number
  /** Decoded bytes per site. */
  bytes: number
  /** Decoded bytes per page. The rest of a longer page is ignored. */
  pageBytes: number
  /** Transferred bytes per page. */
  wireBytes: number
  redirects: number
  connectMs: number
  headersMs: number
  bodyMs: number
  /** A body that delivers less than 1 kB in this time is abandoned. */
  stallMs: number
  /** Time to read one page in a worker thread. */
  parseMs: number
  /** Interval between requests to one host or registrable domain. */
  hostIntervalMs: number
  /** Interval between requests to one IP address, which thousands of sites may share. */
  addressIntervalMs: number
  /** Sites with a longer Crawl-delay aren't read. */
  crawlDelayMs: number
  /** Failed requests after which the crawl of a site ends. */
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
