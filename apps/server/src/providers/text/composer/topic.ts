import type { Block } from './copy.ts'
import { declared } from './declared.ts'
import type { Language } from './language.ts'
import { isSentence } from './offer.ts'
import { calmed, capitalised, wordsInLowerCase } from './tone.ts'
import {
  ARTICLE,
  AS_WHOM,
  BE,
  BOUNDARY,
  BY_NAME,
  DOES_ANYTHING,
  HARD_BOUNDARY,
  OFFERED,
  OURS,
  SAVED,
  SPECIALISED,
  UNFIT,
  WHEN_FIRST,
  WORK,
} from './topic-words.ts'

/** Leaves room for the recipient's name or a few words in a subject of 60 characters. */
export const MAX_TOPIC_LENGTH = 38

/** Offers named in the copy, in one to six of its words, best first. Empty if it names none. */
export function findTopics(blocks: readonly Block[], copy: string, language: Language): Topic[] {
  const lowered = wordsInLowerCase(copy)
  return blocks
    .filter((block) => block.type === 'list' || !block.text.endsWith('?'))
    .flatMap((block, at) => candidates(block, at, language, lowered))
    .sort((a, b) => a.rank - b.rank)
    .map(({ text, isOffer, isWhole }) => ({
      text: capitalised(shortened(text, language, isOffer || isWhole === true)),
      isOffer,
    }))
    .filter(({ text }) => isTopic(text, language))
}

export interface Topic {
  text: string
  /** True if it can be offered "for" somebody: "Fresh bread", but not "Gas bill". */
  isOffer: boolean
}

interface Candidate extends Topic {
  /** Lower is better: 0 a heading or what "we offer", 1 the sender's trade, 2 a catchphrase, 3 a list item. */
  rank: number
  /** Keeps "aus klarem Eis" or "of wood" although it isn't an offer. */
  isWhole?: boolean
}

function candidates(block: Block, at: number, language: Language, lowered: ReadonlySet<string>): Candidate[] {
  const raw = block.type === 'list' ? (block.items[0] ?? '') : block.text
  const text = calmed(raw, language, lowered)
  if (!text) return []
  if (block.type === 'list') return [{ text, rank: 3, isOffer: true }]
  const named = block.type === 'sentence' ? nameIn(text, at, language) : []
  return [...thingIn(text, at, block, language), ...named]
}

/** The offer of a sentence, or the sender's trade. */
function thingIn(text: string, at: number, block: Block, language: Language): Candidate[] {
  const speciality = SPECIALISED.exec(text)?.[1] ?? findSpeaker(text)
  if (speciality && !isSentence(speciality, language)) return [{ text: speciality, rank: -3, isOffer: false }]
  const offered = offeredIn(text, language)
  // The first sentence usually states the subject.
  const early = at === 0 ? -2 : 0
  const endsInNoun = language !== 'de' || /^\p{Lu}/u.test(offered?.split(' ').at(-1) ?? '')
  if (offered) return [{ text: offered, rank: early, isOffer: endsInNoun }]
  const being = BE[language].exec(text)?.[1]
  if (being) return [{ text: being, rank: 1 + early, isOffer: true }]
  const ours = OURS.exec(text)?.[1]
  if (ours && !PEOPLE.test(ours)) return [{ text: ours, rank: 3.5, isOffer: true }]
  const saved = SAVED[language].exec(text)?.[1]
  if (saved) return [{ text: saved, rank: 3.2, isOffer: false }]
  return [...catchwordOf(text, at, block, language), ...doneIn(text, at, language)]
}

/** A last resort: the object of any verb. */
function doneIn(text: string, at: number, language: Language): Candidate[] {
  const counted = COUNTED.exec(text)?.[1]
  if (counted && !PEOPLE.test(counted)) return [{ text: counted, rank: 6 + at, isOffer: false }]
  const done = at < 3 ? DOES_ANYTHING[language].exec(text)?.[1] : undefined
  if (!done || /^\S*\p{N}/u.test(done)) return []
  const [thing = ''] = done.split(ELSEWHERE)
  return [{ text: thing, rank: 5 + at, isOffer: false, isWhole: true }]
}

/** "Our 60 goats clear brambles": the sender's assets. */
const COUNTED = /^(?:Our|Unsere|Nos|I nostri|Le nostre|Nuestr[oa]s)\s\d+\s(\p{L}{4,})\s/u

const ELSEWHERE = /\s(?:over|into|through|along|on|about|after|off|up|down)\s/u

const PEOPLE =
  /(?:clients?|customers?|team|staff|trainers?|guards?|people|prices?|kunden|kundinnen|mitarbeit\p{L}*|preise?|trainer|équipe|clienti|clientes|formateurs|prix|prezzi|squadra|equipo|precios)$/iu

function findSpeaker(text: string): string | undefined {
  const found = AS_WHOM.exec(text)
  return found?.[1] ?? found?.[2] ?? BY_NAME.exec(text)?.[1]
}

/** A heading or initial catchphrase, up to the first comma or colon. */
function catchwordOf(text: string, at: number, block: Block, language: Language): Candidate[] {
  if (at > 0 && block.type !== 'heading') return []
  const [said = ''] = text.split(/\s?: /u)
  if (isSentence(said, language)) return []
  const [catchword = ''] = said.split(/[,!?]/u)
  if (UNFIT.test(catchword) || declared(text, language, 0) !== text) return []
  return [{ text: catchword, rank: block.type === 'heading' ? (at === 0 ? -2 : 0) : 2, isOffer: true }]
}

function nameIn(text: string, at: number, language: Language): Candidate[] {
  const found = findSenderName(text, at === 0, language)
  return found ? [{ text: found.name, rank: at === 0 ? 3 : 4, isOffer: found.isProduct }] : []
}

