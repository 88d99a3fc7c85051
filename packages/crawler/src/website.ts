/** Networks and directories with profiles of businesses, not their websites. */
const PROFILE_HOSTS =
  /(?:^|\.)(?:facebook\.com|fb\.com|fb\.me|instagram\.com|twitter\.com|x\.com|linkedin\.com|xing\.com|youtube\.com|youtu\.be|tiktok\.com|pinterest\.[a-z.]+|threads\.net|t\.me|wa\.me|whatsapp\.com|linktr\.ee|vk\.com|snapchat\.com|yelp\.[a-z.]+|tripadvisor\.[a-z.]+|booking\.com|airbnb\.[a-z.]+|google\.[a-z.]+|goo\.gl|g\.page|business\.site|foursquare\.com|ebay\.[a-z.]+|etsy\.com|amazon\.[a-z.]+|ubereats\.com|lieferando\.de|opentable\.[a-z.]+|thefork\.[a-z.]+|gelbeseiten\.de|pagesjaunes\.fr|paginegialle\.it|paginasamarillas\.es|yell\.com)$/

export type Website =
  | { kind: 'site'; urls: URL[] }
  | { kind: 'profile'; host: string }
  | { kind: 'none' }
  | { kind: 'invalid' }

/**
 * Parses a website field as people type it: with or without scheme, with spaces, ports, umlauts. `urls` are the
 * addresses to try, in this order.
 */
export function readWebsite(text: string | null | undefined): Website {
  const raw = (text ?? '').replace(/[\u200b\ufeff]/g, '').trim()
  const all = raw.split(SEVERAL).map(readOne)
  return all.find(({ kind }) => kind === 'site') ?? all[0]!
}

/** Separates several addresses. The first website wins. */
const SEVERAL =
  /\s*[;|]\s*|,\s+|\s+(?:und|and|oder|or|et|e|y|en|&|\/|-)\s+|(?<=[a-z0-9/])\s+(?=https?:|www\.)/i

function readOne(text: string): Website {
  const raw = unwrapped(text.trim().replace(/^[<("']+|[>)"',;]+$/g, ''))
  if (raw === '' || /^(?:-+|n\/?a|none|keine?|null|undefined|no website|k\.\s?a\.?)$/i.test(raw))
    return { kind: 'none' }
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(raw)
  if (hasScheme && !/^https?:/i.test(raw)) return { kind: 'invalid' }
  const rest = raw.replace(/^https?(?::[\\/]*|[\\/]{2,})/i, '').replace(/\s+/g, '')
  const url = URL.parse(`${/^https:/i.test(raw) ? 'https' : 'http'}://${rest}`)
  if (!url || (!/[.:]/.test(url.hostname) && url.port === '') || rest.includes('@'))
    return { kind: 'invalid' }
  url.hash = ''
  if (isProfileHost(url.hostname)) return { kind: 'profile', host: url.hostname }
  return { kind: 'site', urls: variants(url, hasScheme) }
}

/** Unwraps 'https://www.google.com/url?q=http://oak.com/&sa=D', copied from search results and posts. */
function unwrapped(text: string): string {
  const url = URL.parse(text)
  if (
    !url ||
    !/^(?:www\.google\.[a-z.]+|l\.facebook\.com|l\.instagram\.com|lm\.facebook\.com)$/.test(url.hostname)
  )
    return text
  return url.searchParams.get('q') ?? url.searchParams.get('url') ?? url.searchParams.get('u') ?? text
}

export function isProfileHost(hostname: string): boolean {
  return PROFILE_HOSTS.test(hostname)
}

/** Adds the other scheme and the name with or without www, because many listed addresses don't respond. */
function variants(url: URL, hasScheme: boolean): URL[] {
  const other = new URL(url)
  other.protocol = url.protocol === 'http:' ? 'https:' : 'http:'
  const renamed = new URL(url)
  renamed.hostname = url.hostname.startsWith('www.') ? url.hostname.slice(4) : `www.${url.hostname}`
  const isName = /[a-z]$/i.test(url.hostname)
  const list = hasScheme || url.port ? [url, other] : [other, url]
  return isName ? [...list, renamed] : list
}
