import { afterAll, expect, test } from 'vitest'
import { crawlSites, emailsIn, page } from '../../test/crawl-sites.ts'

const excluded = new Set<string>()
const sites = await crawlSites(
  {
    'www.alone.de': { '/': page('a@alone.de') },
    'www.sends-on.de': {
      '/': page('a@sends-on.de', '/contact'),
      '/contact': { status: 302, headers: { location: 'http://www.alone.de/' } },
    },
    'www.changes.de': {
      '/': page('a@changes.de', '/contact'),
      '/contact': () => excluded.add('www.changes.de') && page('b@changes.de', '/team'),
      '/team': page('c@changes.de'),
    },
  },
  { isExcluded: async (hostname) => excluded.has(hostname) },
)
afterAll(() => sites.close())

test('an excluded website is not visited, not even for its robots.txt', async () => {
  excluded.add('www.alone.de').add('alone.de')
  const { outcome, explanation } = await sites.crawl('http://www.alone.de/')
  expect([outcome, explanation]).toEqual(['excluded', 'The owner of this website asked us not to read it.'])
  await sites.crawl('http://www.sends-on.de/')
  expect(sites.server.requests.filter((request) => request.includes('alone.de'))).toEqual([])
})

test('an exclusion takes effect at the next request, even during a visit', async () => {
  const report = await sites.crawl('http://www.changes.de/')
  expect(emailsIn(report)).not.toContain('c@changes.de')
  expect(sites.asked('www.changes.de')).not.toContain('/team')
})
