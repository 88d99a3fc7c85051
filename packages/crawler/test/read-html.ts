import { registrableDomain } from '../src/address/address.ts'
import { gatherContacts } from '../src/crawl/contacts.ts'
import { readPage } from '../src/parse/read-page.ts'
import type { Contact } from '../src/report.ts'

/** The contacts of one site's pages. The first page's host is the site. */
export function contactsOf(
  html: string | Record<string, string>,
  url = 'http://www.oakfield-bakery.com/',
  businessName = '',
): Contact[] {
  const pages = typeof html === 'string' ? { [url]: html } : html
  const domains = [registrableDomain(new URL(Object.keys(pages)[0]!).hostname)]
  const read = Object.entries(pages).map(([address, text]) => ({
    findings: readPage({ url: address, html: text, siteDomains: domains, country: null }),
    read_at: '2026-01-01T00:00:00.000Z',
  }))
  return gatherContacts(read, { domains, businessName })
}

export function emailsOf(html: string, url?: string): string[] {
  return contactsOf(html, url)
    .map(({ email }) => email)
    .sort()
}

/** Address → technique. */
export function methodsOf(html: string, url?: string): Record<string, string> {
  return Object.fromEntries(contactsOf(html, url).map(({ email, method }) => [email, method]))
}
