import { findStatedDay } from './away-until.ts'
import { fold } from './fold.ts'
import { MONTHS } from './words/months.ts'

/** A conversation can be snoozed for as long. */
const MAX_DAYS_AHEAD = 366
const MAX_TEXT = 4_000
const DAY_MS = 86_400_000

const LONG_MONTHS = MONTHS.map((names) => names.split('|').filter((name) => name.length > 3))
/** Names that are common words or short, which need a word of time before them. */
const SHORT_MONTHS: readonly string[] = ['', '', 'march|mars', '', 'may|mai|mei', '', '', '', '', '', '', '']

const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  ein: 1,
  eine: 1,
  einem: 1,
  einer: 1,
  un: 1,
  une: 1,
  una: 1,
  uno: 1,
  een: 1,
  two: 2,
  zwei: 2,
  deux: 2,
  dos: 2,
  due: 2,
  twee: 2,
  'a couple of': 2,
  'un par de': 2,
  'un paio di': 2,
  three: 3,
  drei: 3,
  trois: 3,
  tres: 3,
  tre: 3,
  drie: 3,
  four: 4,
  vier: 4,
  quatre: 4,
  cuatro: 4,
  quattro: 4,
  five: 5,
  funf: 5,
  cinq: 5,
  cinco: 5,
  cinque: 5,
  vijf: 5,
  six: 6,
  sechs: 6,
  seis: 6,
  sei: 6,
  zes: 6,
  eight: 8,
  acht: 8,
  huit: 8,
  ocho: 8,
  otto: 8,
  ten: 10,
  zehn: 10,
  dix: 10,
  diez: 10,
  dieci: 10,
  tien: 10,
  twelve: 12,
  zwolf: 12,
  douze: 12,
  doce: 12,
  dodici: 12,
  twaalf: 12,
}

const NUMBER = `(?:\\d{1,2}|${Object.keys(NUMBERS).join('|')})`
const IN = "(?:in|within|after|dans|d'ici|en|dentro de|tra|fra|over|binnen|nach|apres|dopo|na|despues de)"
const ABOUT = '(?:\\s(?:about|around|ca\\.?|etwa|ungefahr|environ|unos|unas|circa|ongeveer|the next))?'
const UNITS: readonly (readonly [unit: 'day' | 'week' | 'month' | 'year', words: string])[] = [
  ['day', 'days?|tagen?|jours?|dias?|giorni|giorno|dagen|dag'],
  ['week', 'weeks?|wochen?|semaines?|semanas?|settiman[ae]|weken|week'],
  ['month', 'months?|monaten?|monat|mois|mes|meses|mes[ei]|maanden|maand'],
  ['year', 'years?|jahren?|jahr|ans?|annees?|anos?|ann[oi]|jaar|jaren'],
]
const NEXT = '(?:next|nachste[rsmn]?|kommende[rsmn]?|prochaine?|proxim[oa]|prossim[oa]|volgende?|komende?)'
const COMING = '(?:prochaine?|que viene|proxim[oa]|prossim[oa]|siguiente|entrante)'
const QUARTERS: readonly string[] = [
  '1st|first|1\\.|erste[ns]?|premier|1er|primer|primo|eerste|1e',
  '2nd|second|2\\.|zweite[ns]?|deuxieme|2e|2eme|segundo|secondo|tweede|2o',
  '3rd|third|3\\.|dritte[ns]?|troisieme|3e|3eme|tercer|terzo|derde|3er',
  '4th|fourth|last|4\\.|vierte[ns]?|quatrieme|4e|4eme|cuarto|quarto|vierde|4o',
]
const QUARTER = '(?:quarter|quartal|trimestre|kwartaal)'
/** Before the name of a month, for those that mean something else without. */
const AT =
  "(?:in|im|until|till|by|after|mid|early|late|around|from|before|end of|beginning of|start of|this|next|anfang|mitte|ende|ab|bis|nach|vor|en|au mois de|mois de|debut|mi|mi-|fin|courant|d'ici|des|a partir de|apres|avant|de|a|ad|da|dopo|entro|per|verso|para|despues de|hasta|desde|begin|eind|half|medio|vanaf|na|tot|rond|pas in|again)"
const PAST = '(?:since|last|seit|letzte[rsmn]?|depuis|desde|dal|scorso|sinds|afgelopen|pasado)'

const word = (words: string): RegExp => new RegExp(`(?<![\\w.])(?:${words})(?!\\w)`, 'g')

/**
 * The day on which somebody wants to hear again, as 'YYYY-MM-DD' from tomorrow to 366 days ahead, or null if a text names
 * none. A stated day counts first, read as away notes are; then a time span ('in 2 weeks'), then the beginning of a named
 * week, month, quarter or year. Of several of a kind the latest counts. Never throws.
 */
export function findLaterUntil(words: string, today: string): string | null {
  const text = fold(words.slice(0, MAX_TEXT)).toLowerCase().replace(/\s+/g, ' ')
  const stated = findStatedDay(words.slice(0, MAX_TEXT), today, MAX_DAYS_AHEAD)
  const forms = [
    () => stated,
    () => findSpan(text, today),
    () => findNext(text, today),
    () => findQuarter(text, today),
    () => findMonth(text, today),
    () => findYear(text, today),
  ]
  for (const find of forms) {
    const day = find()
    if (day !== null && day > today && Date.parse(day) - Date.parse(today) <= MAX_DAYS_AHEAD * DAY_MS)
      return day
  }
  return null
}

