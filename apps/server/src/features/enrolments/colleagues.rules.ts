import { domainOf, organizationalDomain } from '@goldpan/campaign-mail/address'
import { isFreeMailDomain } from '@goldpan/crawler/rejections/rejections'

/** Services that the list of the crawler doesn't have; among them Italian certified mail, which many businesses share. */
const MORE_FREE_MAIL = new Set([
  'adams.li',
  'adon.li',
  'arubapec.it',
  'bluemail.ch',
  'duck.com',
  'fastmail.fm',
  'hey.com',
  'hin.ch',
  'inbox.lv',
  'legalmail.it',
  'magenta.de',
  'pec.it',
  'postecert.it',
  'powersurf.li',
  'usa.com',
])

/**
 * True for the domain of a free mail service or an internet provider, such as gmail.com, whose addresses belong to people
 * who don't know each other. The list is the crawler's, which judges addresses on websites by it.
 */
function isFreeMail(domain: string): boolean {
  const registered = organizationalDomain(domain.toLowerCase())
  return isFreeMailDomain(registered) || MORE_FREE_MAIL.has(registered)
}

/** The mail domain that makes two people colleagues, in lower case. Null at a free mail service. */
export function colleagueDomain(email: string): string | null {
  const domain = domainOf(email)
  return domain && !isFreeMail(domain) ? domain : null
}
