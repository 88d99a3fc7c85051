import { replacePlaceholders } from './placeholders.ts'

/** Shorter sentences may be said again: "Kind regards" is no pitch. */
const REPEATED_FROM_WORDS = 6

const wordsOf = (text: string): string[] =>
  replacePlaceholders(text, () => ' ')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

const split = (text: string): string[] => text.split(/\n+|(?<=[.!?…:])\s+/u)

export const sentencesOf = (text: string): string[] =>
  split(text).filter((sentence) => wordsOf(sentence).length >= REPEATED_FROM_WORDS)

/** True if the text says this sentence, or most of its longer words within a single one. */
export function repeatsSentence(sentence: string, text: string): boolean {
  const longer = (words: string[]) => new Set(words.filter((word) => word.length > 3 || /\d/.test(word)))
  const said = longer(wordsOf(sentence))
  if (said.size === 0) return false
  return split(text).some((other) => {
    const known = longer(wordsOf(other))
    return [...said].filter((word) => known.has(word)).length / said.size > 0.7
  })
}
