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
  return wordsIn(fold(text))
}

/** The words of a text that is folded already. */
export function wordsIn(folded: string): string[] {
  return folded.match(PLAIN.test(folded) ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? []
}

/**
 * A word without the endings by which number and gender differ in the languages served: dentists, dentiste,
 * dentisti and dentista become the same. Not a dictionary form, only something to compare.
 */
export function stem(word: string): string {
  if (word.length < 4 || hasDigit(word)) return word
  let to = word.length
  if (word.charCodeAt(to - 1) === S && word.charCodeAt(to - 2) !== S) to--
  else if (to > 5 && word.endsWith('en')) to -= 2
  while (to > 4 && VOWELS.includes(word.charCodeAt(to - 1))) to--
  return to === word.length ? word : word.slice(0, to)
}

const S = 's'.charCodeAt(0)
const ZERO = '0'.charCodeAt(0)
const VOWELS = [...'aeiouy'].map((letter) => letter.charCodeAt(0))

function hasDigit(word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i)
    if (code >= ZERO && code < ZERO + 10) return true
  }
  return false
}

/** A word of a name: only the s of plurals and genitives makes no difference, so that Atlantis is not Atlanta. */
export function nameStem(word: string): string {
  return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word
}
