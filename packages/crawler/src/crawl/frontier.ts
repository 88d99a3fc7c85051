import { fold } from '../page/clean-text.ts'
import type { PageLink } from '../page/links.ts'
import { kindsIn, type PageKind, pathWords } from '../page/page-kind.ts'
import { isGivenName } from '../people/given-names.ts'
import { cleanUrl, pageKey, repeatsSegments, urlPattern } from './page-url.ts'

export interface Target {
  url: URL
  kind: PageLink['kind']
  score: number
  depth: number
}

const KIND_SCORE: Record<PageKind, number> = {
  contact: 100,
  imprint: 90,
  team: 80,
  about: 55,
  privacy: 12,
  links: -15,
  other: 0,
}
/** Sections with thousands of pages and hardly any contacts: offers, articles, logins. */
const NO_CONTACTS =
  /(?:^|[^a-z])(?:blog|news|aktuell|presse|artikel|article|post|category|kategorie|tag|tags|archiv|archive|produkt|product|shop|store|cart|warenkorb|checkout|kasse|login|log-in|anmelden|register|wp-login|account|konto|search|suche|calendar|kalender|event|veranstaltung|termine|galerie|gallery|galleria|fotos|bilder|video|rss|feed|agb|terms|conditions|cgv|widerruf|versand|shipping|faq|sitemap|jobs?|karriere|career|stellen|reviews?|bewertung|download|warenkorb|cookie|wishlist|compare|\d{4}\/\d{2})(?:[^a-z]|$)/
export const WORTH_A_VISIT = 40
const MAX_DEPTH = 3
const MAX_PER_PATTERN = 3
/** Sites with at most this many links are read completely. */
const SMALL_SITE = 14
/** Further pages of a small site to read once the first address was found. */
const MAX_EXTRAS = 6

/** Chooses the next page to read: contact, imprint, team and about pages first, then the others of a small site. */
export class Frontier {
  private readonly targets = new Map<string, Target>()
  private readonly taken = new Set<string>()
  private readonly patterns = new Map<string, number>()
  private known = 0
  private extras = 0

  add(
    links: readonly PageLink[],
    from: { depth: number; kinds: readonly PageKind[]; nofollow: boolean },
  ): void {
    for (const link of links) {
      const depth = link.kind === 'refresh' || link.kind === 'frame' ? from.depth : from.depth + 1
      if (depth > MAX_DEPTH) continue
      const url = cleanUrl(link.url)
      const key = pageKey(url.href)
      const score = scoreOf(link, url, from.kinds) - depth * 4
      if (this.taken.has(key) || isRefused(link, score, from.nofollow) || repeatsSegments(url)) continue
      const known = this.targets.get(key)
      if (!known) this.known++
      if (!known || known.score < score)
        this.targets.set(key, {
          url,
          kind: link.kind,
          score,
          depth: known ? Math.min(depth, known.depth) : depth,
        })
    }
  }

  markTaken(url: URL): void {
    const key = pageKey(url.href)
    this.taken.add(key)
    this.targets.delete(key)
  }

  /** Returns the best remaining page if it is worth reading. `isSearching`: nothing was found yet. */
  next(isSearching: boolean): Target | undefined {
    for (;;) {
      let best: [string, Target] | undefined
      for (const entry of this.targets) if (!best || entry[1].score > best[1].score) best = entry
      if (!best || !this.isWorthIt(best[1], isSearching)) return undefined
      const [key, target] = best
      this.targets.delete(key)
      this.taken.add(key)
      if (!this.isWithinPattern(target)) continue
      if (target.score < WORTH_A_VISIT) this.extras++
      return target
    }
  }

  private isWorthIt({ score, kind, depth }: Target, isSearching: boolean): boolean {
    if (score >= WORTH_A_VISIT) return true
    if (kind !== 'link' || score < -40) return false
    if (isSearching) return true
    return this.known <= SMALL_SITE && this.extras < MAX_EXTRAS && depth < MAX_DEPTH
  }

  private isWithinPattern({ url, score }: Target): boolean {
    const pattern = urlPattern(url.href)
    const count = (this.patterns.get(pattern) ?? 0) + 1
    this.patterns.set(pattern, count)
    return count <= (score >= WORTH_A_VISIT ? MAX_PER_PATTERN * 2 : MAX_PER_PATTERN)
  }
}

function isRefused(link: PageLink, score: number, pageNofollow: boolean): boolean {
  if (link.kind === 'refresh' || link.kind === 'frame') return false
  if (pageNofollow) return true
  // Imprints are often 'nofollow' for search engines. Other such links may be traps.
  return link.nofollow && score < 60
}

function scoreOf(link: PageLink, url: URL, fromKinds: readonly PageKind[]): number {
  if (link.kind === 'refresh' || link.kind === 'frame') return 150
  const path = pathWords(url)
  const kinds = [...new Set([...kindsIn(link.text), ...kindsIn(path)])]
  if (link.kind === 'vcard') return 70
  if (link.kind === 'pdf')
    return kinds.some((kind) => kind === 'contact' || kind === 'team' || kind === 'imprint') ? 45 : -100
  if (link.kind === 'script') return 50
  const best = Math.max(...kinds.map((kind) => KIND_SCORE[kind]), kinds.length > 0 ? -100 : 0)
  const text = fold(link.text)
  const penalty = NO_CONTACTS.test(` ${fold(path)} `) || NO_CONTACTS.test(` ${text} `) ? 35 : 0
  const person = fromKinds.includes('team') && looksLikePerson(link.text) ? 75 : 0
  const isLong = text.length > 60 ? 10 : 0
  return Math.max(best, person) + (link.inFooter ? 3 : 0) - penalty - isLong
}

function looksLikePerson(text: string): boolean {
  const words = text.split(/\s+/).filter((word) => /^\p{Lu}/u.test(word))
  return (
    words.length >= 2 &&
    words.length <= 6 &&
    words.some((word) => isGivenName(word.replace(/[^\p{L}-]/gu, '')))
  )
}