const latest = (days: readonly (string | null)[]): string | null =>
  days.reduce<string | null>((last, day) => (day && (!last || day > last) ? day : last), null)

function findSpan(text: string, today: string): string | null {
  if (
    word(
      'in einem halben jahr|half a year|over een half jaar|six mois|en medio ano|tra sei mesi|fra sei mesi',
    ).test(text)
  )
    return addMonths(today, 6)
  const days = UNITS.flatMap(([unit, names]) => {
    const span = word(
      `${IN}${ABOUT}\\s(?<first>${NUMBER})(?:\\s?(?:-|–|or|to|bis|oder|ou|a|o|of)\\s?(?<last>${NUMBER}))?(?:\\s(?:more|weiteren|autres|mas|altri))?\\s(?:${names})|(?<from>${NUMBER}) (?:${names}) from now`,
    )
    return [...text.matchAll(span)].map(({ groups }) => {
      const stated = groups!.last ?? groups!.first ?? groups!.from!
      return add(today, NUMBERS[stated] ?? Number(stated), unit)
    })
  })
  return latest(days)
}

function add(today: string, count: number, unit: 'day' | 'week' | 'month' | 'year'): string {
  if (unit === 'month') return addMonths(today, count)
  if (unit === 'year') return addMonths(today, 12 * count)
  return addDays(today, count * (unit === 'week' ? 7 : 1))
}

const addDays = (day: string, count: number): string => isoDay(new Date(Date.parse(day) + count * DAY_MS))

/** The same day of a later month, or its last day. */
function addMonths(day: string, count: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const lastOfMonth = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return isoDay(new Date(Date.UTC(year, month - 1 + count, Math.min(date, lastOfMonth))))
}

const isoDay = (date: Date): string => date.toISOString().slice(0, 10)

/** The Monday of next week, or the first day of the next month, quarter or year. */
function findNext(text: string, today: string): string | null {
  const [year, month] = today.split('-').map(Number) as [number, number]
  const starts = {
    week: () => addDays(today, 7 - ((new Date(Date.parse(today)).getUTCDay() + 6) % 7)),
    month: () => firstOf(year, month + 1),
    year: () => firstOf(year + 1, 1),
    day: () => null,
  }
  const days = UNITS.map(([unit, names]) =>
    word(`${NEXT} (?:${names})|(?:${names}) ${COMING}`).test(text) ? starts[unit]() : null,
  )
  const isNewYear = word(
    '(?:the |im |ins |het )?(?:new year|neuen? jahr|neues jahr|nieuwe jaar|nouvel an|nouvelle annee|ano nuevo|nuovo anno|anno nuovo)',
  ).test(text)
  const isNextQuarter = word(`${NEXT} ${QUARTER}s?|${QUARTER} ${COMING}`).test(text)
  const nextQuarter = isNextQuarter ? firstOf(year, 3 * Math.ceil(month / 3) + 1) : null
  return latest([...days, isNewYear ? starts.year() : null, nextQuarter])
}

const firstOf = (year: number, month: number): string => isoDay(new Date(Date.UTC(year, month - 1, 1)))

function findQuarter(text: string, today: string): string | null {
  const days = QUARTERS.map((names, at) => {
    const named = new RegExp(
      `(?<!\\w)(?:(?:${names}) ${QUARTER}s?|[qt]${at + 1}|${at + 1}[qt])(?!\\w)(?: (?:of |de |del |von |van )?(?<year>20\\d\\d))?`,
    ).exec(text)
    return named ? nextFirst(3 * at + 1, today, named.groups!.year) : null
  })
  return latest(days)
}

function findMonth(text: string, today: string): string | null {
  const days = LONG_MONTHS.flatMap((names, at) => {
    const sure = names.filter((name) => !SHORT_MONTHS[at]!.split('|').includes(name))
    const short = SHORT_MONTHS[at] ? [`${AT} (?:${SHORT_MONTHS[at]})`] : []
    const pattern = word(
      `(?<!${PAST} )(?:${[...sure, ...short].join('|')})(?! \\d{1,2}\\b)(?: (?:of |de |del |von |van )?(?<year>20\\d\\d))?`,
    )
    return [...text.matchAll(pattern)].map(({ groups }) => nextFirst(at + 1, today, groups?.year))
  })
  return latest(days)
}

function nextFirst(month: number, today: string, year?: string): string {
  const thisYear = Number(today.slice(0, 4))
  if (year) return firstOf(Number(year), month)
  return firstOf(thisYear, month) > today ? firstOf(thisYear, month) : firstOf(thisYear + 1, month)
}

const findYear = (text: string, today: string): string | null => {
  const years = [...text.matchAll(/(?<![\w.+-])20\d\d(?![\w.-]\d)/g)].map(([year]) => `${year}-01-01`)
  return latest(years.filter((day) => day > today))
}
