import { byLevel } from '@goldpan/contract/missing-values'
import {
  brokenPlaceholderMessage,
  type Finding,
  findBrokenPlaceholder,
  findPlaceholders,
  findUnknownPlaceholders,
  SUBJECT_ADVISED,
  unknownPlaceholderMessage,
  writingMessages,
} from '@goldpan/contract/writing'
import { findUnreadableLinks, replaceLinks, unreadableLinksMessage } from '@goldpan/contract/written-link'

export interface CheckedTemplate {
  subject: string
  body: string
  note: string | null
}

type FindSpamPhrases = (text: string) => string[]

const WORDS_ADVISED = { least: 30, most: 160 }
const LINKS_ADVISED = 2

/** Checks a template before it is saved: errors first, then hints, then passed checks. */
export function checkTemplate(template: CheckedTemplate, findSpamPhrases: FindSpamPhrases): Finding[] {
  return byLevel([
    ...checkPlaceholders(template),
    ...checkWords(template, findSpamPhrases),
    checkLength(template.body),
    ...checkLinks(template.body),
    checkSubject(template.subject),
    ...(template.note ? [hint('note', template.note)] : []),
  ])
}

/** Who signs the email. */
export const checkSigner = ({ isFine, sentence }: { isFine: boolean; sentence: string }): Finding =>
  (isFine ? fine : hint)('signature', sentence)

const say = (kind: Finding['kind'], level: Finding['level'], sentence: string): Finding => ({
  kind,
  level,
  sentence,
  recipients: [],
})
const hint = (kind: Finding['kind'], sentence: string) => say(kind, 'hint', sentence)
const fine = (kind: Finding['kind'], sentence: string) => say(kind, 'fine', sentence)

function checkPlaceholders({ subject, body }: CheckedTemplate): Finding[] {
  const unknown = findUnknownPlaceholders(`${subject}\n${body}`)
  const hasBusinessName = findPlaceholders(body).some(({ name }) => name === 'businessName')
  const broken = [subject, body].map(findBrokenPlaceholder).find((found) => found !== null)
  return [
    ...(broken ? [say('unknown_placeholder', 'error', brokenPlaceholderMessage(broken))] : []),
    ...(unknown.length > 0 ? [say('unknown_placeholder', 'error', unknownPlaceholderMessage(unknown))] : []),
    hasBusinessName
      ? fine('missing_placeholder', 'The business is named.')
      : say('missing_placeholder', 'error', writingMessages.businessName),
  ]
}

function checkWords({ subject, body }: CheckedTemplate, findSpamPhrases: FindSpamPhrases): Finding[] {
  const phrases = [...new Set(findSpamPhrases(`${subject}\n${body}`))]
  if (phrases.length === 0) return [fine('spam_words', 'No words that spam filters look for.')]
  const listed = phrases.map((phrase) => `'${phrase}'`).join(', ')
  return [hint('spam_words', `Spam filters look for words such as ${listed}. Use plainer words.`)]
}

function checkLength(body: string): Finding {
  const words = body.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  if (words > WORDS_ADVISED.most)
    return hint('length', `${words} words. Short messages are answered more often: aim for 40 to 120.`)
  if (words < WORDS_ADVISED.least)
    return hint('length', `${words} words. A little more about the offer helps: aim for 40 to 120.`)
  return fine('length', `${words} words: a good length.`)
}

function checkLinks(body: string): Finding[] {
  const unreadable = findUnreadableLinks(body)
  if (unreadable.length > 0) return [hint('links', unreadableLinksMessage(unreadable)), ...countLinks(body)]
  return countLinks(body)
}

function countLinks(body: string): Finding[] {
  const html = replaceLinks(body, () => '<a>')
  const counted = html.match(/<a\b|(?<!["'(])https?:\/\//gi)?.length ?? 0
  if (counted > LINKS_ADVISED)
    return [hint('links', `${counted} links. More than two make a first message look like advertising.`)]
  return [fine('links', counted === 0 ? 'No links.' : counted === 1 ? '1 link.' : `${counted} links.`)]
}

function checkSubject(subject: string): Finding {
  const length = subject.trim().length
  if (length === 0) return say('subject_length', 'error', writingMessages.subject)
  return length > SUBJECT_ADVISED
    ? hint(
        'subject_length',
        `The subject has ${length} characters; most inboxes cut it after ${SUBJECT_ADVISED}.`,
      )
    : fine('subject_length', `The subject has ${length} characters.`)
}
