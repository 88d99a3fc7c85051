import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { fakeFetcher, requestFor } from '../../test/fake-fetcher.ts'
import { defaultLimits } from '../limits.ts'
import { type Fetcher, FetchFailure, readBody } from './fetcher.ts'
import { createRobotsPolicy } from './robots.ts'
import { withCache } from './with-cache.ts'
import { withRedirects } from './with-redirects.ts'
import { withRetry } from './with-retry.ts'
import { withRobots } from './with-robots.ts'
import { withSizeCap } from './with-size-cap.ts'
import { withThrottle } from './with-throttle.ts'

const to = (location: string, status = 302) => ({ status, headers: { location } })
const reset = new FetchFailure('unreachable', 'reset', Object.assign(new Error(), { code: 'ECONNRESET' }))

test('redirects are followed one by one up to the limit, relative ones too', async () => {
  const inner = fakeFetcher({
    'http://a.com/': to('b'),
    'http://a.com/b': to('/c', 308),
    'http://a.com/c': { body: 'end' },
  })
  const answer = await withRedirects(inner, 5).fetch(requestFor('http://a.com/'))
  expect(answer.url.href).toBe('http://a.com/c')
  await expect(withRedirects(inner, 1).fetch(requestFor('http://a.com/'))).rejects.toMatchObject({
    kind: 'redirects',
  })
})

test('a redirect that the request forbids is not followed', async () => {
  const inner = fakeFetcher({ 'http://a.com/': to('http://b.com/') })
  await expect(
    withRedirects(inner, 5).fetch(requestFor('http://a.com/', { mayFollow: (url) => url.host === 'a.com' })),
  ).rejects.toMatchObject({ kind: 'redirects' })
  expect(inner.asked).toEqual(['http://a.com/'])
})

test('a broken connection is retried once, a busy site after its Retry-After, unless that is an hour', async () => {
  const inner = fakeFetcher({
    'http://a.com/': [reset, { body: 'ok' }],
    'http://b.com/': [{ status: 503, headers: { 'retry-after': '0' } }, { body: 'ok' }],
    'http://c.com/': { status: 429, headers: { 'retry-after': '3600' } },
  })
  const retrying = withRetry(inner, 1)
  expect((await retrying.fetch(requestFor('http://a.com/'))).status).toBe(200)
  expect((await retrying.fetch(requestFor('http://b.com/'))).status).toBe(200)
  expect((await retrying.fetch(requestFor('http://c.com/'))).status).toBe(429)
  expect(inner.asked.filter((url) => url.includes('c.com'))).toHaveLength(1)
})

test('the body is cut at its decoded size, and other types and stacked encodings are not read', async () => {
  const packed = gzipSync(Buffer.alloc(5_000_000, 32))
  const serve = (headers: Record<string, string>): Fetcher => ({
    fetch: async ({ url }) => ({
      url,
      status: 200,
      headers,
      body: Readable.from([packed]),
      truncated: false,
    }),
  })
  const size = async (headers: Record<string, string>): Promise<number> => {
    const answer = await withSizeCap(serve(headers), defaultLimits).fetch(
      requestFor('http://a.com/', { maxBytes: 100_000, accepts: /html/ }),
    )
    expect(answer.truncated).toBe(true)
    return (await readBody(answer)).length
  }
  expect(await size({ 'content-type': 'text/html', 'content-encoding': 'gzip' })).toBe(100_000)
  expect(await size({ 'content-type': 'text/html', 'content-encoding': 'gzip, gzip' })).toBe(0)
  expect(await size({ 'content-type': 'video/mp4', 'content-encoding': 'gzip' })).toBe(0)
})

test('requests to one host are sequential, other hosts are independent', async () => {
  let open = 0
  let most = 0
  let release = (): void => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const inner: Fetcher = {
    async fetch({ url }) {
      most = Math.max(most, ++open)
      if (url.host === 'a.com') await gate
      open--
      return { url, status: 200, headers: {}, body: [], truncated: false }
    },
  }
  const throttled = withThrottle(inner, {
    spacing: { reserve: async () => 0 },
    resolve: async () => [],
    connectTo: () => ({ host: '127.0.0.1', port: 80 }),
    limits: defaultLimits,
  })
  const slow = [throttled.fetch(requestFor('http://a.com/1')), throttled.fetch(requestFor('http://a.com/2'))]
  await throttled.fetch(requestFor('http://b.com/'))
  release()
  await Promise.all(slow)
  expect(most).toBe(2)
})

test('requests are spaced by host, domain and IP address', async () => {
  const booked: [readonly string[], number][] = []
  const spacing = {
    reserve: async (keys: readonly string[], intervalMs: number) => {
      booked.push([keys, intervalMs])
      return 0
    },
  }
  const throttled = withThrottle(fakeFetcher({}), {
    spacing,
    resolve: async () => ['93.184.215.14'],
    limits: { hostIntervalMs: 750, addressIntervalMs: 100 },
  })
  await throttled.fetch(requestFor('http://shop.oak.co.uk/', { crawlDelayMs: 10 }))
  expect(booked.filter(([, interval]) => interval > 0)).toEqual([
    [['host:shop.oak.co.uk', 'domain:oak.co.uk'], 750],
    [['address:93.184.215.14'], 100],
  ])
})

test('robots.txt is fetched once per host and checked before each page, with its delay', async () => {
  const inner = fakeFetcher({
    'http://a.com/robots.txt': { body: 'User-agent: *\nDisallow: /no\nCrawl-delay: 2' },
    'http://a.com/yes': {},
  })
  const robots = createRobotsPolicy(inner, 'Goldpan')
  const polite = withRobots(inner, robots, 10_000)
  await polite.fetch(requestFor('http://a.com/yes'))
  await expect(polite.fetch(requestFor('http://a.com/no/x'))).rejects.toMatchObject({ kind: 'robots' })
  expect(inner.asked).toEqual(['http://a.com/robots.txt', 'http://a.com/yes'])
  expect(inner.delays.at(-1)).toBe(2000)
})

test('complete 200 responses are cached, others are not', async () => {
  const inner = fakeFetcher({ 'http://a.com/': { body: 'page' }, 'http://a.com/gone': { status: 404 } })
  const cached = withCache(inner)
  for (const url of ['http://a.com/', 'http://a.com/', 'http://a.com/gone', 'http://a.com/gone'])
    await readBody(await cached.fetch(requestFor(url)))
  expect(inner.asked).toEqual(['http://a.com/', 'http://a.com/gone', 'http://a.com/gone'])
})
