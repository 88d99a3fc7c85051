import { productNow } from './product-time.ts'

const date = new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'short', day: 'numeric' })
const dateTime = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })

const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })

type Instant = string | Date | null | undefined

const DASH = '–'

function format(formatter: Intl.DateTimeFormat, instant: Instant): string {
  if (!instant) return DASH
  const value = new Date(instant)
  return Number.isNaN(value.getTime()) ? DASH : formatter.format(value)
}

/** '7 Feb 2026' in the user's locale; a dash if there is none. */
export const formatDate = (instant: Instant): string => format(date, instant)
/** '21 Nov' within this year, with the year before. */
export const formatDayOf = (instant: Instant, now: Date = productNow()): string =>
  format(instant && new Date(instant).getFullYear() === now.getFullYear() ? day : date, instant)
export const formatDateTime = (instant: Instant): string => format(dateTime, instant)
export const formatTime = (instant: Instant): string => format(time, instant)

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short' })
const WEEK_MS = 6 * 86_400_000

/** For lists: '08:40' today, 'Wed' within six days, else '21 Nov', with the year before this one. */
export function formatShort(instant: Instant, now: Date = productNow()): string {
  if (!instant) return DASH
  const value = new Date(instant)
  if (value.toDateString() === now.toDateString()) return format(time, value)
  const isNear = Math.abs(now.getTime() - value.getTime()) < WEEK_MS
  return isNear ? format(weekday, value) : formatDayOf(value, now)
}

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

const longMoment = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** 'Thursday, 3 December 2026, 08:00'. */
export function formatLongMoment(instant: string): string {
  const parts = longMoment.formatToParts(new Date(instant)).map(({ type, value }) => [type, value] as const)
  const { weekday, day, month, year, hour, minute } = Object.fromEntries(parts)
  return `${weekday}, ${day} ${month} ${year}, ${hour}:${minute}`
}

/** 'about 2 minutes left', for progress. */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 45) return 'less than a minute left'
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`
  const hours = Math.round(minutes / 60)
  return `about ${hours} ${hours === 1 ? 'hour' : 'hours'} left`
}

const longDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })

/** '10 December 2026'. */
export const formatLongDay = (instant: string): string => longDay.format(new Date(instant))

const longPlainDay = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const plainDay = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** '3 December 2026' for '2026-12-03', which is the same day everywhere. */
export const formatLongPlainDay = (day: string): string => longPlainDay.format(new Date(day))
/** 'Thu, 3 Dec' in the user's locale. */
export const formatPlainDay = (day: string): string => plainDay.format(new Date(day))

const utcDay = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** '1 April 2026 (UTC)'. Periods end in UTC. */
export const formatDay = (instant: string): string => `${utcDay.format(new Date(instant))} (UTC)`
