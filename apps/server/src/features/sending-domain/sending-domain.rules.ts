import type { DkimRecord } from '@goldpan/campaign-mail/dkim'
import type { DnsRecord, RecordState } from '@goldpan/contract/sending-domain'

/** Determines which records a domain needs. */
export interface DomainSetup {
  domain: string
  dkim: DkimRecord
  /** Host of the SMTP server; null while mail goes to the built-in outbox. */
  smtpHost: string | null
  /** Host name of this installation. */
  ownHost: string
}

/** Records found in DNS; null if no server replied. */
export interface Published {
  dkim: string[] | null
  txt: string[] | null
  dmarc: string[] | null
  /** DMARC record of the parent registrable domain, which covers subdomains. */
  parentDmarc: string[] | null
  mx: string[] | null
}

type Judged = { state: RecordState; sentence: string }

/** Mail services whose SPF domain differs from their SMTP server's. */
const SPF_OF_SERVICE: [RegExp, string][] = [
  [/amazonaws\.com$|amazonses\.com$/, 'include:amazonses.com'],
  [/sendgrid\.net$/, 'include:sendgrid.net'],
  [/mailgun\.org$/, 'include:mailgun.org'],
  [/(?:google|gmail)\.com$/, 'include:_spf.google.com'],
  [/(?:outlook|office365|office)\.com$/, 'include:spf.protection.outlook.com'],
  [/(?:postmarkapp|mtasv)\.(?:com|net)$/, 'include:spf.mtasv.net'],
  [/(?:brevo|sendinblue)\.com$/, 'include:spf.brevo.com'],
  [/mailjet\.com$/, 'include:spf.mailjet.com'],
]

/** The SPF mechanism that authorises the SMTP server. */
export function spfMechanism({ smtpHost, ownHost }: Pick<DomainSetup, 'smtpHost' | 'ownHost'>): string {
  const host = smtpHost ?? ownHost
  const service = SPF_OF_SERVICE.find(([pattern]) => pattern.test(host))?.[1]
  if (service) return service
  if (host.includes(':')) return `ip6:${host.replace(/^\[|\]$/g, '')}`
  return /^[\d.]+$/.test(host) ? `ip4:${host}` : `a:${host}`
}

/** All records to set, with those published and a verdict. */
export function judgeDomain(setup: DomainSetup, published: Published): DnsRecord[] {
  const { domain, dkim } = setup
  const spf = judgeSpf(published.txt, spfMechanism(setup))
  const mx = judgeMx(published.mx, setup.ownHost)
  return [
    {
      id: 'dkim',
      title: 'DKIM',
      type: 'TXT',
      name: dkim.name,
      value: dkim.value,
      purpose: 'Proves that messages come from you and were not changed on the way.',
      found: published.dkim ?? [],
      ...judgeDkim(published.dkim, dkim),
    },
    {
      id: 'spf',
      title: 'SPF',
      type: 'TXT',
      name: domain,
      value: `v=spf1 ${spfMechanism(setup)} ~all`,
      purpose: 'Lists the servers that may send for the domain.',
      found: spfRecords(published.txt),
      ...spf,
    },
    {
      id: 'dmarc',
      title: 'DMARC',
      type: 'TXT',
      name: `_dmarc.${domain}`,
      value: `v=DMARC1; p=none; rua=mailto:dmarc@${domain}`,
      purpose: 'Tells receivers what to do with messages that fail the two checks above.',
      found: [...(published.dmarc ?? []), ...(published.parentDmarc ?? [])],
      ...judgeDmarc(published.dmarc, published.parentDmarc),
    },
    {
      id: 'mx',
      title: 'MX',
      type: 'MX',
      name: domain,
      value: `10 ${setup.ownHost}`,
      purpose: 'Brings replies to your campaigns back here.',
      found: published.mx ?? [],
      ...mx,
    },
    {
      id: 'return_path',
      title: 'Return path',
      type: 'MX',
      name: domain,
      value: `10 ${setup.ownHost}`,
      purpose: `Delivery reports come back to b+…@${domain}; the SPF and MX records above cover it.`,
      found: published.mx ?? [],
      ...worseOf(spf, mx),
    },
  ]
}

