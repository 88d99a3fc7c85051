import { registrableDomain } from '../address/address.ts'
import {
  type FailureKind,
  type Fetcher,
  FetchFailure,
  type FetchResponse,
  readBody,
} from '../fetch/fetcher.ts'
import type { RobotsPolicy } from '../fetch/robots.ts'
import type { CrawlLimits } from '../limits.ts'
import type { PageLink } from '../page/links.ts'
import type { PageFindings } from '../parse/findings.ts'
import type { ParsePool } from '../parse/parse-pool.ts'
import type { BusinessInput, PageVisit } from '../report.ts'
import { isProfileHost } from '../website.ts'
import type { ReadPage } from './contacts.ts'
import { Frontier, type Target, WORTH_A_VISIT } from './frontier.ts'
import { guessPaths, servesAnyPath } from './guesses.ts'
import { findSitemapLinks } from './sitemap.ts'

export interface SiteCrawlDeps {
  /** Additional mail domains of a host. */
  mailDomainsOf: (hostname: string) => readonly string[]
  fetcher: Fetcher
  robots: RobotsPolicy
  pool: ParsePool
  limits: CrawlLimits
  now: () => Date
}

export interface SiteCrawlOptions {
  business: BusinessInput
  /** Aborted when the user cancels or the site's time is up. */
  signal: AbortSignal
  /** Called when the first request is about to be sent. */
  onStart(): void
  onPage?: (url: string) => void
}

export interface SiteCrawl {
  pages: ReadPage[]
  visits: PageVisit[]
  siteDomains: string[]
  lastModified: string | null
  failure: FetchFailure | undefined
  /** The home page's status code if it is an error. */
  status: number | undefined
  /** Host of the social network to which the home page redirected. It isn't requested. */
  profile: string | undefined
}

const PAGE_TYPES = /^\s*(?:text\/|application\/(?:xhtml|xml|json|vcard|octet-stream|pdf)|$)/i
const FILE_TYPES: Record<PageLink['kind'], RegExp> = {
  link: /^\s*(?:text\/|application\/(?:xhtml|xml)|$)/i,
  frame: PAGE_TYPES,
  refresh: PAGE_TYPES,
  vcard: PAGE_TYPES,
  pdf: /pdf|octet-stream/i,
  script: /javascript|ecmascript|text\//i,
}
const FILE_BYTES: Record<PageLink['kind'], number> = {
  link: Number.POSITIVE_INFINITY,
  frame: Number.POSITIVE_INFINITY,
  refresh: Number.POSITIVE_INFINITY,
  vcard: 64_000,
  pdf: 2_000_000,
  script: 64_000,
}

/** Failures without a request: the page doesn't count as visited. */
const NOT_REQUESTED = new Set<FailureKind>(['robots', 'forbidden', 'cancelled', 'busy'])

/** Reads one website: the home page first, then the pages that the frontier rates best, within all limits. */
export async function crawlSite(
  deps: SiteCrawlDeps,
  urls: readonly URL[],
  options: SiteCrawlOptions,
): Promise<SiteCrawl> {
  return new SiteCrawler(deps, options).run(urls)
}

class SiteCrawler {
  private readonly deps: SiteCrawlDeps
  private readonly options: SiteCrawlOptions
  private readonly frontier = new Frontier()
  private readonly result: SiteCrawl = {
    pages: [],
    visits: [],
    siteDomains: [],
    lastModified: null,
    failure: undefined,
    status: undefined,
    profile: undefined,
  }
  private readonly readUrls = new Set<string>()
  private bytes = 0
  private failures = 0

  constructor(deps: SiteCrawlDeps, options: SiteCrawlOptions) {
    this.deps = deps
    this.options = options
  }

  async run(urls: readonly URL[]): Promise<SiteCrawl> {
    const home = await this.openHome(urls)
    if (!home && this.result.failure?.kind !== 'robots') return this.result
    // A site that rejects its home page isn't asked for others; a missing home page (404) is no rejection.
    if (home && this.result.status !== undefined && this.result.status !== 404) return this.result
    await this.followFrontier()
    if (!this.hasAddress() && this.mayGoOn()) await this.searchElsewhere(home ?? urls[0]!)
    return this.result
  }

  /** Opens the first of the possible addresses that responds. The host it redirects to becomes part of the site. */
  private async openHome(urls: readonly URL[]): Promise<URL | undefined> {
    for (const url of urls) {
      this.result.siteDomains = [registrableDomain(url.hostname), ...this.deps.mailDomainsOf(url.hostname)]
      this.result.failure = undefined
      const response = await this.fetch(
        { url, kind: 'refresh', score: 0, depth: 0 },
        (next) => !this.isProfile(next),
      )
      if (response) {
        const domain = registrableDomain(response.url.hostname)
        if (!this.result.siteDomains.includes(domain)) this.result.siteDomains.push(domain)
        this.frontier.markTaken(url)
        if (response.status >= 400) this.result.status = response.status
        else await this.read(response, { url, kind: 'link', score: 0, depth: 0 }, true)
        return response.url
      }
      const kind = (this.result.failure as FetchFailure | undefined)?.kind
      if (kind !== 'unreachable' && kind !== 'domain_gone') return undefined
    }
    return undefined
  }

  private async followFrontier(): Promise<void> {
    while (this.mayGoOn()) {
      const target = this.frontier.next(!this.hasAddress())
      if (!target) return
      await this.visit(target)
    }
  }

  private mayGoOn(): boolean {
    const { limits } = this.deps
    return (
      !this.options.signal.aborted &&
      this.result.visits.length < limits.pages &&
      this.bytes < limits.bytes &&
      this.failures < limits.failures
    )
  }

