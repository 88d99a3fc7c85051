import { readNote, saysNote } from './automatic-note.ts'
import { findLaterUntil } from './later-until.ts'
import { findStop, isOptOutSubject } from './opt-out.ts'
import {
  type Judgement,
  type Judgements,
  judgeReply,
  REPLY_LABELS,
  type ReplyLabelName,
} from './reply-classifier.ts'
import {
  foldedWords,
  type ReadText,
  readText,
  type Span,
  sentencesOf,
  spanAt,
  wordsOf,
} from './reply-text.ts'
import { indexOfSign, signInWords } from './responder-signs.ts'
import { ownText, textOfNote } from './visible-reply.ts'
import { withoutFooters } from './without-footers.ts'
import { COMING_WORDS, NOT_A_NOTE } from './words/away-by-hand.ts'

export { REPLY_LABELS, type ReplyLabelName }

export interface ReplyToLabel {
  /** Plain text, with or without quotes and signature. */
  text: string
  /** Read only of automatic mail, and of a reply without text. */
  subject: string | null
  isAutomatic: boolean
  /** The sender's address, which isn't one that they name. */
  from?: string | null
}

export interface ReplyLabel {
  label: ReplyLabelName
  /** A sentence for the user, such as 'Because they wrote "call me tomorrow"'. */
  reason: string
  /** At most 80 characters, literally from the visible text or the subject; null if headers decided, or nothing did. */
  words: string | null
  /** For `later`: 'YYYY-MM-DD', if they name a day. */
  later_until: string | null
  /** For `wrong_person` and `left_company`: the addresses that they name, in lower case. */
  named: string[]
  /** False if neither a rule nor the classifier is sure; the label is then `other`. */
  is_sure: boolean
}

/** `today` is 'YYYY-MM-DD' in the time zone of the reader, on the day the reply came in. */
export interface LabelOptions {
  today: string
}

/** Characters searched for a stop, which can be anywhere. */
const MAX_STOP_TEXT = 20_000
/** Characters read for all other labels, which the beginning decides. */
const MAX_TEXT = 4_000
const MAX_NAMED = 10

const UNSURE: ReplyLabel = {
  label: 'other',
  reason: 'No rule was sure',
  words: null,
  later_until: null,
  named: [],
  is_sure: false,
}

/** Minimum score of a sure label. Not learned; label-reply.test.ts demands the precision and recall that it gives. */
const MIN_SCORE = -0.65
/** Higher for left_company and away, and for automatic replies that no rule matches. */
const MIN_SCORE_OF_NOTE = -0.25
const NOTES: readonly ReplyLabelName[] = ['away', 'left_company', 'automatic']
const NOT_BY_HAND: readonly ReplyLabelName[] = ['stop', 'away', 'automatic']
const BY_HAND = REPLY_LABELS.filter((label) => !NOT_BY_HAND.includes(label))
/** Beside these an absence is only mentioned. */
const ANSWERS: readonly ReplyLabelName[] = [
  'wrong_person',
  'meeting',
  'not_interested',
  'question',
  'interested',
]

/**
 * Labels a reply by rules and a classifier, without a language model or a network: stop first, then notes
 * (left_company, away, automatic), then the label with the highest score by weights learned from labelled replies.
 * Reads the sender's own text in English, German, French, Spanish, Italian and Dutch, with or without accents, without
 * quotes and signature. Pure; never throws.
 */
export function labelReply(reply: ReplyToLabel, { today }: LabelOptions): ReplyLabel {
  const own = reply.isAutomatic ? textOfNote(reply.text) : ownText(reply.text)
  const visible = withoutFooters(own.slice(0, MAX_STOP_TEXT))
  const whole = readText(visible)
  const judgedWhole = judgeReply(whole)
  // Machines ask not to answer to their own address.
  const stop = reply.isAutomatic ? null : findStop(whole, judgedWhole)
  if (stop) return written('stop', wordsOf(stop))
  const subject = reply.subject?.trim() ?? ''
  if (!own && !reply.isAutomatic && isOptOutSubject(subject)) return written('stop', subject.slice(0, 80))
  const text = visible.length > MAX_TEXT ? readText(visible.slice(0, MAX_TEXT)) : whole
  const judged = text === whole ? judgedWhole : judgeReply(text)
  const label =
    reply.isAutomatic || isNote(text)
      ? labelNote(text, judged, { subject, isAutomatic: reply.isAutomatic })
      : labelByHand(text, judged, today)
  if (label.label !== 'left_company' && label.label !== 'wrong_person') return label
  return { ...label, named: addressesIn(text.original, reply.from ?? null) }
}

