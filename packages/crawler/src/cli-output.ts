import type { BusinessInput, Contact, CrawlReport } from './report.ts'

/** One JSON line a contact. `host` is the host of the website that was asked for. */
export function printJson(business: BusinessInput, report: CrawlReport): void {
  for (const contact of report.contacts)
    console.log(JSON.stringify(jsonLine(hostOf(business, report), contact)))
}

function jsonLine(host: string, contact: Contact): Record<string, unknown> {
  const { email, first_name, last_name, title, phone, source_url, method, confidence } = contact
  return { host, email, first_name, last_name, title, phone, source_url, method, confidence }
}

function hostOf({ website }: BusinessInput, { pages }: CrawlReport): string {
  const text = website?.trim() ?? ''
  const url = URL.parse(/^https?:/i.test(text) ? text : `http://${text}`)
  return url?.hostname ?? URL.parse(pages[0]?.url ?? '')?.hostname ?? text
}

export function printReport(business: BusinessInput, report: CrawlReport): void {
  const { contacts, facts, pages } = report
  const lines = [`${business.name || hostOf(business, report)}: ${report.explanation}`]
  for (const contact of contacts) lines.push(...describe(contact))
  const known = [facts.title, facts.language, facts.platform, ...facts.social_profiles].filter(Boolean)
  if (known.length > 0) lines.push(`  Site: ${known.join(' · ')}`)
  lines.push(
    `  Read ${pages.length} ${pages.length === 1 ? 'page' : 'pages'}, ${Math.round(pages.reduce((sum, page) => sum + page.bytes, 0) / 1000)} kB`,
  )
  console.log(`${lines.join('\n')}\n`)
}

function describe(contact: Contact): string[] {
  const name = [contact.first_name, contact.last_name].filter(Boolean).join(' ')
  const person = [name, contact.title, contact.phone].filter(Boolean).join(', ')
  const notice = contact.no_solicitation ? '; the page asks not to be sent advertising' : ''
  return [
    `  ${contact.email}${person ? `  (${person})` : ''}`,
    `    ${contact.source_url}, ${contact.method}, confidence ${contact.confidence}${notice}`,
  ]
}
