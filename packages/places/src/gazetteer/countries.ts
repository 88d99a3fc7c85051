import { fold, foldedWords } from '../text/fold.ts'

const LANGUAGES = ['en', 'de', 'fr', 'it', 'es', 'ca', 'pt', 'nl', 'pl']
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const ENGLISH = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

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

const byName = new Map<string, string>()
for (const code of LETTERS.flatMap((a) => LETTERS.map((b) => a + b))) {
  if (countryName(code) === undefined || ['EU', 'EZ', 'UN', 'ZZ', 'XA', 'XB', 'QO'].includes(code)) continue
  for (const language of LANGUAGES) {
    const name = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }).of(code)
    if (name) byName.set(key(name), code)
  }
}
for (const [code, names] of Object.entries(ALSO))
  for (const name of names.split(', ')) byName.set(key(name), code)

function key(name: string): string {
  return foldedWords(name).join(' ')
}

/** The English name of an ISO 3166-1 code. */
export function countryName(code: string): string | undefined {
  return /^[A-Z]{2}$/.test(code) ? ENGLISH.of(code) : undefined
}

/** The ISO 3166-1 code of a country by its name in one of the languages served, or by the code itself. */
export function countryCode(text: string): string | undefined {
  const named = byName.get(key(text))
  if (named !== undefined) return named
  const code = text.trim().toUpperCase()
  return code.length === 2 && countryName(code) !== undefined && fold(code) === code.toLowerCase()
    ? code
    : undefined
}
