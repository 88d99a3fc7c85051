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

/**
 * Text as it is compared: lower case, without accents, ligatures and apostrophes. German spellings without umlauts
 * (Mueller, Baeckerei) become the same as those with them.
 */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(ELISION, ' ')
    .replace(APOSTROPHES, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæœøđðþłı]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/(?<![qaeou])ue/g, 'u')
    .replace(/(?<![aeo])ae/g, 'a')
    .replace(/(?<![aeo])oe/g, 'o')
}

/** The words of a text, folded: letters and digits only. */
export function foldedWords(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/**
 * A word without endings of number and gender in the languages served: dentists, dentiste, dentisti and dentista become
 * the same. It is no dictionary form, only something to compare.
 */
export function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word
  const singular = word.replace(/(?<=[^s])s$|(?<=^.{4,})en$/, '')
  return singular.replace(/(?<=^.{4,})[aeiouy]+$/, '')
}

/** A word of a name without the s of plurals and genitives. Other endings tell names apart: Atlantis, Atlanta. */
export function nameStem(word: string): string {
  return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word
}
