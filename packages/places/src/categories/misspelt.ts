import { stem } from '../text/fold.ts'
import { Speller } from '../text/spelling.ts'
import { dictionaryWords } from './dictionary.ts'

interface Known {
  words: Set<string>
  stems: Set<string>
  speller: Speller
}

let known: Known | undefined

/** Built when the first search needs it: an import does not. */
function dictionary(): Known {
  if (known !== undefined) return known
  const words = dictionaryWords()
  known = { words, stems: new Set([...words].map(stem)), speller: new Speller(words) }
  return known
}

/** Whether the word, or the word with another ending, is in the name of some category. */
export function isDictionaryWord(word: string): boolean {
  const { words, stems } = dictionary()
  return words.has(word) || stems.has(stem(word)) || word.length < 4
}

/** The words of categories that a misspelt one may mean. */
export function similarDictionaryWords(word: string): { words: string[]; slips: number } {
  return dictionary().speller.near(word)
}
