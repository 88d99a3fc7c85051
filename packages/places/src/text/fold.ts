const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
}

/** Elided articles and prepositions: d'Ail, l'Hospitalet. */
const ELISION = /(?<![\p{L}\p{N}])(?:l|d|s|n|m|qu|un|dell|all|dall|nell|sull|degl|quell)['’ʼ`´](?=\p{L})/gu

const APOSTROPHES = /['’ʼ`´]/g

/** Tea in French, Italian and Spanish. Without its accent it is an article or a pronoun: The Crumb, te. */
const TEA = /(?<![\p{L}\p{N}])th?[éè]s?(?![\p{L}\p{N}])/gu

/**
 * Saints recognisable only by their dot, colon or apostrophe: S. Giovanni, Sv. Ivan, Sf. Maria, S:t Olof,
 * Sant'Antonio.
 */
const SHORT_SAINT =
  /^\s*s\.\s+(?=\p{L}{3})|(?<![\p{L}\p{N}])(?:[sš]v\.|sf\.|s:ta?(?!\p{L})|sant['’ʼ`´])\s*(?=\p{L})/gu

/** The word for a saint in the data's languages, folded, with abbreviations. */
const SAINTS = new Set(
  `st sta ste sto skt saint sainte sankt sankta sant santa santo san sao sint sw swiety swieta swietego swietej
  svaty svata svateho svate sveti sveta svetog svete svetega szent szt sfant sfantu sfantul sfanta sfintu sfintul sfinta
  sventas sventa naomh αγιος αγια αγιοι αγ`.split(/\s+/),
)

/**
 * Text in comparable form: lower case, without accents, ligatures and apostrophes. German spellings without umlauts
 * (Mueller, Baeckerei) equal those with them.
 */
export function fold(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(TEA, 'tea')
    .replace(SHORT_SAINT, 'st ')
    .replace(ELISION, ' ')
    .replace(APOSTROPHES, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæœøđðþłı]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/(?<![qaeou])ue/g, 'u')
    .replace(/(?<![aeo])ae/g, 'a')
    .replace(/(?<![aeo])oe/g, 'o')
}

/** The words of a text, folded: letters and digits only. A saint is `st` in all languages and spellings. */
export function foldedWords(text: string): string[] {
  return (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => (SAINTS.has(word) ? 'st' : word))
}

/** Hyphenated words as one: `coop` for 'River Co-op'. */
export function hyphenedWords(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}\p{M}]+(?:[-‐‑–][\p{L}\p{N}\p{M}]+)+/gu) ?? []
  return words.map((word) => foldedWords(word).join(''))
}

/**
 * A word without endings of number and gender in the supported languages: dentists, dentiste, dentisti and dentista
 * become the same. Not a dictionary form, only for comparison.
 */
export function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word
  const singular = word.replace(/(?<=[^s])s$|(?<=^.{4,})en$/, '')
  return singular.replace(/(?<=^.{4,})[aeiouy]+$/, '')
}

/** A word of a name without a plural or genitive s. Other endings distinguish names: Atlantis, Atlanta. */
export function nameStem(word: string): string {
  return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word
}
