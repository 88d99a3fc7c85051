import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { type BusinessInput, type Crawler, createCrawler, noSpacing } from './crawler.ts'
import { isLocalName } from './fetch/private-addresses.ts'
import type { Contact, CrawlReport } from './report.ts'

const USAGE = `Usage: crawl <url> [options]
       crawl --input businesses.jsonl [options]

Reads business websites and prints the contacts they show.

  --input FILE          JSON lines of {name, address, website, phone}
  --json                one JSON line per contact
  --concurrency N       websites read at once (8)
  --budget-ms N         time limit per website in ms (20000)
  --connect-to H:P      connect every host name to this address (for test servers)
  --ignore-spacing      no pauses between requests to one host (for test servers)`

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      input: { type: 'string' },
      json: { type: 'boolean', default: false },
      concurrency: { type: 'string', default: '8' },
      'budget-ms': { type: 'string', default: '20000' },
      'connect-to': { type: 'string' },
      'ignore-spacing': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help || (!values.input && positionals.length === 0)) {
    console.log(USAGE)
    return values.help ? 0 : 2
  }
  const target = values['connect-to'] === undefined ? undefined : hostAndPort(values['connect-to'])
  const crawler = createCrawler({
    limits: { budgetMs: positive(values['budget-ms'], '--budget-ms') },
    // Local names are refused even with a test server.
    ...(target && { connectTo: (hostname: string) => (isLocalName(hostname) ? undefined : target) }),
    ...(values['ignore-spacing'] && { spacing: noSpacing }),
  })
  const businesses = values.input ? readBusinesses(values.input) : listed(positionals)
  try {
    await crawlAll(
      crawler,
      businesses,
      positive(values.concurrency, '--concurrency'),
      values.json ? printJson : printReport,
    )
  } finally {
    await crawler.close()
  }
  return 0
}

type Print = (business: BusinessInput, report: CrawlReport) => void

async function crawlAll(
  crawler: Crawler,
  businesses: AsyncIterable<BusinessInput>,
  concurrency: number,
  print: Print,
): Promise<void> {
  const source = businesses[Symbol.asyncIterator]()
  const work = async (): Promise<void> => {
    for (let next = await source.next(); !next.done; next = await source.next()) {
      print(next.value, await crawler.findContacts(next.value))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
}

async function* listed(urls: readonly string[]): AsyncGenerator<BusinessInput> {
  for (const url of urls) yield { name: '', website: url }
}

async function* readBusinesses(file: string): AsyncGenerator<BusinessInput> {
  let number = 0
  for await (const line of createInterface({
    input: createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    number++
    if (line.trim() === '') continue
    yield readBusiness(line, `${file}:${number}`)
  }
}

function readBusiness(line: string, where: string): BusinessInput {
  let data: unknown
  try {
    data = JSON.parse(line)
  } catch {
    throw new UsageError(`${where} is not JSON.`)
  }
  if (data === null || typeof data !== 'object' || Array.isArray(data))
    throw new UsageError(`${where} is not a JSON object.`)
  const text = (key: string): string | null => {
    const value = (data as Record<string, unknown>)[key]
    return typeof value === 'string' ? value : null
  }
  return {
    name: text('name') ?? '',
    address: text('address'),
    website: text('website'),
    phone: text('phone'),
    country: text('country'),
  }
}

class UsageError extends Error {}

function positive(text: string, option: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1)
    throw new UsageError(`${option} must be a whole number above 0, not '${text}'.`)
  return number
}

function hostAndPort(text: string): { host: string; port: number } {
  const match = /^\[?([^\]]+?)\]?:(\d{1,5})$/.exec(text)
  if (!match) throw new UsageError(`--connect-to must be host:port, not '${text}'.`)
  return { host: match[1]!, port: Number(match[2]) }
}

/** Prints one JSON line per contact. `host` is the host of the requested website. */
function printJson(business: BusinessInput, report: CrawlReport): void {
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

function printReport(business: BusinessInput, report: CrawlReport): void {
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

try {
  process.exitCode = await main()
} catch (error) {
  const isUsage =
    error instanceof UsageError ||
    (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') ||
    (error as { code?: string }).code === 'ENOENT'
  if (!isUsage) throw error
  console.error((error as Error).message)
  process.exitCode = 2
}
