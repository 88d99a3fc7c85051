import { findPlaceholders, replacePlaceholders } from '../placeholders.ts'
import { readBlocks } from './blocks.ts'
import { frames } from './frames.ts'
import type { Detected, Language } from './language.ts'
import { lowerFirst } from './offer.ts'
import type { Seeded } from './seeded.ts'
import { wordsInLowerCase } from './tone.ts'
import { findTopics } from './topic.ts'

/** A subject has to be shorter than this; a placeholder in it counts as a name of usual length. */
export const SUBJECT_LIMIT = 60
const NAME_LENGTH = 22

/** The characters that a recipient will see, as far as that is known before the placeholders are filled. */
export function subjectLength(subject: string): number {
  return replacePlaceholders(subject, () => '').length + findPlaceholders(subject).length * NAME_LENGTH
}

/** A subject that names what is offered, or a plain one when the copy has no words for it. */
export function subjectFor(copy: string, language: Language, detected: Detected, seeds: Seeded): string {
  const frame = frames[language]
  const topic = detected === 'other' ? undefined : findTopics(readBlocks(copy), copy, language)[0]
  if (!topic) return frame.plainSubject
  const { asking, giving, naming } = frame.subjects
  const lowered = wordsInLowerCase(copy)
  const fitting = [
    asking.replace('{topic}', () => topic.text),
    topic.isOffer && !FOR.test(topic.text) && giving.replace('{topic}', () => topic.text),
    topic.isOffer && naming.replace('{topic}', () => lowerFirst(topic.text, language, lowered)),
  ]
    .filter((subject) => subject !== false)
    .filter((subject) => subjectLength(subject) < SUBJECT_LIMIT)
  return fitting.length > 0 ? seeds.nth(fitting) : topic.text
}

const FOR = /\s(?:for|für|pour|per|para)\s/iu
