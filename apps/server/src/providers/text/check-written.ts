import { placeholderNames } from '@goldpan/contract/writing'
import { languageOf } from './compose-follow-up.ts'
import { plainLines } from './composer/copy.ts'
import { type Detected, detectLanguage } from './composer/language.ts'
import { SUBJECT_LIMIT, subjectLength } from './composer/subject.ts'
import { addressesIn, amountsIn, digitRuns, numbersIn, phonesIn } from './facts.ts'
import { inventedNames } from './names.ts'
import { countWords, findPlaceholders, replacePlaceholders } from './placeholders.ts'
import type { CampaignBrief, FollowUpBrief } from './port.ts'
import { readable } from './readable.ts'
import { repeatsSentence, sentencesOf } from './repeats.ts'
import { findSpamPhrases } from './spam-phrases.ts'

/** Word limits of a first message and of a follow-up. */
export const WORDS = { least: 15, most: 160 }
export const FOLLOW_UP_WORDS = { least: 12, most: 110 }

export interface Finding {
  code:
    | 'subject_missing'
    | 'subject_too_long'
    | 'subject_control_character'
    | 'body_missing'
    | 'business_name_missing'
    | 'unknown_placeholder'
    | 'broken_placeholder'
    | 'too_short'
    | 'too_long'
    | 'invented_number'
    | 'invented_amount'
    | 'invented_name'
    | 'invented_address'
    | 'promotion_missing'
    | 'other_language'
    | 'spam_phrase'
    | 'exclamation_mark'
    | 'shouting'
    | 'question'
    | 'signed'
    | 'markup'
    | 'repeated'
  /** A sentence on what is wrong and where, for the user and for the model that repairs it. */
  message: string
}

/**
 * Lists problems of a written template. Facts (numbers, prices, addresses, proper names) must be in the marketing
 * copy or the promotional content. Limits: numbers are compared by value and currency, not by meaning; names at the
 * start of a sentence aren't recognised.
 */
export function checkWritten(brief: CampaignBrief, template: { subject: string; body: string }): Finding[] {
  const subject = readable(template.subject)
  const body = readable(template.body)
  if (!body.trim()) return [{ code: 'body_missing', message: 'The body is empty.' }]
  return [
    ...checkSubject(subject),
    ...checkBusinessName(body),
    ...checkPlaceholders(subject, body),
    ...checkLength(body, WORDS),
    ...checkFacts(brief, `${subject}\n${body}`),
    ...checkPromotion(brief, body),
    ...checkTone(detectLanguage(sourceOf(brief)), subject, body),
    ...checkEnding(brief, body),
  ]
}

/**
 * The same for a follow-up, which is shorter and says nothing of the earlier messages again. Facts may be theirs; the
 * language is that of the template. In the same thread it has no subject.
 */
export function checkFollowUp(brief: FollowUpBrief, template: { subject: string; body: string }): Finding[] {
  const subject = brief.thread === 'new' ? readable(template.subject) : ''
  const body = readable(template.body)
  if (!body.trim()) return [{ code: 'body_missing', message: 'The body is empty.' }]
  const earlier = brief.earlier.map((one) => `${one.subject ?? ''}\n${one.body}`).join('\n')
  const known = {
    ...brief,
    marketing_copy: `${brief.marketing_copy}\n${replacePlaceholders(earlier, () => '')}`,
  }
  return [
    ...(brief.thread === 'new' ? checkSubject(subject) : []),
    ...checkPlaceholders(subject, body),
    ...checkLength(body, FOLLOW_UP_WORDS),
    ...checkFacts(known, `${subject}\n${body}`),
    ...checkTone(languageOf(brief), subject, body),
    ...checkEnding(brief, body),
    ...checkRepeats(body, earlier),
  ]
}

function checkRepeats(body: string, earlier: string): Finding[] {
  const repeated = sentencesOf(body).find((sentence) => repeatsSentence(sentence, earlier))
  return repeated
    ? [{ code: 'repeated', message: `"${repeated.trim()}" was said in an earlier message.` }]
    : []
}

function checkSubject(subject: string): Finding[] {
  if (!subject.trim()) return [{ code: 'subject_missing', message: 'The subject is empty.' }]
  const findings: Finding[] = []
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(subject)) {
    findings.push({ code: 'subject_control_character', message: 'The subject has to be one line.' })
  }
  const length = subjectLength(subject)
  if (length >= SUBJECT_LIMIT) {
    findings.push({
      code: 'subject_too_long',
      message: `The subject has ${length} characters; it has to be shorter than ${SUBJECT_LIMIT}.`,
    })
  }
  return findings
}

const checkBusinessName = (body: string): Finding[] =>
  findPlaceholders(body).some(({ name }) => name === 'businessName')
    ? []
    : [{ code: 'business_name_missing', message: 'The body has to contain {{businessName}}.' }]

function checkPlaceholders(subject: string, body: string): Finding[] {
  const findings: Finding[] = []
  const known = new Set<string>(placeholderNames)
  const names = new Set(findPlaceholders(`${subject}\n${body}`).map(({ name }) => name))
  for (const name of names) {
    if (!known.has(name))
      findings.push({ code: 'unknown_placeholder', message: `{{${name}}} is not a known placeholder.` })
  }
  const rest = replacePlaceholders(`${subject}\n${body}`, () => '')
  const broken = /\{\{|\}\}|\{[a-z_ ]+\}|\[(?:your|name|company|ihr|votre|nome|nombre)[^\]]*\]/iu.exec(rest)
  if (broken)
    findings.push({ code: 'broken_placeholder', message: `"${broken[0]}" is a gap that nothing fills.` })
  return findings
}

