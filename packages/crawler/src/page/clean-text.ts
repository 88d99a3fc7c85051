/** Zero-width characters, soft hyphens and direction marks, inserted into addresses to break patterns. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
const NEEDS_CLEANING =
  /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufe6b\uff01-\uff5e\uff61\u3002]/
/** Full-width ASCII, as on Japanese pages, and the small '@'. */
const WIDE = /[\uff01-\uff5e\ufe6b]/g

/** Removes invisible characters and replaces full-width ASCII by ASCII. */
export function cleanText(text: string): string {
  if (!NEEDS_CLEANING.test(text)) return text
  return text
    .replace(INVISIBLE, '')
    .replace(WIDE, (char) => char.normalize('NFKC'))
    .replace(/(?<=[a-z0-9])[\u3002\uff61](?=[a-z])/gi, '.')
}

/** Collapses white space, line ends included, to single spaces. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

const FOLDS: Record<string, string> = {
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  '’': "'",
  '‘': "'",
}

/** Lower case without accents: 'Ärztin' becomes 'arztin'. */
export function fold(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase()
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßłøđðþæœı’‘]/g, (char) => FOLDS[char] ?? char)
}
