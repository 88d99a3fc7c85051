import { escapeText } from 'entities'
import { readingSite } from '../address/address.ts'
import { openPage } from '../page/page.ts'
import { phoneCountry, toE164 } from '../people/phones.ts'
import { foldScriptFile } from '../scripts/fold-scripts.ts'
import { readScriptText } from '../techniques/script-text.ts'
import { decodePage } from './charset.ts'
import { fromStructured } from './describe-address.ts'
import type { PageFindings, SeenAddress } from './findings.ts'
import { readPage } from './read-page.ts'
import { pdfToHtml } from './read-pdf.ts'
import { readVcard } from './read-vcard.ts'

export interface Resource {
  url: string
  bytes: Uint8Array
  contentType: string
  kind: 'page' | 'vcard' | 'pdf' | 'script'
  siteDomains: readonly string[]
  country: string | null
  businessName?: string
  wantsFacts: boolean
}

/** Reads a page, PDF, vCard or script. Rejects if a PDF is broken. */
export async function readResource(resource: Resource): Promise<PageFindings> {
  const { url, siteDomains, country, businessName = '', wantsFacts } = resource
  const read = (html: string): PageFindings =>
    readingSite(siteDomains, () => readPage({ url, html, siteDomains, country, businessName, wantsFacts }))
  if (resource.kind === 'pdf') {
    const findings = read(await pdfToHtml(resource.bytes))
    return {
      ...findings,
      addresses: findings.addresses.map((seen) => ({ ...seen, method: 'pdf', confidence: 0.75 })),
    }
  }
  const text = decodePage(resource.bytes, resource.contentType)
  if (resource.kind === 'vcard' || /^\s*BEGIN:VCARD/i.test(text))
    return withAddresses(
      read(''),
      readingSite(siteDomains, () => cardAddresses(text, resource)),
    )
  if (resource.kind === 'script')
    return withAddresses(
      read(''),
      readingSite(siteDomains, () => scriptAddresses(text, resource)),
    )
  const isPlain = /^text\/plain/i.test(resource.contentType)
  return read(isPlain ? `<pre>${escapeText(text)}</pre>` : text)
}

function withAddresses(findings: PageFindings, addresses: SeenAddress[]): PageFindings {
  return { ...findings, addresses }
}

const PLAIN: Omit<SeenAddress, 'email' | 'method' | 'confidence'> = {
  alsoBy: [],
  person: null,
  phone: null,
  snippet: '',
  context: [],
  isShown: true,
}

function cardAddresses(text: string, { url, country }: Resource): SeenAddress[] {
  const region = phoneCountry(new URL(url).hostname, '', country)
  return readVcard(text).map(({ email, person }) => ({
    ...PLAIN,
    email,
    method: 'vcard',
    confidence: 0.9,
    person: (person && fromStructured(person, '')) ?? null,
    phone: (person?.phone && toE164(person.phone, region)) || null,
    snippet: [
      person?.name ?? `${person?.first_name ?? ''} ${person?.last_name ?? ''}`.trim(),
      person?.title,
      email,
    ]
      .filter(Boolean)
      .join(' · '),
  }))
}

function scriptAddresses(code: string, { url, siteDomains }: Resource): SeenAddress[] {
  const page = openPage({ url, html: '<script></script>', siteDomains }, () => undefined)
  const folded = foldScriptFile(code, page.elements[0]!, page.url.hostname)
  const emails = new Set(folded.texts.flatMap(({ text }) => readScriptText(text, page)))
  return [...emails].map((email) => ({
    ...PLAIN,
    email,
    method: 'script-file',
    confidence: 0.65,
    isShown: false,
  }))
}
