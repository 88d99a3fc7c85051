import { headerValues, type IncomingMail } from './incoming-mail.ts'
import { GREETINGS, THANKS } from './words/courtesies.ts'
import { OPT_OUT_WORDS, UNSUBSCRIBE_PROGRAMS } from './words/opt-outs.ts'

const anyOf = (words: readonly string[]): string => `(?:${words.filter(Boolean).join('|')})`
const all = Object.values(OPT_OUT_WORDS)

const PLEASE = anyOf(all.map(({ please }) => please))
const COURTESY = anyOf([...Object.values(THANKS), PLEASE])
const WISH = new RegExp(
  `^(?:${PLEASE}[ ,:]{0,2}){0,4}${anyOf(all.flatMap(({ wishes }) => wishes))}(?:[ ,]{0,2}${COURTESY}){0,6}$`,
  'iu',
)
const REASON = new RegExp(
  `^(?:(?:${PLEASE}|${anyOf(Object.values(THANKS))})[ ,:]{0,2}){0,3}${anyOf(all.flatMap(({ reasons = [] }) => reasons))}(?:[ ,]{0,2}${COURTESY}){0,6}$`,
  'iu',
)
const GREETING = new RegExp(`^${anyOf(Object.values(GREETINGS))}(?![\\p{L}])(?:[ ,]{1,2}[\\p{L}.'’-]{1,30}){0,4}$`, 'iu')
const ONLY_COURTESY = new RegExp(`^(?:${COURTESY}[ ,]{0,2}){1,4}(?:[ ,]?[\\p{L}.'’-]{1,30}){0,3}$`, 'iu')
/** A name, with its company. Sentences have more words, or small ones. */
const NAME = /^(?:\p{Lu}[\p{L}.'’&-]{0,30}(?: |$)){1,5}$/u

/** 'Remove us from your list': longer messages say something else too. */
const MAX_LENGTH = 600
const MAX_SENTENCES = 8

/** True if a text asks for no more mail and says nothing else but courtesies, names and reasons for it. */
export function asksToUnsubscribe(visible: string): boolean {
  const text = visible.trim()
  if (text.length > MAX_LENGTH) return false
  const sentences = splitSentences(text)
  if (sentences.length === 0 || sentences.length > MAX_SENTENCES) return false
  return sentences.some(hasWish) && sentences.every((sentence, at) => isBeside(sentence, at, sentences))
}

/** Of whole sentences, as their parts between commas may read quite differently. */
function splitSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?。！？;])(?=\s|$|[^\x00-\x7f])|\n+/u)
    .map(bare)
    .filter(Boolean)
}

const bare = (sentence: string): string => sentence.replace(/^["'*\s–—-]+|["'*\s.!?,;:。！？、–—-]+$/gu, '').replace(/\s+/g, ' ')

const clausesOf = (sentence: string): string[] => sentence.split(/[,、，:]|\s[-–—]\s/).map(bare).filter(Boolean)

const hasWish = (sentence: string): boolean => WISH.test(sentence) || clausesOf(sentence).some((clause) => WISH.test(clause))

const isNeutral = (words: string): boolean =>
  GREETING.test(words) || ONLY_COURTESY.test(words) || REASON.test(words)

/** True for a wish and for what stands around one. A name stands first, after a greeting, or below. */
function isBeside(sentence: string, at: number, sentences: string[]): boolean {
  if (WISH.test(sentence) || isNeutral(sentence)) return true
  const isAfterWish = sentences.slice(0, at).some(hasWish)
  if (isAfterWish && NAME.test(sentence)) return true
  return clausesOf(sentence).every((clause, place) => {
    const isAddressed = at === 0 && place <= 1 && NAME.test(clause)
    return WISH.test(clause) || isNeutral(clause) || isAddressed || (place > 0 && isAfterWish && NAME.test(clause))
  })
}

const PROGRAM = new RegExp(UNSUBSCRIBE_PROGRAMS.join('|'), 'iu')
const PROGRAM_SUBJECT = /^(?:\s*(?:re|fwd?)\s*:)?\s*(?:list-?)?unsubscribe\b/i

/** True if a mail program unsubscribes for its user: by its own header, or by a subject with nothing of a person's below. */
export function isUnsubscribeMail(mail: IncomingMail, own: string): boolean {
  if (headerValues(mail, 'x-apple-unsubscribe').some((value) => !/^(?:no|false)$/i.test(value))) return true
  const subject = (mail.subject ?? '').slice(0, 300)
  if (!PROGRAM_SUBJECT.test(subject) && !asksToUnsubscribe(subject)) return false
  return !own || asksToUnsubscribe(own) || (own.length < 400 && PROGRAM.test(own))
}
