import { UNDO_HOURS } from '@goldpan/contract/tracking'

/** The headers of a request for a pixel or a link. */
export interface Visit {
  userAgent: string | null
  /** The Purpose, Sec-Purpose, X-Purpose or X-Moz header. */
  purpose: string | null
  method?: 'GET' | 'HEAD'
}

/** A visit as it is stored. */
export interface KeptVisit extends Visit {
  kind: 'open' | 'click'
  at: string
  /** The caller's network: /24, or /48 of IPv6. */
  source?: string | null
  /** Null if that is not known. */
  handed_over_at: string | null
  /** Id of the followed link. */
  link: string | null
}

export type OpenClass = 'human' | 'proxy_human' | 'machine' | 'scanner' | 'prefetch'

export interface Verdict {
  class: OpenClass
  /** The rule that decided. */
  rule: string
}

/** A click within 2 s of the hand-over is a gateway's. */
const TOO_SOON_MS = 2000
/** Three different links of a message, followed from one network within 2 s, are a gateway's clicks. */
const BURST_MS = 2000
const BURST_LINKS = 3

const SCANNERS = [
  // Programs that say what they are.
  /bot\b|crawl|spider|scan|scrapy|preview|externalhit|whatsapp|monitor|validator/i,
  // Libraries that programs are written with.
  /curl|wget|aria2|httpie|python|aiohttp|go-http-client|java\/|okhttp|libwww|http-?client|axios|node|undici|guzzle|faraday|\bruby\b|\bdart\b|postman/i,
  // Browsers without a person.
  /headless|phantomjs|puppeteer|playwright|selenium/i,
  // Gateways of companies.
  /barracuda|mimecast|proofpoint|safe-?links|symantec|messagelabs|trend ?micro|sophos|fireeye|trellix|zscaler|forcepoint|bitdefender|cloudmark|ironport|fortinet|fortimail|hornetsecurity|vade/i,
]

const RULES: { rule: string; class: OpenClass; holds: (visit: Visit) => boolean }[] = [
  {
    rule: 'prefetch-header',
    class: 'prefetch',
    holds: ({ purpose }) => /prefetch|prerender|preview/i.test(purpose ?? ''),
  },
  { rule: 'head', class: 'scanner', holds: ({ method }) => method === 'HEAD' },
  { rule: 'no-agent', class: 'scanner', holds: ({ userAgent }) => !userAgent?.trim() },
  // Apple Mail Privacy Protection fetches every picture ahead of time, with exactly this name.
  { rule: 'apple-privacy', class: 'machine', holds: ({ userAgent }) => userAgent === 'Mozilla/5.0' },
  // These fetch when a person opens the message, on the person's behalf.
  {
    rule: 'mail-proxy',
    class: 'proxy_human',
    holds: ({ userAgent }) =>
      /GoogleImageProxy|ggpht\.com|YahooMailProxy|(?:image|mail|outlook)[ -]?proxy/i.test(userAgent ?? ''),
  },
  {
    rule: 'scanner-agent',
    class: 'scanner',
    holds: ({ userAgent }) => SCANNERS.some((names) => names.test(userAgent ?? '')),
  },
]

/** Classifies a request by its headers. The first rule that holds decides. */
export function classifyVisit(visit: Visit): Verdict {
  const found = RULES.find(({ holds }) => holds(visit))
  return found ? { class: found.class, rule: found.rule } : { class: 'human', rule: 'person' }
}

/**
 * Classifies the visits to one message, clicks together with those around them. Reads nothing but stored facts, so old
 * visits can be judged again when a rule changes.
 */
export function judgeVisits(visits: readonly KeptVisit[]): Verdict[] {
  return visits.map((visit) => {
    const own = classifyVisit(visit)
    if (visit.kind === 'open' || !isOpen(own)) return own
    if (visit.handed_over_at !== null && msBetween(visit.handed_over_at, visit.at) < TOO_SOON_MS)
      return { class: 'scanner', rule: 'too-soon' }
    const near = visits.filter(
      (other) =>
        other.kind === 'click' &&
        other.source === visit.source &&
        Math.abs(msBetween(other.at, visit.at)) <= BURST_MS,
    )
    const links = new Set(near.map(({ link }) => link))
    return links.size >= BURST_LINKS ? { class: 'scanner', rule: 'burst' } : own
  })
}

const msBetween = (from: string, to: string): number => new Date(to).getTime() - new Date(from).getTime()

/** Enough to tell visits apart, too little to identify a person. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:/i, '')
  if (/^\d+(\.\d+){3}$/.test(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  const [head = ''] = plain.toLowerCase().split('::')
  const groups = [...head.split(':').filter(Boolean), '0', '0', '0'].slice(0, 3)
  return `${groups.join(':')}::/48`
}

/** Only a visit that may be a person's counts as an open. */
export const isOpen = ({ class: kind }: Pick<Verdict, 'class'>): boolean =>
  kind === 'human' || kind === 'proxy_human'

/** Gateways follow all links of a message within minutes of its arrival. */
const SCANNING_MS = 5 * 60_000

/** True if the page must wait for a click, since a scanner may have opened it. */
export function needsClick(visit: Visit, handedOverAt: string | null, now: Date): boolean {
  const isFresh = handedOverAt === null || now.getTime() - new Date(handedOverAt).getTime() < SCANNING_MS
  return isFresh || !isOpen(classifyVisit(visit))
}

/** The end of the time to undo an unsubscription; null once that is over. */
export function undoUntil(
  suppression: { reason: string; created_at: string } | null,
  now: Date,
): string | null {
  if (suppression?.reason !== 'unsubscribed') return null
  const until = new Date(new Date(suppression.created_at).getTime() + UNDO_HOURS * 3_600_000)
  return until > now ? until.toISOString() : null
}
