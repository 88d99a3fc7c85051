import { foldWithOffsets } from './fold.ts'
import { withoutTypingError } from './typing-errors.ts'

/** A part of a text, by offsets in `folded`. */
export interface Span {
  text: ReadText
  from: number
  to: number
}

/**
 * A text as it is read for its label: folded, in lower case, one sentence a line, with single blanks. `offsets` has, for
 * each character, where it is in the original.
 */
export interface ReadText {
  original: string
  folded: string
  offsets: readonly number[]
}

const MAX_WORDS = 80
/** Longer lines were wrapped by a mail program: what follows belongs to the same sentence. */
const WRAPPED = 45

/** The sentence at an index of `folded`. */
export function sentenceAround(text: ReadText, index: number): Span {
  const end = text.folded.indexOf('\n', index)
  return { text, from: text.folded.lastIndexOf('\n', index - 1) + 1, to: end < 0 ? text.folded.length : end }
}

/** The sentences of a text. */
export function sentencesOf(text: ReadText): Span[] {
  const sentences: Span[] = []
  for (let from = 0; from < text.folded.length; ) {
    const sentence = sentenceAround(text, from)
    sentences.push(sentence)
    from = sentence.to + 1
  }
  return sentences
}

/** The character at an offset in the original. */
export function spanAt(text: ReadText, offset: number): Span {
  const from = Math.max(
    0,
    text.offsets.findIndex((each) => each >= offset),
  )
  return { text, from, to: from + 1 }
}

export const foldedWords = ({ text, from, to }: Span): string => text.folded.slice(from, to)

/** The sentence of a span in the original, or as much of its line as fits in 80 characters. */
export function wordsOf(span: Span): string {
  const sentence = sentenceAround(span.text, span.from)
  const whole = slice(sentence)
  if (whole.length <= MAX_WORDS && !whole.includes('\n')) return whole
  const part = slice({ ...span, to: sentence.to }).split('\n')[0]!
  if (part.length <= MAX_WORDS) return part.trim()
  const cut = part.slice(0, MAX_WORDS)
  return (cut.includes(' ') ? cut.slice(0, cut.lastIndexOf(' ')) : cut).replace(
    /[\s.,;:]+$|[\ud800-\udbff]$/,
    '',
  )
}

/** The original text of this span. */
export const originalOf = ({ text, from, to }: Span): string =>
  text.original.slice(text.offsets[from] ?? 0, (text.offsets[to - 1] ?? -1) + 1)

function slice(span: Span): string {
  return originalOf(span).replace(/^[\s>*•–—-]+|[\s.,;:]+$/g, '')
}

/** Reads a text. Lines that were wrapped are joined. */
export function readText(original: string): ReadText {
  const { folded, offsets } = foldWithOffsets(original)
  const lower: string[] = []
  const kept: number[] = []
  let lineStart = 0
  const add = (letter: string, at: number) => {
    lower.push(letter)
    kept.push(offsets[at]!)
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

/** With typing errors corrected. A letter that was missing has the offset of the last one. */
function correct(text: string, offsets: readonly number[]): { folded: string; offsets: number[] } {
  const corrected: number[] = []
  let done = 0
  const folded = text.replace(/[a-z]{7,24}/g, (word, at: number) => {
    const meant = withoutTypingError(word)
    for (; done < at; done += 1) corrected.push(offsets[done]!)
    for (let n = 0; n < meant.length; n += 1) corrected.push(offsets[at + Math.min(n, word.length - 1)]!)
    done = at + word.length
    return meant
  })
  for (; done < text.length; done += 1) corrected.push(offsets[done]!)
  return { folded, offsets: corrected }
}

/** True at a blank behind a sentence. Initials, numbers and 'e.g.' end none. */
function endsSentence(text: string, blank: number): boolean {
  const last = text[blank - 1]!
  if (/[!?;。！？]/.test(last)) return true
  if (/\d/.test(text[blank + 1] ?? '')) return false
  const end = /["')\]]/.test(last) ? blank - 2 : blank - 1
  return text[end] === '.' && /[\p{L}.)][\p{L}.)]$/u.test(text.slice(Math.max(0, end - 2), end))
}
