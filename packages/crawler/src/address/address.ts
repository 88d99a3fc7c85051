import { domainToASCII } from 'node:url'
import { isAddress } from '@goldpan/contract/email-address'
import { parse } from 'tldts'
import { remember } from '../remember.ts'

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/
/** Public suffixes that, after an '@' on a website, are file extensions. */
const FILE_ENDINGS = new Set([
  'zip',
  'mov',
  'app',
  'js',
  'css',
  'png',
  'jpg',
  'jpeg',
  'gif',
  'webp',
  'svg',
  'ico',
  'json',
])

/**
 * Returns the canonical form of an address: lower case, domain in ASCII. Undefined if mail can't be sent to it: bad
 * syntax, or a domain without a public suffix (ICANN section of the Public Suffix List).
 */
export function normalizeAddress(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  if (at < 1 || at > 64 || text.length > 254) return undefined
  const domain = normalizeDomain(text.slice(at + 1))
  const address = `${text.slice(0, at).toLowerCase()}@${domain}`
  return domain && isAddress(address) ? address : undefined
}

export function normalizeDomain(text: string): string | undefined {
  if (text.length > 253 || !text.includes('.')) return undefined
  const domain = /^[\x00-\x7f]*$/.test(text) ? text.toLowerCase() : domainToASCII(text)
  const labels = domain.split('.')
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label))) return undefined
  if (FILE_ENDINGS.has(labels.at(-1)!)) return undefined
  return isUnderPublicSuffix(domain) || ownDomains.has(domain) ? domain : undefined
}

let ownDomains: ReadonlySet<string> = new Set()

/**
 * Accepts `domains` as mail domains while `read` runs, for test networks without public suffixes. `read` must be
 * synchronous.
 */
export function readingSite<Found>(domains: readonly string[], read: () => Found): Found {
  const before = ownDomains
  ownDomains = new Set(domains)
  try {
    return read()
  } finally {
    ownDomains = before
  }
}

function isUnderPublicSuffix(domain: string): boolean {
  const parsed = parse(domain, { allowPrivateDomains: false, validateHostname: false })
  return parsed.isIcann === true && parsed.isIp === false && parsed.domain !== null
}

/** 'shop.oak.co.uk' → 'oak.co.uk'. A host without a public suffix is returned as it is. */
export const registrableDomain = remember((host: string): string => {
  const name = host.toLowerCase().replace(/\.$/, '')
  return parse(name, { allowPrivateDomains: true }).domain ?? name
})

export function localPart(email: string): string {
  return email.slice(0, email.lastIndexOf('@'))
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1)
}
