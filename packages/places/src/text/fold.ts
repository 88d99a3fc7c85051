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

/** Articles and prepositions that French, Italian and Catalan write with an apostrophe: d'Ail, l'Hospitalet. */
const ELISION = /(?<![\p{L}\p{N}])(?:l|d|s|n|m|qu|un|dell|all|dall|nell|sull|degl|quell)['’ʼ`´](?=\p{L})/gu

/** Letters that have one form only: of most texts nothing else need be looked for, which is several times as fast. */
const PLAIN = /^[ -~]*$/
const APOSTROPHES = /['’ʼ`´]/g

/**
 * Text as it is compared: lower case, without accents, ligatures and apostrophes. The German spellings without
 * umlauts (Mueller, Baeckerei) come out as those with them.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  return withoutUmlauts(PLAIN.test(lower) ? foldedPlain(lower) : foldedOther(lower))
}

function foldedPlain(lower: string): string {
  if (!lower.includes("'") && !lower.includes('`')) return lower
  return lower.replace(ELISION, ' ').replace(APOSTROPHES, '')
}

function foldedOther(lower: string): string {
  return lower
    .replace(ELISION, ' ')
    .replace(APOSTROPHES, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæœøđðþłı]/g, (letter) => LETTERS[letter] ?? letter)
}

function withoutUmlauts(text: string): string {
  let short = text
  if (short.includes('ue')) short = short.replace(/(?<![qaeou])ue/g, 'u')
  if (short.includes('ae')) short = short.replace(/(?<![aeo])ae/g, 'a')
  if (short.includes('oe')) short = short.replace(/(?<![aeo])oe/g, 'o')
  return short
}

/** The words of a text, folded: letters and digits only. */
export function foldedWords(text: string): string[] {
  const folded = fold(text)
  return folded.match(PLAIN.test(folded) ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? []
}

/**
 * A word without the endings by which number and gender differ in the languages served: dentists, dentiste,
 * dentisti and dentista become the same. Not a dictionary form, only something to compare.
 */
export function stem(word: string): string {
  if (/\d/.test(word)) return word
  let short = word
  if (short.length > 3 && /[^s]s$/.test(short)) short = short.slice(0, -1)
  else if (short.length > 5 && short.endsWith('en')) short = short.slice(0, -2)
  while (short.length > 4 && /[aeiouy]$/.test(short)) short = short.slice(0, -1)
  return short
}

/** A word of a name: only the s of plurals and genitives makes no difference, so that Atlantis is not Atlanta. */
export function nameStem(word: string): string {
  return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word
}
