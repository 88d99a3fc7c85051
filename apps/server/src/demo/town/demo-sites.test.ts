import { describe, expect, test } from 'vitest'
import { type DemoResponse, respondAsDemoSite } from './demo-sites.ts'
import { demoTown } from './demo-town.ts'
import { palettes } from './looks.ts'

const PORT = 4123
const hosts = demoTown.businesses.flatMap(({ host }) => host ?? [])

function visit(host: string, path = '/'): DemoResponse {
  const answer = respondAsDemoSite(host, path, { port: PORT })
  if (!answer) throw new Error(`${host} is no demo site`)
  return answer
}

function textOf({ body }: DemoResponse): string {
  return typeof body === 'string' ? body : body.toString('latin1')
}

/** All pages reachable from the home page, by path. */
function pagesOf(host: string): Map<string, DemoResponse> {
  const pages = new Map<string, DemoResponse>()
  const open = ['/']
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (pages.has(path)) continue
    const answer = visit(host, path)
    pages.set(path, answer)
    const links = [...textOf(answer).matchAll(/ (?:href|action)="(\/[^"#]*)/g)].map((match) => match[1]!)
    open.push(
      ...links.filter((link) => !link.startsWith('/cdn-cgi/')),
      ...(answer.headers.location ? [answer.headers.location] : []),
    )
  }
  return pages
}

describe('every website of the demo town', () => {
  test.each(hosts)('%s answers with a front page and its own robots.txt', (host) => {
    expect(visit(host, '/robots.txt').status).toBe(200)
    expect(textOf(visit(host, '/robots.txt'))).toMatch(/^User-agent: \*\n(Disallow|Crawl-delay):/)
    expect([200, 302, 503]).toContain(visit(host).status)
  })

  test.each(hosts)('%s has no dead link and says on every page that it is a demo', (host) => {
    for (const [path, answer] of pagesOf(host)) {
      if (answer.status === 302 || path.endsWith('.vcf')) continue
      expect(answer.status, path).toBe(host === 'second-rise-bakery.localhost' ? 503 : 200)
      expect(textOf(answer), path).toMatch(
        /<small>(?:Demo website\.|Demo-Website\.|[^<]*\(demo\)\.)[^<]*Goldwater/,
      )
    }
  })

  test.each(hosts)('%s has well-formed, self-contained pages with one main heading', (host) => {
    for (const answer of pagesOf(host).values()) {
      if (!answer.headers['content-type']?.startsWith('text/html')) continue
      const text = textOf(answer)
      expect(unclosedElements(text)).toEqual([])
      expect(text.match(/<h1>/g)).toHaveLength(1)
      expect(text).toMatch(/<html lang="(en|de|fr|it|es)">/)
      expect(text).not.toMatch(/<(?:img|iframe|script|link)[^>]+(?:src|href)="(?!data:)/)
      expect(text).not.toMatch(/undefined|\[object|NaN/)
    }
  })

  test('never shows an address outside the reserved domains', () => {
    for (const host of hosts)
      for (const answer of pagesOf(host).values()) {
        for (const [, domain] of textOf(answer).matchAll(/[\w.-]+@([\w-]+(?:\.[\w-]+)+)/g))
          expect(domain).toMatch(/\.example$/)
      }
  })

  test('answers an unknown path with a page that links back', () => {
    const answer = visit('rising-moon-bakery.localhost', '/<script>alert(1)</script>')
    expect(answer.status).toBe(404)
    expect(textOf(answer)).toContain('Back to the front door')
    expect(textOf(answer)).not.toContain('alert(1)')
  })

  test('redirects another spelling of a path to the page', () => {
    expect(visit('forno-stella.localhost', '/contatti')).toMatchObject({
      status: 301,
      headers: { location: '/contatti.html' },
    })
    expect(visit('baeckerei-morgenrot.localhost', '/kontakt?x=1').headers.location).toBe('/kontakt/')
  })

  test('has the port in absolute links', () => {
    expect(textOf(visit('honest-crust.localhost', '/sitemap.xml'))).toContain(
      `http://honest-crust.localhost:${PORT}/contact<`,
    )
  })

  test('is found in any case of the host, unlike a host outside the town', () => {
    expect(visit('Honest-Crust.LOCALHOST.').status).toBe(200)
    for (const host of [
      'localhost',
      'nobody.localhost',
      'tin-whistle-bakes.localhost',
      'honest-crust.example',
      '__proto__',
    ]) {
      expect(respondAsDemoSite(host, '/', { port: PORT })).toBeNull()
    }
  })
})

describe('the websites that behave differently', () => {
  test('one responds after three seconds', () => {
    expect(visit('the-patient-oven.localhost').delayMs).toBe(3000)
  })

  test('one disallows all robots', () => {
    expect(textOf(visit('millrace-bakery.localhost', '/robots.txt'))).toBe('User-agent: *\nDisallow: /\n')
  })

  test('one is out of order', () => {
    expect(visit('second-rise-bakery.localhost')).toMatchObject({
      status: 503,
      headers: { 'retry-after': '3600' },
    })
  })

  test('one is parked on every path', () => {
    expect(textOf(visit('the-drowned-spoon.localhost', '/contact'))).toContain('domain is for sale')
  })

  test('one has a contact form and no address at all', () => {
    const pages = [...pagesOf('pie-in-the-skylight.localhost').values()].map(textOf).join('')
    expect(pages).toContain('<form')
    expect(pages.replace('you@yourdomain.example', '')).not.toMatch(/@[\w-]+\.example/)
  })

  test('some hide their addresses in script, with none as text in the markup', () => {
    const pages = [...pagesOf('prospectors-loaf.localhost').values()].map(textOf).join('')
    expect(pages).not.toContain('@prospectors-loaf.example')
    expect(pages).toContain("var u = 'winifred'")
  })

  test('one is written in ISO-8859-1', () => {
    const answer = visit('zahnarztpraxis-silberblick.localhost', '/team.html')
    expect(answer.headers['content-type']).toBe('text/html; charset=iso-8859-1')
    expect((answer.body as Buffer).includes(Buffer.from('Jürgen Sträßer', 'latin1'))).toBe(true)
  })

  test('one redirects visitors to their language', () => {
    expect(visit('trattoria-del-fiume.localhost')).toMatchObject({
      status: 302,
      headers: { location: '/it/' },
    })
  })

  test('one asks robots to stay out of the staff room', () => {
    expect(textOf(visit('ledger-and-lark.localhost', '/robots.txt'))).toContain('Disallow: /staff-room')
    expect(textOf(visit('ledger-and-lark.localhost', '/staff-room.html'))).toContain('rota@')
  })

  test('one offers vCards', () => {
    const answer = visit('panners-rest.localhost', '/cards/zadie.vcf')
    expect(answer.headers['content-type']).toContain('text/vcard')
    expect(textOf(answer)).toContain('EMAIL;TYPE=INTERNET,WORK:zadie@panners-rest.example')
  })
})

describe('the colours', () => {
  test.each(palettes)('$accent is readable on its papers', ({ paper, ink, accent, soft }) => {
    for (const [front, back] of [
      [ink, paper],
      [ink, soft],
      [accent, paper],
      [accent, soft],
    ] as const) {
      expect(contrast(front, back)).toBeGreaterThanOrEqual(4.5)
    }
  })
})

const VOID_ELEMENTS = new Set(['meta', 'link', 'br', 'hr', 'input', '!doctype'])

/** Names of elements that are not properly nested or closed. */
function unclosedElements(text: string): string[] {
  const markup = text
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/(<(script|style)\b[^>]*>)[\s\S]*?<\/\2>/g, '$1</$2>')
  const open: string[] = []
  for (const [, slash, name = '', selfClosing] of markup.matchAll(
    /<(\/?)([a-z!][a-z0-9]*)(?:"[^"]*"|[^">])*?(\/?)>/gi,
  )) {
    if (selfClosing || VOID_ELEMENTS.has(name.toLowerCase())) continue
    if (!slash) open.push(name)
    else if (open.pop() !== name) return [`</${name}>`]
  }
  return open
}

function contrast(front: string, back: string): number {
  const [light = 0, dark = 0] = [luminance(front), luminance(back)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Relative luminance as WCAG 2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
