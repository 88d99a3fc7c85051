import { UNDO_HOURS } from '@goldpan/contract/tracking'

/** What is known of whoever asks for a picture or opens a link. */
export interface Visit {
  userAgent: string | null
  /** The Purpose, Sec-Purpose, X-Purpose or X-Moz header. */
  purpose: string | null
}

export type OpenClass = 'human' | 'proxy_human' | 'machine' | 'scanner' | 'prefetch'

export interface Verdict {
  class: OpenClass
  /** The rule that said so, so that stored events can be judged again. */
  rule: string
}

const RULES: { rule: string; class: OpenClass; holds: (visit: Visit) => boolean }[] = [
  {
    rule: 'prefetch-header',
    class: 'prefetch',
    holds: ({ purpose }) => /prefetch|prerender|preview/i.test(purpose ?? ''),
  },
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
    holds: ({ userAgent }) =>
      /bot\b|crawl|spider|scan|curl|wget|python|go-http-client|java\/|libwww|httpclient|axios|node|undici|postman|headless|phantomjs|puppeteer|playwright|barracuda|mimecast|proofpoint|safe-?links|symantec|messagelabs|trend ?micro|sophos|fireeye|trellix|zscaler|forcepoint|bitdefender|cloudmark|ironport/i.test(
        userAgent ?? '',
      ),
  },
]

/** Who loaded a picture, judged by what the request says of itself; the first rule that holds decides. */
export function classifyVisit(visit: Visit): Verdict {
  const found = RULES.find(({ holds }) => holds(visit))
  return found ? { class: found.class, rule: found.rule } : { class: 'human', rule: 'person' }
}

/** Only what may be a person's counts as an open. */
export const isOpen = ({ class: kind }: Pick<Verdict, 'class'>): boolean =>
  kind === 'human' || kind === 'proxy_human'

/** Gateways follow all links of a message within minutes of its arrival. */
const SCANNING_MS = 5 * 60_000

/** Whether a person has to click before the page unsubscribes: a script alone would obey a scanner. */
export function needsClick(visit: Visit, handedOverAt: string | null, now: Date): boolean {
  const isFresh = handedOverAt === null || now.getTime() - new Date(handedOverAt).getTime() < SCANNING_MS
  return isFresh || !isOpen(classifyVisit(visit))
}

/** Until when an unsubscription can be taken back; null when it can't any more. */
export function undoUntil(
  suppression: { reason: string; created_at: string } | null,
  now: Date,
): string | null {
  if (suppression?.reason !== 'unsubscribed') return null
  const until = new Date(new Date(suppression.created_at).getTime() + UNDO_HOURS * 3_600_000)
  return until > now ? until.toISOString() : null
}
