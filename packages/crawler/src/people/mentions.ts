import type { Page } from '../page/page.ts'
import type { Block } from '../page/page-text.ts'
import { findEastAsianNames } from './east-asian-names.ts'
import { isAmbiguousGivenName, isGivenName } from './given-names.ts'
import { runsOf, type Token } from './name-tokens.ts'
import {
  isCompanyWord,
  isFamilyWord,
  isNameSuffix,
  isNoName,
  isParticle,
  looksLikeThing,
} from './name-words.ts'
import { isItalianFamilyFirst, isPatronymic, type PersonName, parsePersonName } from './person-name.ts'
import { isTitleWord } from './title-words.ts'

/** A name of a person in the page's text. */
export interface Mention extends PersonName {
  from: number
  to: number
  block: number
  /** 3: a known given name or a form of address. 2: likely. 1: may be a thing. */
  strength: 1 | 2 | 3
  /** A title found together with the name. Others are searched around it. */
  title?: string
  /** The second of two people who share the family name: 'Marguerite & Paul Thibodeau'. */
  ofTwo?: boolean
}

const TWO_CAPITALS =
  /\p{Lu}[\p{L}\p{M}'’.-]*,?[\s\u00a0](?:[^\s]{1,8}[\s\u00a0]){0,2}(?:\p{Ll}{1,4}['’-]?)?\p{Lu}/u
/** In longer blocks only text around an address counts: prose names many outsiders. */
const MAX_BLOCK = 300
const MAX_MENTIONS = 300

/** Finds names in `ranges` of a page's text, in long paragraphs only around `places`. */
export function findMentions(
  page: Pick<Page, 'text' | 'blocks' | 'language'>,
  ranges: readonly { from: number; to: number }[],
  offsets: readonly number[],
): Mention[] {
  const mentions: Mention[] = []
  let range = 0
  for (const [index, block] of page.blocks.entries()) {
    while (ranges[range] && ranges[range]!.to < block.from) range++
    const own = ranges[range]
    if (!own) break
    if (block.to < own.from) continue
    for (const [from, to] of windowsOf(block, offsets)) {
      mentions.push(...readWindow(page.text.slice(from, to), from, index, page.language))
      if (mentions.length >= MAX_MENTIONS) return mentions
    }
  }
  return mentions
}

function readWindow(part: string, from: number, block: number, language: string): Mention[] {
  const mentions =
    TWO_CAPITALS.test(part) || /^\p{Lu}\p{L}+$/u.test(part) ? readPart(part, from, block, language) : []
  for (const found of findEastAsianNames(part)) {
    mentions.push({
      ...found.name,
      from: from + found.from,
      to: from + found.to,
      block,
      strength: 3,
      ...(found.title && { title: found.title }),
    })
  }
  return mentions
}

function windowsOf(block: Block, offsets: readonly number[]): [number, number][] {
  if (block.to - block.from <= MAX_BLOCK) return [[block.from, block.to]]
  const inside = offsets.filter((offset) => offset >= block.from && offset < block.to).slice(0, 20)
  return inside.map((offset) => [Math.max(block.from, offset - 250), Math.min(block.to, offset + 250)])
}

function readPart(part: string, offset: number, block: number, language: string): Mention[] {
  const swapped = readSwappedName(part, language)
  if (swapped) return [{ ...swapped, from: offset, to: offset + part.length, block, strength: 3 }]
  const mentions: Mention[] = []
  for (const run of runsOf(part)) {
    const found = readRun(run, part, language)
    if (!found) continue
    const ofTwo = found.from > 4 && isSecondOfTwo(part.slice(Math.max(0, found.from - 40), found.from))
    mentions.push({
      ...found,
      from: offset + found.from,
      to: offset + found.to,
      block,
      ...(ofTwo && { ofTwo }),
    })
  }
  return mentions
}

