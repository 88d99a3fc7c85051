import { splitEastAsianName } from './east-asian-names.ts'
import { isGivenName } from './given-names.ts'
import {
  hasSmallStart,
  isGaelicArticle,
  isGaelicParticle,
  isHonorific,
  isNameSuffix,
  isParticle,
} from './name-words.ts'

export interface PersonName {
  first_name: string | null
  last_name: string | null
}

const MAX_TOKENS = 7
/** Spanish and Portuguese given names that take a second one. After others the second word is a surname. */
const JOINING =
  /^(?:mar[ií]a|ma\.|m[ªa]|jos[eé]|juan|ana|luis|lu[ií]s|miguel|marco|marcos|carlos|v[ií]ctor|francisco|rosa|pedro|jo[aã]o|luiz|jorge|manuel|angel|[áa]ngel|eva|laura|paulo|rui)$/i

/** Given names that as a second word in Spanish and Portuguese are mostly surnames. */
const IBERIAN_SURNAME =
  /^(?:mart[ií]n|alonso|sim[oó]n|andr[eé]s|vicente|pascual|marcos|lorenzo|santiago|benito|domingo|bernardo|blanco|le[oó]n|cruz|gil|tom[aá]s|ramos|santos|de|garc[ií]a|duarte|joaquim|nicol[aá]s|bautista|salvador|mar[ií]n|aparicio|gaspar|matias|mateo|jaime|jorge|abreu|macedo)$/i

/**
 * Splits a written name: 'Dr. Maria von Huber, M.Sc.', 'LEFÈVRE-BRUNEL Antoine', 'Huber, Maria', 'María del Carmen
 * Fuentes Aldama', '山田 太郎'. Undefined if the text isn't a person's name.
 */
