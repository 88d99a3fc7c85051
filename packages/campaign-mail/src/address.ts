import { getDomain } from 'tldts'

/** An address with its display name. */
export interface Mailbox {
  name: string
  address: string
}

/** The part after the last `@`, in lower case; empty if there is none. */
export function domainOf(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 0 ? '' : address.slice(at + 1).toLowerCase()
}

/** The registrable domain of a name: shop.example for mail.shop.example. */
export const organizationalDomain = (domain: string): string => getDomain(domain) ?? domain
