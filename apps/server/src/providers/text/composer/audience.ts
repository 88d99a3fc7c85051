import { ADJECTIVES, TRADES, TRIGGERS } from './audience-words.ts'
import { LANGUAGES, type Language } from './language.ts'

/** Whom the copy is made for, in the form that the openings need (German: dative plural); null when it does not say. */
export function findAudience(copy: string, language: Language): string | null {
  const found = PATTERNS[language].exec(copy)
  if (!found) return null
  // A list that goes on with something unknown would name only some of those who are meant.
  const rest = copy.slice(found.index + found[0].length)
  if (
    /^\s*(?:,\s*\p{L}+(?:\s\p{L}+)?\s*(?:,|and|und|et|e|y)\s|,?\s?(?:and|und|et|e|y|&|or|oder|ou|o)\s\p{L})/iu.test(
      rest,
    )
  )
    return null
  // "schools of music" and "hôtels particuliers" are others than the word alone says; the end of a list is but a part.
  if (NARROWED.test(rest) || /(?:,|\s(?:and|und|et|e|y))\s*$/iu.test(copy.slice(0, found.index))) return null
  if (NO_BUSINESS.test(found[1]!)) return null
  const text = found[1]!.replace(INNER_ARTICLE[language], '$1').replace(/\s&\s/, ` ${AND[language]} `)
  return language === 'de' ? germanDative(text) : keepCapitals(text)
}

const NARROWED =
  /^\s(?:particuliers|privés|(?:(?:of|de|di)\s|d['’])(?!(?:la|le|les|los|las)\s|l['’])\p{Ll}{3,})/u

/** Where the work is done, which is nobody to write to. */
const NO_BUSINESS =
  /(?<!\p{L})(?:offices|office buildings|construction sites|households|Büros|Baustellen|Lager|bureaux|chantiers|uffici|cantieri|oficinas|obras|locales)(?!\p{L})/iu

/** Small letters but for what is written in capitals, as "B&Bs". */
const keepCapitals = (text: string) =>
  text.replace(/\p{L}[\p{L}&]*/gu, (word) => (/\p{Lu}.*\p{Lu}/u.test(word) ? word : word.toLowerCase()))

/** "restaurants, les hôtels et les bars": the list reads on without its articles. */
const INNER_ARTICLE: Record<Language, RegExp> = {
  en: /(, | and )the /giu,
  de: /(, | und )die /giu,
  fr: /(, | et )(?:les|des|aux) /giu,
  it: /(, | e )(?:i|gli|le|ai|agli|alle) /giu,
  es: /(, | y )(?:los|las|a) /giu,
}

const AND: Record<Language, string> = { en: 'and', de: 'und', fr: 'et', it: 'e', es: 'y' }

const ARTICLES: Record<Language, string> = {
  en: '(?:the )?',
  de: '(?:die )?',
  fr: '(?:les |des |aux )?',
  it: '(?:i |gli |le |ai |agli |alle )?',
  es: '(?:los |las |a )?',
}

const PATTERNS = Object.fromEntries(LANGUAGES.map((language) => [language, pattern(language)])) as Record<
  Language,
  RegExp
>

/** A trigger, then one trade or a list of up to four that are all known. */
function pattern(language: Language): RegExp {
  const trade = `(?:${ADJECTIVES[language]} )?(?:${longestFirst(TRADES[language])})`
  const article = ARTICLES[language]
  const joined = `${trade}(?:(?:, ${article}${trade}){0,2},? (?:${AND[language]}|&) ${article}${trade})?`
  return new RegExp(`(?<!\\p{L})(?:${TRIGGERS[language]}) ${article}(${joined})(?!\\p{L})`, 'iu')
}

/** "kleine Betriebe" becomes "kleinen Betrieben"; plurals in -s and -n stay. */
function germanDative(text: string): string {
  return text.replace(/[\p{L}-]+/gu, (word) =>
    word === 'und' || word === 'KMU' || /[ns]$/.test(word) ? word : `${word}n`,
  )
}

/** Of two that begin alike, the one that says more. */
function longestFirst(words: string): string {
  return words
    .split('|')
    .toSorted((a, b) => b.length - a.length)
    .join('|')
}
