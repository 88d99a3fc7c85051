import { type MxRecord, Resolver } from 'node:dns'
import { isDisposableEmailDomain } from 'disposable-email-domains-js'
import { domainOf, localPart, normalizeAddress } from './address/address.ts'
import { isRoleLocalPart } from './address/role-words.ts'
import { isDemoDomain, isDemoLocalPart } from './rejections/demo-addresses.ts'

export interface AddressCheck {
  /**
   * 'safe': the domain takes mail. The mailbox isn't checked, because that would mean connecting to the mail server.
   */
  result: 'safe' | 'risky' | 'bad' | 'unknown'
  /** Sentences for the prospect's page. */
  reasons: string[]
}

export interface VerifierOptions {
  /** Returns the mail exchangers of a domain. Rejects with code ENOTFOUND or ENODATA if there are none. */
  resolveMx?: (domain: string) => Promise<readonly Pick<MxRecord, 'exchange' | 'priority'>[]>
  /** Returns the addresses of a host, which receives mail if its domain has no mail exchanger (RFC 5321, 5.1). */
  resolveHost?: (domain: string) => Promise<readonly string[]>
  now?: () => number
  /** How long DNS results are cached, in milliseconds; default 6 hours. */
  cacheMs?: number
}

export interface AddressVerifier {
  verify(email: string): Promise<AddressCheck>
}

type MailDomain = 'mail' | 'host-only' | 'none' | 'refuses' | 'gone' | 'unknown'

const CACHE_MS = 6 * 3600_000
const CACHE_UNKNOWN_MS = 60_000
const MAX_DOMAINS = 20_000

/**
 * Checks addresses by syntax, DNS (MX, null MX of RFC 7505) and lists. Never sends mail. `verify` never rejects: if DNS
 * fails, the result is 'unknown'.
 */
export function createAddressVerifier(options: VerifierOptions = {}): AddressVerifier {
  const { resolveMx = systemMx, resolveHost = systemHost, now = Date.now, cacheMs = CACHE_MS } = options
  const known = new Map<string, { until: number; answer: Promise<MailDomain> }>()
  const askDomain = (domain: string): Promise<MailDomain> => {
    const found = known.get(domain)
    if (found && found.until > now()) return found.answer
    if (known.size >= MAX_DOMAINS) known.clear()
    const entry = { until: now() + cacheMs, answer: readMailDomain(domain, resolveMx, resolveHost) }
    known.set(domain, entry)
    void entry.answer.then((answer) => {
      if (answer === 'unknown') entry.until = now() + CACHE_UNKNOWN_MS
    })
    return entry.answer
  }
  return {
    async verify(text) {
      const written = text.trim().toLowerCase()
      const email = normalizeAddress(written)
      // Reserved domains have no public suffix, so they are recognised before the address is normalised.
      if (isExampleAddress(email ?? written)) return { result: 'bad', reasons: ['It is an example address.'] }
      if (!email) return { result: 'bad', reasons: ['It is not written as an e-mail address.'] }
      const domain = domainOf(email)
      return judge(email, await askDomain(domain))
    },
  }
}

const isExampleAddress = (email: string): boolean =>
  /^[^\s@]+@[^\s@]+$/.test(email) && (isDemoDomain(domainOf(email)) || isDemoLocalPart(localPart(email)))

const DNS_REASON: Record<MailDomain, string> = {
  mail: 'Its domain takes mail.',
  'host-only': 'Its domain names no mail server, only a web server.',
  none: 'Its domain takes no mail.',
  refuses: 'Its domain says that it takes no mail.',
  gone: 'Its domain does not exist.',
  unknown: 'Its domain could not be asked right now.',
}

function judge(email: string, domain: MailDomain): AddressCheck {
  const reasons = [DNS_REASON[domain]]
  if (domain === 'gone' || domain === 'none' || domain === 'refuses') return { result: 'bad', reasons }
  const doubts: string[] = []
  if (isDisposableEmailDomain(domainOf(email))) doubts.push('It is a throw-away address.')
  if (isRoleLocalPart(localPart(email))) reasons.push('It belongs to a function, not to a person.')
  if (/^(?:no-?reply|do-?not-?reply|abuse|postmaster|spam|mailer-daemon)$/.test(localPart(email)))
    doubts.push('Nobody reads mail to such an address.')
  if (domain === 'host-only') doubts.push('Mail to it may not arrive.')
  if (doubts.length > 0) return { result: 'risky', reasons: [...reasons, ...doubts] }
  return { result: domain === 'unknown' ? 'unknown' : 'safe', reasons }
}

async function readMailDomain(
  domain: string,
  resolveMx: NonNullable<VerifierOptions['resolveMx']>,
  resolveHost: NonNullable<VerifierOptions['resolveHost']>,
): Promise<MailDomain> {
  try {
    const records = await resolveMx(domain)
    if (records.length === 1 && (records[0]!.exchange === '' || records[0]!.exchange === '.'))
      return 'refuses'
    if (records.length > 0) return 'mail'
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOTFOUND') return 'gone'
    if (code !== 'ENODATA') return 'unknown'
  }
  try {
    return (await resolveHost(domain)).length > 0 ? 'host-only' : 'none'
  } catch (error) {
    const code = codeOf(error)
    return code === 'ENOTFOUND' || code === 'ENODATA' ? 'none' : 'unknown'
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code
}

function systemMx(domain: string): Promise<MxRecord[]> {
  return new Promise((resolve, reject) => {
    new Resolver({ timeout: 3000, tries: 2 }).resolveMx(domain, (error, records) =>
      error ? reject(error) : resolve(records),
    )
  })
}

function systemHost(domain: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    new Resolver({ timeout: 3000, tries: 2 }).resolve4(domain, (error, records) =>
      error ? reject(error) : resolve(records),
    )
  })
}
