import { findPlaceholders, replacePlaceholders } from '../placeholders.ts'
import { readBlocks } from './blocks.ts'
import { addressed, frames } from './frame.ts'
import type { Detected, Language } from './language.ts'
import type { Seeded } from './seeded.ts'
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
  const isAddressed = /\s(?:for|für|pour|per|para)\s/iu.test(topic)
  const fitting = frame.subjects
    .filter((subject) => !isAddressed || !/\}\s\S+\s\{/.test(subject))
    .map((subject) => subject.replace('{topic}', topic))
    .filter((subject) => subjectLength(subject) < SUBJECT_LIMIT)
  return addressed(fitting.length > 0 ? seeds.nth(fitting) : topic, false)
}
