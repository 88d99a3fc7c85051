const WITHOUT_PARTS: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  ø: 'o',
  Ø: 'O',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  '’': "'",
}

/**
 * A text without accents, invisible characters and special blanks, so that 'decembre' and 'décembre' are the same word.
 * Keeps upper and lower case. Folds the source of a regular expression as well.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/[łŁøØßæœı’]/g, (letter) => WITHOUT_PARTS[letter]!)

/** Like {@link fold}, with the offset in the text of each character of the result. */
export function foldWithOffsets(text: string): { folded: string; offsets: number[] } {
  let folded = ''
  const offsets: number[] = []
  let at = 0
  for (const letter of text) {
    const plain = letter < '\x80' ? letter : fold(letter)
    folded += plain
    for (let n = 0; n < plain.length; n += 1) offsets.push(at)
    at += letter.length
  }
  return { folded, offsets }
}
