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
  /** The client's network: /24, or /48 for IPv6. */
  source?: string | null
  /** Null if unknown. */
  handed_over_at: string | null
  /** Id of the link that was followed. */
  link: string | null
}

export type OpenClass = 'human' | 'proxy_human' | 'machine' | 'scanner' | 'prefetch'

export interface Verdict {
  class: OpenClass
  /** The rule that decided. */
  rule: string
}

/** Gateways click within 2 s of the hand-over. */
const TOO_SOON_MS = 2000
/** A gateway follows three different links of a message from one network within 2 s. */
const BURST_MS = 2000
const BURST_LINKS = 3

const SCANNERS = [
  // Self-declared bots.
  /bot\b|crawl|spider|scan|scrapy|preview|externalhit|whatsapp|monitor|validator/i,
  // HTTP libraries.
  /curl|wget|aria2|httpie|python|aiohttp|go-http-client|java\/|okhttp|libwww|http-?client|axios|node|undici|guzzle|faraday|\bruby\b|\bdart\b|postman/i,
  // Headless browsers.
  /headless|phantomjs|puppeteer|playwright|selenium/i,
  // Corporate mail gateways.
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
  // Apple Mail Privacy Protection prefetches images with exactly this user agent.
  { rule: 'apple-privacy', class: 'machine', holds: ({ userAgent }) => userAgent === 'Mozilla/5.0' },
  // Proxies that fetch on a person's behalf when the message is opened.
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

/** Classifies a request by its headers. The first matching rule decides. */
export function classifyVisit(visit: Visit): Verdict {
  const found = RULES.find(({ holds }) => holds(visit))
  return found ? { class: found.class, rule: found.rule } : { class: 'human', rule: 'person' }
}

/**
 * Classifies the visits to one message; clicks depend on those around them. Uses stored facts only, so that old
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

/** Distinguishes visits without identifying a person. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:/i, '')
  if (/^\d+(\.\d+){3}$/.test(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  const [head = ''] = plain.toLowerCase().split('::')
  const groups = [...head.split(':').filter(Boolean), '0', '0', '0'].slice(0, 3)
  return `${groups.join(':')}::/48`
}

/** True unless a machine opened it. */
export const isOpen = ({ class: kind }: Pick<Verdict, 'class'>): boolean =>
  kind === 'human' || kind === 'proxy_human'

/** Gateways follow all links within minutes of a message's arrival. */
const SCANNING_MS = 5 * 60_000

/** True if a scanner may have opened the page, which then waits for a click. */
export function needsClick(visit: Visit, handedOverAt: string | null, now: Date): boolean {
  const isFresh = handedOverAt === null || now.getTime() - new Date(handedOverAt).getTime() < SCANNING_MS
  return isFresh || !isOpen(classifyVisit(visit))
}

/** When the undo of an unsubscription expires; null if it has. */
export function undoUntil(
  suppression: { reason: string; created_at: string } | null,
  now: Date,
): string | null {
  if (suppression?.reason !== 'unsubscribed') return null
  const until = new Date(new Date(suppression.created_at).getTime() + UNDO_HOURS * 3_600_000)
  return until > now ? until.toISOString() : null
}
