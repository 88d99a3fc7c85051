import { foldWithPlaces } from './fold.ts'
import { withoutTypingError } from './typing-errors.ts'

/** A part of a text. */
export interface Found {
  text: ReadText
  from: number
  to: number
}

/**
 * A text as it is read for its label: folded, in lower case, one sentence a line, with single blanks. `places` has the
 * offset in the original of each character.
 */
export interface ReadText {
  original: string
  folded: string
  places: readonly number[]
}

const MAX_WORDS = 80
/** Longer lines were wrapped by a mail program: what follows belongs to the same sentence. */
const WRAPPED = 45

/** The sentence that a place is in. */
export function sentenceAround(text: ReadText, place: number): Found {
  const end = text.folded.indexOf('\n', place)
  return { text, from: text.folded.lastIndexOf('\n', place - 1) + 1, to: end < 0 ? text.folded.length : end }
}

/** The sentences of a text. */
export function sentencesOf(text: ReadText): Found[] {
  const sentences: Found[] = []
  for (let from = 0; from < text.folded.length; ) {
    const sentence = sentenceAround(text, from)
    sentences.push(sentence)
    from = sentence.to + 1
  }
  return sentences
}

/** A character of the original. */
export function foundAt(text: ReadText, place: number): Found {
  const from = Math.max(
    0,
    text.places.findIndex((each) => each >= place),
  )
  return { text, from, to: from + 1 }
}

export const foldedWords = ({ text, from, to }: Found): string => text.folded.slice(from, to)

/** The words found, as they stand in the original: their sentence, or what of one line fits in 80 characters. */
export function wordsOf(found: Found): string {
  const sentence = sentenceAround(found.text, found.from)
  const whole = slice(sentence)
  if (whole.length <= MAX_WORDS && !whole.includes('\n')) return whole
  const part = slice({ ...found, to: sentence.to }).split('\n')[0]!
  if (part.length <= MAX_WORDS) return part.trim()
  const cut = part.slice(0, MAX_WORDS)
  return (cut.includes(' ') ? cut.slice(0, cut.lastIndexOf(' ')) : cut).replace(
    /[\s.,;:]+$|[\ud800-\udbff]$/,
    '',
  )
}

/** The original text of this span. */
export const originalOf = ({ text, from, to }: Found): string =>
  text.original.slice(text.places[from] ?? 0, (text.places[to - 1] ?? -1) + 1)

function slice(found: Found): string {
  return originalOf(found).replace(/^[\s>*•–—-]+|[\s.,;:]+$/g, '')
}

/** Reads a text. Lines that were wrapped are joined. */
export function readText(original: string): ReadText {
  const { folded, places } = foldWithPlaces(original)
  const lower: string[] = []
  const kept: number[] = []
  let lineStart = 0
  const add = (letter: string, at: number) => {
    lower.push(letter)
    kept.push(places[at]!)
  }
  for (let at = 0; at < folded.length; at += 1) {
    const letter = folded[at]!
    if (letter === '\n') {
      const isWrapped =
        at - lineStart >= WRAPPED &&
        /[\p{L}\p{N},)]/u.test(folded[at - 1] ?? '') &&
        /[\p{L}\p{N}]/u.test(folded[at + 1] ?? '')
      lineStart = at + 1
      if (lower.at(-1) !== '\n' && lower.length > 0) add(isWrapped ? ' ' : '\n', at)
    } else if (/[\s_*]/.test(letter)) {
      const before = lower.at(-1)
      if (before !== undefined && before !== ' ' && before !== '\n')
        add(endsSentence(folded, at) ? '\n' : ' ', at)
    } else {
      // French puts a blank before these.
      if (/[!?:;]/.test(letter) && lower.at(-1) === ' ') {
        lower.pop()
        kept.pop()
      }
      add(letter, at)
    }
  }
  return { original, ...correct(lower.join('').toLowerCase(), kept) }
}

/** With typing errors corrected. The places of a corrected word are those of its letters, the last for what it lacks. */
function correct(text: string, places: readonly number[]): { folded: string; places: number[] } {
  const corrected: number[] = []
  let done = 0
  const folded = text.replace(/[a-z]{7,24}/g, (word, at: number) => {
    const meant = withoutTypingError(word)
    for (; done < at; done += 1) corrected.push(places[done]!)
    for (let n = 0; n < meant.length; n += 1) corrected.push(places[at + Math.min(n, word.length - 1)]!)
    done = at + word.length
    return meant
  })
  for (; done < text.length; done += 1) corrected.push(places[done]!)
  return { folded, places: corrected }
}

/** True at a blank behind a sentence. Initials, numbers and 'e.g.' end none. */
function endsSentence(text: string, blank: number): boolean {
  const last = text[blank - 1]!
  if (/[!?;。！？]/.test(last)) return true
  if (/\d/.test(text[blank + 1] ?? '')) return false
  const end = /["')\]]/.test(last) ? blank - 2 : blank - 1
  return text[end] === '.' && /[\p{L}.)][\p{L}.)]$/u.test(text.slice(Math.max(0, end - 2), end))
}
