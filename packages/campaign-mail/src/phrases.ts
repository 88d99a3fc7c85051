import { foldWithPlaces } from './fold.ts'
import { withoutTypingError } from './typing-errors.ts'

/**
 * Phrases by which a reply is recognized, in one language. A phrase is in lower case and matches whole words within one
 * sentence. `(a|b)`, `?` and `$` (the end of a sentence) mean what they do in a regular expression; `{name}` stands for a
 * vocabulary of the language, and ` _ ` for up to four words, none of them a negation. `(a|b)*` repeats up to six times.
 * Accents don't matter; `ö` also matches 'oe'.
 */
export interface Rule {
  /** These count whatever else the sentence says, unless a negation stands before them or `unless` matches. */
  surely?: readonly string[]
  /** These don't count behind a negation, such as 'don't'. */
  says?: readonly string[]
  /** These hold their negation themselves. */
  saysNot?: readonly string[]
  /** A sentence with one of these doesn't count. */
  unless?: readonly string[]
  /** A sentence with one of these counts only for what it says `surely`. */
  unlessSure?: readonly string[]
}

/** The vocabularies of a language. `not` are its negations, `filler` what may stand between one and a verb. */
export type Vocabulary = Readonly<Record<string, string>> & {
  not: string
  filler: string
  /** 'Why don't you …', 'if you don't …': a negation behind these denies nothing. */
  rhetorical: string
}

/** The labels that phrases decide alone. */
export type PhraseLabel =
  | 'stop'
  | 'wrong_person'
  | 'meeting'
  | 'later'
  | 'not_interested'
  | 'question'
  | 'interested'

/** How people answer in one language, by label. `mocking` is praise that nobody means. */
export type LanguageRules = Readonly<Record<PhraseLabel | 'mocking', Rule>> & { vocabulary: Vocabulary }

export interface CompiledRule {
  surely: readonly RegExp[]
  says: readonly RegExp[]
  saysNot: readonly RegExp[]
  unless: readonly RegExp[]
  unlessSure: readonly RegExp[]
  negation: RegExp
  rhetorical: RegExp
}

/** A part of a text. */
export interface Found {
  text: ReadText
  from: number
  to: number
}

/**
 * A text as phrases are matched on it: folded, in lower case, one sentence a line, with single blanks. `places` has the
 * offset in the original of each character.
 */
export interface ReadText {
  original: string
  folded: string
  places: readonly number[]
}

const MAX_WORDS = 80
/** Bounds keep the time linear, whatever a text repeats. */
const MAX_WORD = 40
/** Longer lines were wrapped by a mail program: what follows belongs to the same sentence. */
const WRAPPED = 45

export function compileRule(rule: Rule, vocabulary: Vocabulary): CompiledRule {
  const compile = (phrases: readonly string[] = []) => phrases.map((phrase) => toRegExp(phrase, vocabulary))
  const near = expand('({not})( ({filler})){0,3} $', vocabulary)
  const far = expand('({not})(?: [^\\s,;:]{1,40}){0,5} ({link}) $', vocabulary)
  return {
    surely: compile(rule.surely?.map(withoutNegations)),
    says: compile(rule.says?.map(withoutNegations)),
    saysNot: compile(rule.saysNot),
    unless: compile(rule.unless),
    unlessSure: compile(rule.unlessSure),
    negation: new RegExp(`\\b(?:${near}|${far})`),
    rhetorical: toRegExp('{rhetorical}', vocabulary),
  }
}

/** Any words between those of a phrase may not deny it. */
const withoutNegations = (phrase: string): string => phrase.replaceAll('( \\S+)', '( (?!({not})(?!\\w))\\S+)')

const toRegExp = (phrase: string, vocabulary: Vocabulary): RegExp =>
  new RegExp(`(?<!\\w)(?:${expand(phrase, vocabulary)})(?![\\w])`, 'gm')

/** Vocabularies may name others. */
function expand(phrase: string, vocabulary: Vocabulary, depth = 0): string {
  if (depth > 5) throw new Error(`A vocabulary of ${phrase} names itself`)
  const gap = `(?: (?!(?:${vocabulary.not})(?!\\w))[^\\s,;:]{1,40}){0,4} `
  const filled = phrase.replace(/\{([a-z]+)\}/g, (_whole, name: string) => {
    const words = vocabulary[name]
    if (words === undefined) throw new Error(`No vocabulary ${name} for ${phrase}`)
    return `(?:${expand(words, vocabulary, depth + 1)})`
  })
  const capturing = depth === 0 ? stripAccents(withUmlauts(filled.normalize('NFC'))) : filled
  return capturing
    .replaceAll(' _ ', gap)
    .replaceAll(')*', '){0,6}')
    .replace(
      /(\\[SwW])([+*])/g,
      (_whole, letter: string, many: string) => `${letter}{${many === '+' ? 1 : 0},${MAX_WORD}}`,
    )
    .replace(/\((?!\?)/g, '(?:')
}

const withUmlauts = (text: string): string => text.replace(/[äöü]/g, '$&e?')

const stripAccents = (text: string): string => foldWithPlaces(text).folded

/** The first place where a rule speaks, or null. */
export function findRule(
  { surely, says, saysNot, unless, unlessSure, negation, rhetorical }: CompiledRule,
  text: ReadText,
): Found | null {
  const isFree = ({ from }: Found, of: readonly RegExp[]): boolean => {
    const sentence = foldedWords(sentenceAround(text, from))
    return !of.some((phrase) => sentence.search(phrase) >= 0)
  }
  const counts = (found: Found): boolean => isFree(found, unless) && isFree(found, unlessSure)
  const isNegated = ({ from }: Found): boolean => {
    const before = text.folded.slice(sentenceAround(text, from).from, from)
    return negation.test(before.slice(-60)) && before.search(rhetorical) < 0
  }
  for (const phrase of surely)
    for (const found of allOf(phrase, text)) if (!isNegated(found) && isFree(found, unless)) return found
  for (const phrase of says)
    for (const found of allOf(phrase, text)) if (!isNegated(found) && counts(found)) return found
  for (const phrase of saysNot) for (const found of allOf(phrase, text)) if (counts(found)) return found
  return null
}

function* allOf(phrase: RegExp, text: ReadText): Generator<Found> {
  for (const match of text.folded.matchAll(phrase)) {
    const found = { text, from: match.index, to: match.index + match[0].length }
    if (!isQuotation(found)) yield found
  }
}

const OPENING = /(?:^|[\s(,:])["'«“„‘‹][^"«»“”„‹›]{0,80}$/
const CLOSING = /^[^"«»“”„‹›]{0,80}?(?:["»”“›]|'(?!\w))/

/** True inside the quotation marks of a sentence that says more: 'They all wrote "take me off your list".' */
function isQuotation(found: Found): boolean {
  const { text, from, to } = found
  const sentence = sentenceAround(text, from)
  return (
    from - sentence.from > 1 &&
    OPENING.test(text.folded.slice(sentence.from, from)) &&
    CLOSING.test(text.folded.slice(to, sentence.to))
  )
}

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

/** What the original has at this place. */
export const originalOf = ({ text, from, to }: Found): string =>
  text.original.slice(text.places[from] ?? 0, (text.places[to - 1] ?? -1) + 1)

function slice(found: Found): string {
  return originalOf(found).replace(/^[\s>*•–—-]+|[\s.,;:]+$/g, '')
}

/** Reads a text for matching. Lines that were wrapped are joined. */
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
