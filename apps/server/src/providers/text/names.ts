/** Capitalised words that are no names, by language; German is told apart in another way. */
const ORDINARY = new Set(['i', "i'm", "i'll", "i'd", "i've", 'hello', 'hi', 'x'])
const GERMAN_ADDRESS = /^(?:Sie|Ihnen|Ihr\p{L}{0,2}|Du|Dir|Dich|Dein\p{L}{0,2}|Euch|Euer|Eure\p{L}?)$/u
const LEGAL_FORM = /^(?:GmbH|AG|KG|UG|OHG|Ltd|LLC|Inc|SA|SAS|SARL|SRL|SpA|SL)$/u

/**
 * Words that look like proper names and don't stand in `source`, whatever their case there. A word at the start of a
 * sentence can't be told from an ordinary one and is passed over; neither can a single German noun.
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

/** "Marlow's", "L'Atelier" and "Müller-Shop" as their parts too. */
function spellings(word: string): string[] {
  const low = word.toLowerCase().replaceAll('’', "'")
  return [low, low.replace(/'s?$/, ''), ...low.split(/['-]/).filter((part) => part.length > 2)]
}

/** German writes every noun large: only two in a row, capitals inside a word and legal forms show a name. */
function isGermanName(words: string[], at: number): boolean {
  const word = words[at]!
  if (GERMAN_ADDRESS.test(word)) return false
  if (LEGAL_FORM.test(word) || /\p{Ll}\p{Lu}|^\p{Lu}{2,}$|\p{L}\p{N}/u.test(word)) return true
  const before = words[at - 1]!
  return at > 1 && /^\p{Lu}/u.test(before) && !GERMAN_ADDRESS.test(before)
}
