import { fold } from './fold.ts'
import { isAwaySubject } from './words/away-subjects.ts'
import { ENGLISH_MONTHS, MONTHS } from './words/months.ts'

/** A person who is away for longer states no day that a campaign could wait for. */
const MAX_DAYS_AHEAD = 90
const MAX_TEXT = 20_000
const DAY_MS = 86_400_000

/** A day as it stands in a text, with the year if it is named. */
interface StatedDay {
  year: number | null
  month: number
  day: number
}

const ANY_MONTH = MONTHS.join('|')
const MONTH = `(?<month>${ANY_MONTH})(?!\\p{L})`
const ENGLISH_MONTH = `(?<month>${ENGLISH_MONTHS.join('|')})(?!\\p{L})`
const YEAR = '(?:[.,]?\\s{1,3}(?:del?\\s{1,3})?(?<year>(?:19|20)\\d\\d)(?!\\d))?'
/** Not within a number, a price, a telephone number or an address. */
const ALONE = '(?<![\\p{L}\\d]|\\d[.,:/]|[$€£+]\\s?)'
const ORDINAL = '(?:st|nd|rd|th|er|o|°|a|e|de|ste|go)?'
const UNIT = '(?!\\s?(?:€|\\$|£|%|(?:eur|euro|usd|chf|gbp|zl|pln|uhr|h)(?!\\p{L})))'
const NUMBERED =
  '(?<!(?<!\\p{L})(?:version|release|section|chapter|kapitel|ziffer|abschnitt|punkt|nr|no|art)\\.?\\s?)'

/** 2026-12-09 */
const ISO = /(?<![\p{L}\d/.-])(?<year>20\d\d)-(?<m>\d\d)-(?<day>\d\d)(?![\d/]|-\d)/gu
/** 9.12.2026, 9. 12. 2026, 9.12.26 and 9.12. */
const NUMERIC = new RegExp(
  `${NUMBERED}${ALONE}(?<day>\\d{1,2})\\.\\s?(?<m>\\d{1,2})\\.(?:\\s?(?<year>(?:19|20)\\d\\d)(?!\\d)|(?<short>\\d\\d)(?![.,/-]?\\d)|(?!\\d))${UNIT}`,
  'giu',
)
/** 9 December 2026, 9. Dezember, 1er décembre, 9 de diciembre de 2026 */
const DAY_FIRST = new RegExp(
  `${ALONE}(?<day>\\d{1,2})\\.?${ORDINAL}\\s{0,3}(?:(?:of|de|d')\\s{0,3})?${MONTH}\\.?${YEAR}`,
  'giu',
)
/** December 9, 2026, and the second day of December 1-9 */
const MONTH_FIRST = new RegExp(
  `(?<!\\p{L})${ENGLISH_MONTH}\\.?\\s{1,3}(?:the\\s)?(?<first>\\d{1,2})(?![\\d:])(?:st|nd|rd|th)?(?!\\p{L})` +
    '(?:\\s{0,2}(?:-|–|—|to|through|thru|until|till|and|&)\\s{0,2}(?<last>\\d{1,2})(?:st|nd|rd|th)?(?!\\p{L}|\\d|[.:]\\d|\\s?[ap]\\.?m))?' +
    `(?!\\s{0,3}(?:(?:of|de|d')\\s{0,3})?(?:${ANY_MONTH})(?!\\p{L}))${YEAR}`,
  'giu',
)

/**
 * The last day away that a note states, as 'YYYY-MM-DD': the latest of the days in its subject and its visible text (give
 * it neither quoted text nor signature) from `today` to 90 days ahead. A day without a year is the next such day. Null if
 * there is none. Never throws, and reads at most 20,000 characters.
 *
 * Reads 2026-12-09, 9.12.2026, 9.12., and a day with the name of a month in English, German, French, Spanish, Italian,
 * Dutch, Portuguese and Polish, with or without accents. Days with slashes aren't read: 9/12 has two meanings.
 *
 * @param subject The subject of the note. What it repeats of the subject it answers isn't read, as far as it shows.
 * @param today 'YYYY-MM-DD' in the time zone of the reader, on the day the note came in.
 */
export function findAwayUntil(subject: string | null, visibleText: string, today: string): string | null {
  const days = [...statedDays(ownSubject(subject ?? '')), ...statedDays(visibleText)]
  return lastBelievable(days, today, MAX_DAYS_AHEAD)
}

/** The latest day that a text states, from `today` to `maxDays` ahead, read as {@link findAwayUntil} does. */
export const findStatedDay = (text: string, today: string, maxDays: number): string | null =>
  lastBelievable(statedDays(text), today, maxDays)

const lastBelievable = (days: StatedDay[], today: string, maxDays: number): string | null =>
  days.flatMap((day) => nextBelievable(day, today, maxDays) ?? []).reduce(later, null)

/** True if a text states any day, believable or not. */
export const hasStatedDay = (text: string): boolean => statedDays(text).length > 0

const later = (latest: string | null, day: string): string => (latest && latest > day ? latest : day)

function statedDays(text: string): StatedDay[] {
  const plain = withoutAddresses(fold(text.slice(0, MAX_TEXT)))
  return [ISO, NUMERIC, DAY_FIRST, MONTH_FIRST].flatMap((form) =>
    [...plain.matchAll(form)].flatMap((match) =>
      readDay(match.groups!, plain.slice(match.index + match[0].length)),
    ),
  )
}

function readDay(found: Partial<Record<string, string>>, after: string): StatedDay[] {
  // 'You may 3', 'up to 3 may come'
  if (found.month === 'may' && (found.first || /^\s\p{Ll}/u.test(after))) return []
  const name = found.month?.toLowerCase() ?? ''
  const month = found.m ? Number(found.m) : 1 + MONTHS.findIndex((names) => names.split('|').includes(name))
  const year = found.year ? Number(found.year) : found.short ? 2000 + Number(found.short) : null
  const day = Math.max(Number(found.day ?? found.first), Number(found.last ?? 0))
  return [{ year, month, day }]
}

/** The day in ISO form, or null if it doesn't exist, is over or too far ahead. */
function nextBelievable({ year, month, day }: StatedDay, today: string, maxDays: number): string | null {
  const thisYear = Number(today.slice(0, 4))
  const last = new Date(Date.parse(today) + maxDays * DAY_MS).toISOString().slice(0, 10)
  const candidates = (year === null ? [thisYear, thisYear + 1] : [year]).flatMap(
    (y) => isoDay(y, month, day) ?? [],
  )
  return candidates.find((candidate) => candidate >= today && candidate <= last) ?? null
}

function isoDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? date.toISOString().slice(0, 10)
    : null
}

/** Days in addresses and file names are nobody's absence. */
const withoutAddresses = (text: string): string =>
  text.replace(/\S+/g, (word) => (/:\/\/|@|^www\./i.test(word) ? ' ' : word))

/** Programs put the subject that they answer behind 'Re:', or behind a colon after words of their own. */
const ANSWERED =
  /(?:^|[\s,;:([-])(?:re|aw|sv|antw|odp|ref|rif|res|fwd?|wg|tr|rv|enc|i|vs)\s?(?:\[\d+\])?\s?:/iu

/** The folded words of a subject, without what it repeats of the subject it answers. */
export function ownSubject(subject: string): string {
  const line = fold(subject.slice(0, 1_000))
  const answered = ANSWERED.exec(line)
  const own = answered ? line.slice(0, answered.index) : line
  const colon = own.indexOf(':')
  if (colon < 0) return own
  const repeated = own.slice(colon + 1)
  return isAwaySubject(repeated) ? own : own.slice(0, colon)
}
