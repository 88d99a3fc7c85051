import {
  isDictionaryWord,
  MAX_PHRASE_WORDS,
  similarDictionaryWords,
  tagsOf,
} from '../categories/dictionary.ts'
import { foldedWords } from '../text/fold.ts'
import { NOISE } from '../text/noise.ts'

/** A part of a query with a meaning: 'vegan', 'car repair', 'Migros'. */
export interface Part {
  words: string[]
  /** Tags of the category; empty for other words. */
  tags: string[]
  /** Index of its first word in the query. */
  from: number
}

export interface SplitQuery {
  /** Folded words of what is searched for. */
  words: string[]
  /** Index of the first word after 'in', where a place name begins. */
  insideFrom: number
  /** The text after 'in'. */
  inside: string | null
  /** The text after 'near': a landmark, a town or another business. */
  near: string | null
  /** Words about opening times as typed. They aren't searched. */
  times: string[]
}

const NEAR =
  /\s(?:near(?:by)?(?:\s+to)?|close\s+to|next\s+to|around|opposite|(?:in\s+(?:der\s+)?)?n[äa]e?he\s+(?:von|des|der|dem|vom|zum|zur)|(?:in\s+der\s+)?n[äa]e?he(?:\s+bei|\s+beim)?|beim|neben|(?:tout\s+)?pr[èe]s(?:\s+(?:de|du|des))?|proche(?:\s+(?:de|du|des))?|[àa]\s+(?:c[ôo]t[ée]|proximit[ée])\s+(?:de|du|des)|vicino(?:\s+a(?:l|lla|llo|i|gli|lle)?)?|nei\s+pressi\s+d(?:i|el|ella)|cerca(?:\s+(?:de|del))?|al\s+lado\s+del?|junto\s+al?|(?:a\s+)?prop(?:\s+(?:de|del))?)\s+(.+)$/iu
/** 'Hotels in Bahnhofsnähe': landmark and nearness in one word. */
const NEAR_IN_ONE = /\s(?:in\s+)?(\p{L}{3,}?)s?n(?:ä|ae)he$/iu
const INSIDE = /\s(?:in|im|inside|within|at|à|en|aux?|a|ad|nel|nella|dans|bei|aus|from|of|de)\s+(.+)$/iu

/** Only before a place, unlike 'of' in 'Bank of America'. */
const IN = /\s(?:in|im|inside|within|à|en|nel|nella|dans)\s+(.+)$/iu

/** Opening times if next to a category; alone such a word may be a name. */
const TIMES = new Set(
  foldedWords(
    `24 24h 24hr 24hrs 247 hour hours hrs open opened opens today tonight tomorrow late early night nights midnight weekend weekends
    monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays saturday saturdays sunday
    sundays holiday holidays geoffnet offen offene stunden heute morgen abends nachts spat wochenende montag montags
    dienstag dienstags mittwoch mittwochs donnerstag donnerstags freitag freitags samstag samstags sonntag sonntags
    feiertag feiertags ouvert ouverte ouverts ouvertes heures lundi mardi mercredi jeudi vendredi samedi dimanche
    dimanches tard aujourdhui weekend ferie feries aperto aperta aperti aperte ore oggi domani lunedi martedi mercoledi
    giovedi venerdi sabato domenica festivi tardi abierto abierta abiertos abiertas horas hoy manana lunes martes
    miercoles jueves viernes sabado sabados domingo domingos festivos tarde obert oberta oberts obertes hores avui
    dilluns dimarts dimecres dijous divendres dissabte diumenge`,
  ),
)

