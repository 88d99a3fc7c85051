import { de } from './frames/de.ts'
import { en } from './frames/en.ts'
import { es } from './frames/es.ts'
import { fr } from './frames/fr.ts'
import { it } from './frames/it.ts'
import type { Language } from './language.ts'

/**
 * The sentences around the offer, one set a language. None of them states a fact about the sender or the recipient.
 * `<Sie|ihr>` holds the formal and the familiar form; `{audience}` and `{topic}` are filled by the composer. The trade
 * is the recipient's own; where it is not known, whom the copy is made for.
 */
export interface Frame {
  greetings: string[]
  openings: string[]
  /** Who is written to when the copy does not say. */
  audience: string
  /** Joins "a, b and c". */
  and: string
  /** Leads an offer that starts with a catchword. */
  pointLead: string
  /** Leads promotional content that is no sentence. */
  promotionLeads: string[]
  /** Sentences that may stand before the question, for a message that is still too short. */
  asides: string[]
  questions: string[]
  closings: string[]
  /** With `{topic}`: one for any topic, one for what can be had, one that starts with the recipient's name. */
  subjects: { asking: string; giving: string; naming: string }
  plainSubject: string
  /** Leads sentences quoted from a language that the composer does not write. */
  quoteLead: string
  /** Stands in for the offer when the copy states nothing that can be passed on. */
  withoutOffer: string
  /** Matches a copy that speaks to its reader familiarly. */
  familiar: RegExp | null
}

export const frames: Record<Language, Frame> = { en, de, fr, it, es }

/** The frame in its formal or its familiar form. Only the frame: what a user wrote is never read as such a choice. */
export function addressedFrame(frame: Frame, isFamiliar: boolean): Frame {
  const choose = (text: string) =>
    text.replace(/<([^<>|]*)\|([^<>|]*)>/g, (_, formal: string, familiar: string) =>
      isFamiliar ? familiar : formal,
    )
  return {
    ...frame,
    greetings: frame.greetings.map(choose),
    openings: frame.openings.map(choose),
    asides: frame.asides.map(choose),
    questions: frame.questions.map(choose),
    closings: frame.closings.map(choose),
    withoutOffer: choose(frame.withoutOffer),
  }
}
