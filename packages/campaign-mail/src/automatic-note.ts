import { hasStatedDay, ownSubject } from './away-until.ts'
import { fold } from './fold.ts'
import { AWAY_WORDS, UNTIL_WORDS } from './words/away.ts'
import { isAwaySubject } from './words/away-subjects.ts'
import { LEFT_WORDS } from './words/left-company.ts'
import { MACHINE_WORDS, type MachineWords } from './words/machine-notes.ts'
import { ABSENCE_WORDS, RETURN_WORDS } from './words/returns.ts'

/**
 * What an automatic reply says. away: a person or a business is absent for a while. left_company: its addressee no longer
 * works there. receipt: anything else, such as a receipt, a ticket or a note that a mailbox isn't read.
 */
export type NoteKind = 'away' | 'left_company' | 'receipt'

/** Notes say what they have to say at their beginning. */
const MAX_NOTE = 3_000

const anyOf = (words: Readonly<Record<string, string>>) =>
  new RegExp(fold(Object.values(words).join('|')), 'iu')
const AWAY = anyOf(AWAY_WORDS)
const RETURN = anyOf(RETURN_WORDS)
const LEFT = anyOf(LEFT_WORDS)
const ABSENCE = new RegExp(ABSENCE_WORDS, 'iu')
const UNTIL = new RegExp(fold(UNTIL_WORDS), 'iu')
const machineWords = (kind: keyof MachineWords) =>
  new RegExp(
    `\\b(?:${Object.values(MACHINE_WORDS)
      .map((words) => words[kind])
      .join('|')})\\b`,
    'iu',
  )
const MACHINE_ABSENCE = machineWords('absence')
const MACHINE_LEFT = machineWords('left')
/** Closed or unreachable at times that come back each day or week. */
const REGULAR =
  /\b(?:weekends?|week-ends?|wochenenden?|fi[mn](?:s|es)? de semana|fine settimana|weekend(?:y|ow|em)?|opening hours|(?:office|business|working) hours|(?:offnungs|geschafts|buro|sprech)zeiten|horaires|horarios?|orari|openingstijden|kantooruren|godzin(?:y|ach)|(?:mon|tues|wednes|thurs|fri|satur|sun)days|(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)s|feiertag[^\s.]*|bank holidays|(?:this|diese[rs]?) (?:e-?mail|mailbox|inbox|address|adresse|postfach)[^\s.]*)\b/iu

/** A person who works on Tuesdays may be absent today. */
const NOW =
  /\b(?:at the moment|currently|right now|momentan|derzeit|zurzeit|en ce moment|actuellement|ahora|en este momento|al momento|attualmente|op dit moment|momenteel|ben nu)\b/iu

/**
 * What an automatic reply says, by its subject and its text without quotes and signature. `isAutomatic` if more than its
 * words shows that a machine wrote it. Never throws.
 */
export function readNote(subject: string | null, visibleText: string, isAutomatic = false): NoteKind {
  const text = fold(visibleText.slice(0, MAX_NOTE))
  const sentences = sentencesOf(text)
  const absences = sentences.filter(isAbsence)
  const isDated = absences.some(isLimited)
  // A person who is away until a day may say besides that a colleague has left.
  if (!isDated && sentences.some((sentence) => LEFT.test(sentence))) return 'left_company'
  if (absences.length > 0) return 'away'
  const own = ownSubject(subject ?? '').slice(0, 300)
  if (isAwaySubject(own) || AWAY.test(own)) return 'away'
  if (sentences.some((sentence) => RETURN.test(sentence) && !REGULAR.test(sentence))) return 'away'
  return isAutomatic ? readMachineNote(sentences) : 'receipt'
}

function readMachineNote(sentences: readonly string[]): NoteKind {
  if (sentences.some((sentence) => MACHINE_LEFT.test(sentence))) return 'left_company'
  const isAway = sentences.some((sentence) => MACHINE_ABSENCE.test(sentence) && isLimited(sentence))
  return isAway ? 'away' : 'receipt'
}

/** True if a folded sentence alone says what the note says. */
export const saysNote = (kind: 'away' | 'left_company', sentence: string): boolean =>
  kind === 'left_company'
    ? LEFT.test(sentence)
    : isAbsence(sentence) || (RETURN.test(sentence) && !REGULAR.test(sentence))

const isLimited = (sentence: string): boolean => UNTIL.test(sentence) && hasStatedDay(sentence)

function isAbsence(sentence: string): boolean {
  if (!AWAY.test(sentence)) return ABSENCE.test(sentence) && isLimited(sentence)
  return !REGULAR.test(sentence) || NOW.test(sentence) || hasStatedDay(sentence)
}

/** Lines of a paragraph are joined; a number with a full stop ends no sentence. */
const sentencesOf = (text: string): string[] =>
  text.split(/\n\s*\n/).flatMap((part) => part.replace(/\s+/g, ' ').split(/(?<=\p{L}[.!?]) /u))
