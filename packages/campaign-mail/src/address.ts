import { domainToASCII } from 'node:url'
import { getDomain } from 'tldts'

/** An address with its display name. */
export interface Mailbox {
  name: string
  address: string
}

const LOCAL = /^[a-z0-9_'+&=~^{}*?#$/-]+(?:\.[a-z0-9_'+&=~^{}*?#$/-]+)*$/i
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/i

/**
 * True if this address is safe to send to or from.
 *
 * Stricter than RFC 5322: mail libraries parse addresses leniently and could deliver to another address than the one
 * that was checked. Refuses quotes, comments, white space, control characters, `%` and `!` routes, IP literals and
 * anything outside ASCII; allows 254 characters, 64 of them before the `@`.
 */
export function isSafeAddress(address: string): boolean {
  if (address.length > 254) return false
  const at = address.lastIndexOf('@')
  if (at < 1 || at > 64) return false
  return LOCAL.test(address.slice(0, at)) && isSafeDomain(address.slice(at + 1))
}

/** True if this is an ASCII (or punycode) domain name of at least two labels. */
export function isSafeDomain(domain: string): boolean {
  return domain.length <= 253 && DOMAIN.test(domain)
}

/**
 * The address as it is stored and compared: trimmed, without `mailto:` and angle brackets, the domain in punycode, in
 * lower case. Null if it isn't safe.
 */
export function normalizeAddress(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/^<(.*)>$/, '$1')
  const at = bare.lastIndexOf('@')
  if (at < 1 || bare.length > 320) return null
  const domain = domainToASCII(bare.slice(at + 1))
  const address = `${bare.slice(0, at)}@${domain}`.toLowerCase()
  return isSafeAddress(address) ? address : null
}

/** The part after the last `@`, in lower case; empty if there is none. */
export function domainOf(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 0 ? '' : address.slice(at + 1).toLowerCase()
}

/** The registrable domain of a name: shop.example for mail.shop.example. */
export const organizationalDomain = (domain: string): string => getDomain(domain) ?? domain
