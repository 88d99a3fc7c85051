import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CrawledSites, crawlSites, emailsIn, page } from '../../test/crawl-sites.ts'

const text = (body: string): { body: string; headers: Record<string, string> } => ({
  body,
  headers: { 'content-type': 'text/plain' },
})

let sites: CrawledSites
beforeAll(async () => {
  sites = await crawlSites({
    'www.rules.de': {
      '/robots.txt': text(
        'User-agent: *\nDisallow: /intern\nAllow: /intern/kontakt\nDisallow: /*.php$\n\nUser-agent: Other\nDisallow: /\n\nUser-agent: *\nDisallow: /closed',
      ),
      '/': page('', '/intern/kontakt', '/intern/team', '/contact.php', '/closed/team', '/about'),
      '/intern/kontakt': page('a@rules.de'),
      '/about': page('b@rules.de'),
    },
    'www.named.de': {
      '/robots.txt': text('User-agent: goldpan\nDisallow: /team\n\nUser-agent: *\nDisallow:'),
      '/': page('a@named.de', '/team'),
    },
    'www.closed.de': { '/robots.txt': text('User-agent: *\nDisallow: /'), '/': page('a@closed.de') },
    'www.broken-rules.de': { '/robots.txt': { status: 503 }, '/': page('a@broken-rules.de') },
    'www.no-rules.de': { '/robots.txt': { status: 403 }, '/': page('a@no-rules.de') },
    'www.sent-rules.de': {
      '/robots.txt': { status: 302, headers: { location: '/real-robots.txt' } },
      '/real-robots.txt': text('User-agent: *\nDisallow: /team'),
      '/': page('a@sent-rules.de', '/team'),
    },
    'www.marked.de': {
      '/robots.txt': text('\ufeffUser-agent: *\r\nDisallow: /team\r\n'),
      '/': page('a@marked.de', '/team'),
    },
    'www.slow-please.de': {
      '/robots.txt': text('User-agent: *\nCrawl-delay: 60'),
      '/': page('a@slow-please.de'),
    },
    'www.trapped.de': {
      '/': `${page('a@trapped.de')}<a href="/hidden/contact" style="display:none">contact</a><a href="/other/x" rel="nofollow">x</a><span hidden><a href="/deep/contact">contact</a></span><a rel="nofollow" href="/impressum">Impressum</a>`,
      '/impressum': page('b@trapped.de'),
    },
    'www.no-follow.de': {
      '/': '<html><head><meta name="robots" content="noindex,nofollow"></head><body>a@no-follow.de <a href="/kontakt">Kontakt</a></body></html>',
    },
    'www.turned-away.de': { '/': { status: 403, body: 'Forbidden' } },
  })
})
afterAll(() => sites.close())

test('robots.txt is obeyed: longest rule, wildcards, merged groups', async () => {
  expect(emailsIn(await sites.crawl('http://www.rules.de/'))).toEqual(['a@rules.de', 'b@rules.de'])
  expect(sites.asked('www.rules.de').sort()).toEqual(['/', '/about', '/intern/kontakt'])
})

test('rules for the crawler’s name win over those for all', async () => {
  await sites.crawl('http://www.named.de/')
  expect(sites.asked('www.named.de')).toEqual(['/'])
})

test('a site that forbids everything is not read', async () => {
  expect((await sites.crawl('http://www.closed.de/')).outcome).toBe('refused_by_robots')
  expect(sites.asked('www.closed.de')).toEqual([])
})

test('unreadable rules forbid everything; missing rules forbid nothing', async () => {
  expect((await sites.crawl('http://www.broken-rules.de/')).outcome).toBe('refused_by_robots')
  expect(sites.asked('www.broken-rules.de')).toEqual([])
  expect((await sites.crawl('http://www.no-rules.de/')).outcome).toBe('found')
})

test('redirected rules and rules after a byte order mark apply', async () => {
  await sites.crawl('http://www.sent-rules.de/')
  await sites.crawl('http://www.marked.de/')
  expect(sites.asked('www.sent-rules.de')).not.toContain('/team')
  expect(sites.asked('www.marked.de')).toEqual(['/'])
})

test('a site with a very long Crawl-delay is not read', async () => {
  expect((await sites.crawl('http://www.slow-please.de/')).outcome).toBe('refused_by_robots')
  expect(sites.asked('www.slow-please.de')).toEqual([])
})

test('hidden links are traps, nofollow is obeyed except for an imprint', async () => {
  expect(emailsIn(await sites.crawl('http://www.trapped.de/'))).toEqual(['a@trapped.de', 'b@trapped.de'])
  expect(sites.asked('www.trapped.de').sort()).toEqual(['/', '/impressum'])
})

test('links of a nofollow page are not followed', async () => {
  expect(emailsIn(await sites.crawl('http://www.no-follow.de/'))).toEqual(['a@no-follow.de'])
  expect(sites.asked('www.no-follow.de')).toEqual(['/'])
})

test('a site that rejects the home page is requested once', async () => {
  expect((await sites.crawl('http://www.turned-away.de/')).outcome).toBe('blocked')
  expect(sites.asked('www.turned-away.de')).toEqual(['/'])
})

test('no host gets two concurrent requests', () => {
  expect(sites.server.mostAtOnce).toBe(1)
})
