import { remember } from '../remember.ts'

/** Query parameters that identify a visit or a campaign instead of a page. */
const NOISE =
  /^(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|_ga|phpsessid|jsessionid|sid|session_?id|sessid|s_?id|cfid|cftoken|aspsessionid\w*|osccsid|zenid|ref|referrer|source|cnt_sid|fe_typo_user|xtor|at_medium|replytocom|print|share)$/i

/** Canonical key of a page: no fragment, no visit or campaign parameters, remaining parameters sorted. */
export const pageKey = remember((href: string): string => {
  const url = new URL(href)
  url.hash = ''
  url.pathname = url.pathname
    .replace(/;(?:jsessionid|phpsessid|sid)=[^/]*/i, '')
    .replace(/\/(?:index|default)\.(?:html?|php|aspx?)$/i, '/')
    .replace(/\/{2,}/g, '/')
  const kept = [...url.searchParams]
    .filter(([name]) => !NOISE.test(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  url.search = new URLSearchParams(kept).toString()
  const path = url.pathname.length > 1 ? url.pathname.replace(/\/$/, '') : '/'
  return `${url.host.replace(/^www\./, '')}${path}${url.search}`
})

/** Removes fragment, session ids and campaign parameters from a URL before it is requested. */
export function cleanUrl(href: string): URL {
  const url = new URL(href)
  url.hash = ''
  url.pathname = url.pathname.replace(/;(?:jsessionid|phpsessid)=[^/]*/i, '')
  const noise = [...url.searchParams.keys()].filter((name) => NOISE.test(name))
  for (const name of noise) url.searchParams.delete(name)
  return url
}

/** Replaces numbers, so that calendars and archives have one pattern for thousands of pages. */
export function urlPattern(href: string): string {
  return pageKey(href)
    .replace(/\d+/g, '#')
    .replace(/=[^&]{12,}/g, '=*')
}

/** True for URLs that grow without end, such as '/a/b/a/b/a'. */
export function repeatsSegments({ pathname }: URL): boolean {
  const segments = pathname.split('/').filter(Boolean)
  if (segments.length > 8) return true
  return (
    segments.some((segment) => segments.filter((other) => other === segment).length > 2) ||
    new Set(segments).size < segments.length - 1
  )
}