function checkLength(body: string, { least, most }: typeof WORDS): Finding[] {
  const words = countWords(body)
  if (words < least)
    return [{ code: 'too_short', message: `The body has ${words} words; it needs at least ${least}.` }]
  if (words > most)
    return [{ code: 'too_long', message: `The body has ${words} words; ${most} is the most.` }]
  return []
}

/** The copy both raw and as rendered, so that markup and entities don't hide a fact. */
const sourceOf = (brief: CampaignBrief) => {
  const raw = `${readable(brief.marketing_copy)}\n${readable(brief.promotional_content ?? '')}`
  return `${raw}\n${plainLines(raw).join('\n')}`
}

function checkFacts(brief: CampaignBrief, written: string): Finding[] {
  const source = sourceOf(brief)
  const text = replacePlaceholders(written, () => 'x')
  const findings: Finding[] = []
  const numbers = new Set([...numbersIn(source).values(), ...digitRuns(source)])
  for (const [shown, value] of numbersIn(text)) {
    if (!numbers.has(value))
      findings.push({
        code: 'invented_number',
        message: `The number ${shown} does not stand in the marketing copy.`,
      })
  }
  const amounts = new Set(amountsIn(source).values())
  for (const [shown, amount] of amountsIn(text)) {
    if (!amounts.has(amount))
      findings.push({ code: 'invented_amount', message: `${shown} does not stand in the marketing copy.` })
  }
  const phones = phonesIn(source)
  const strange = addressesIn(text).filter((address) => !source.toLowerCase().includes(address.toLowerCase()))
  for (const address of [...strange, ...phonesIn(text).filter((phone) => !phones.includes(phone))]) {
    findings.push({ code: 'invented_address', message: `${address} does not stand in the marketing copy.` })
  }
  for (const name of inventedNames(text, `${source} ${brief.sender_name ?? ''}`, detectLanguage(source))) {
    findings.push({
      code: 'invented_name',
      message: `The name ${name} does not stand in the marketing copy.`,
    })
  }
  return findings
}

const longWords = (text: string) => new Set(text.toLowerCase().match(/\p{L}{4,}|\p{N}+/gu) ?? [])

/** At least a third of the promotion's longer words and numbers must appear; of a long one, of its first 40. */
function checkPromotion(brief: CampaignBrief, body: string): Finding[] {
  const promotion = plainLines(brief.promotional_content ?? '').join(' ')
  if (findSpamPhrases(promotion, detectLanguage(promotion)).length > 0) return []
  const words = [...longWords(promotion)]
  if (words.length === 0) return []
  const said = longWords(body)
  const kept = words.filter((word) => said.has(word)).length
  if (kept >= Math.min(words.length, 40) / 3) return []
  return [{ code: 'promotion_missing', message: 'The promotional content is not in the body.' }]
}

function checkTone(copyLanguage: Detected, subject: string, body: string): Finding[] {
  const findings: Finding[] = []
  const text = replacePlaceholders(`${subject}\n${body}`, () => '')
  const bodyLanguage = detectLanguage(replacePlaceholders(body, () => ''))
  if (copyLanguage !== 'other' && bodyLanguage !== copyLanguage) {
    findings.push({
      code: 'other_language',
      message: `The body has to be in the language of the marketing copy (${copyLanguage}).`,
    })
  }
  for (const phrase of new Set(findSpamPhrases(text, bodyLanguage))) {
    findings.push({ code: 'spam_phrase', message: `"${phrase}" is a phrase that spam filters look for.` })
  }
  if (/[!¡！]/u.test(text)) findings.push({ code: 'exclamation_mark', message: 'No exclamation marks.' })
  const loud = /(?:(?<!\p{L})\p{Lu}{2,}\s+){2,}\p{Lu}{3,}(?!\p{L})/u.exec(text)
  if (loud) findings.push({ code: 'shouting', message: `"${loud[0]}" is written in capitals.` })
  if (/<\/?[a-z][^>]*>|\*\*|^#{1,4} /imu.test(text))
    findings.push({ code: 'markup', message: 'Plain text only, without HTML or Markdown.' })
  return findings
}

/** The body must end with one question and a closing without a name, which the signature adds. */
function checkEnding(brief: CampaignBrief, body: string): Finding[] {
  const paragraphs = body.trim().split(/\n\s*\n/)
  const questions = body.match(/[?？](?!\S*=)/gu)?.length ?? 0
  const findings: Finding[] = []
  if (questions !== 1 || !paragraphs.slice(-2).some((paragraph) => /[?？]["”»]?\s*$/u.test(paragraph))) {
    findings.push({
      code: 'question',
      message: 'The body needs exactly one question, at its end before the closing.',
    })
  }
  const last = paragraphs.at(-1)!
  const isSigned =
    last.includes('{{senderName') ||
    (brief.sender_name && last.toLowerCase().includes(brief.sender_name.toLowerCase()))
  if (isSigned)
    findings.push({ code: 'signed', message: 'No name after the closing; the signature follows.' })
  return findings
}
