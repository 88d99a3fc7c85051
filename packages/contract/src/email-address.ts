import { z } from 'zod'

/** Invisible characters that are copied along with an address. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|\p{Cf}/gu
const LOCAL = /^[a-z0-9_'+&=~^{}*?#$/-]+(?:\.[a-z0-9_'+&=~^{}*?#$/-]+)*$/i
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/i
/** Characters that would start another part of a URL, or be dropped from it. */
const NOT_IN_HOST = /[\s\p{Cc}/\\?#@:%[\]]/u
const ASCII = /^[\x20-\x7e]*$/

export const stripInvisible = (text: string): string => text.replace(INVISIBLE, '')

/** The visible characters of a domain, in punycode. An invalid domain stays unchanged. */
export function toDomain(text: string): string {
  const domain = stripInvisible(text).trim()
  if (ASCII.test(domain) || NOT_IN_HOST.test(domain)) return domain
  return URL.parse(`http://${domain}`)?.hostname ?? domain
}

/** An address as stored: its visible characters, with the domain in punycode. Keeps its case. */
export function toAddress(text: string): string {
  const address = stripInvisible(text).trim()
  const at = address.lastIndexOf('@')
  return at < 0 ? address : `${address.slice(0, at)}@${toDomain(address.slice(at + 1))}`
}

/** The same for all spellings of a mailbox's address. */
export const addressKey = (text: string): string => toAddress(text).toLowerCase()

export const isDomain = (domain: string): boolean =>
  domain.length <= 253 && DOMAIN.test(domain) && (!/xn--/i.test(domain) || URL.canParse(`http://${domain}`))

/** True if mail can be sent to this stored address. Sending refuses quotes, IP literals and letters outside ASCII. */
export function isAddress(address: string): boolean {
  const at = address.lastIndexOf('@')
  if (at < 1 || at > 64 || address.length > 254) return false
  return LOCAL.test(address.slice(0, at)) && isDomain(address.slice(at + 1))
}

/**
 * An address to look an account up by. Also accepts what may have been stored before {@link isAddress} existed, so
 * that nobody is locked out.
 */
export const knownAddressInput = (blank: string, invalid: string) =>
  z
    .string({ error: blank })
    .max(1000, invalid)
    .overwrite(toAddress)
    .min(1, { error: blank, abort: true })
    .regex(/^[^\s@]+@[^\s@]+$/, invalid)

/** A required address from a request. It is stored as {@link toAddress} returns it. */
export const addressInput = (blank: string, invalid: string) =>
  z
    .string({ error: blank })
    .max(1000, invalid)
    .overwrite(toAddress)
    .min(1, { error: blank, abort: true })
    .refine(isAddress, invalid)
