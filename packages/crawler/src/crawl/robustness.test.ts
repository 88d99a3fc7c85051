import { createGzip, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CrawledSites, crawlSites, emailsIn, page } from '../../test/crawl-sites.ts'
import type { Answer } from '../../test/site-server.ts'

const html = { 'content-type': 'text/html' }
const endless: Answer = (_request, response) => {
  response.writeHead(200, html)
  response.write('<p>first@endless-page.de</p>')
  const fill = (): void => {
    while (!response.destroyed && response.write('<div>filler</div>'.repeat(1000)));
  }
  response.on('drain', fill)
  fill()
}
const bomb: Answer = (_request, response) => {
  response.writeHead(200, { ...html, 'content-encoding': 'gzip' })
  const zip = createGzip()
  zip.on('error', () => {})
  zip.pipe(response)
  response.on('close', () => zip.destroy())
  const block = Buffer.alloc(1 << 20, 32)
  const fill = (): void => {
    while (!zip.destroyed && zip.write(block));
  }
  zip.on('drain', fill)
  fill()
}
const drip: Answer = (_request, response) => {
  response.writeHead(200, html)
  const timer = setInterval(() => response.write('x'), 20)
  response.on('close', () => clearInterval(timer))
}
const film: Answer = (_request, response) => {
  response.writeHead(200, { 'content-type': 'video/mp4' })
  const fill = (): void => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536)));
  }
  response.on('drain', fill)
  fill()
}
let tries = 0
const flaky: Answer = (_request, response) => {
  const isFirst = tries++ === 0
  response.writeHead(isFirst ? 503 : 200, { ...html, 'retry-after': '0' })
  response.end(isFirst ? '' : page('back@flaky-page.de'))
}

let sites: CrawledSites
beforeAll(async () => {
  sites = await crawlSites(
    {
      'www.endless-page.de': { '/': endless },
      'www.bomb-page.de': { '/': page('a@bomb-page.de', '/contact'), '/contact': bomb },
      'www.drip-page.de': { '/': page('a@drip-page.de', '/contact'), '/contact': drip },
      'www.hanging-page.de': { '/': page('a@hanging-page.de', '/contact'), '/contact': () => {} },
      'www.film-page.de': { '/': page('a@film-page.de', '/contact'), '/contact': film },
      'www.flaky-page.de': { '/': flaky },
      'www.packed-page.de': {
        '/': { headers: { 'content-encoding': 'gzip' }, body: gzipSync(page('a@packed-page.de')) },
      },
      'www.deep-page.de': { '/': `${'<div>'.repeat(60_000)}a@deep-page.de` },
      'www.signs-page.de': { '/': `${'@'.repeat(200_000)} ${'a.'.repeat(100_000)}@ <p>a@signs-page.de</p>` },
      'www.broken-pages.de': {
        '/': page('a@broken-pages.de', '/contact', '/kontakt', '/team', '/about', '/imprint'),
        '/contact': (_request, response) => response.destroy(),
        '/kontakt': { status: 500 },
        '/team': { status: 410, body: 'gone@broken-pages.de' },
        '/imprint': page('b@broken-pages.de'),
      },
      'www.wide-page.de': {
        '/': {
          headers: html,
          body: Buffer.concat([
            Buffer.from([0xff, 0xfe]),
            Buffer.from('<p>Inhaber: Jörg Weiß<br>jw@wide-page.de</p>', 'utf16le'),
          ]),
        },
      },
    },
    { limits: { headersMs: 400, stallMs: 300, bodyMs: 2000, budgetMs: 15_000 } },
  )
})
afterAll(() => sites.close())

test.each(['bomb', 'drip', 'hanging', 'film'])('a %s page costs only itself', async (kind) => {
  expect(emailsIn(await sites.crawl(`http://www.${kind}-page.de/`))).toEqual([`a@${kind}-page.de`])
})

test('the beginning of an endless page is read', async () => {
  const report = await sites.crawl('http://www.endless-page.de/')
  expect(emailsIn(report)).toEqual(['first@endless-page.de'])
  expect(report.pages[0]!.bytes).toBeLessThanOrEqual(3_000_000)
})

test('a briefly busy site is retried', async () => {
  expect(emailsIn(await sites.crawl('http://www.flaky-page.de/'))).toEqual(['back@flaky-page.de'])
})

test('compressed pages and UTF-16 are read', async () => {
  expect(emailsIn(await sites.crawl('http://www.packed-page.de/'))).toEqual(['a@packed-page.de'])
  expect((await sites.crawl('http://www.wide-page.de/')).contacts[0]).toMatchObject({
    first_name: 'Jörg',
    last_name: 'Weiß',
  })
})

test('thousands of nested elements and hundreds of thousands of ’@’ are read in time', async () => {
  expect(emailsIn(await sites.crawl('http://www.deep-page.de/'))).toEqual(['a@deep-page.de'])
  expect(emailsIn(await sites.crawl('http://www.signs-page.de/'))).toEqual(['a@signs-page.de'])
})

test('broken pages are skipped, error pages are not read', async () => {
  expect(emailsIn(await sites.crawl('http://www.broken-pages.de/'))).toEqual([
    'a@broken-pages.de',
    'b@broken-pages.de',
  ])
})