const NO_ANSWER: Judged = { state: 'unknown', sentence: 'No name server answered. Please try again later.' }

function judgeDkim(found: string[] | null, dkim: DkimRecord): Judged {
  if (found === null) return NO_ANSWER
  if (found.length === 0) return { state: 'missing', sentence: 'No key is published yet.' }
  const keyIn = (text: string) => /(?:^|;)\s*p=([^;]*)/.exec(text)?.[1]?.replace(/\s+/g, '') ?? ''
  return found.some((text) => keyIn(text) === keyIn(dkim.value))
    ? { state: 'ok', sentence: 'The signing key is published.' }
    : { state: 'wrong', sentence: 'Another key is published. Please replace it with the value above.' }
}

const spfRecords = (texts: string[] | null): string[] =>
  (texts ?? []).filter((text) => /^v=spf1(?:\s|$)/i.test(text))

function judgeSpf(texts: string[] | null, mechanism: string): Judged {
  if (texts === null) return NO_ANSWER
  const records = spfRecords(texts)
  if (records.length === 0) return { state: 'missing', sentence: 'No SPF record is published yet.' }
  if (records.length > 1)
    return {
      state: 'wrong',
      sentence: 'There are several SPF records, so none counts. Keep one and join them.',
    }
  const words = records[0]!.toLowerCase().split(/\s+/)
  if (words.includes('+all') || words.includes('all'))
    return { state: 'wrong', sentence: 'The record allows any server to send. End it with ~all or -all.' }
  if (words.some((word) => word.replace(/^\+/, '') === mechanism.toLowerCase()))
    return { state: 'ok', sentence: 'The sending server is allowed.' }
  return {
    state: 'unsure',
    sentence: `The record does not name ${mechanism}. Add it, unless another part of the record covers your server.`,
  }
}

function judgeDmarc(own: string[] | null, parent: string[] | null): Judged {
  const isDmarc = (text: string) => /^v=DMARC1\s*;/i.test(text)
  const records = (own ?? []).filter(isDmarc)
  if (records.length > 1)
    return { state: 'wrong', sentence: 'There are several DMARC records, so none counts. Keep one.' }
  const record = records[0] ?? (parent ?? []).find(isDmarc)
  if (!record)
    return own === null ? NO_ANSWER : { state: 'missing', sentence: 'No DMARC record is published yet.' }
  if (!/;\s*p\s*=\s*(?:none|quarantine|reject)\b/i.test(record))
    return { state: 'wrong', sentence: 'The record has no policy. Add p=none, or a stricter one.' }
  return {
    state: 'ok',
    sentence: records.length > 0 ? 'A policy is published.' : 'The domain above publishes a policy.',
  }
}

function judgeMx(found: string[] | null, ownHost: string): Judged {
  if (found === null) return NO_ANSWER
  if (found.length === 0)
    return { state: 'missing', sentence: 'No mail server is published, so replies would get lost.' }
  if (found.every((exchange) => exchange === '' || exchange === '.'))
    return { state: 'wrong', sentence: 'The record says that the domain accepts no mail.' }
  return found.some((exchange) => exchange.toLowerCase().replace(/\.$/, '') === ownHost.toLowerCase())
    ? { state: 'ok', sentence: 'Replies arrive here.' }
    : {
        state: 'unsure',
        sentence: `Replies go to ${found[0]}. Make sure it forwards them to this installation.`,
      }
}

const RANK: RecordState[] = ['ok', 'unsure', 'unknown', 'missing', 'wrong']
const worseOf = (a: Judged, b: Judged): Judged => (RANK.indexOf(a.state) >= RANK.indexOf(b.state) ? a : b)

/** True if campaigns may be sent. Missing or wrong records block them; a silent name server doesn't. */
export const isReady = (records: readonly Pick<DnsRecord, 'id' | 'state'>[], isSigning: boolean): boolean =>
  records.every(({ state }) => state === 'ok' || state === 'unsure' || state === 'unknown') &&
  (!isSigning || records.some(({ id, state }) => id === 'dkim' && state === 'ok'))
