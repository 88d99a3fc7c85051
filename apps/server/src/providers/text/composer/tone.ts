import { findSpamPhrases } from '../spam-phrases.ts'
import type { Detected, Language } from './language.ts'

/** Removable words, and milder ones for those that carry meaning. */
const MILDER: Record<Language, [RegExp, string][]> = {
  en: [
    [/\b(?:100 ?%|absolutely|completely|totally) free\b/giu, 'free of charge'],
    [/,? ?\b(?:and )?no[- ]obligation\b/giu, ''],
    [/\b(?:amazing|incredible|unbeatable|revolutionary|world-class|game-changing) /giu, ''],
    [/\bspecial (?=offers?|promotion)/giu, ''],
    [/\bmoney-back guarantee\b/giu, 'refund guarantee'],
    [
      /^(?:limited[- ]time(?: offer| only)?|hurry|act now|last chance|don['’]t miss (?:out|it|this))[:,!–—-]+\s*/giu,
      '',
    ],
    [/[,:–—-]? ?(?:for a )?limited[- ]time only|[,:–—-]? while (?:stocks?|supplies) lasts?/giu, ''],
  ],
  de: [
    [/(?:100 ?%|absolut|völlig) (?=gratis|kostenlos)/giu, ''],
    [/(?<!\p{L})(?:unschlagbar|unglaublich|sensationell|revolutionär)(?:e[nmrs]?)? /giu, ''],
    [/(?<!\p{L})(?:Sonder|Super-?)[Aa]ngebot(?=e?(?!\p{L}))/gu, 'Angebot'],
    [
      /^(?:sonderangebot|aktion|nur (?:heute|für kurze zeit)|letzte chance|jetzt zugreifen|jetzt zuschlagen)[:,!–—-]+\s*/giu,
      '',
    ],
    [/[,:–—-]? ?nur (?:heute|für kurze zeit)|[,:–—-]? solange (?:der )?vorrat reicht/giu, ''],
  ],
  fr: [
    [/(?:100 ?%|totalement|entièrement|complètement) (?=gratuit)/giu, ''],
    [/ (?:imbattables?|incroyables?|révolutionnaires?)(?!\p{L})/giu, ''],
    [
      /^(?:offre (?:limitée|exceptionnelle|exclusive|spéciale)|dernière chance|durée limitée|offre à durée limitée)\s?[:,!–—-]+\s*/giu,
      '',
    ],
    [/offre (?:limitée|exceptionnelle|exclusive|spéciale)/giu, 'offre'],
    [/[,:–—-]? ?(?:pour une )?durée limitée|[,:–—-]? jusqu['’]à épuisement des stocks/giu, ''],
  ],
  it: [
    [/(?:100 ?% |completamente )(?=gratis|gratuit)/giu, ''],
    [/ (?:imbattibil[ei]|incredibil[ei]|rivoluzionari[oaei])(?!\p{L})/giu, ''],
    [/^offerta (?:limitata|imperdibile|speciale|esclusiva)[:,!–—-]+\s*/giu, ''],
    [/offert(a|e) (?:limitat[ae]|imperdibil[ie]|special[ie]|esclusiv[ae])/giu, 'offert$1'],
    [/^(?:ultima occasione|tempo limitato|solo per poco)[:,!–—-]+\s*/giu, ''],
    [/[,:–—-]? ?(?:per un )?tempo limitato|[,:–—-]? fino a esaurimento scorte/giu, ''],
  ],
  es: [
    [/(?:100 ?% |totalmente )(?=gratis|gratuit)/giu, ''],
    [/ (?:imbatibles?|increíbles?|revolucionari[oa]s?)(?!\p{L})/giu, ''],
    [/^oferta (?:limitada|especial|exclusiva|única)[:,!–—-]+\s*/giu, ''],
    [/oferta (?:limitada|especial|exclusiva|única|por tiempo limitado)/giu, 'oferta'],
    [/^(?:última oportunidad|tiempo limitado|solo por hoy)[:,!–—-]+\s*/giu, ''],
    [/[,:–—-]? ?(?:por )?tiempo limitado|[,:–—-]? hasta agotar existencias/giu, ''],
  ],
}

/**
 * Removes shouting, exclamation marks and empty praise. Null if only advertising is left, or for a question: the
 * letter ends with its own.
 */
export function calmed(sentence: string, language: Detected, lowered: ReadonlySet<string>): string | null {
  const quiet = withoutShouting(sentence, language, lowered)
  const mild =
    language === 'other'
      ? quiet
      : MILDER[language].reduce((text, [from, to]) => text.replace(from, to), quiet)
  const tidy = tidied(mild)
  if (!/\p{L}{2}/u.test(tidy) || /[?？](?!\S*=)/u.test(tidy) || findSpamPhrases(tidy, language).length > 0)
    return null
  return capitalised(tidy)
}

function tidied(text: string): string {
  return text
    .replace(/¡/g, '')
    .replace(/[*_~#`]{1,3}(?=\S)|(?<=\S)[*_~#`]{1,3}/g, '')
    .replace(/！/g, '。')
    .replace(/!+(?=[?.]|\s*\))/g, '')
    .replace(/!+/g, '.')
    .replace(/\.{2,}|…/g, '.')
    .replace(/\?{2,}/g, '?')
    .replace(/\s+([,.)])/g, '$1')
    .replace(/\s{2,}/g, ' ')
    .replace(/^[\s,;:.–—-]+|[\s,;:–—-]+$/g, '')
    .trim()
}

const words = (text: string) => text.match(/[\p{L}][\p{L}'’-]*/gu) ?? []
const isShouted = (word: string) =>
  word.length >= 2 && word === word.toUpperCase() && word !== word.toLowerCase()

/** Words that the copy also writes in lower case. In capitals they are emphasis, not names. */
export function wordsInLowerCase(copy: string): Set<string> {
  const plain = copy
    .split(/\s+/)
    .filter((token) => !/@|:\/\/|www\.|\w\.\w/.test(token))
    .join(' ')
  return new Set(words(plain).filter((word) => word.length >= 2 && word === word.toLowerCase()))
}

const LOUD =
  /^(?:free|now|new|sale|best|only|today|save|offer|limited|all|never|always|more|every|no|not|and|or|your|you|the|we|our|gratis|jetzt|neu|nur|heute|sofort|angebot|kostenlos|gratuit|gratuite|offert|nouveau|maintenant|promo|nuovo|ora|subito|solo|gratuito|oferta|nuevo|ahora|hoy)$/iu

function withoutShouting(sentence: string, language: Detected, lowered: ReadonlySet<string>): string {
  const all = words(sentence)
  const shouted = all.filter(isShouted)
  const isAllLoud = shouted.length >= 3 && shouted.join('').length > all.join('').length * 0.7
  const quieter = sentence.replace(/\p{L}[\p{L}\p{N}'’-]*/gu, (word) => {
    // Leave codes such as SPRING20 alone.
    if (!isShouted(word) || /\p{N}/u.test(word) || isAcronym(word)) return word
    const quiet = word.toLowerCase()
    if (lowered.has(quiet) || LOUD.test(quiet)) return quiet
    return isAllLoud ? quietWord(quiet, language) : word
  })
  if (!isAllLoud || language !== 'de') return quieter
  return quieter.replace(/(?<=\b(?:wir|sie) )\p{Lu}\p{Ll}+e?n\b/giu, (verb) => verb.toLowerCase())
}

const ACRONYMS =
  /^(?:AG|UG|SA|SL|KG|IT|SEO|EU|UK|USA|GPS|LED|PV|WC|TV|PDF|CRM|ERP|CHF|EUR|USD|GBP|HVAC|BBQ|VAT|IVA|TVA|DSGVO|GDPR|RGPD|POS|CCTV|MOT|PR|HR|IBAN|GMBH|SARL|SRL|SPA|KMU|PME|PMI|3D|QR|WLAN|ISO|CE|BIO)$/
const isAcronym = (word: string) => ACRONYMS.test(word)

const GERMAN_LOWER =
  /^(?:der|die|das|und|in|von|zu|mit|für|auf|ist|im|den|dem|des|eine?[mnrs]?|wir|uns(?:er\p{L}{0,2})?|nicht|auch|bei|aus|nach|ab|bis|oder|sich|sind|wird|kann|hat|haben|zum|zur|als|an|pro|nur|mehr|ohne|über|vom|seit|dass|wenn|wie|alle[nrs]?|um|so|es|er|noch|schon|jed\p{L}{1,2}|kein\p{L}{0,2}|gegen|unter|per|am|vor|durch|auf|\p{L}+(?:ieren|lich|liche[nrs]?|ige[nrs]?|ische[nrs]?|los|lose[nrs]?))$/u

/** German capitalises nouns: all but short words get their capital back. */
function quietWord(quiet: string, language: Detected): string {
  if (language !== 'de' || GERMAN_LOWER.test(quiet)) return quiet
  return capitalised(quiet)
}

/** Capitalises the first letter, but not of words like "iPhone" or "e-bike". */
export function capitalised(text: string): string {
  return /^\p{Ll}(?!\p{Lu}|-\p{L})/u.test(text) ? text[0]!.toUpperCase() + text.slice(1) : text
}

/** Switzerland writes "ss" for "ß". Follow the copy. */
export function spelled(text: string, source: string): string {
  const isSwiss =
    /\b(?:CHF|Fr\.|Franken|Schweiz\p{L}*|Grüezi)|(?:gro|sü|wei|hei)ss\p{L}*|\p{L}*strasse/iu.test(source) &&
    !source.includes('ß')
  return isSwiss ? text.replaceAll('ß', 'ss') : text
}