  private hasAddress(): boolean {
    return this.result.pages.some(({ findings }) => findings.addresses.length > 0)
  }

  private async visit(target: Target): Promise<PageFindings | undefined> {
    const response = await this.fetch(target, (url) => this.isOwnSite(url))
    if (!response || response.status >= 400 || response.status < 200) return undefined
    return this.read(response, target, false)
  }

  private isProfile({ hostname }: URL): boolean {
    if (isProfileHost(hostname)) this.result.profile = hostname
    return isProfileHost(hostname)
  }

  private isOwnSite(url: URL): boolean {
    return this.result.siteDomains.includes(registrableDomain(url.hostname))
  }

  private async fetch(target: Target, mayFollow: (url: URL) => boolean): Promise<FetchResponse | undefined> {
    const { fetcher, limits } = this.deps
    const { signal, onStart } = this.options
    const maxBytes = Math.min(
      limits.pageBytes,
      FILE_BYTES[target.kind],
      Math.max(0, limits.bytes - this.bytes),
    )
    this.options.onPage?.(target.url.href)
    try {
      const response = await fetcher.fetch({
        url: target.url,
        signal,
        maxBytes,
        mayFollow,
        accepts: FILE_TYPES[target.kind],
        onSend: onStart,
      })
      if (response.status >= 500 || response.status === 429) this.failures++
      const body = await readBody(response)
      this.bytes += body.length
      this.result.visits.push({ url: response.url.href, status: response.status, bytes: body.length })
      return { ...response, body: [body] }
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error
      // Requests that were never sent don't count as visits.
      if (!NOT_REQUESTED.has(error.kind))
        this.result.visits.push({ url: target.url.href, status: null, bytes: 0 })
      if (error.kind === 'unreachable') this.failures++
      if (error.kind === 'busy') this.failures = limits.failures
      if (this.result.pages.length === 0) this.result.failure = error
      return undefined
    }
  }

  private async read(
    response: FetchResponse,
    target: Target,
    isHome: boolean,
  ): Promise<PageFindings | undefined> {
    this.frontier.markTaken(response.url)
    if (this.readUrls.has(response.url.href)) return undefined
    this.readUrls.add(response.url.href)
    const bytes = await readBody(response)
    const contentType = response.headers['content-type'] ?? ''
    const kind = fileKind(target.kind, contentType)
    if (bytes.length === 0 || (/octet-stream/i.test(contentType) && kind === 'page' && !looksLikeText(bytes)))
      return undefined
    const findings = await this.deps.pool.read({
      url: response.url.href,
      bytes,
      contentType,
      kind,
      siteDomains: this.result.siteDomains,
      country: this.options.business.country ?? null,
      businessName: this.options.business.name,
      wantsFacts: this.result.pages.length < 2,
    })
    if (!findings) return undefined
    this.result.pages.push({ findings, read_at: this.deps.now().toISOString() })
    this.noteDate(response.headers['last-modified'])
    const nofollow =
      findings.nofollow || /\b(?:nofollow|none)\b/i.test(response.headers['x-robots-tag'] ?? '')
    const links = findings.links.filter(({ kind, url }) => kind !== 'refresh' || this.isOwnSite(new URL(url)))
    this.frontier.add(links, { depth: target.depth, kinds: findings.kinds, nofollow })
    if (isHome) await this.followHomeRefresh(findings)
    return findings
  }

  /** Follows a home page that only forwards. The new host becomes part of the site, as with a redirect. */
  private async followHomeRefresh({ links, addresses, textLength }: PageFindings): Promise<void> {
    const refresh = links.find(({ kind }) => kind === 'refresh')
    if (!refresh || addresses.length > 0 || textLength > 300) return
    const url = new URL(refresh.url)
    if (this.isProfile(url)) return
    if (!this.isOwnSite(url)) this.result.siteDomains.push(registrableDomain(url.hostname))
    this.frontier.markTaken(url)
    await this.visit({ url, kind: 'refresh', score: 0, depth: 0 })
  }

  private noteDate(header: string | undefined): void {
    const time = header ? Date.parse(header) : Number.NaN
    if (Number.isNaN(time)) return
    const iso = new Date(time).toISOString()
    if (!this.result.lastModified || iso > this.result.lastModified) this.result.lastModified = iso
  }

  /** Tries the sitemap, then a few common paths, unless the site has a page for every path. */
  private async searchElsewhere(home: URL): Promise<void> {
    const { deps, result } = this
    const source = { ...deps, home, signal: this.options.signal, siteDomains: result.siteDomains }
    this.frontier.add(await findSitemapLinks(source), { depth: 1, kinds: [], nofollow: false })
    await this.followFrontier()
    if (this.hasAddress() || !this.mayGoOn() || (await servesAnyPath(source))) return
    const language = this.result.pages[0]?.findings.facts?.language?.slice(0, 2).toLowerCase() ?? ''
    for (const path of guessPaths(language, home.hostname)) {
      const url = new URL(path, home)
      if (this.hasAddress() || !this.mayGoOn()) return
      if (this.result.visits.some((visit) => visit.url === url.href)) continue
      await this.visit({ url, kind: 'link', score: WORTH_A_VISIT, depth: 1 })
      await this.followFrontier()
    }
  }
}

function fileKind(kind: PageLink['kind'], contentType: string): 'page' | 'vcard' | 'pdf' | 'script' {
  if (/vcard/i.test(contentType) || kind === 'vcard') return 'vcard'
  if (/pdf/i.test(contentType) || kind === 'pdf') return 'pdf'
  return kind === 'script' ? 'script' : 'page'
}

function looksLikeText(bytes: Uint8Array): boolean {
  return /^\s*(?:<|\ufeff)/.test(Buffer.from(bytes.subarray(0, 64)).toString('utf8'))
}
