import { readBlocks } from './composer/copy.ts'
import { type Ask, followUpFrames } from './composer/follow-up-frames.ts'
import { chooseForm, frames, isLowered } from './composer/frames.ts'
import { type Detected, detectLanguage, type Language } from './composer/language.ts'
import { choosePieces, lowerFirst, type Piece, readPieces, writePieces } from './composer/offer.ts'
import { type Seeded, seeded } from './composer/seeded.ts'
import { subjectsFor } from './composer/subject.ts'
import { spelled, wordsInLowerCase } from './composer/tone.ts'
import { countWords, replacePlaceholders } from './placeholders.ts'
import type { FollowUpBrief, WrittenTemplate } from './port.ts'
import { readable } from './readable.ts'
import { repeatsSentence, sentencesOf } from './repeats.ts'

const MAX_FACT_WORDS = 32

/** `further` brings something that the earlier messages don't have, `close` ends the sequence. */
export type Stage = 'further' | 'close'

/**
 * Builds a short follow-up without a model: another fact of the copy, or a smaller request once all of them have been
 * told, or a close. It says no sentence of the earlier messages again.
 */
export function composeFollowUp(given: FollowUpBrief, seed: number): WrittenTemplate {
  const brief = { ...given, marketing_copy: readable(given.marketing_copy) }
  const [first] = brief.earlier
  const detected = languageOf(brief)
  const language = detected === 'other' ? 'en' : detected
  const isFamiliar = frames[language].familiar?.test(plain(first?.body ?? brief.marketing_copy)) ?? false
  const choose = (text: string) => chooseForm(text, isFamiliar)
  const seeds = seeded(seed)
  const salutation = findSalutation(first?.body ?? '', frames[language].greetings[0]!)
  const { text, question } = askOf(brief, detected, choose, seeds)
  const body = [
    salutation.greeting ?? choose(seeds.nth(frames[language].greetings)),
    text,
    question,
    salutation.closing ?? choose(seeds.nth(frames[language].closings)),
  ].join('\n\n')
  const source = [brief.marketing_copy, ...brief.earlier.map((one) => one.body)].join('\n')
  return {
    subject: spelled(choose(subjectOf(brief, detected)), source),
    body: spelled(body, source),
    language,
    written_by: 'composer',
    note: null,
  }
}

/** The language of the template, or of the marketing copy before there is a template. */
export function languageOf({ earlier, marketing_copy, promotional_content }: FollowUpBrief): Detected {
  const written = detectLanguage(plain(earlier[0]?.body ?? ''))
  return written === 'other' ? detectLanguage(`${marketing_copy}\n${promotional_content ?? ''}`) : written
}

/** A close comes last, after at least two others. */
export const stageOf = ({ position, is_last }: FollowUpBrief): Stage =>
  is_last && position > 2 ? 'close' : 'further'

function askOf(
  brief: FollowUpBrief,
  detected: Detected,
  choose: (text: string) => string,
  seeds: Seeded,
): Ask {
  const frame = followUpFrames[detected === 'other' ? 'en' : detected]
  const fresh = (sentences: readonly string[]) => pickFresh(sentences.map(choose), brief.earlier, seeds)
  if (stageOf(brief) === 'further') {
    const text = newFact(brief, detected, fresh(frame.leads), seeds)
    if (text) return { text, question: fresh(frame.questions) }
  }
  const asks = stageOf(brief) === 'close' ? frame.closes : frame.asks
  const text = fresh(asks.map((ask) => ask.text))
  return { text, question: choose(asks.find((ask) => choose(ask.text) === text)!.question) }
}

/** A sentence no earlier message contains, if there is one. */
function pickFresh(sentences: string[], earlier: FollowUpBrief['earlier'], seeds: Seeded): string {
  const shuffled = seeds.shuffled(sentences)
  return shuffled.find((one) => !earlier.some(({ body }) => body.includes(one))) ?? shuffled[0]!
}

/** A fact from the copy that no message has used, after `lead`. Null if none is left. */
function newFact(brief: FollowUpBrief, language: Detected, lead: string, seeds: Seeded): string | null {
  if (language === 'other') return null
  const told = brief.earlier.map(({ body }) => body).join('\n')
  const isNew = ({ text, leansOnPrevious, score }: Piece) =>
    !leansOnPrevious &&
    score > 0 &&
    countWords(text) <= MAX_FACT_WORDS &&
    !told.toLowerCase().includes(text.toLowerCase().replace(/\.$/, '')) &&
    ![text, ...sentencesOf(text)].some((sentence) => repeatsSentence(sentence, told))
  const copy = brief.marketing_copy
  const pieces = readPieces(readBlocks(copy), copy, language).filter(isNew)
  if (pieces.length === 0) return null
  const lowered = wordsInLowerCase(copy)
  const [fact] = writePieces(choosePieces(pieces, 1, seeds).slice(0, 1), language, lead, lowered)
  if (fact!.startsWith(lead)) return fact!
  // Two colons in a sentence don't read well.
  if (fact!.includes(':')) return isLowered(language) ? lowerFirst(fact!, language, lowered) : fact!
  // German continues with a capital letter if a whole sentence follows a colon.
  return `${lead} ${language === 'de' ? fact : lowerFirst(fact!, language, lowered)}`
}

/** For a new thread: the topic, unless an earlier message has this subject. */
function subjectOf({ marketing_copy, earlier }: FollowUpBrief, detected: Detected): string {
  const language: Language = detected === 'other' ? 'en' : detected
  const { you, subject } = followUpFrames[language]
  const isUsed = (topic: string) => earlier.some((one) => one.subject && plain(one.subject) === plain(topic))
  const topic = subjectsFor(marketing_copy, language, detected).find(
    (one) => !one.startsWith('{{') && !isUsed(one),
  )
  // A name that is missing must not hold the message.
  return topic?.replaceAll('{{businessName}}', `{{businessName|${you}}}`) ?? subject
}

/** The greeting and the closing of the template, which the follow-up keeps. */
function findSalutation(body: string, usual: string): { greeting: string | null; closing: string | null } {
  const paragraphs = body.trim().split(/\n\s*\n/)
  const isShort = (text: string) => !text.includes('\n') && countWords(text) <= 6
  const [greeting = '', closing = ''] = [paragraphs[0], paragraphs.length > 2 ? paragraphs.at(-1) : '']
  // The next sentence continues in the case that the usual greeting asks for.
  const isGreeting = isShort(greeting) && greeting.at(-1) === usual.at(-1)
  const isClosing = closing !== '' && isShort(closing) && !/[.?!{}]/.test(closing.replace(/,$/, ''))
  return { greeting: isGreeting ? greeting : null, closing: isClosing ? closing : null }
}

const plain = (text: string): string => replacePlaceholders(text, () => '')
