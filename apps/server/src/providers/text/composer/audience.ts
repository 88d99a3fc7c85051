import { ADJECTIVES, TRADES, TRIGGERS } from './audience-words.ts'
import { LANGUAGES, type Language } from './language.ts'

/** The copy's audience in the form that openings need (German: dative plural). Null if it names none. */
export function findAudience(copy: string, language: Language): string | null {
  const found = PATTERNS[language].exec(copy)
  if (!found) return null
  // A list with an unknown item is dropped whole: a part of it would exclude people.
  const rest = copy.slice(found.index + found[0].length)
  if (
    /^\s*(?:,\s*\p{L}+(?:\s\p{L}+)?\s*(?:,|and|und|et|e|y)\s|,?\s?(?:and|und|et|e|y|&|or|oder|ou|o)\s\p{L})/iu.test(
      rest,
    )
  )
    return null
  // "schools of music" and "hôtels particuliers" are not the trade alone, and the end of a list is only a part.
  if (NARROWED.test(rest) || /(?:,|\s(?:and|und|et|e|y))\s*$/iu.test(copy.slice(0, found.index))) return null
  if (NO_BUSINESS.test(found[1]!)) return null
  const text = found[1]!.replace(INNER_ARTICLE[language], '$1').replace(/\s&\s/, ` ${AND[language]} `)
  return language === 'de' ? germanDative(text) : keepCapitals(text)
}

const NARROWED =
  /^\s(?:particuliers|privés|(?:(?:of|de|di)\s|d['’])(?!(?:la|le|les|los|las)\s|l['’])\p{Ll}{3,})/u

/** Places of work, which can't be written to. */
const NO_BUSINESS =
  /(?<!\p{L})(?:offices|office buildings|construction sites|households|Büros|Baustellen|Lager|bureaux|chantiers|uffici|cantieri|oficinas|obras|locales)(?!\p{L})/iu

/** Lower-cases all but acronyms such as "B&Bs". */
const keepCapitals = (text: string) =>
  text.replace(/\p{L}[\p{L}&]*/gu, (word) => (/\p{Lu}.*\p{Lu}/u.test(word) ? word : word.toLowerCase()))

/** "restaurants, les hôtels et les bars": later items lose their article. */
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

/** A trigger word, then up to four known trades. */
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

/** Longer alternatives first, or a shorter prefix would match. */
function longestFirst(words: string): string {
  return words
    .split('|')
    .toSorted((a, b) => b.length - a.length)
    .join('|')
}