function isSecondOfTwo(before: string): boolean {
  const first = /(?:^|[\s,(])(\p{Lu}\p{Ll}+)\s+(?:&|\+|und|u\.|and|et|e|y|en|og|och|ja|i|a)\s+$/u.exec(
    before,
  )?.[1]
  return first !== undefined && isGivenName(first) && !/\p{Lu}\p{Ll}+\s+\p{Lu}\p{Ll}+\s+\S+\s+$/u.test(before)
}

/** A line such as 'Huber, Maria'. */
function readSwappedName(part: string, language: string): PersonName | undefined {
  const match = /^(\p{Lu}[\p{L}'’-]+), ?(\p{Lu}[\p{L}'’-]+)$/u.exec(part.trim())
  if (!match || !isGivenName(match[2]!) || isGivenName(match[1]!) || isNoName(match[1]!)) return undefined
  return parsePersonName(`${match[2]} ${match[1]}`, language)
}

type Found = Omit<Mention, 'block'>

function readRun(run: readonly Token[], part: string, language: string): Found | undefined {
  const given = givenIndex(run, part, language)
  if (given >= 0) {
    const start = withFamilyBefore(run, given, part, language)
    const end = nameEnd(run, given)
    const found = build(run.slice(start, end), part, language)
    const strength = strengthOf(run, given, start, end)
    // After 'di', 'Bianchi Andrea' is the owner. Elsewhere it may be a shop.
    const isUnsure = start < given && language === 'it' && run[start - 1]?.text !== 'di'
    if (found) return { ...found, strength: isUnsure && strength === 3 ? 2 : strength }
  }
  return readUnknown(run, part, language)
}

/** Index of the first given name with another name after it. */
function givenIndex(run: readonly Token[], part: string, language: string): number {
  return run.findIndex((token, index) => {
    if (token.kind !== 'name' || !isGivenName(token.text)) return false
    const next = run.slice(index + 1).find((one) => one.kind === 'name')
    const before = run[index - 1]
    const isFamilyFirst = before?.kind === 'name' && /^\p{Lu}{2}[\p{Lu}'’-]*$/u.test(before.text)
    return next !== undefined
      ? !(isTitleWord(token.text) && isAmbiguousGivenName(token.text))
      : isFamilyFirst || isSwappedPair(run, index, part, language)
  })
}

function withFamilyBefore(run: readonly Token[], given: number, part: string, language: string): number {
  const before = run[given - 1]
  // Trades are common family names in Hungary: Szabó (tailor), Kovács (smith).
  if (before?.kind !== 'name' || (isTitleWord(before.text) && language !== 'hu')) return given
  if (isPatronymic(run[given + 1]?.text ?? '')) return given - 1
  // 'Mª Cristina' is María Cristina.
  if (/^(?:M[ªa]|Fco)$/.test(before.text) && language !== 'fr') return given - 1
  const isShouted = /^\p{Lu}{2}[\p{Lu}'’-]*$/u.test(before.text) && !/^\p{Lu}{2}/u.test(run[given]!.text)
  const nothingAfter = !run.slice(given + 1).some((token) => token.kind === 'name')
  const isOwnPair = nothingAfter && !isNoName(before.text) && isSwappedPair(run, given, part, language)
  if (isShouted) return shoutedStart(run, given - 1)
  return isOwnPair ? given - 1 : given
}

/** 'LE GOFF Yann': a family name in capitals includes the particles before it. */
function shoutedStart(run: readonly Token[], last: number): number {
  let start = last
  for (let before = run[start - 1]?.text; before && isShoutedParticle(before); before = run[start - 1]?.text)
    start--
  return start
}

function isShoutedParticle(text: string): boolean {
  return /^\p{Lu}{2,3}$/u.test(text) && isParticle(text)
}

/**
 * True if the family name comes first: always in Hungarian, in Italian after 'di' or if the line contains nothing else.
 */
function isSwappedPair(run: readonly Token[], given: number, part: string, language: string): boolean {
  const before = run[given - 1]
  const last = run[given]!
  if (before?.kind !== 'name') return false
  if (language !== 'it') return language === 'hu'
  const isAlone = part.trim().length === last.to - before.from
  return (
    (isAlone || run[given - 2]?.text === 'di') &&
    !isCompanyWord(before.text) &&
    isItalianFamilyFirst(before.text, last.text)
  )
}

function nameEnd(run: readonly Token[], given: number): number {
  let end = given + 1
  while (end < run.length && end < given + 6) {
    const token = run[end]!
    if (
      token.kind === 'honorific' ||
      (token.kind === 'name' &&
        (isNoName(token.text) || isTitleWord(token.text)) &&
        end > given + 1 &&
        run[end - 1]!.kind !== 'particle') ||
      (isNameSuffix(token.text) && /^\p{Lu}{2,}$/u.test(token.text))
    )
      break
    end++
  }
  while (end > given + 1 && (run[end - 1]!.kind === 'particle' || run[end - 1]!.kind === 'initial')) end--
  return end
}

function strengthOf(run: readonly Token[], given: number, start: number, end: number): 1 | 2 | 3 {
  const names = run.slice(start, end).filter((token) => token.kind === 'name')
  const last = names.at(-1)!.text
  const isWhole = (start === 0 || run[start - 1]?.kind === 'honorific') && end === run.length
  if (isWhole && names.length === 2 && isFamilyWord(last) && !isAmbiguousGivenName(run[given]!.text)) return 2
  if (names.some((token) => token !== run[given] && (isNoName(token.text) || isCompanyWord(token.text))))
    return 1
  if (run[start - 1]?.kind === 'honorific') return 3
  if (isAmbiguousGivenName(run[given]!.text) || looksLikeThing(last))
    return start === 0 && end === run.length ? 2 : 1
  return 3
}

/** Without a known given name: two or three capitalised words, or one after 'Frau'. */
function readUnknown(run: readonly Token[], part: string, language: string): Found | undefined {
  const honorific = run.findLastIndex((token) => token.kind === 'honorific')
  let rest = run.slice(honorific + 1)
  while (
    rest[0] &&
    rest.length > 1 &&
    (isTitleWord(rest[0].text) || (rest[0].kind === 'particle' && !isSwappedFamily(rest)))
  )
    rest = rest.slice(1)
  const family = isSwappedFamily(rest) ? rest[0] : undefined
  const names = rest.filter((token) => token.kind === 'name' && token !== family)
  const isWhole = rest[0]?.from === 0 && rest.at(-1)?.to === part.trim().length
  const isFamily = ({ text }: Token): boolean =>
    isWhole && names.length === 2 && names[1]!.text === text && isFamilyWord(text)
  if (
    names.some(
      (name) => !isFamily(name) && (isNoName(name.text) || isTitle(name.text) || isCompanyWord(name.text)),
    )
  )
    return undefined
  if (honorific >= 0 && names.length >= 1 && names.length <= 3) {
    const found = build([...run.slice(honorific, honorific + 1), ...rest], part, language)
    return found && { ...found, from: rest[0]!.from, strength: names.length > 1 ? 3 : 2 }
  }
  const hasInitial = rest[0]?.kind === 'initial' && names.length === 1
  if (!hasInitial && (names.length < 2 || names.length > 3 || rest.length > 5)) return undefined
  const found = build(rest, part, language)
  return found && { ...found, strength: 1 }
}

/** 'Van Acker Koenraad': a family name with its particle, then the given name. */
function isSwappedFamily(run: readonly Token[]): boolean {
  const last = run.at(-1)!
  return (
    run.length > 2 &&
    /^\p{Lu}/u.test(run[0]!.text) &&
    isParticle(run[0]!.text) &&
    last.kind === 'name' &&
    isGivenName(last.text)
  )
}

const SAINT = /^(?:Santa|San|São|Sankt|Sainte?|Santo|St\.?|Sant)$/u

/** 'Aydın-Koch' is a double family name, 'Diplom-Koch' a trade. */
function isTitle(text: string): boolean {
  return (
    isTitleWord(text) &&
    !/^\p{Lu}\p{Ll}+-(?:Koch|Maurer|Schneider|Gärtner|Förster|Winzer|Wirt|Maler|Bäcker|Brauer|Schreiner|Zimmerer|Senn|Baker|Cook|Mason|Miller|Potter|Weaver)$/u.test(
      text,
    )
  )
}

function build(
  tokens: readonly Token[],
  part: string,
  language: string,
): Omit<Found, 'strength'> | undefined {
  const from = tokens[0]?.from
  const to = tokens.at(-1)?.to
  if (from === undefined || to === undefined) return undefined
  // 'Santa Barbara' and 'San Giovanni' are places.
  if (SAINT.test(tokens[0]!.text) && tokens.length < 4) return undefined
  const name = parsePersonName(part.slice(from, to), language)
  return name && { ...name, from, to }
}
