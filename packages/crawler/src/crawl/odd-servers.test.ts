import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CrawledSites, crawlSites, emailsIn, page } from '../../test/crawl-sites.ts'
import type { Answer } from '../../test/site-server.ts'

const html = { 'content-type': 'text/html' }
const robots = (body: string): Answer => ({ headers: { 'content-type': 'text/plain' }, body })
/** Bytes that aren't HTTP. */
const raw =
  (bytes: string): Answer =>
  (_request, response) => {
    response.socket?.end(bytes)
  }
const packed = (encoding: string, body: Uint8Array): Answer => ({
  headers: { ...html, 'content-encoding': encoding },
  body,
})
const chain = (length: number, last: string): Record<string, Answer> =>
  Object.fromEntries([
    ...Array.from({ length }, (_, hop): [string, Answer] => [
      hop === 0 ? '/' : `/hop${hop}`,
      { status: 302, headers: { location: `/hop${hop + 1}` } },
    ]),
    [`/hop${length}`, page(last)],
  ])

let sites: CrawledSites
beforeAll(async () => {
  sites = await crawlSites(
    {
      'www.header-says-no.de': {
        '/': { headers: { ...html, 'x-robots-tag': 'none' }, body: page('a@header-says-no.de', '/contact') },
        '/contact': page('b@header-says-no.de'),
      },
      'www.long-rules.de': {
        '/robots.txt': robots(`User-agent: *\nDisallow: /team\n${'# filler\n'.repeat(90_000)}Disallow: /\n`),
        '/': page('a@long-rules.de', '/team'),
      },
      'www.silent-rules.de': { '/robots.txt': () => {}, '/': page('a@silent-rules.de') },
      'www.rules-as-page.de': {
        '/robots.txt': '<!doctype html><p>Disallow: /</p>',
        '/': page('a@rules-as-page.de'),
      },
      'www.spelled-rules.de': {
        '/robots.txt': robots('User-agent: *\nDisallow: /%C3%BCber-uns\nDisallow: /Team'),
        '/': `${page('a@spelled-rules.de')}<a href="/über-uns">Über uns</a><a href="/team">Team</a><a href="/Team">Team</a>`,
        '/team': page('b@spelled-rules.de'),
        '*': page('c@spelled-rules.de'),
      },
      'www.five-hops.de': chain(5, 'a@five-hops.de'),
      'www.six-hops.de': chain(6, 'a@six-hops.de'),
      'www.inward.de': {
        '/': '<meta http-equiv="refresh" content="0;url=http://127.0.0.1/"><iframe src="http://[::1]/"></iframe><a href="http://169.254.169.254/contact">Contact</a><a href="ftp://www.inward.de/contact">Contact</a>a@inward.de',
      },
      'www.no-http.de': { '/': raw('SSH-2.0-OpenSSH_9.6\r\n') },
      'www.huge-header.de': {
        '/': { headers: { ...html, 'x-big': 'x'.repeat(40_000) }, body: 'a@huge-header.de' },
      },
      'www.broken-off.de': {
        '/': raw(
          'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9000\r\n\r\n<p>a@broken-off.de</p>',
        ),
      },
      'www.no-type.de': { '/': raw('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n<p>a@no-type.de</p>') },
      'www.no-content.de': { '/': { status: 204 } },
      'www.only-bytes.de': {
        '/': { headers: html, body: Buffer.from([0, 1, 2, 0xff, 0xfe, 0, 0x40, 0x80]) },
      },
      'www.wrong-bytes.de': {
        '/': {
          headers: html,
          body: Buffer.concat([
            Buffer.from('<p>a@wrong-bytes.de '),
            Buffer.from([0xc3, 0x28, 0]),
            Buffer.from('</p>'),
          ]),
        },
      },
      'www.deflated.de': { '/': packed('deflate', deflateSync(page('a@deflated.de'))) },
      'www.twice-packed.de': { '/': packed('gzip, gzip', gzipSync(gzipSync(page('a@twice-packed.de')))) },
      'www.torn-gzip.de': {
        '/': packed('gzip', gzipSync(`<p>a@torn-gzip.de</p>${Math.random()}`.repeat(9000)).subarray(0, 900)),
      },
      'www.no-gzip.de': { '/': packed('gzip', Buffer.from(page('a@no-gzip.de'))) },
      'www.bare-deflate.de': { '/': packed('deflate', deflateRawSync(page('a@bare-deflate.de'))) },
      'www.one-line.de': { '/': `<p>${'x'.repeat(1_500_000)} a@one-line.de` },
      'www.many-attributes.de': {
        '/': `<p ${Array.from({ length: 20_000 }, (_, n) => `data-a${n}="${n}@x"`).join(' ')}>a@many-attributes.de</p>`,
      },
      'www.many-links.de': {
        '/': `${Array.from({ length: 20_000 }, (_, n) => `<a href="/p/${n}/kontakt">Kontakt ${n}</a>`).join('')}a@many-links.de`,
        '*': page(''),
      },
    },
    { limits: { headersMs: 500, stallMs: 400, bodyMs: 2000 } },
  )
})
afterAll(() => sites.close())

const outcomeOf = async (host: string): Promise<[string, string[]]> => {
  const report = await sites.crawl(`http://www.${host}.de/`)
  return [report.outcome, emailsIn(report)]
}

test('a nofollow header is obeyed like the element', async () => {
  expect(await outcomeOf('header-says-no')).toEqual(['found', ['a@header-says-no.de']])
  expect(sites.asked('www.header-says-no.de')).toEqual(['/'])
})

test('robots.txt is read up to the standard’s limit, in every spelling of a path, case-sensitively', async () => {
  expect(await outcomeOf('long-rules')).toEqual(['found', ['a@long-rules.de']])
  expect(sites.asked('www.long-rules.de')).not.toContain('/team')
  expect(await outcomeOf('spelled-rules')).toEqual(['found', ['a@spelled-rules.de', 'b@spelled-rules.de']])
})

test('a robots.txt that never arrives forbids everything, an HTML page in its place forbids nothing', async () => {
  expect((await outcomeOf('silent-rules'))[0]).toMatch(/refused_by_robots|unreachable/)
  expect(sites.asked('www.silent-rules.de')).toEqual([])
  expect(await outcomeOf('rules-as-page')).toEqual(['found', ['a@rules-as-page.de']])
})

test('five redirects are followed and a sixth is not', async () => {
  expect(await outcomeOf('five-hops')).toEqual(['found', ['a@five-hops.de']])
  expect(await outcomeOf('six-hops')).toEqual(['unreachable', []])
})

test('refreshes, frames and links to private addresses are not followed', async () => {
  expect(await outcomeOf('inward')).toEqual(['found', ['a@inward.de']])
})

test.each(['no-http', 'huge-header', 'twice-packed', 'no-gzip', 'no-content', 'only-bytes'])(
  'an unreadable response is an outcome, not an error: %s',
  async (host) => {
    const [outcome, emails] = await outcomeOf(host)
    expect(outcome).toMatch(/unreachable|nothing_found/)
    expect(emails).toEqual([])
  },
)

test.each([
  'broken-off',
  'no-type',
  'wrong-bytes',
  'deflated',
  'bare-deflate',
  'torn-gzip',
  'one-line',
  'many-attributes',
  'many-links',
])('readable parts of an odd response are read: %s', async (host) => {
  expect(await outcomeOf(host)).toEqual(['found', [`a@${host}.de`]])
})
