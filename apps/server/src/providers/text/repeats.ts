import { replacePlaceholders } from './placeholders.ts'

/** Shorter sentences may be said again: "Kind regards" is no pitch. */
const REPEATED_FROM_WORDS = 6

/** Share of a sentence's longer words. */
const SAME_FROM = 0.7

const wordsOf = (text: string): string[] =>
  replacePlaceholders(text, () => ' ')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

const split = (text: string): string[] => text.split(/\n+|(?<=[.!?…:])\s+/u)

/** The sentences that are long enough to be a repetition. */
export const sentencesOf = (text: string): string[] =>
  split(text).filter((sentence) => wordsOf(sentence).length >= REPEATED_FROM_WORDS)

/** True if the text says this sentence, or most of its longer words within a single one. */
export function repeatsSentence(sentence: string, text: string): boolean {
  const said = longerWords(sentence)
  return split(text).some((other) => {
    const known = longerWords(other)
    return [...said].filter((word) => known.has(word)).length > said.size * SAME_FROM
  })
}

const longerWords = (text: string) =>
  new Set(wordsOf(text).filter((word) => word.length > 3 || /\d/.test(word)))
