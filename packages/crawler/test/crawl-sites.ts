import { type CrawlerOptions, type CrawlReport, createCrawler, noSpacing } from '../src/crawler.ts'
import { type SiteServer, type Sites, serveSites } from './site-server.ts'

export interface CrawledSites {
  server: SiteServer
  crawl(website: string, name?: string): Promise<CrawlReport>
  /** Paths requested from a host, without robots.txt. */
  asked(host: string): string[]
  close(): Promise<void>
}

/** Serves websites locally, with a crawler that finds them all there and never pauses. */
export async function crawlSites(sites: Sites, options: CrawlerOptions = {}): Promise<CrawledSites> {
  const server = await serveSites(sites)
  const crawler = createCrawler({ connectTo: server.connectTo, spacing: noSpacing, threads: 1, ...options })
  return {
    server,
    crawl: (website, name = '') => crawler.findContacts({ name, website }),
    asked: (host) =>
      server.requests
        .filter((request) => request.startsWith(`${host}/`) && !request.endsWith('/robots.txt'))
        .map((request) => request.slice(host.length)),
    close: async () => {
      await crawler.close()
      await server.close()
    },
  }
}

export function emailsIn({ contacts }: CrawlReport): string[] {
  return contacts.map(({ email }) => email).sort()
}

/** A small page with a text and links that are labelled by their paths. */
export function page(text: string, ...links: string[]): string {
  const anchors = links.map((link) => `<a href="${link}">${link.replace(/\W+/g, ' ').trim()}</a>`).join(' ')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Site</title></head><body><nav>${anchors}</nav><p>${text}</p></body></html>`
}
