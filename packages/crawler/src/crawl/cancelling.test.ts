import { expect, test } from 'vitest'
import { page } from '../../test/crawl-sites.ts'
import { serveSites } from '../../test/site-server.ts'
import { createCrawler, noSpacing } from '../crawler.ts'

test('after a cancel no further page is fetched, and contacts found so far are kept (GATHER-28)', async () => {
  const stop = new AbortController()
  const server = await serveSites({
    'www.oakfield.de': {
      '/': page('a@oakfield.de', '/contact', '/team', '/about'),
      '/contact': () => stop.abort(),
      '/team': page('b@oakfield.de'),
    },
  })
  const crawler = createCrawler({ connectTo: server.connectTo, spacing: noSpacing })
  const report = await crawler.findContacts(
    { name: '', website: 'http://www.oakfield.de' },
    { signal: stop.signal },
  )
  const asked = server.requests.length
  expect(report.outcome).toBe('cancelled')
  expect(report.contacts.map(({ email }) => email)).toEqual(['a@oakfield.de'])
  await crawler.close()
  expect(server.requests.length).toBe(asked)
  expect(server.requests.at(-1)).toBe('www.oakfield.de/contact')
  await server.close()
})

test('a cancel ends the wait for a busy host', async () => {
  const stop = new AbortController()
  const crawler = createCrawler({
    spacing: { reserve: async () => 60_000 },
    connectTo: () => ({ host: '127.0.0.1', port: 9 }),
  })
  const report = crawler.findContacts(
    { name: '', website: 'http://www.busy-host.de' },
    { signal: stop.signal },
  )
  stop.abort()
  expect((await report).outcome).toBe('cancelled')
  await crawler.close()
})

test('every page is announced before it is fetched', async () => {
  const server = await serveSites({
    'www.oakfield.de': { '/': page('a@oakfield.de', '/contact'), '/contact': page('') },
  })
  const crawler = createCrawler({ connectTo: server.connectTo, spacing: noSpacing })
  const pages: string[] = []
  await crawler.findContacts(
    { name: '', website: 'http://www.oakfield.de' },
    { onPage: (url) => pages.push(url) },
  )
  expect(pages).toEqual(['http://www.oakfield.de/', 'http://www.oakfield.de/contact'])
  await crawler.close()
  await server.close()
})

test('the user agent names the crawler and its page', async () => {
  const agents: (string | undefined)[] = []
  const server = await serveSites({
    'www.oakfield.de': {
      '/': (request, response) => {
        agents.push(request.headers['user-agent'])
        response.end('a@oakfield.de')
      },
    },
  })
  for (const infoUrl of [undefined, 'https://goldpan.oakfield.de/crawler']) {
    const crawler = createCrawler({
      connectTo: server.connectTo,
      spacing: noSpacing,
      ...(infoUrl && { infoUrl }),
    })
    await crawler.findContacts({ name: '', website: 'http://www.oakfield.de' })
    await crawler.close()
  }
  expect(agents).toEqual([
    expect.stringMatching(/^Goldpan\/[\d.]+$/),
    expect.stringMatching(/^Goldpan\/[\d.]+ \(\+https:\/\/goldpan\.oakfield\.de\/crawler\)$/),
  ])
  await server.close()
})
