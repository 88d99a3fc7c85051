import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, createGzip, gzipSync } from 'node:zlib'
import { page } from '../../../../packages/crawler/test/crawl-sites.ts'
import type { Answer, Sites } from '../../../../packages/crawler/test/site-server.ts'

const HTML = { 'content-type': 'text/html; charset=utf-8' }
const home = (host: string, ...links: string[]) => page(`Write to info@${host}`, ...links)

const never: Answer = () => undefined

const oneByteASecond: Answer = (_request, response) => {
  response.writeHead(200, HTML)
  const timer = setInterval(() => response.write('x'), 1000)
  response.on('close', () => clearInterval(timer))
}

/** Writes until the client disconnects. */
const flood =
  (type: string, block: Buffer): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': type })
    const fill = () => {
      while (!response.destroyed && response.write(block));
    }
    response.on('drain', fill)
    fill()
  }

const gzipBomb: Answer = (_request, response) => {
  response.writeHead(200, { ...HTML, 'content-encoding': 'gzip' })
  const zip = createGzip({ level: 9 })
  zip.on('error', () => undefined)
  zip.pipe(response)
  response.on('close', () => zip.destroy())
  const block = Buffer.alloc(1 << 20, 32)
  const fill = () => {
    while (!zip.destroyed && zip.write(block));
  }
  zip.on('drain', fill)
  fill()
}

/** 200 MB of spaces, compressed to a few hundred bytes. */
const brotliBomb: Answer = {
  headers: { ...HTML, 'content-encoding': 'br' },
  body: brotliCompressSync(Buffer.alloc(200_000_000, 32), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_LGWIN]: 24 },
  }),
}

const numberIn = (request: IncomingMessage) => Number(/(\d+)/.exec(request.url ?? '')?.[1] ?? 0)

const nextRedirect: Answer = (request, response) =>
  void response.writeHead(302, { location: `/hop/${numberIn(request) + 1}` }).end()

/** Every day links to the next one and to nine views of itself. */
const calendar: Answer = (request, response) => {
  const day = numberIn(request)
  const views = Array.from({ length: 9 }, (_, view) => `/contact/day/${day}?view=${view}`)
  response.writeHead(200, HTML).end(page(`Day ${day}`, `/contact/day/${day + 1}`, ...views))
}

const to = (location: string): Answer => ({ status: 302, headers: { location } })
const raw =
  (bytes: string | Buffer): Answer =>
  (_request: IncomingMessage, response: ServerResponse) => {
    response.socket?.write(bytes)
    response.socket?.end()
  }

const GARBAGE = Buffer.from(Array.from({ length: 300_000 }, (_, n) => (n * 7919) % 256))
const LAUGHS = `<?xml version="1.0"?><!DOCTYPE u [<!ENTITY a "ha">${Array.from({ length: 12 }, (_, n) => `<!ENTITY ${'bcdefghijklm'[n]} "${`&${'abcdefghijkl'[n]};`.repeat(10)}">`).join('')}]><urlset><url><loc>&m;</loc></url></urlset>`
const TEN_MB_LINE = `<p>${'long line '.repeat(1_000_000)}`

export interface Hostile {
  /** Responses by path. */
  paths: Record<string, Answer>
  /** True if the address on its home page is still found. */
  isReadable: boolean
}

/** Hostile websites by name; each host is `www.<name>.com`. */
export function hostileSites(canaryPort: number): Record<string, Hostile> {
  const canary = `http://127.0.0.1:${canaryPort}/canary`
  const open = (name: string, link: string, answer: Answer): Hostile => ({
    paths: { '/': home(`${name}.com`, link), [link]: answer },
    isReadable: true,
  })
  const shut = (answer: Answer): Hostile => ({ paths: { '*': answer }, isReadable: false })
  const robots = (name: string, answer: Answer, isReadable: boolean): Hostile => ({
    paths: { '/robots.txt': answer, '/': home(`${name}.com`) },
    isReadable,
  })
  return {
    'never-answers': shut(never),
    'drips-bytes': shut(oneByteASecond),
    'drips-inside': open('drips-inside', '/contact', oneByteASecond),
    'endless-body': open('endless-body', '/contact', flood('text/html', Buffer.alloc(65_536, 'a '))),
    'endless-film': open('endless-film', '/contact', flood('video/mp4', Buffer.alloc(65_536))),
    'gzip-bomb': open('gzip-bomb', '/contact', gzipBomb),
    'brotli-bomb': open('brotli-bomb', '/contact', brotliBomb),
    'hundred-redirects': shut(nextRedirect),
    'leads-inside': open('leads-inside', '/contact', to(canary)),
    'leads-to-metadata': open(
      'leads-to-metadata',
      '/contact',
      to('http://169.254.169.254/latest/meta-data/'),
    ),
    'leads-to-file': open('leads-to-file', '/contact', to('file:///etc/passwd')),
    'wrong-type': open('wrong-type', '/contact', {
      headers: { 'content-type': 'application/octet-stream' },
      body: GARBAGE,
    }),
    'no-html-at-all': open('no-html-at-all', '/contact', { headers: HTML, body: GARBAGE }),
    'ten-mb-line': open('ten-mb-line', '/contact', TEN_MB_LINE),
    'endless-calendar': {
      paths: { '/': home('endless-calendar.com', '/contact/day/1'), '*': calendar },
      isReadable: true,
    },
    'robots-garbage': robots('robots-garbage', { body: GARBAGE }, true),
    'robots-endless': robots(
      'robots-endless',
      flood('text/plain', Buffer.alloc(65_536, 'Disallow: /x\n')),
      true,
    ),
    'robots-without-colons': robots(
      'robots-without-colons',
      'User-agent *\nDisallow /\n\n:::\n*\nCrawl-delay: NaN',
      true,
    ),
    'robots-bomb': robots(
      'robots-bomb',
      { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(50_000_000, 10)) },
      true,
    ),
    'sitemap-laughs': {
      paths: {
        '/': page('Nothing here'),
        '/sitemap.xml': { headers: { 'content-type': 'application/xml' }, body: LAUGHS },
      },
      isReadable: false,
    },
    'lies-about-length': open(
      'lies-about-length',
      '/contact',
      raw('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 99999\r\n\r\n<p>short'),
    ),
    'bad-chunks': open(
      'bad-chunks',
      '/contact',
      raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nZZZ\r\nno'),
    ),
    'endless-headers': open(
      'endless-headers',
      '/contact',
      raw(`HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(20_000)}\r\n`),
    ),
    'speaks-no-http': shut(raw('220 mail.example ESMTP\r\n')),
    'endless-script': open(
      'endless-script',
      '/contact',
      `<script>for(;;){document.write('a')}</script><p>${'<b>'.repeat(20_000)}`,
    ),
  }
}

export const hostOf = (name: string): string => `www.${name}.com`

export const sitesOf = (hostile: Record<string, Hostile>): Sites =>
  Object.fromEntries(Object.entries(hostile).map(([name, { paths }]) => [hostOf(name), paths]))

/** Ordinary websites in the same job, which must not be affected. */
export const honestSites = (count: number): Sites =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `www.honest-shop${n}.com`,
      { '/': home(`honest-shop${n}.com`) },
    ]),
  )
