import { getDomain, parse } from 'tldts'
import { escapeHtml, unescapeHtml } from './escape-html.ts'
import { withoutTricks } from './plain-name.ts'

const MAX_HREF = 8_000
const MAX_ADDRESSES = 10
/** Names that belong to no public suffix, but look like hosts all the same. */
const RESERVED = /\.(?:example|test|invalid|localhost|local|internal|onion)$/

/** A link address that may be shown: http, https, mailto or tel, written the one way that browsers read it. */
export function safeHref(given: string): string | null {
  const url = given.length <= MAX_HREF ? URL.parse(given) : null
  if (url?.protocol === 'http:' || url?.protocol === 'https:') {
    // 'https://bank.example@evil.example' leads to evil.example.
    url.username = ''
    url.password = ''
    return url.href
  }
  if (url?.protocol === 'mailto:') return safeMailto(url)
  if (url?.protocol !== 'tel:') return null
  const number = decode(url.pathname).replace(/[\s().-]/g, '')
  return /^\+?\d{2,20}$/.test(number) ? `tel:${number}` : null
}

/** Keeps the recipients, subject and body; hidden recipients (cc, bcc) and attachments go. */
function safeMailto(url: URL): string | null {
  const addresses = decode(url.pathname)
    .split(/[,;]/)
    .map((address) => address.trim())
    .filter(Boolean)
  const isPlain = addresses.every((address) => /^[^\s@<>"(),:;\\]{1,64}@[^\s@]+$/.test(address))
  if (!isPlain || addresses.length === 0 || addresses.length > MAX_ADDRESSES) return null
  const hosts = addresses.map((address) => toHost(address.slice(address.indexOf('@') + 1)))
  if (hosts.includes(null)) return null
  const to = addresses.map((address, at) => `${encodeURIComponent(address.split('@')[0]!)}@${hosts[at]}`)
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((part) => /^(?:subject|body)=/i.test(part))
  return `mailto:${to.join(',')}${kept.length > 0 ? `?${kept.join('&')}` : ''}`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A host as DNS has it, international names in punycode; null if it isn't one. */
function toHost(name: string): string | null {
  if (!/^[\p{L}\p{M}\p{N}._-]+$/u.test(name)) return null
  return URL.parse(`http://${name}`)?.hostname.replace(/\.$/, '') || null
}

const TAG = /<(\/?)([a-z][a-z0-9]*)([^<>]*)>/g
const INLINE = /^(?:a|b|code|em|font|i|s|small|span|strong|sub|sup|u)$/

interface OpenLink {
  href: string
  text: string
}

/**
 * Writes after each link of sanitized HTML where it leads: '(evil.example)', or 'Careful: leads to evil.example' if its
 * text names another host. There must be no link within another.
 */
export function markLinks(html: string): string {
  const parts: string[] = []
  let link: OpenLink | null = null
  let at = 0
  for (const { index, 0: tag, 1: slash, 2: name = '', 3: attributes = '' } of html.matchAll(TAG)) {
    parts.push(html.slice(at, index), tag)
    if (link) link.text += html.slice(at, index) + shownFor(name, attributes)
    at = index + tag.length
    if (name !== 'a') continue
    if (link) parts.push(markOf(link))
    link = slash ? null : { href: attributeOf(attributes, 'href'), text: '' }
  }
  return parts.join('') + html.slice(at)
}

/** A picture is read by its alternative text; a block starts a new word. */
const shownFor = (name: string, attributes: string): string =>
  name === 'img' ? ` ${attributeOf(attributes, 'alt')} ` : INLINE.test(name) ? '' : ' '

const attributeOf = (attributes: string, name: string): string =>
  new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''

function markOf({ href, text }: OpenLink): string {
  const target = unescapeHtml(href)
  const shown = unescapeHtml(text)
  const isTel = target.startsWith('tel:')
  const hosts = isTel ? [] : hostsOf(target)
  const named = namedHosts(shown, target.startsWith('mailto:'))
  const isOther = isTel ? named.length > 0 || namesOtherNumber(shown, target) : namesOther(named, hosts)
  const where = escapeHtml(isTel ? target.slice(4) : hosts.join(', '))
  return isOther
    ? `<span data-link-host="other"> Careful: leads to ${where}</span>`
    : `<span data-link-host="shown"> (${where})</span>`
}

function hostsOf(href: string): string[] {
  const url = new URL(href)
  if (url.protocol !== 'mailto:') return [url.hostname.replace(/\.$/, '')]
  return [...new Set(url.pathname.split(',').map((address) => address.slice(address.lastIndexOf('@') + 1)))]
}

const namesOther = (named: string[], hosts: string[]): boolean =>
  named.some((name) => !hosts.some((host) => belongsTo(host, name))) ||
  (named.length > 0 && hosts.some((host) => !named.some((name) => belongsTo(host, name))))

/** True if it is the named host or below it: who owns shop.example also owns click.shop.example. */
function belongsTo(host: string, named: string): boolean {
  const name = named.replace(/^www\./, '')
  if (host === named || host === name) return true
  return host.endsWith(`.${name}`) && getDomain(name, { allowPrivateDomains: true }) !== null
}

const namesOtherNumber = (text: string, tel: string): boolean => {
  const digits = text.replace('(0)', '').replace(/\D/g, '').replace(/^0+/, '')
  return digits.length >= 6 && !tel.endsWith(digits)
}

/** The hosts that a link text names, in any spelling that reads like one: 'www.bank.example/login', 'bank。example'. */
function namedHosts(text: string, isMail: boolean): string[] {
  const words = withoutTricks(text).normalize('NFKC').replaceAll('\u3002', '.').split(/\s+/)
  const named = words.flatMap((word) => {
    const [, scheme, rest = ''] = /^(?:.*?\b(https?):[/\\]*)?(.*)$/is.exec(word) ?? []
    const [authority = ''] = /^[^/\\?#]*/.exec(rest) ?? []
    if (scheme) return hostNames(authority, true)
    // The part before the @ of an address looks like a host: anna.co@shop.example.
    const found = hostNames(isMail ? authority.replace(/^.*@/, '') : authority, false)
    return found.length > 0 ? found : hostNames(rest, false)
  })
  return [...new Set(named)]
}

/** With `isUrl`, any name counts; otherwise it has to end like a host. */
function hostNames(text: string, isUrl: boolean): string[] {
  const runs = text.match(/[\p{L}\p{M}\p{N}_.-]+/gu) ?? []
  return runs.flatMap((run) => {
    const names = run.split(/\.{2,}/).map((name) => name.replace(/^[.-]+|[.-]+$/g, ''))
    return names.flatMap((name) => {
      const host = name.length <= 253 ? toHost(name) : null
      return host && (isUrl ? isHostInUrl(text, host) : isHostName(name, host)) ? host : []
    })
  })
}

/** In 'https://name:password@host:443' the port is no host. */
const isHostInUrl = (authority: string, host: string): boolean =>
  host.includes('.') || host === toHost(authority.replace(/^.*@/, '').replace(/:\d*$/, ''))

function isHostName(name: string, host: string): boolean {
  if (!name.includes('.')) return false
  const { isIcann, isIp } = parse(host)
  return isIcann || (isIp && /^\d+(?:\.\d+){3}$/.test(name)) || RESERVED.test(host) || /^www\./i.test(name)
}
