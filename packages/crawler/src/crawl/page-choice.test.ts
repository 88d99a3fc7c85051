import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CrawledSites, crawlSites, emailsIn, page } from '../../test/crawl-sites.ts'
import type { Answer } from '../../test/site-server.ts'

const numbers = (count: number, path: string): string[] =>
  Array.from({ length: count }, (_, index) => `${path}${index}`)
const calendar: Answer = (request, response) => {
  const day = new Date(new URL(request.url!, 'http://x').searchParams.get('date')!)
  const next = [1, 7, 30].map(
    (days) => `/calendar?date=${new Date(Number(day) + days * 864e5).toISOString().slice(0, 10)}`,
  )
  response.writeHead(200, { 'content-type': 'text/html' })
  response.end(page('A day', ...next))
}
const deeper: Answer = (request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' })
  response.end(page('Deeper', `${request.url}a/`, `${request.url}b/`))
}
const session: Answer = (request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' })
  response.end(
    page(
      request.url!.startsWith('/b') ? 'b@sessions.de' : 'A',
      `/a?PHPSESSID=${Math.random()}`,
      `/b?PHPSESSID=${Math.random()}`,
    ),
  )
}

let sites: CrawledSites
beforeAll(async () => {
  sites = await crawlSites({
    'www.many-posts.de': {
      '/': `${page('', ...numbers(60, '/blog/post-'))}<a href="/w-w-s">Wer wir sind</a>`,
      '/w-w-s': page('a@many-posts.de'),
    },
    'www.people.com': {
      '/': page('', '/people', '/news'),
      '/people':
        '<title>People</title><a href="/people/vs">Valerie Stock</a> <a href="/people/jw">Jamal White</a>',
      '/people/vs': '<h1>Valerie Stock</h1><h2>Partner</h2><a href="mailto:vs@people.com">E-mail</a>',
      '/people/jw': '<h1>Jamal White</h1><h2>Associate</h2><a href="mailto:jw@people.com">E-mail</a>',
    },
    'www.calendar.de': {
      '/': page('', '/calendar?date=2026-01-01', '/kontakt'),
      '/kontakt': page('a@calendar.de'),
      '/calendar': calendar,
    },
    'www.deeper.de': { '/': page('a@deeper.de', '/a/'), '*': deeper },
    'www.sessions.de': { '/': page('', '/a?PHPSESSID=1'), '*': session },
    'www.mapped.de': {
      '/robots.txt': 'Sitemap: http://www.mapped.de/map.xml',
      '/': page('Nothing here'),
      '/map.xml':
        '<urlset><url><loc>http://www.mapped.de/offer/1</loc></url><url><loc>http://www.mapped.de/de/kontakt-und-anfahrt</loc></url></urlset>',
      '/de/kontakt-und-anfahrt': page('a@mapped.de'),
    },
    'www.unlinked.de': {
      '/': '<html lang="de"><title>x</title><p>Hallo</p></html>',
      '/impressum': page('a@unlinked.de'),
    },
    'www.yes-to-all.com': { '*': page('Nothing here') },
    'www.large.de': { '/': page('', ...numbers(30, '/team/kontakt-')), '*': page('Nothing here') },
    'www.small.hk': { '/': page('a@small.hk', '/kr'), '/kr': page('b@small.hk') },
  })
})
afterAll(() => sites.close())

test('blog posts don’t keep the team page from being read', async () => {
  expect(emailsIn(await sites.crawl('http://www.many-posts.de/'))).toEqual(['a@many-posts.de'])
  expect(sites.asked('www.many-posts.de').slice(0, 2)).toEqual(['/', '/w-w-s'])
})

test('pages of single people are read from the list of people', async () => {
  const report = await sites.crawl('http://www.people.com/')
  expect(report.contacts.map(({ last_name, title }) => [last_name, title]).sort()).toEqual([
    ['Stock', 'Partner'],
    ['White', 'Associate'],
  ])
})

test('calendars, endless paths and session ids are not followed forever', async () => {
  expect(emailsIn(await sites.crawl('http://www.calendar.de/'))).toEqual(['a@calendar.de'])
  expect(sites.asked('www.calendar.de').length).toBeLessThan(8)
  await sites.crawl('http://www.deeper.de/')
  expect(sites.asked('www.deeper.de').length).toBeLessThan(10)
  expect(emailsIn(await sites.crawl('http://www.sessions.de/'))).toEqual(['b@sessions.de'])
  expect(sites.asked('www.sessions.de')).toEqual(['/', '/a', '/b'])
})

test('the sitemap and common paths are tried if no link leads to an address', async () => {
  expect(emailsIn(await sites.crawl('http://www.mapped.de/'))).toEqual(['a@mapped.de'])
  expect(emailsIn(await sites.crawl('http://www.unlinked.de/'))).toEqual(['a@unlinked.de'])
})

test('common paths are not tried on a site that serves any path', async () => {
  const report = await sites.crawl('http://www.yes-to-all.com/')
  expect(report.outcome).toBe('nothing_found')
  expect(sites.asked('www.yes-to-all.com').filter((path) => path === '/contact')).toEqual([])
})

test('at most twelve pages of a site are read', async () => {
  const { pages } = await sites.crawl('http://www.large.de/')
  expect(pages.length).toBeLessThanOrEqual(12)
})

test('the few other pages of a small site are read too', async () => {
  expect(emailsIn(await sites.crawl('http://www.small.hk/'))).toEqual(['a@small.hk', 'b@small.hk'])
})
