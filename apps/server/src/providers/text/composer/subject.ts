import { findPlaceholders, replacePlaceholders } from '../placeholders.ts'
import { readBlocks } from './copy.ts'
import { frames } from './frames.ts'
import type { Detected, Language } from './language.ts'
import { lowerFirst } from './offer.ts'
import type { Seeded } from './seeded.ts'
import { wordsInLowerCase } from './tone.ts'
import { findTopics } from './topic.ts'

/** Subjects must be shorter. A placeholder counts as a name of typical length. */
export const SUBJECT_LIMIT = 60
const NAME_LENGTH = 22

/** The length the recipient will see, as far as known before placeholders are filled. */
export function subjectLength(subject: string): number {
  return replacePlaceholders(subject, () => '').length + findPlaceholders(subject).length * NAME_LENGTH
}

/** Names what is offered; a plain subject if the copy has no words for it. */
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