/** True for the words of a machine, unless they announce an absence, as people do. */
const isNote = (text: ReadText): boolean =>
  signInWords(text.original) !== null &&
  !sentencesOf(text).some(
    (each) => saysNote('away', foldedWords(each)) && COMING_WORDS.test(foldedWords(each)),
  )

const written = (label: ReplyLabelName, words: string): ReplyLabel => ({
  ...UNSURE,
  label,
  reason: `Because they wrote "${words}"`,
  words,
  is_sure: true,
})

function labelNote(
  text: ReadText,
  judged: Judgements,
  { subject, isAutomatic }: { subject: string; isAutomatic: boolean },
): ReplyLabel {
  const says = readNote(subject, text.original, isAutomatic)
  const found = says === 'receipt' ? mostLikely(judged, NOTES) : null
  if (found && found.label !== 'automatic' && found.score >= MIN_SCORE_OF_NOTE && found.sentence)
    return sayingAutomatically(found.label, wordsOf(found.sentence))
  const label = says === 'receipt' ? 'automatic' : says
  const words = says === 'receipt' ? wordsOfReceipt(text) : (wordsOfNote(text, says) ?? subject.slice(0, 80))
  if (!words) {
    const reason = 'Automatic reply, as its headers say'
    return { ...UNSURE, label, reason, is_sure: true }
  }
  return sayingAutomatically(label, words)
}

const sayingAutomatically = (label: ReplyLabelName, words: string): ReplyLabel => ({
  ...written(label, words),
  reason: `Automatic reply that says "${words}"`,
})

function wordsOfNote(text: ReadText, says: 'away' | 'left_company'): string | null {
  const sentence = sentencesOf(text).find((each) => saysNote(says, foldedWords(each)))
  return sentence ? wordsOf(sentence) : null
}

function wordsOfReceipt(text: ReadText): string | null {
  const at = indexOfSign(text.original)
  return at < 0 ? null : wordsOf(spanAt(text, at))
}

function labelByHand(text: ReadText, judged: Judgements, today: string): ReplyLabel {
  if (readNote(null, text.original) === 'left_company') {
    const words = wordsOfNote(text, 'left_company')
    if (words) return written('left_company', words)
  }
  const found = mostLikely(judged, BY_HAND)
  const away = findAwayByHand(text, judged)
  // 'Away until Thursday' is no time for a meeting.
  const isAbsence = found.label === 'meeting' && found.sentence?.from === away?.from
  const isAnswer = ANSWERS.includes(found.label) && found.score >= MIN_SCORE && !isAbsence
  // 'Flat out until Christmas. Write to me in January' wants something.
  const isOutdone = found.score >= 0 && found.score > judged.away.score
  if (away && !isAnswer && !isOutdone) return written('away', wordsOf(away))
  const least = found.label === 'left_company' ? MIN_SCORE_OF_NOTE : MIN_SCORE
  if (found.label === 'other' || found.score < least || !found.sentence) return UNSURE
  const label = written(found.label, wordsOf(found.sentence))
  if (found.label !== 'later') return label
  const later_until =
    findLaterUntil(foldedWords(found.sentence), today) ?? findLaterUntil(text.original, today)
  return { ...label, later_until }
}

/** A note that its author is away now. An answer on leaving, or before, isn't one. */
function findAwayByHand(text: ReadText, judged: Judgements): Span | null {
  if (NOT_A_NOTE.test(text.folded)) return null
  const said = sentencesOf(text).find((sentence) => saysNote('away', foldedWords(sentence)))
  const likely = mostLikely(judged, [...BY_HAND, 'away'])
  const isLikely = likely.label === 'away' && likely.score >= MIN_SCORE_OF_NOTE
  const away = said ?? (isLikely ? likely.sentence : null)
  return away && !COMING_WORDS.test(foldedWords(away)) ? away : null
}

/** The one of these labels that scores highest. */
const mostLikely = (
  judged: Judgements,
  labels: readonly ReplyLabelName[],
): Judgement & { label: ReplyLabelName } =>
  labels
    .map((label) => ({ label, ...judged[label] }))
    .reduce((best, each) => (each.score > best.score ? each : best))

const ADDRESS = /(?<![\w.+-])[\w.+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}(?![\w-])/gi

function addressesIn(text: string, from: string | null): string[] {
  const named = [...text.matchAll(ADDRESS)].map(([address]) => address.toLowerCase())
  return [...new Set(named)].filter((address) => address !== from?.toLowerCase()).slice(0, MAX_NAMED)
}
