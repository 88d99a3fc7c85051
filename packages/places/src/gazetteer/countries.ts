import { foldedWords } from '../text/fold.ts'
import { ENGLISH_NAMES } from './country-names.ts'

const LANGUAGES = ['en', 'de', 'fr', 'it', 'es', 'ca', 'pt', 'nl', 'pl']

/** What people say instead of the official name. */
const ALSO: Record<string, string> = {
  US: 'usa, united states of america, america, estados unidos, etats-unis, stati uniti, vereinigte staaten',
  GB: 'uk, great britain, england, scotland, wales, grossbritannien, grande-bretagne, gran bretagna, gran bretaña',
  NL: 'holland, netherlands, the netherlands',
  CZ: 'czech republic, tschechische republik',
  AE: 'uae, emirates',
  LI: 'fl, fürstentum liechtenstein, principality of liechtenstein',
  AD: 'principat d’andorra, principality of andorra',
  MC: 'principauté de monaco, principality of monaco',
  MK: 'macedonia',
  TR: 'turkey, türkei',
}

const SAID_IN_TWO_LETTERS = new Set(
  Object.values(ALSO).flatMap((names) =>
    names.split(', ').flatMap((name) => (name.length === 2 ? name.toUpperCase() : [])),
  ),
)
let byName: ReadonlyMap<string, string> | undefined

/** Made when the first name is asked for: the search needs it with its first question, many imports never. */
function readNames(): Map<string, string> {
  const names = new Map<string, string>()
  const displayed = LANGUAGES.map((language) => namesIn(language))
  for (const [code, english] of ENGLISH_NAMES)
    for (const name of [english, ...displayed.map((language) => language.of(code))])
      if (name) names.set(key(name), code)
  for (const [code, also] of Object.entries(ALSO))
    for (const name of also.split(', ')) names.set(key(name), code)
  return names
}

function namesIn(language: string): Intl.DisplayNames {
  return new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
}

function key(name: string): string {
  return foldedWords(name).join(' ')
}

/** The English name of an ISO 3166-1 code. */
export function countryName(code: string): string | undefined {
  return ENGLISH_NAMES.get(code)
}

/** The ISO 3166-1 code of a country by its name in one of the languages served, or by the code itself. */
export function countryCode(text: string): string | undefined {
  const code = text.trim().toUpperCase()
  if (code === '') return undefined
  const isCode = countryName(code) !== undefined
  // Before the names: folded, some come out as the code of another country. And most of an import needs none of them.
  if (isCode && !SAID_IN_TWO_LETTERS.has(code)) return code
  byName ??= readNames()
  return byName.get(key(text)) ?? (isCode ? code : undefined)
}
