import { hostName, townEntries } from './demo-town.ts'
import { closedForRepair, parkedPage, renderMissingPage, renderPage } from './pages.ts'
import { vcard, vcardPath } from './people.ts'
import { createDemoSite, type DemoSite, homePath, type PageName } from './site.ts'

export interface DemoResponse {
  status: number
  headers: Record<string, string>
  body: string | Buffer
  /** Delay before the response. */
  delayMs?: number
}

const entriesByHost = new Map(
  townEntries.filter((entry) => entry.site).map((entry) => [hostName(entry.slug), entry]),
)

const SLOW_DELAY_MS = 3_000

/**
 * Responds to a GET request to a demo website.
 * @param host without a port, such as `rising-moon-bakery.localhost`, in any case and with or without a final dot
 * @param path with any query; untrusted
 * @param options.port appears in absolute links
 * @returns null if there is no such website
 */
export function respondAsDemoSite(
  host: string,
  path: string,
  options: { port: number },
): DemoResponse | null {
  const entry = entriesByHost.get(host.toLowerCase().replace(/\.$/, ''))
  if (!entry?.site) return null
  const demoSite = createDemoSite(entry, entry.site, options.port)
  return respond(demoSite, path.split(/[?#]/)[0] || '/')
}

function respond(demoSite: DemoSite, path: string): DemoResponse {
  const { entry, site } = demoSite
  if (path === '/robots.txt') return textAnswer(robotsTxt(demoSite))
  if (site.behaviour === 'unreachable')
    return { ...htmlAnswer(503, closedForRepair(entry)), headers: { ...HTML_HEADERS, 'retry-after': '3600' } }
  if (site.behaviour === 'parked') return htmlAnswer(200, parkedPage(entry))
  if (path === '/sitemap.xml')
    return { ...textAnswer(sitemap(demoSite)), headers: { 'content-type': 'application/xml; charset=utf-8' } }
  const answer = cardAnswer(demoSite, path) ?? pageAnswer(demoSite, path)
  return site.behaviour === 'slow' ? { ...answer, delayMs: SLOW_DELAY_MS } : answer
}

function pageAnswer(demoSite: DemoSite, path: string): DemoResponse {
  const { paths, site } = demoSite
  if (path === '/' && homePath(site) !== '/') return redirectAnswer(302, homePath(site))
  for (const [page, pagePath] of paths) {
    if (path === pagePath) return pageInCharset(demoSite, page)
  }
  // A visitor who types /contact is redirected to /contact.html.
  const meant = [...paths.values()].find((pagePath) => bareName(pagePath) === bareName(path))
  return meant ? redirectAnswer(301, meant) : htmlAnswer(404, renderMissingPage(demoSite))
}

function bareName(path: string): string {
  return path.toLowerCase().replace(/\/$|\.html$|\/index\.html$/, '')
}

function pageInCharset(demoSite: DemoSite, page: PageName): DemoResponse {
  const text = renderPage(demoSite, page)
  if (demoSite.site.behaviour !== 'latin1') return htmlAnswer(200, text)
  return {
    status: 200,
    headers: { ...HTML_HEADERS, 'content-type': 'text/html; charset=iso-8859-1' },
    body: inLatin1(text),
  }
}

/** Characters outside of ISO-8859-1 become numeric references. */
function inLatin1(text: string): Buffer {
  return Buffer.from(
    text.replace(/[^\u0000-\u00ff]/gu, (char) => `&#${char.codePointAt(0)};`),
    'latin1',
  )
}

function cardAnswer({ members, site, entry }: DemoSite, path: string): DemoResponse | null {
  if (site.peopleForm !== 'vcard') return null
  const member = members.find((candidate) => vcardPath(candidate) === path)
  if (!member) return null
  return {
    status: 200,
    headers: { 'content-type': 'text/vcard; charset=utf-8' },
    body: vcard(member, entry.name),
  }
}

function robotsTxt({ site, origin }: DemoSite): string {
  if (site.behaviour === 'refuses-robots') return 'User-agent: *\nDisallow: /\n'
  return `User-agent: *\n${site.robots ?? 'Disallow:'}\n\nSitemap: ${origin}/sitemap.xml\n`
}

function sitemap({ paths, origin }: DemoSite): string {
  const pages = [...paths].filter(([name]) => name !== 'thanks' && name !== 'staff-room')
  const urls = pages.map(([, path]) => `<url><loc>${origin}${path}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
}

// Pages are self-contained and may load nothing.
const HTML_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; form-action 'self'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
}

function htmlAnswer(status: number, body: string): DemoResponse {
  return { status, headers: HTML_HEADERS, body }
}

function textAnswer(body: string): DemoResponse {
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body }
}

function redirectAnswer(status: 301 | 302, location: string): DemoResponse {
  return {
    status,
    headers: { location, 'content-type': 'text/plain; charset=utf-8' },
    body: `Moved to ${location}\n`,
  }
}
