import { organizationalDomain } from '@goldpan/campaign-mail/address'

/** Operators of well-known mail servers, by the domain of their MX hosts. */
const OWNERS: readonly [RegExp, string][] = [
  [/(^|\.)(google|googlemail|psmtp)\.com$/, 'Google'],
  [/(^|\.)(outlook|hotmail|office365)\.com$/, 'Microsoft'],
  [/(^|\.)yahoodns\.net$/, 'Yahoo'],
  [/(^|\.)(icloud|apple|me)\.com$/, 'Apple'],
  [/(^|\.)(mimecast)\.(com|co\.za)$/, 'Mimecast'],
  [/(^|\.)(pphosted|ppe-hosted)\.com$/, 'Proofpoint'],
  [/(^|\.)(barracudanetworks|cudamail)\.com$/, 'Barracuda'],
  [/(^|\.)(messagelabs|symanteccloud)\.com$/, 'Symantec'],
  [/(^|\.)(zoho|zohomail)\.(com|eu|in)$/, 'Zoho'],
  [/(^|\.)(kundenserver\.de|1and1\.com|ionos\.(com|de|co\.uk|fr|es|it))$/, 'IONOS'],
  [/(^|\.)secureserver\.net$/, 'GoDaddy'],
  [/(^|\.)(ovh|mail\.ovh)\.net$/, 'OVH'],
  [/(^|\.)gandi\.net$/, 'Gandi'],
  [/(^|\.)(comcast)\.net$/, 'Comcast'],
]

/**
 * The operator of a domain's mail servers. Most business domains use a few providers, which count messages per sender
 * rather than per recipient domain. An unknown server's domain is a group of its own.
 */
export function groupOf(domain: string, exchanges: readonly string[]): string {
  const first = exchanges[0]?.toLowerCase().replace(/\.$/, '')
  if (!first) return domain
  return OWNERS.find(([pattern]) => pattern.test(first))?.[1] ?? organizationalDomain(first)
}

/** The group of domains that take no mail (RFC 7505: a single MX record for the root). No operator has this name. */
export const TAKES_NO_MAIL = 'takes no mail'

export const isNullMx = (exchanges: readonly string[]): boolean =>
  exchanges.length === 1 && /^\.?$/.test(exchanges[0]!)

/** Messages that may be sent at once after an idle time. */
const BURST = 1
/** Use 90 % of the advertised rate limit; clocks differ. */
const SHARE_OF_RATE = 0.9

export interface Permit {
  /** Messages that may start now. */
  count: number
  next_at: Date
}

/** Messages that a rate allows now, if the next one may start at `nextAt`. */
export function permitStarts(perSecond: number, nextAt: Date | null, now: Date, wanted: number): Permit {
  const interval = 1000 / (perSecond * SHARE_OF_RATE)
  const burst = Math.max(BURST, Math.round(perSecond * 0.05))
  const from = Math.max(nextAt?.getTime() ?? 0, now.getTime() - (burst - 1) * interval)
  const free = from > now.getTime() ? 0 : Math.floor((now.getTime() - from) / interval) + 1
  const count = Math.min(wanted, free)
  return { count, next_at: new Date(from + count * interval) }
}

/** How long a group that asked for less gets only one message a minute. */
export const SLOW_MS = 90 * 60_000
export const SLOW_GAP_MS = 60_000