export function splitQuery(query: string): SplitQuery {
  const text = ` ${query.normalize('NFC').trim()}`
  const near = NEAR.exec(text) ?? NEAR_IN_ONE.exec(text)
  const before = near === null ? text : text.slice(0, near.index)
  const place = near?.[1]?.trim() ?? null
  // The directory doesn't know where 'near me' is.
  const isMe = place !== null && /^(?:me|here|mir|hier|moi|ici|me|qui|mí|aquí)$/iu.test(place)
  const inside = INSIDE.exec(before)
  const words = foldedWords(before).slice(0, MAX_WORDS)
  const isTime = new Set(timesIn(words))
  const kept = words.filter((word) => !isTime.has(word))
  const insideCount = inside === null ? 0 : foldedWords(inside[1]!).filter((word) => !isTime.has(word)).length
  const isOnlyTime = (typed: string[]) => typed.length > 0 && typed.every((word) => isTime.has(word))
  return {
    words: kept,
    insideFrom: kept.length - insideCount,
    inside: IN.exec(before)?.[1]?.trim() ?? null,
    near: isMe ? null : place,
    times: before.split(/\s+/).filter((typed) => isOnlyTime(foldedWords(typed))),
  }
}

/** Words about opening times, if the others are a category. */
function timesIn(words: readonly string[]): string[] {
  const times = words.filter((word, index) => TIMES.has(word) && !isInPhrase(words, index))
  if (times.length === 0) return []
  const others = words.filter((word) => !times.includes(word))
  return partsOf(others).some(({ tags }) => tags.length > 0) ? times : []
}

/** True if the word is part of a category: night club, open air. */
function isInPhrase(words: readonly string[], index: number): boolean {
  if (words[index] === 'open' && words[index + 1] === 'air') return true
  for (let from = Math.max(0, index - MAX_PHRASE_WORDS + 1); from <= index; from++)
    for (let to = index + 1; to <= Math.min(words.length, from + MAX_PHRASE_WORDS); to++)
      if (to - from > 1 && tagsOf(words.slice(from, to)).length > 0) return true
  return false
}

const MAX_WORDS = 24

/** Splits into the longest phrases that are a category, and single words. Drops noise unless there is nothing else. */
export function partsOf(words: readonly string[], start = 0): Part[] {
  const parts: Part[] = []
  for (let from = 0; from < words.length; ) {
    const part = longestPhrase(words, from)
    parts.push({ ...part, from: start + from })
    from += part.words.length
  }
  const telling = parts.filter(({ words: [first], tags }) => tags.length > 0 || !NOISE.has(first!))
  return joinLetters(telling.length > 0 ? telling : parts)
}

function longestPhrase(words: readonly string[], from: number): Omit<Part, 'from'> {
  const longest = Math.min(words.length, from + MAX_PHRASE_WORDS)
  for (let to = longest; to > from; to--) {
    const phrase = words.slice(from, to)
    const tags = phrase.length === 1 && NOISE.has(phrase[0]!) ? [] : tagsOf(phrase)
    if (tags.length > 0) return { words: phrase, tags }
    const corrected = phrase.length > 1 ? correctedTags(phrase) : []
    if (corrected.length > 0) return { words: phrase, tags: corrected }
  }
  return { words: [words[from]!], tags: [] }
}

/** Tags of a phrase with one misspelt word: 'car repiar'. */
function correctedTags(phrase: readonly string[]): string[] {
  const unknown = phrase.filter((word) => !isDictionaryWord(word))
  if (unknown.length !== 1 || phrase.every((word) => NOISE.has(word) || word === unknown[0])) return []
  const meant = similarDictionaryWords(unknown[0]!).words
  return meant.flatMap((word) => tagsOf(phrase.map((part) => (part === unknown[0] ? word : part))))
}

/** Joins single letters into one word, as in names: H & M. */
function joinLetters(parts: Part[]): Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    const isLetter = part.tags.length === 0 && part.words[0]!.length === 1
    if (isLetter && last !== undefined && last.tags.length === 0 && /^\p{L}{1,3}$/u.test(last.words[0]!))
      last.words = [last.words[0]! + part.words[0]!]
    else joined.push({ ...part })
  }
  return joined
}
