import { readBlocks } from './composer/copy.ts'
import { type FollowUpFrame, followUpFrames, type Stage } from './composer/follow-up-frames.ts'
import { chooseForm, frames } from './composer/frames.ts'
import { type Detected, detectLanguage } from './composer/language.ts'
import { choosePieces, type Piece, readPieces, writePieces } from './composer/offer.ts'
import { type Seeded, seeded } from './composer/seeded.ts'
import { spelled, wordsInLowerCase } from './composer/tone.ts'
import { countWords, replacePlaceholders } from './placeholders.ts'
import type { FollowUpBrief, WrittenTemplate } from './port.ts'
import { readable } from './readable.ts'
import { repeatsSentence, sentencesOf } from './repeats.ts'

const MAX_FACT_WORDS = 32
/** Up to these waits the message before was sent recently, or a few days ago. */
const RECENT_DAYS = 2
const FEW_DAYS = 14

/**
 * Builds a short follow-up without a model. It refers to the earlier messages and says none of their sentences again; an
 * angle tells a fact of the copy that they left out.
 */
export function composeFollowUp(given: FollowUpBrief, seed: number): WrittenTemplate {
  const brief = { ...given, marketing_copy: readable(given.marketing_copy) }
  const [first] = brief.earlier
  const detected = languageOf(brief)
  const language = detected === 'other' ? 'en' : detected
  const isFamiliar = frames[language].familiar?.test(plain(first?.body ?? brief.marketing_copy)) ?? false
  const choose = (text: string) => chooseForm(text, isFamiliar)
  const seeds = seeded(seed)
  const stage = stageOf(brief)
  const frame = followUpFrames[language]
  const { subject, openings, middles, questions } = frame[stage]
  const fresh = (sentences: string[]) => choose(pickFresh(sentences.map(choose), brief.earlier, seeds))
  const opening = fresh(openings).replace('{when}', whenOf(brief, frame))
  const fact = stage === 'angle' ? newFact(brief, detected, fresh(frame.angleLeads), seeds) : null
  const salutation = findSalutation(first?.body ?? '', frames[language].greetings[0]!)
  const body = [
    salutation.greeting ?? choose(seeds.nth(frames[language].greetings)),
    `${opening} ${fact ?? fresh(middles)}`,
    fresh(questions),
    salutation.closing ?? choose(seeds.nth(frames[language].closings)),
  ].join('\n\n')
  const source = [brief.marketing_copy, ...brief.earlier.map((one) => one.body)].join('\n')
  return {
    subject: spelled(choose(subject), source),
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

/** A close comes last, after a nudge and at least one angle. */
export function stageOf({ position, is_last }: FollowUpBrief): Stage {
  if (position === 1) return 'nudge'
  return is_last && position > 2 ? 'close' : 'angle'
}

function whenOf({ wait_days }: FollowUpBrief, { when }: FollowUpFrame): string {
  if (wait_days === null || wait_days <= RECENT_DAYS) return when[0]
  return wait_days <= FEW_DAYS ? when[1] : when[2]
}

/** A sentence no earlier message contains, if there is one. */
function pickFresh(sentences: string[], earlier: FollowUpBrief['earlier'], seeds: Seeded): string {
  const shuffled = seeds.shuffled(sentences)
  // `{when}` differs, the rest doesn't.
  const start = (sentence: string) => sentence.split('{when}')[0]!.trim()
  return shuffled.find((one) => !earlier.some(({ body }) => body.includes(start(one)))) ?? shuffled[0]!
}

/** A fact from the copy that no message has used. Null if none is left. */
function newFact(brief: FollowUpBrief, language: Detected, lead: string, seeds: Seeded): string | null {
  const told = brief.earlier.map(({ body }) => body).join('\n')
  const isNew = ({ kind, text, leansOnPrevious, score }: Piece) =>
    kind === 'sentence' &&
    !leansOnPrevious &&
    score > 0 &&
    countWords(text) <= MAX_FACT_WORDS &&
    ![text, ...sentencesOf(text)].some((sentence) => repeatsSentence(sentence, told))
  const copy = brief.marketing_copy
  const pieces = readPieces(readBlocks(copy), copy, language).filter(isNew)
  if (pieces.length === 0 || language === 'other') return null
  const [fact] = writePieces(
    choosePieces(pieces, 1, seeds).slice(0, 1),
    language,
    lead,
    wordsInLowerCase(copy),
  )
  return fact!.startsWith(lead) ? fact! : `${lead} ${fact}`
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
