import { composeFollowUp } from './compose-follow-up.ts'
import { findAudience } from './composer/audience.ts'
import { readBlocks } from './composer/copy.ts'
import { addressedFrame, type Frame, frames, isLowered } from './composer/frames.ts'
import { type Detected, detectLanguage } from './composer/language.ts'
import { choosePieces, lowerFirst, type Piece, readPieces, writePieces } from './composer/offer.ts'
import { type Seeded, seeded } from './composer/seeded.ts'
import { subjectFor } from './composer/subject.ts'
import { spelled, wordsInLowerCase } from './composer/tone.ts'
import { amountsIn } from './facts.ts'
import { countWords } from './placeholders.ts'
import type { CampaignBrief, TextPort, WrittenTemplate } from './port.ts'
import { readable } from './readable.ts'

/** Note for copy in a language the composer can't write. */
export const QUOTED_NOTE =
  'The language of the marketing copy is not one that the composer writes (English, German, French, Italian, Spanish), so its sentences are quoted as they are.'
/** Note for copy without facts. */
export const NO_FACTS_NOTE =
  'The marketing copy has no sentence that says what is offered. Add one or two facts, or write the offer into the text yourself.'

/** Words of the copy in a first message; its other facts are left to the follow-ups. */
const BUDGET = { alone: 60, withPromotion: 45, promotion: 42 }

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
  const offer = offerParagraph(letter)
  const subject = subjectFor(brief.marketing_copy, written, language, letter.seeds)
  const body = assembled(letter, offer, promotionParagraph(letter))
  const note = offer === null ? NO_FACTS_NOTE : language === 'other' ? QUOTED_NOTE : null
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

/** Null if the copy has nothing to offer. */
function offerParagraph({ brief, language, frame, seeds }: Letter): string | null {
  const copy = brief.marketing_copy
  const budget = brief.promotional_content?.trim() ? BUDGET.withPromotion : BUDGET.alone
  const pieces = readPieces(readBlocks(copy), copy, language)
  const chosen = withoutOne(choosePieces(pieces, budget, seeds), pieces)
  if (chosen.length === 0) return null
  if (language === 'other') return quoted(chosen, frame)
  const lowered = wordsInLowerCase(copy)
  const text = paragraphs(writePieces(chosen, language, frame.pointLead, lowered))
  return isLowered(language) ? lowerFirst(text, language, lowered) : text
}

/** Leaves the least of four or more facts to the follow-ups, unless others are left already. Prices can't wait. */
function withoutOne(chosen: Piece[], all: readonly Piece[]): Piece[] {
  if (chosen.length < 4 || chosen.length < all.length) return chosen
  const canWait = (piece: Piece, at: number) =>
    at > 0 &&
    piece.score > 0 &&
    amountsIn(piece.text).size === 0 &&
    !piece.leansOnPrevious &&
    !chosen[at + 1]?.leansOnPrevious
  const [least] = chosen.filter(canWait).toSorted((a, b) => a.score - b.score)
  return chosen.filter((piece) => piece !== least)
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
  const chosen = choosePieces(pieces, BUDGET.promotion, seeds)
  if (chosen.length === 0) return ''
  const lead = seeds.nth(frame.promotionLeads)
  if (language === 'other') return `${lead} “${chosen.map(({ text }) => text).join(' ')}”`
  return writePieces(chosen, language, lead, wordsInLowerCase(everything)).join(' ')
}

/** Greeting, offer, who it is made to, one question and closing. */
function assembled(
  { frame, seeds, language, brief }: Letter,
  offer: string | null,
  promotion: string,
): string {
  const audience = (language !== 'other' && findAudience(brief.marketing_copy, language)) || frame.audience
  const wish = seeds.nth(frame.wishes).replaceAll('{audience}', audience)
  const question = offer === null ? frame.withoutOffer.question : seeds.shuffled(frame.questions)[0]!
  return [
    seeds.nth(frame.greetings),
    offer ?? frame.withoutOffer.text,
    promotion,
    `${wish} ${question}`,
    seeds.nth(frame.closings),
  ]
    .filter(Boolean)
    .join('\n\n')
}
