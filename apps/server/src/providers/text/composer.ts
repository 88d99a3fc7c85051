import { composeFollowUp } from './compose-follow-up.ts'
import { findAudience } from './composer/audience.ts'
import { readBlocks } from './composer/copy.ts'
import { addressedFrame, type Frame, frames } from './composer/frames.ts'
import { type Detected, detectLanguage } from './composer/language.ts'
import { choosePieces, type Piece, readPieces, writePieces } from './composer/offer.ts'
import { type Seeded, seeded } from './composer/seeded.ts'
import { subjectFor } from './composer/subject.ts'
import { spelled, wordsInLowerCase } from './composer/tone.ts'
import { countWords } from './placeholders.ts'
import type { CampaignBrief, TextPort, WrittenTemplate } from './port.ts'
import { readable } from './readable.ts'

/** Note for copy in a language the composer can't write. */
export const QUOTED_NOTE =
  'The language of the marketing copy is not one that the composer writes (English, German, French, Italian, Spanish), so its sentences are quoted as they are.'
/** Note for copy without facts. */
export const NO_FACTS_NOTE =
  'The marketing copy has no sentence that says what is offered. Add one or two facts, or write the offer into the text yourself.'

const SHORTEST = 84
const LONGEST = 150
const PROMOTION_BUDGET = 42

/** Writes without a model: no key, no network, and the same text for the same brief and seed. */
export function createComposer(): TextPort {
  return {
    async writeTemplate(brief, { seed, signal, onText }) {
      signal?.throwIfAborted()
      const template = compose(brief, seed)
      onText?.(template.body)
      return template
    },

    async writeFollowUp(brief, { seed, signal, onText }) {
      signal?.throwIfAborted()
      const template = composeFollowUp(brief, seed)
      onText?.(template.body)
      return template
    },
  }
}

/** Builds a message from the brief's own sentences, so every fact in it is from the brief. */
export function compose(given: CampaignBrief, seed: number): WrittenTemplate {
  const brief = { ...given, ...readableBrief(given) }
  const promotion = brief.promotional_content ?? ''
  const language = detectLanguage(`${brief.marketing_copy}\n${promotion}`)
  const written = language === 'other' ? 'en' : language
  const isFamiliar = frames[written].familiar?.test(brief.marketing_copy) ?? false
  const letter: Letter = {
    brief,
    language,
    frame: addressedFrame(frames[written], isFamiliar),
    seeds: seeded(seed),
  }
  const { text: offer, isEmpty } = offerParagraph(letter)
  const subject = subjectFor(brief.marketing_copy, written, language, letter.seeds)
  const body = assembled(letter, [offer, promotionParagraph(letter)].filter(Boolean))
  const note = isEmpty ? NO_FACTS_NOTE : language === 'other' ? QUOTED_NOTE : null
  const source = `${brief.marketing_copy} ${promotion}`
  return {
    subject: spelled(subject, source),
    body: spelled(body, source),
    language: written,
    written_by: 'composer',
    note,
  }
}

const readableBrief = ({ marketing_copy, promotional_content }: CampaignBrief) => ({
  marketing_copy: readable(marketing_copy),
  promotional_content: promotional_content && readable(promotional_content),
})

interface Letter {
  brief: CampaignBrief
  language: Detected
  frame: Frame
  seeds: Seeded
}

function offerParagraph({ brief, language, frame, seeds }: Letter): { text: string; isEmpty: boolean } {
  const copy = brief.marketing_copy
  const budget = brief.promotional_content?.trim() ? 60 : 78
  const chosen = choosePieces(readPieces(readBlocks(copy), copy, language), budget, seeds)
  if (chosen.length === 0) return { text: frame.withoutOffer, isEmpty: true }
  if (language === 'other') return { text: quoted(chosen, frame), isEmpty: false }
  return {
    text: paragraphs(writePieces(chosen, language, frame.pointLead, wordsInLowerCase(copy))),
    isEmpty: false,
  }
}

/** Blocks of more than fifty words are hard to read on a phone. */
function paragraphs(sentences: string[]): string {
  const all = sentences.join(' ')
  if (countWords(all) <= 50 || sentences.length < 4) return all
  const half = Math.ceil(sentences.length / 2)
  return `${sentences.slice(0, half).join(' ')}\n\n${sentences.slice(half).join(' ')}`
}

const quoted = (pieces: readonly Piece[], frame: Frame) =>
  `${frame.quoteLead} “${pieces.map(({ text }) => text).join(' ')}”`

function promotionParagraph({ brief, language, frame, seeds }: Letter): string {
  const promotion = brief.promotional_content?.trim()
  if (!promotion) return ''
  const everything = `${brief.marketing_copy}\n${promotion}`
  const blocks = readBlocks(promotion)
  const stated = readPieces(blocks, everything, language)
  // Some promotions are nothing but "Call for 10 % off".
  const pieces = stated.length > 0 ? stated : readPieces(blocks, everything, language, 'with calls')
  const chosen = choosePieces(pieces, PROMOTION_BUDGET, seeds)
  if (chosen.length === 0) return ''
  const lead = seeds.nth(frame.promotionLeads)
  if (language === 'other') return `${lead} “${chosen.map(({ text }) => text).join(' ')}”`
  return writePieces(chosen, language, lead, wordsInLowerCase(everything)).join(' ')
}

/** Greeting, opening, offer, question and closing. Asides lengthen a short text. */
function assembled(letter: Letter, middle: string[]): string {
  const { frame, seeds, language, brief } = letter
  const audience = (language !== 'other' && findAudience(brief.marketing_copy, language)) || frame.audience
  const opening = seeds.nth(frame.openings).replaceAll('{audience}', audience)
  const question = seeds.shuffled(frame.questions)[0]!
  const closing = seeds.nth(frame.closings)
  const parts = [seeds.nth(frame.greetings), opening, ...middle, question, closing]
  const asides = neededAsides(frame.asides, seeds.shuffled(frame.asides), countWords(parts.join(' ')))
  const ending = [...asides, question].join(' ')
  return [...parts.slice(0, -2), ending, closing].join('\n\n')
}

function neededAsides(inOrder: string[], shuffled: string[], wordsSoFar: number): string[] {
  const needed: string[] = []
  let words = wordsSoFar
  for (const aside of shuffled) {
    if (words >= SHORTEST || words + countWords(aside) > LONGEST) continue
    needed.push(aside)
    words += countWords(aside)
  }
  // In the order they follow from each other.
  return inOrder.filter((aside) => needed.includes(aside))
}
