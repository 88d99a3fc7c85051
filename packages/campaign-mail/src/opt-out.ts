import { headerValues, type IncomingMail } from './incoming-mail.ts'
import { judgeReply } from './reply-classifier.ts'
import { originalOf, type ReadText, readText, type Span, sentencesOf } from './reply-text.ts'
import { withoutFooters } from './without-footers.ts'
import { GREETINGS, THANKS } from './words/courtesies.ts'
import { OPT_OUT_WORDS, type OptOutWords, UNSUBSCRIBE_PROGRAMS } from './words/opt-outs.ts'

const anyOf = (words: readonly string[]): string => `(?:${words.filter(Boolean).join('|')})`
const all = Object.values(OPT_OUT_WORDS)
const PLEASE = anyOf(all.map(({ please }) => please))
const COURTESY = anyOf([...Object.values(THANKS), PLEASE])

// One pattern per language, for text in lower case: a single combined one would take seconds to compile.
const toWishes = (words: readonly OptOutWords[]) =>
  words.map(({ wishes }) => new RegExp(`^${anyOf(wishes)}$`, 'u'))
const WISHES = toWishes(all)
/** The classifier covers these languages. */
const LEARNED_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl']
const OTHER_WISHES = toWishes(
  Object.entries(OPT_OUT_WORDS).flatMap(([language, words]) =>
    LEARNED_LANGUAGES.includes(language) ? [] : [words],
  ),
)
const REASONS = all.flatMap(({ reasons }) => (reasons ? [new RegExp(`^${anyOf(reasons)}$`, 'u')] : []))
const BEFORE = new RegExp(`^${COURTESY}(?:[ ,:]{1,2}|(?=[^\\x00-\\u024f]))`, 'u')
const AFTER = new RegExp(`(?:[ ,]{1,2}|(?<=[^\\x00-\\u024f]))${COURTESY}$`, 'u')
const GREETING = new RegExp(`^${anyOf(Object.values(GREETINGS))}(?:[ ,]{1,2}[^\\s,.]{1,30}\\.?){0,4}$`, 'u')
const ONLY_COURTESY = new RegExp(`^${COURTESY}(?:[ ,]{1,2}[^\\s,.]{1,30}){0,3}$`, 'u')
/** Courtesies removed from either end. */
const MAX_COURTESIES = 4
/** A person's name, with the company. Sentences have more words, or lower-case ones. */
const NAME = /^(?:\p{Lu}[\p{L}.'’&-]{0,30}(?: |$)){1,5}$/u

const MAX_TEXT = 20_000
/** Complete requests are short. */
const MAX_SENTENCE = 200
const MAX_SENTENCES = 300

/** Minimum score of a stop, and how far another label may be ahead. See MIN_SCORE. */
const STOP_SCORE = 0
const MAX_LEAD = 0.3

/**
 * Where a text says that its author wants no more mail, or null: the sentence that the classifier scores highest, in the
 * six languages that it covers, or a complete request in 14 others. The rest of the text doesn't matter.
 */
export function findStop(text: ReadText, judged = judgeReply(text)): Span | null {
  const { score, sentence } = judged.stop
  const most = Math.max(...Object.values(judged).map((each) => each.score))
  if (sentence && score >= Math.max(STOP_SCORE, most - MAX_LEAD)) return sentence
  const last = sentencesOf(text).slice(-MAX_SENTENCES)
  return last.find((each) => isRequest(originalOf(each).slice(0, MAX_SENTENCE + 1), OTHER_WISHES)) ?? null
}

/** True if a text asks for no more mail. Give it neither quoted text nor signature. */
export const asksToUnsubscribe = (visible: string): boolean =>
  findStop(readText(withoutFooters(visible.slice(0, MAX_TEXT)))) !== null

/** True if a line is a request and otherwise contains only courtesies, names and reasons. */
function isRequest(line: string, wishes: readonly RegExp[] = WISHES): boolean {
  if (line.length > MAX_SENTENCE) return false
  const sentences = splitSentences(line)
  return (
    sentences.some((sentence) => hasWish(sentence, wishes)) &&
    sentences.every((sentence, at) => isBeside(sentence, at, sentences))
  )
}

/** Splits whole sentences only, because clauses between commas may mean something else. */
function splitSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?。！？;])(?=\s|$|[^\x00-\x7f])|\n+/u)
    .map(bare)
    .filter(Boolean)
}

const bare = (sentence: string): string =>
  sentence.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').replace(/\s+/g, ' ')

const clausesOf = (sentence: string): string[] =>
  sentence
    .split(/[,、，:]|\s[-–—]\s/)
    .map(bare)
    .filter(Boolean)

const isWish = (words: string): boolean => matches(words, WISHES)

const hasWish = (sentence: string, wishes: readonly RegExp[] = WISHES): boolean =>
  matches(sentence, wishes) || clausesOf(sentence).some((clause) => matches(clause, wishes))

function isNeutral(words: string): boolean {
  const lower = words.toLowerCase()
  return GREETING.test(lower) || ONLY_COURTESY.test(lower) || matches(words, REASONS)
}

/** True if a pattern matches the words, with or without the courtesies around them. */
function matches(words: string, patterns: readonly RegExp[]): boolean {
  return strip(words.toLowerCase(), BEFORE)
    .flatMap((rest) => strip(rest, AFTER))
    .some((rest) => patterns.some((pattern) => pattern.test(rest)))
}

/** The words, and what is left as one courtesy after another is removed. */
function strip(words: string, courtesy: RegExp): string[] {
  const left = [words]
  while (left.length <= MAX_COURTESIES) {
    const rest = left.at(-1)!.replace(courtesy, '').trim()
    if (rest === left.at(-1)) break
    left.push(rest)
  }
  return left
}

/** True for a request and for what may surround one. A name comes first, after a greeting, or below. */
function isBeside(sentence: string, at: number, sentences: string[]): boolean {
  if (isWish(sentence) || isNeutral(sentence)) return true
  const isAfterWish = sentences.slice(0, at).some((before) => hasWish(before))
  if (isAfterWish && NAME.test(sentence)) return true
  return clausesOf(sentence).every((clause, index) => {
    const isAddressed = at === 0 && index <= 1 && NAME.test(clause)
    return isWish(clause) || isNeutral(clause) || isAddressed || (isAfterWish && NAME.test(clause))
  })
}

const PROGRAM = new RegExp(UNSUBSCRIBE_PROGRAMS.join('|'), 'iu')
const PROGRAM_SUBJECT = /^(?:\s*(?:re|fwd?)\s*:)?\s*(?:list-?)?unsubscribe\b/i

/** True if a subject with nothing written below asks for no more mail. */
export const isOptOutSubject = (subject: string): boolean => isRequest(subject.slice(0, MAX_SENTENCE))

/**
 * True if a mail program unsubscribes for its user: by its own header, or by a subject with nothing written by a
 * person below.
 */
export function isUnsubscribeMail(mail: IncomingMail, own: string): boolean {
  if (headerValues(mail, 'x-apple-unsubscribe').some((value) => !/^(?:no|false)$/i.test(value))) return true
  const subject = (mail.subject ?? '').slice(0, 300)
  if (!PROGRAM_SUBJECT.test(subject) && !isRequest(subject)) return false
  return !own || asksToUnsubscribe(own) || (own.length < 400 && PROGRAM.test(own))
}
