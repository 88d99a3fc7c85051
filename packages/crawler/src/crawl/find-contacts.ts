import type { FetchFailure } from '../fetch/fetcher.ts'
import { isForeign, type Site } from '../rejections/rejections.ts'
import type { BusinessInput, Contact, CrawlOutcome, CrawlReport, SiteFacts } from '../report.ts'
import { emptyFacts } from '../report.ts'
import { readWebsite } from '../website.ts'
import { gatherContacts } from './contacts.ts'
import { crawlSite, type SiteCrawl, type SiteCrawlDeps } from './site-crawl.ts'

export interface FindContactsOptions {
  signal?: AbortSignal
  /** Called with the URL of each page before it is requested. */
  onPage?: (url: string) => void
}

/** Crawls the website of a business within its time limit and reports contacts and outcome. */
export async function findContacts(
  deps: SiteCrawlDeps,
  business: BusinessInput,
  options: FindContactsOptions = {},
): Promise<CrawlReport> {
  const website = readWebsite(business.website)
  if (website.kind === 'none') return emptyReport('no_website')
  if (website.kind === 'profile') return emptyReport('social_profile', website.host)
  if (website.kind === 'invalid') return emptyReport('no_website', 'what is listed is not a web address')
  const budget = createBudget(deps.limits.budgetMs)
  const signal = options.signal ? AbortSignal.any([options.signal, budget.signal]) : budget.signal
  try {
    const crawl = await crawlSite(deps, website.urls, {
      business,
      signal,
      onStart: budget.start,
      ...(options.onPage && { onPage: options.onPage }),
    })
    return report(crawl, business, options.signal?.aborted ?? false)
  } finally {
    budget.stop()
  }
}

/** The time limit starts with the first request, so waiting for a busy host doesn't count. */
function createBudget(ms: number): { signal: AbortSignal; start: () => void; stop: () => void } {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  return {
    signal: controller.signal,
    start: () => {
      timer ??= setTimeout(() => controller.abort(), ms)
    },
    stop: () => clearTimeout(timer),
  }
}

function report(crawl: SiteCrawl, business: BusinessInput, cancelled: boolean): CrawlReport {
  const contacts = contactsOf(crawl, { domains: crawl.siteDomains, businessName: business.name })
  const outcome = cancelled ? 'cancelled' : contacts.length > 0 ? 'found' : emptyOutcome(crawl)
  return {
    outcome,
    explanation: explain(outcome, outcome === 'found' ? undefined : detailOf(crawl)),
    contacts,
    facts: factsOf(crawl),
    pages: crawl.visits,
  }
}

/** Ignores parked pages and bot checks. On unfinished sites only the business's own addresses count. */
function contactsOf({ pages }: SiteCrawl, site: Site): Contact[] {
  const empty = pages[0]?.findings.empty
  if (empty === 'parked' || empty === 'challenge') return []
  const contacts = gatherContacts(pages, site)
  return empty === 'unfinished' ? contacts.filter((contact) => !isForeign(contact, site)) : contacts
}

const BY_FAILURE: Record<FetchFailure['kind'], CrawlOutcome> = {
  domain_gone: 'domain_gone',
  unreachable: 'unreachable',
  forbidden: 'unreachable',
  robots: 'refused_by_robots',
  robots_unreachable: 'refused_by_robots',
  redirects: 'unreachable',
  busy: 'blocked',
  excluded: 'excluded',
  cancelled: 'unreachable',
}

function emptyOutcome({ failure, status, pages, profile }: SiteCrawl): CrawlOutcome {
  if (pages.some(({ findings }) => findings.empty === 'challenge')) return 'blocked'
  if (pages[0]?.findings.empty) return 'parked'
  if (profile) return 'social_profile'
  if (pages.length > 0) return 'nothing_found'
  if (failure) return BY_FAILURE[failure.kind]
  if (status === 401 || status === 403 || status === 429 || status === 503) return 'blocked'
  return status === undefined ? 'nothing_found' : 'unreachable'
}

function detailOf({ failure, status, pages, profile }: SiteCrawl): string | undefined {
  if (profile) return profile
  if (pages.length > 0) return undefined
  if (failure?.kind === 'cancelled') return 'it took too long'
  if (failure?.kind === 'forbidden') return 'it is not on the public internet'
  if (failure?.kind === 'robots_unreachable' || failure?.kind === 'busy') return failure.message
  return status === undefined ? undefined : `status ${status}`
}

function factsOf({ pages, lastModified }: SiteCrawl): SiteFacts {
  const [home] = pages
  if (!home) return emptyFacts()
  const all = pages.map(({ findings }) => findings)
  const facts = all.map((findings) => findings.facts).filter((one) => one !== null)
  const first = <K extends 'platform' | 'booking_platform' | 'shop_platform' | 'description' | 'language'>(
    key: K,
  ): string | null => facts.map((one) => one[key]).find((value) => value !== null) ?? null
  return {
    title: home.findings.facts?.title ?? null,
    language: first('language'),
    description: first('description'),
    social_profiles: [...new Set(facts.flatMap((one) => one.social_profiles))].slice(0, 12),
    platform: first('platform'),
    booking_platform: first('booking_platform'),
    shop_platform: first('shop_platform'),
    opening_hours: [...new Set(facts.flatMap((one) => one.opening_hours))].slice(0, 14),
    phones: [...new Set(all.flatMap(({ phones }) => phones))].slice(0, 10),
    last_modified: lastModified,
  }
}

function emptyReport(outcome: CrawlOutcome, detail?: string): CrawlReport {
  return { outcome, explanation: explain(outcome, detail), contacts: [], facts: emptyFacts(), pages: [] }
}

/** One sentence per outcome, for people who don't know what robots.txt is. */
const SENTENCES: Record<CrawlOutcome, string> = {
  found: 'Contacts were found on the website.',
  no_website: 'The business has no website listed.',
  domain_gone: 'The website address no longer exists.',
  unreachable: 'The website did not answer.',
  refused_by_robots: 'The website asks crawlers to stay away, so it was not read.',
  parked: 'The address shows a parked page, not the website of the business.',
  blocked: 'The website refused access.',
  social_profile:
    'The listed address is a profile on a network or directory, not a website; such pages are not read.',
  excluded: 'The owner of this website asked us not to read it.',
  nothing_found: 'The website shows no email address.',
  cancelled: 'Reading stopped before the website was finished.',
}

function explain(outcome: CrawlOutcome, detail?: string): string {
  const sentence = SENTENCES[outcome]
  return detail ? `${sentence.slice(0, -1)} (${detail}).` : sentence
}