function offeredIn(sentence: string, language: Language): string | null {
  const work = WORK[language].find(({ verb }) => verb.test(sentence))
  const done = work?.verb.exec(sentence)?.[1]
  if (work && done) return work.name(withoutArticle(done, language))
  const found = OFFERED[language].exec(sentence)
  // "collects, washes and delivers bed linen": one of several verbs alone would name another trade.
  if (!found?.[1] || SEVERAL_VERBS.test(sentence.slice(0, found.index))) return null
  return withoutArticle(found[1].trim().replace(WHEN_FIRST, ''), language)
}

const SEVERAL_VERBS = /\s\p{Ll}+, \p{Ll}+,? (?:and|und|et|e|y) $/u

const withoutArticle = (phrase: string, language: Language) => phrase.trim().replace(ARTICLE[language], '')

/** Cuts before words that say for whom, when or how, as far as needed. */
function shortened(text: string, language: Language, isWhole: boolean): string {
  const [first = ''] = text.replace(/[.:;,!?]+$/u, '').split(/\s[–—-]\s|\s?[:;]/u)
  let phrase = ` ${withoutArticle(first.trim(), language)} `
    .replace(HARD_BOUNDARY[language], '')
    .replace(AMOUNT, '')
    .replace(SECOND_OBJECT, '')
    .trim()
  // An audience in the subject would exclude other recipients.
  if (/\S\s\S+\s(?:for|für|pour|per|para)\s/iu.test(phrase)) phrase = phrase.replace(FOR_WHOM, '')
  if (phrase.length > MAX_TOPIC_LENGTH || !isWhole)
    phrase = ` ${phrase} `.replace(BOUNDARY[language], '').trim()
  if (phrase.length > MAX_TOPIC_LENGTH) phrase = phrase.replace(/(?:,| (?:and|und|et|e|y|&)) .*$/u, '')
  if (language === 'de') phrase = germanNominative(phrase)
  return phrase
}

const FOR_WHOM = /\s(?:for|für|pour|per|para)\s.*$/iu

// "cleaning of hoods and the ducts" reads badly without the first article.
const SECOND_OBJECT =
  /\s(?:et|e|y|und)\s(?:l['’]|(?:les?|la|des|du|i|gli|il|lo|los|las|el|die|der|das|den|eine[nr]?)\s).*$/iu

// Prices and times belong in the text, beside their conditions.
const AMOUNT =
  /\s(?:for|in|from|at|für|in|ab|um|pour|en|à|dès|per|in|da|a|por|en|desde)\s(?:[$€£]|CHF|EUR)?\s?\d.*$/iu

/** "frisch gerösteten Kaffee" is an object; drop the adjectives to get a nominative. */
function germanNominative(phrase: string): string {
  const adjectives = /^(?:\p{Ll}+ )+(?=\p{Lu})/u.exec(phrase)?.[0] ?? ''
  return /en $/.test(adjectives) ? phrase.slice(adjectives.length) : phrase
}

function isTopic(text: string, language: Language): boolean {
  if (text.length < 5 || text.length > MAX_TOPIC_LENGTH || UNFIT.test(text)) return false
  if (/[@/\\<>{}[\]"“”„]|www|\.\p{L}|\d{5,}/u.test(text) || !/\p{L}{4}/u.test(text)) return false
  if (
    /^(?:from|ab|dès|da|desde|bis|in|im|only|nur|ohne|senza|sans|sin|without|no|keine?|on|for|at|by|with|up|out|to|as|als|bei|presso|come|comme|como|auf|an|mit|bei|zu|sur|avec|chez|su|con|per|für|pour|sobre|en|a|ad|al|allo|alla|ai|alle|à|aux?|dans|nel|nella|nach|von|vom|über|over|into|along)\s/iu.test(
      text,
    )
  )
    return false
  if (
    /\s(?:a|an|the|of|and|for|with|up|und|der|die|das|von|de|des|du|et|le|la|di|e|del|y|los|las|&)$/iu.test(
      text,
    )
  )
    return false
  return language !== 'de' || /(?<!\p{L})\p{Lu}\p{L}{2,}/u.test(text)
}

/**
 * The sender or product that a sentence starts with: "Northgate IT looks after …", "At Harbour Linen we …",
 * "KassenFuchs ist …". `isProduct` marks a coined word, which is a product rather than a firm.
 */
export function findSenderName(
  text: string,
  isFirst: boolean,
  language: Language,
): { name: string; isProduct: boolean } | null {
  const coined = COINED.exec(text)?.[0]
  const firm =
    AT_OURS.exec(text)?.[1] ?? (isFirst ? NAME.exec(text.replace(ARTICLE[language], ''))?.[1] : undefined)
  const name = coined ?? firm?.replace(/[.,]$/, '')
  return name && !UNFIT.test(name) ? { name, isProduct: coined !== undefined } : null
}

const COINED = /(?<![\p{L}@.])\p{Lu}\p{Ll}+\p{Lu}\p{L}{2,}(?![\p{L}@.]\p{L})/u
const WORD = "\\p{Lu}[\\p{L}&'’.-]*"
const FURTHER = `(?:\\s(?:(?:&|du|de la|des|de|del|della|dei|di|of|the|zum|zur|am) )?${WORD})`
const AT_OURS = new RegExp(
  `^(?:[Aa]t|[Bb]ei|[Cc]hez|[Dd]a|[Ee]n)\\s(${WORD}${FURTHER}{0,3}),?\\s(?:we|wir|\\p{L}+(?:en wir|ons|iamo|[aei]mos))(?!\\p{L})`,
  'u',
)
const NAME = new RegExp(`^(${WORD}${FURTHER}{1,3})\\s\\p{Ll}{3,}`, 'u')
