import { organizationalDomain } from '@goldpan/campaign-mail/address'

/** Who runs well-known mail servers, by the domain that their MX records end in. */
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
 * Who runs the mail servers of a domain. Most business domains sit at a few providers, whose patience is counted per
 * sender and not per recipient's domain. Without a known server, the domain stands for itself.
 */
export function groupOf(domain: string, exchanges: readonly string[]): string {
  const first = exchanges[0]?.toLowerCase().replace(/\.$/, '')
  if (!first) return domain
  return OWNERS.find(([pattern]) => pattern.test(first))?.[1] ?? organizationalDomain(first) ?? domain
}

/** The group of domains that take no mail (RFC 7505: one MX record, naming the root). No server has this name. */
export const TAKES_NO_MAIL = 'takes no mail'

export const isNullMx = (exchanges: readonly string[]): boolean =>
  exchanges.length === 1 && /^\.?$/.test(exchanges[0]!)

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** How much of a rate may be made up for after a pause, in messages. */
const BURST = 1
/** Of a limit that was promised, so much is used: a clock on the other side counts differently. */
const SHARE_OF_RATE = 0.9

export interface Turn {
  /** How many may start now. */
  count: number
  next_at: Date
}

/** How many messages a rate allows now, when the next one may start at `nextAt`. */
export function takeTurns(perSecond: number, nextAt: Date | null, now: Date, wanted: number): Turn {
  const interval = 1000 / (perSecond * SHARE_OF_RATE)
  const burst = Math.max(BURST, Math.round(perSecond * 0.05))
  const from = Math.max(nextAt?.getTime() ?? 0, now.getTime() - (burst - 1) * interval)
  const free = from > now.getTime() ? 0 : Math.floor((now.getTime() - from) / interval) + 1
  const count = Math.min(wanted, free)
  return { count, next_at: new Date(from + count * interval) }
}

/** A group that asked for less gets one message a minute for so long. */
export const SLOW_MS = 90 * 60_000
export const SLOW_GAP_MS = 60_000