export function parsePersonName(text: string, language = ''): PersonName | undefined {
  const eastAsian = splitEastAsianName(text.trim())
  if (eastAsian) return eastAsian
  const ordered = swapCommaName(text.replace(/\s*[([|–—/].*$/, '').replace(/["“”„»«]/g, ''))
  const all = ordered.split(/[\s\u00a0]+/).filter(Boolean)
  const tokens = stripTitles(all)
  if (tokens.length === 0 || tokens.length > MAX_TOKENS || !tokens.every(isNameToken)) return undefined
  if (tokens.length === 1) return singleName(tokens[0]!, ordered)
  // 'Frau von der Heide', 'Ms Ní Bhriain'
  if (tokens.length < all.length && isParticle(tokens[0]!) && isFamilyOnly(tokens)) return named([], tokens)
  return splitName(
    tokens.map((token) => token.replace(/[,;:]$/, '')),
    language,
  )
}

/** 'von der Heide', although Heide is a given name. 'Van Acker Koenraad' ends with one. */
function isFamilyOnly(tokens: readonly string[]): boolean {
  return /^\p{Ll}/u.test(tokens[0]!) || !isGivenName(tokens.at(-1)!)
}

function isNameToken(token: string): boolean {
  return /^['’‘]?[\p{L}\p{M}'’.,-]+$/u.test(token) && token.length <= 40
}

function swapCommaName(text: string): string {
  const [before = '', after = ''] = text.split(',').map((part) => part.trim())
  if (after === '') return before
  const first = after.split(/\s+/).filter((word) => !isHonorific(word))
  const looksSwapped =
    first.length > 0 && first.length <= 2 && isGivenName(first[0]!) && before.split(/\s+/).length <= 3
  return looksSwapped && !isGivenName(before.split(/\s+/)[0]!) ? `${first.join(' ')} ${before}` : before
}

function stripTitles(tokens: readonly string[]): string[] {
  let rest = [...tokens]
  while (rest.length > 1 && (isHonorific(rest[0]!) || isNameSuffix(rest[0]!)) && !startsName(rest))
    rest = rest.slice(1)
  while (rest.length > 2 && isNameSuffix(rest.at(-1)!) && !/^\p{Lu}\p{Ll}{2,}$/u.test(rest.at(-1)!))
    rest = rest.slice(0, -1)
  return rest
}

/** 'Don Smith' and 'Sam Mag' start with a given name. 'Don Quijote García' is ambiguous and keeps its first word. */
function startsName([first = '', second = '']: readonly string[]): boolean {
  return (
    !first.endsWith('.') &&
    isGivenName(first) &&
    !isGivenName(second) &&
    /^\p{Lu}\p{Ll}{2,}$/u.test(first) &&
    !/^(?:Herr|Frau|Pan|Pani|Sir|Dame|Dona|Don)$/.test(first)
  )
}

function singleName(token: string, source: string): PersonName | undefined {
  const name = properCase(token)
  if (!/^\p{Lu}/u.test(name)) return undefined
  if (isGivenName(token)) return { first_name: name, last_name: null }
  const hadHonorific = source.split(/\s+/).some((word) => word !== token && isHonorific(word))
  return hadHonorific ? { first_name: null, last_name: name } : { first_name: name, last_name: null }
}

function splitName(all: readonly string[], language: string): PersonName {
  const shouting = all.filter((token) => isShouting(token))
  if (shouting.length > 0 && shouting.length < all.filter((token) => token.length > 2).length) {
    const family = all.filter((token) => isShouting(token) || isParticle(token))
    const given = all.filter((token) => !family.includes(token))
    if (given.length > 0) return named(given, family)
  }
  // Middle initials belong to neither name.
  const tokens =
    all.length > 2
      ? all.filter((token, index) => index === 0 || index === all.length - 1 || !isInitial(token))
      : [...all]
  const patronymic = tokens.findIndex((token, index) => index > 0 && isPatronymic(token))
  if (patronymic > 0 && tokens.length === 3)
    return patronymic === 2
      ? named(tokens.slice(1, 2), tokens.slice(0, 1))
      : named(tokens.slice(0, 1), tokens.slice(2))
  if (isParticle(tokens[0]!) && tokens.length > 2 && isGivenName(tokens.at(-1)!))
    return named(tokens.slice(-1), tokens.slice(0, -1))
  if (isFamilyFirst(tokens, language)) return named(tokens.slice(1), tokens.slice(0, 1))
  const cut = lastIsFamily(tokens, language) ? tokens.length - 1 : familyStart(tokens, language)
  return named(tokens.slice(0, cut), tokens.slice(cut))
}

function isInitial(token: string): boolean {
  return /^\p{Lu}\.?$/u.test(token) && !isGaelicParticle(token)
}

/** Patronymics, as in 'Иванов Сергей Петрович'. */
const PATRONYMIC = /^\p{L}{2,}(?:ович|евич|йович|овна|евна|ична|инична|івна|ївна|ovich|evich|ovna|evna)$/iu

export function isPatronymic(word: string): boolean {
  return PATRONYMIC.test(word)
}

function isShouting(token: string): boolean {
  return /^\p{Lu}[\p{Lu}'’-]+$/u.test(token) && token.length > 2
}

function isFamilyFirst(tokens: readonly string[], language: string): boolean {
  if (tokens.length < 2 || tokens.length > 3) return false
  if (language === 'hu') return !isGivenName(tokens[0]!) || isGivenName(tokens.at(-1)!)
  if (language === 'it') return isItalianFamilyFirst(tokens[0]!, tokens.at(-1)!)
  return false
}

/** Given names that are also family names, which is what they mean after an unknown word. */
const ITALIAN_SURNAME =
  /^(?:franco|martino|mauro|rosa|leone|santo|lorenzo|bruno|gallo|marino|amato|donato|salvatore|basile|pace|felice|guido|ugo|vitale|valentino|silvestri|fabiano|costanzo|romano|tommaso|filippo)$/i

/** 'Bianchi Andrea', the order of registers and door signs. */
export function isItalianFamilyFirst(first: string, last: string): boolean {
  return !isGivenName(first) && isGivenName(last) && !ITALIAN_SURNAME.test(last)
}

/** Scandinavian middle names belong to the given name: 'Søren Åkjær Holm'. */
function lastIsFamily(tokens: readonly string[], language: string): boolean {
  return (
    /^(?:da|nb|nn|no|sv)$/.test(language) && tokens.length === 3 && !tokens.some((token) => isParticle(token))
  )
}

function familyStart(tokens: readonly string[], language: string): number {
  const iberian = /^(?:es|pt|ca|gl)$/.test(language)
  let at = 1
  while (at < tokens.length - 1) {
    const next = tokens[at]!
    if (isParticle(next) && !/^\p{Lu}\p{Ll}{3,}/u.test(next)) {
      const after = tokens.findIndex((token, index) => index > at && !isParticle(token))
      const joinsGiven =
        iberian &&
        after > 0 &&
        after < tokens.length - 1 &&
        isGivenName(tokens[after]!) &&
        JOINING.test(tokens[0]!)
      if (!joinsGiven) return at
      at = after + 1
    } else if (
      isGivenName(next) &&
      !/^(?:vega|cruz|mar[ií]n|ramos)$/i.test(next) &&
      (!iberian || (JOINING.test(tokens[at - 1]!) && !IBERIAN_SURNAME.test(next)))
    ) {
      at++
    } else {
      return at
    }
  }
  return at
}

function named(given: readonly string[], family: readonly string[]): PersonName {
  return {
    first_name: given.map((token) => written(token)).join(' ') || null,
    last_name: family.map((token, index) => written(token, family[index - 1])).join(' ') || null,
  }
}

function written(token: string, before?: string): string {
  if (/^\p{Lu}{2,3}$/u.test(token) && isParticle(token)) {
    // 'LE GOFF' is Le Goff, 'DE LA CRUZ' is de la Cruz.
    return /^L[AE]S?$/.test(token) && !before ? token[0] + token.slice(1).toLowerCase() : token.toLowerCase()
  }
  const isArticle = isParticle(token) || isGaelicArticle(token, before) || token === 'y'
  return isArticle && !isShouting(token) ? token : properCase(token)
}

/** 'LEFÈVRE-BRUNEL' → 'Lefèvre-Brunel'. Other spellings are kept. */
function properCase(token: string): string {
  if (hasSmallStart(token)) return token
  if (!/^\p{Lu}[\p{Lu}'’-]+$/u.test(token) || token.length < 3)
    return token.replace(/^\p{Ll}/u, (char) => char.toUpperCase())
  return token.toLowerCase().replace(/(^|[-'’])(\p{L})/gu, (_, before, char) => before + char.toUpperCase())
}
