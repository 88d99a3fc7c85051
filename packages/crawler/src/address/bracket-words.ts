import { normalizeAddress } from './address.ts'
import type { AddressMatch } from './match.ts'

/**
 * Words for '@' and '.' by language. Every page is tried with all of them: an author may write another language than
 * the page's.
 */
const AT = {
  english: ['at', 'att'],
  german: ['ät', 'aet', 'ad', 'affe', 'klammeraffe', 'bei'],
  french: ['arobase', 'arobas', 'arrobase', 'chez', 'à', 'a commercial'],
  spanish: ['arroba', 'en'],
  italian: ['chiocciola', 'chiocciolina', 'presso'],
  dutch: ['apenstaartje', 'apestaartje', 'apenstaart', 'apestaart', 'bij'],
  polish: ['małpa', 'malpa', 'małpka', 'na'],
  portuguese: ['arrova'],
  czech: ['zavináč', 'zavinac', 'zavinač', 'zav'],
  swedish: ['snabel-a', 'snabela', 'snabel a', 'snabel'],
  danish: ['snabel-å', 'hos', 'krøllalfa', 'krollalfa', 'alfakrøll'],
  finnish: ['at-merkki', 'ät-merkki', 'miukumauku', 'miuku', 'ättä'],
  hungarian: ['kukac', 'csiga'],
  others: ['собака', 'эт', 'et', 'arond', 'kuyruklu a', 'παπάκι', 'majmun', 'afna', 'eta', 'æt'],
  signs: ['@', 'a', '(a)', 'ª'],
} as const
const DOT = {
  english: ['dot', 'd0t', 'period', 'dott'],
  german: ['punkt', 'pkt', 'pünktchen'],
  french: ['point', 'pt'],
  spanish: ['punto', 'pto'],
  italian: ['punto'],
  dutch: ['punt'],
  polish: ['kropka', 'kropa'],
  portuguese: ['ponto'],
  czech: ['tečka', 'tecka', 'bodka'],
  swedish: ['prick', 'punkten'],
  danish: ['punktum', 'prik'],
  finnish: ['piste'],
  hungarian: ['pont'],
  others: ['точка', 'тчк', 'punct', 'nokta', 'τελεία', 'točka', 'tocka', 'pika'],
  signs: ['.', '·'],
} as const

const alternatives = (table: Record<string, readonly string[]>, only?: (word: string) => boolean): string =>
  [...new Set(Object.values(table).flat())]
    .filter((word) => only?.(word) ?? true)
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.()]/g, '\\$&'))
    .join('|')

const isSpelled = (word: string): boolean => /^\p{L}{2}[\p{L} -]+$/u.test(word) || word === 'at'
const OPEN = '[\\[({<«‹|*_~^/=]{1,3}'
const CLOSE = '[\\])}>»›|*_~^/=]{1,3}'
const BRACKETED_AT = new RegExp(`${OPEN} {0,2}(?:${alternatives(AT)}) {0,2}${CLOSE}`, 'giu')
/** `-at-`, `--at--`, ` -at- `, `+at+`. */
const FENCE = '[-–—+!#:]{1,3}'
const HYPHENED_AT = new RegExp(` ?${FENCE}(?:ät|${alternatives(AT, isSpelled)})${FENCE} ?`, 'giu')
const SPELLED_AT = new RegExp(` (?:${alternatives(AT, isSpelled)}) `, 'giu')
const DOT_SIGN = new RegExp(
  `(?: {0,2}${OPEN} {0,2}(?:${alternatives(DOT)}) {0,2}${CLOSE} {0,2}| {1,2}(?:${alternatives(DOT, isSpelled)}) {1,2}| {0,2}${FENCE}(?:${alternatives(DOT, isSpelled)})${FENCE} {0,2}| \\. |\\.)`,
  'iuy',
)
const LABEL = /[a-z0-9\u00c0-\u024f][a-z0-9\u00c0-\u024f-]{0,62}/iuy
const UNMISTAKABLE =
  /affe|arobas|arroba|chiocciol|a(?:pen|pe)staart|ma[łl]p|zavin|snabel|merkki|miuk|kukac|kr[øo]llalfa|собака/i
/** The label pattern also matches '-dot-'. */
const HYPHENED_DOT = new RegExp(`-+(?:${alternatives(DOT, isSpelled)})-`, 'iu')
const MAX_LABELS = 6

export interface SpelledMatch extends AddressMatch {
  /** At least one dot of the domain is a word too. */
  dotsSpelled: boolean
  /** Both words are in capitals, which doesn't happen in prose. */
  capitals: boolean
  /** The word for '@' has no other meaning: arroba, chiocciola, kukac. */
  unmistakable: boolean
}

