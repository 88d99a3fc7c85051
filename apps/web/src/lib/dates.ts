import { productNow } from './product-time.ts'

/** Days and times read the same in every browser, day first, as in the sentences that the server writes. */
const LOCALE = 'en-GB'
const DASH = '–'

const time = { hour: '2-digit', minute: '2-digit' } as const
const day = { day: 'numeric', month: 'short' } as const
const longDay = { day: 'numeric', month: 'long', year: 'numeric' } as const

type Instant = string | Date | null | undefined

/** A day without a time, such as '2026-12-03', is the same day everywhere. */
const isPlainDay = (instant: Instant): boolean => typeof instant === 'string' && instant.length === 10

function format(instant: Instant, parts: Intl.DateTimeFormatOptions): string {
  if (!instant) return DASH
  const value = new Date(instant)
  if (Number.isNaN(value.getTime())) return DASH
  const timeZone = isPlainDay(instant) ? 'UTC' : parts.timeZone
  return new Intl.DateTimeFormat(LOCALE, { ...parts, timeZone }).format(value)
}

/** With the year unless it is this one. */
function formatInYear(instant: Instant, parts: Intl.DateTimeFormatOptions, now: Date): string {
  const isThisYear = instant && new Date(instant).getFullYear() === now.getFullYear()
  return format(instant, isThisYear ? parts : { ...parts, year: 'numeric' })
}

/** '21 Nov', '21 Nov 2025' in another year; a dash if there is none. */
export const formatDay = (instant: Instant, now: Date = productNow()): string =>
  formatInYear(instant, day, now)

/** '21 Nov, 08:40', with the year as in `formatDay`. */
export const formatDateTime = (instant: Instant, now: Date = productNow()): string =>
  formatInYear(instant, { ...day, ...time }, now)

/** 'Thu 3 Dec', for days soon to come. */
export const formatWeekday = (instant: Instant): string => format(instant, { weekday: 'short', ...day })

/** '08:40', here or in another time zone. */
export const formatTime = (instant: Instant, timeZone?: string): string =>
  format(instant, { ...time, timeZone })

const isToday = (instant: Instant, now: Date): boolean =>
  Boolean(instant) && new Date(instant!).toDateString() === now.toDateString()

/** '08:40' today, else '21 Nov, 08:40'. */
export const formatMoment = (instant: Instant, now: Date = productNow()): string =>
  isToday(instant, now) ? formatTime(instant) : formatDateTime(instant, now)

const WEEK_MS = 6 * 86_400_000

/** For lists: '08:40' today, 'Wed' within six days, else as `formatDay`. */
export function formatShort(instant: Instant, now: Date = productNow()): string {
  if (isToday(instant, now)) return formatTime(instant)
  const isNear = instant && Math.abs(now.getTime() - new Date(instant).getTime()) < WEEK_MS
  return isNear ? format(instant, { weekday: 'short' }) : formatDay(instant, now)
}

/** '10 December 2026', for sentences. */
export const formatLongDay = (instant: Instant): string => format(instant, longDay)

/** '1 April 2026 (UTC)'. Periods end in UTC. */
export const formatUtcDay = (instant: string): string =>
  `${format(instant, { ...longDay, timeZone: 'UTC' })} (UTC)`

/** 'Thursday, 3 December 2026, 08:00'. */
export const formatLongMoment = (instant: string): string =>
  `${format(instant, { weekday: 'long' })}, ${formatLongDay(instant)}, ${formatTime(instant)}`

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** '3 minutes ago', 'yesterday', 'in 2 hours'; 'just now' within a minute. */
export function formatRelative(instant: Instant, now: Date = productNow()): string {
  if (!instant) return DASH
  const seconds = (new Date(instant).getTime() - now.getTime()) / 1000
  if (Number.isNaN(seconds)) return DASH
  const step = steps.find(([, size]) => Math.abs(seconds) >= size)
  return step ? relative.format(Math.trunc(seconds / step[1]), step[0]) : 'just now'
}

/** 'about 2 minutes left', for progress. */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 45) return 'less than a minute left'
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`
  const hours = Math.round(minutes / 60)
  return `about ${hours} ${hours === 1 ? 'hour' : 'hours'} left`
}
