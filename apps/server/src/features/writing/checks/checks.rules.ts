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
import type { Facts } from '../writing.rules.ts'

export interface CheckedRecipient {
  name: string
  facts: Facts
}

export interface CheckedTemplate {
  subject: string
  body: string
  note: string | null
}

type FindSpamPhrases = (text: string) => string[]

const NAMES_SHOWN = 10
const WORDS_ADVISED = { least: 50, most: 200 }
const LINKS_ADVISED = 2

/** What to know about a template before it is saved: errors first, then hints, then what is fine. */
export function checkTemplate(
  template: CheckedTemplate,
  recipients: readonly CheckedRecipient[],
  findSpamPhrases: FindSpamPhrases,
): Finding[] {
  const findings = [
    ...checkPlaceholders(template),
    ...checkValues(template, recipients),
    ...checkWords(template, findSpamPhrases),
    checkLength(template.body),
    checkLinks(template.body),
    checkSubject(template.subject),
    ...(template.note ? [hint('note', template.note)] : []),
  ]
  const order = { error: 0, hint: 1, fine: 2 }
  return findings.sort((a, b) => order[a.level] - order[b.level])
}

const say = (
  kind: Finding['kind'],
  level: Finding['level'],
  sentence: string,
  recipients: string[] = [],
): Finding => ({ kind, level, sentence, recipients: recipients.slice(0, NAMES_SHOWN) })
const hint = (kind: Finding['kind'], sentence: string, recipients?: string[]) =>
  say(kind, 'hint', sentence, recipients)
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

/** For each placeholder of the template: who has no value for it, and what they read instead. */
function checkValues({ subject, body }: CheckedTemplate, recipients: readonly CheckedRecipient[]): Finding[] {
  const used = new Map(findPlaceholders(`${subject}\n${body}`).map((found) => [found.name, found.fallback]))
  return [...used].flatMap(([name, fallback]) => {
    const without = recipients.filter(({ facts }) => name in facts && !facts[name as keyof Facts]?.trim())
    if (without.length === 0) return []
    const people = without.length === 1 ? '1 recipient has' : `${without.length} recipients have`
    const instead =
      fallback === null && name === 'businessName'
        ? 'the domain of their address stands there, or nothing.'
        : fallback === null
          ? `nothing stands there. Give it a fallback, as {{${name}|…}}.`
          : `they read '${fallback}' instead.`
    return [
      hint(
        'no_value',
        `${people} no value for {{${name}}}: ${instead}`,
        without.map((recipient) => recipient.name),
      ),
    ]
  })
}

function checkWords({ subject, body }: CheckedTemplate, findSpamPhrases: FindSpamPhrases): Finding[] {
  const phrases = [...new Set(findSpamPhrases(`${subject}\n${body}`))]
  if (phrases.length === 0) return [fine('spam_words', 'No words that spam filters look for.')]
  const listed = phrases.map((phrase) => `'${phrase}'`).join(', ')
  return [hint('spam_words', `Spam filters look for words such as ${listed}. Say it in plainer words.`)]
}

function checkLength(body: string): Finding {
  const words = body.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  if (words > WORDS_ADVISED.most)
    return hint('length', `${words} words. Short messages are answered more often: aim for 80 to 160.`)
  if (words < WORDS_ADVISED.least)
    return hint('length', `${words} words. A little more about the offer helps: aim for 80 to 160.`)
  return fine('length', `${words} words: a good length.`)
}

function checkLinks(body: string): Finding {
  const counted = body.match(/<a\b|\]\(|(?<!["'(])https?:\/\//gi)?.length ?? 0
  if (counted > LINKS_ADVISED)
    return hint('links', `${counted} links. More than two make a first message look like advertising.`)
  return fine('links', counted === 0 ? 'No links.' : counted === 1 ? '1 link.' : `${counted} links.`)
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
