import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CrawledSites, crawlSites, emailsIn, page } from '../../test/crawl-sites.ts'
import type { Answer } from '../../test/site-server.ts'
import { createMemorySpacing } from '../crawler.ts'
import { retryAfterMs } from './retry-after.ts'

const asksFor = (wish: string, status = 429): Answer => ({ status, headers: { 'retry-after': wish } })
const spacing = createMemorySpacing()
const limits = { hostIntervalMs: 0, addressIntervalMs: 0 }

let first: CrawledSites
let second: CrawledSites
beforeAll(async () => {
  const sites = {
    'www.resting.de': { '/': asksFor('600') },
    'www.tired.de': {
      '/': page('a@tired.de', '/contact', '/team'),
      '/contact': asksFor('900', 503),
      '/team': page('b@tired.de'),
    },
    'www.awake.de': { '/': page('c@awake.de') },
  }
  first = await crawlSites(sites, { spacing, limits })
  second = await crawlSites(sites, { spacing, limits })
})
afterAll(async () => {
  await first.close()
  await second.close()
})

test('a site’s Retry-After is kept by every process that shares the spacing', async () => {
  expect((await first.crawl('http://www.resting.de/')).outcome).toBe('blocked')
  const report = await second.crawl('http://www.resting.de/')
  expect([report.outcome, report.explanation]).toEqual(['blocked', expect.stringContaining('for 10 min')])
  expect(second.asked('www.resting.de')).toEqual([])
  expect(emailsIn(await second.crawl('http://www.awake.de/'))).toEqual(['c@awake.de'])
})

test('a Retry-After during a visit ends it, and contacts found so far are kept', async () => {
  expect(emailsIn(await first.crawl('http://www.tired.de/'))).toEqual(['a@tired.de'])
  expect(first.asked('www.tired.de')).toEqual(['/', '/contact'])
})

test('seconds and dates are parsed, other values and statuses mean nothing', () => {
  const rest = (status: number, wish: string): number | undefined =>
    retryAfterMs({
      url: new URL('http://a.com/'),
      status,
      headers: { 'retry-after': wish },
      body: [],
      truncated: false,
    })
  expect([rest(429, '2'), rest(503, ' 0 '), rest(429, '999999')]).toEqual([2000, 100, 3600_000])
  expect(rest(503, new Date(Date.now() + 60_000).toUTCString())).toBeGreaterThan(50_000)
  expect([rest(429, 'soon'), rest(404, '5'), rest(200, '5')]).toEqual([undefined, undefined, undefined])
})
