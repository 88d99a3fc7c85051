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
  const subjects = subjectsFor(copy, language, detected)
  return subjects.length > 0 ? seeds.nth(subjects) : frames[language].plainSubject
}

/** The subjects that the copy has words for: its topic, with and without the recipient's name. */
export function subjectsFor(copy: string, language: Language, detected: Detected): string[] {
  if (detected === 'other') return []
  const topic = findTopics(readBlocks(copy), copy, language).find(({ text }) => !NOT_OFFERED.test(text))
  if (!topic) return []
  const { giving, naming } = frames[language].subjects
  const lowered = wordsInLowerCase(copy)
  const named = [
    topic.isOffer && !FOR.test(topic.text) && giving.replace('{topic}', () => topic.text),
    topic.isOffer && naming.replace('{topic}', () => lowerFirst(topic.text, language, lowered)),
  ]
    .filter((subject) => subject !== false)
    .filter((subject) => subjectLength(subject) < SUBJECT_LIMIT)
  return [...named, topic.text]
}

/** "Best way", "family business": praise, or the sender instead of the offer. */
const NOT_OFFERED =
  /^(?:best|number one|no\. ?1|top|company|family business|(?:\p{L}+ )?(?:team|unternehmen)|entreprise|équipe|azienda|impresa|empresa|equipo)(?!\p{L})/iu
const FOR = /\s(?:for|für|pour|per|para)\s/iu