/** Necessary for BRACKETED_AT to match, and much cheaper to search for in a whole page. */
const MAY_BE_BRACKETED = /[[({<«‹|*_~^/=] ?(?:[@aAäÄàÀæÆªkKcCzZsSmMnNpPhHbBeE]|[^\x00-\x7f])/

/** `info [at] oak (dot) com` in any of the languages; also `[@]`, `{a}`, `<at>`, `*at*`. */
export function findBracketed(text: string): AddressMatch[] {
  return MAY_BE_BRACKETED.test(text) ? collect(text, BRACKETED_AT) : []
}

/** `info-at-oak-dot-com`. Names contain hyphens too, so callers need further evidence. */
export function findHyphened(text: string): SpelledMatch[] {
  return collect(text, HYPHENED_AT)
}

const SPELLED_CAPITALS = new RegExp(` (?:${alternatives(AT, isSpelled).toUpperCase()}) (?=[a-zA-Z0-9])`, 'u')

/** True if the text has capitals, or one of the domains after a space. Plain words alone are no evidence. */
export function maySpell(text: string, domains: readonly string[]): boolean {
  return (
    SPELLED_CAPITALS.test(text) ||
    domains.some((domain) => text.toLowerCase().includes(` ${domain.split('.')[0]}`))
  )
}

/** `orders at oak dot com`. These are ordinary words, so callers need further evidence. */
export function findSpelled(text: string): SpelledMatch[] {
  return collect(text, SPELLED_AT).filter((match) => match.dotsSpelled || match.unmistakable)
}

/**
 * Everything that could be a spelled address, without any evidence. For removing addresses from texts, not for
 * contacting people.
 */
export function findEverySpelling(text: string): AddressMatch[] {
  return [BRACKETED_AT, HYPHENED_AT, SPELLED_AT].flatMap((sign) => collect(text, sign))
}

function collect(text: string, sign: RegExp): SpelledMatch[] {
  const found: SpelledMatch[] = []
  for (const match of text.matchAll(sign)) {
    const domain = readDomain(text, match.index + match[0].length)
    const local = domain && readLocal(text, match.index)
    if (!local) continue
    const email = normalizeAddress(`${local.text}@${domain.text}`)
    if (!email) continue
    const capitals = /^[\s-]?\p{Lu}{2,}/u.test(match[0]) && domain.capitals
    const unmistakable = UNMISTAKABLE.test(match[0]) || /^\s(?:AT|ÄT)\s$/.test(match[0])
    found.push({
      email,
      start: local.start,
      end: domain.end,
      dotsSpelled: domain.dotsSpelled,
      capitals,
      unmistakable,
    })
    if (found.length >= 200) break
  }
  return found
}

function readLocal(text: string, end: number): { text: string; start: number } | undefined {
  const before = text.slice(Math.max(0, end - 90), end).replace(/ {0,3}$/, '')
  const spelled =
    /[a-z0-9._%+-]{1,64}(?:\s?[[({<]\s?(?:dot|punkt|point|punto|ponto|punt|kropka|\.)\s?[\])}>]\s?[a-z0-9_%+-]{1,40}){0,3}$/i.exec(
      before,
    )
  if (!spelled) return undefined
  const wide = before[spelled.index - 1]
  if (wide && /[\u00c0-\u052f@]/.test(wide)) return undefined
  const local = spelled[0].replace(/\s?[[({<]\s?[a-z.]+\s?[\])}>]\s?/gi, '.').replace(/^[.+-]+|[.+-]+$/g, '')
  return local === '' ? undefined : { text: local, start: Math.max(0, end - 90) + spelled.index }
}

interface SpelledDomain {
  text: string
  end: number
  dotsSpelled: boolean
  capitals: boolean
}

function readDomain(text: string, from: number): SpelledDomain | undefined {
  let at = from
  while (text[at] === ' ' && at < from + 3) at++
  const labels: { text: string; end: number; dot: string }[] = []
  let dot = ''
  while (labels.length < MAX_LABELS) {
    const label = stickyMatch(LABEL, text, at)
    if (!label) break
    const cut = label.search(HYPHENED_DOT)
    const own = cut < 0 ? label : label.slice(0, cut)
    at += own.length
    labels.push({ text: own.replace(/-+$/, ''), end: at, dot })
    dot = stickyMatch(DOT_SIGN, text, at) ?? ''
    if (dot === '') break
    at += dot.length
  }
  for (; labels.length >= 2; labels.pop()) {
    const domain = labels.map((label) => label.text).join('.')
    if (!normalizeAddress(`x@${domain}`)) continue
    const dots = labels.slice(1).map((label) => label.dot)
    return {
      text: domain,
      end: labels.at(-1)!.end,
      dotsSpelled: dots.some((sign) => sign !== '.'),
      capitals: dots.some((sign) => /\p{Lu}{2,}/u.test(sign)),
    }
  }
  return undefined
}

function stickyMatch(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}
