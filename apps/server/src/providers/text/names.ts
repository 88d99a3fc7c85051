/** Capitalised words that aren't names, by language. German has a rule of its own below. */
const ORDINARY = new Set(['i', "i'm", "i'll", "i'd", "i've", 'hello', 'hi', 'x'])
const GERMAN_ADDRESS = /^(?:Sie|Ihnen|Ihr\p{L}{0,2}|Du|Dir|Dich|Dein\p{L}{0,2}|Euch|Euer|Eure\p{L}?)$/u
const LEGAL_FORM = /^(?:GmbH|AG|KG|UG|OHG|Ltd|LLC|Inc|SA|SAS|SARL|SRL|SpA|SL)$/u

/**
 * Words that look like proper names and don't occur in `source` in any case. Skips words at the start of a sentence
 * and single German nouns, which can't be told from ordinary words.
 */
export function inventedNames(text: string, source: string, language: string): string[] {
  const known = new Set(wordsOf(source).flatMap(spellings))
  const found = new Set<string>()
  for (const sentence of text.split(/\n+|(?<=[.!?:;])\s+|[“”"«»„]/u)) {
    const words = wordsOf(sentence)
    for (const [at, word] of words.entries()) {
      if (at === 0 || !/^\p{Lu}/u.test(word)) continue
      if (spellings(word).some((spelling) => known.has(spelling) || ORDINARY.has(spelling))) continue
      if (language === 'de' && !isGermanName(words, at)) continue
      found.add(word)
    }
  }
  return [...found]
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}][\p{L}\p{N}&'’-]*/gu) ?? []

/** "Marlow's", "L'Atelier" and "Müller-Shop", whole and in parts. */
function spellings(word: string): string[] {
  const low = word.toLowerCase().replaceAll('’', "'")
  return [low, low.replace(/'s?$/, ''), ...low.split(/['-]/).filter((part) => part.length > 2)]
}

/** German capitalises all nouns, so only two in a row, inner capitals and legal forms indicate a name. */
function isGermanName(words: string[], at: number): boolean {
  const word = words[at]!
  if (GERMAN_ADDRESS.test(word)) return false
  if (LEGAL_FORM.test(word) || /\p{Ll}\p{Lu}|^\p{Lu}{2,}$|\p{L}\p{N}/u.test(word)) return true
  const before = words[at - 1]!
  return at > 1 && /^\p{Lu}/u.test(before) && !GERMAN_ADDRESS.test(before)
}
