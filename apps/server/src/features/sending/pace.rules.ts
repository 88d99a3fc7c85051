import { MAX_DAYS_OFF, type Pace } from '@goldpan/contract/sending-care'
import * as room from '../own-mailboxes/room.rules.ts'
import { dayOf, momentOf, nextDay, startOfNextDay, weekdayOf } from './zoned-time.ts'

/** No limits. For the built-in outbox. */
export const NO_PACE: Pace = {
  daily_cap: null,
  gap_from_seconds: 0,
  gap_to_seconds: 0,
  window_days: [1, 2, 3, 4, 5, 6, 7],
  window_from: '00:00',
  window_to: '24:00',
  time_zone: 'UTC',
  has_ramp: false,
  days_off: [],
}

/** Protects a sender's reputation: like a person, on working days. */
export const CAREFUL_PACE: Pace = {
  daily_cap: 200,
  gap_from_seconds: 60,
  gap_to_seconds: 180,
  window_days: [1, 2, 3, 4, 5],
  window_from: '09:00',
  window_to: '17:00',
  time_zone: 'UTC',
  has_ramp: true,
  days_off: [],
}

/**
 * The pace of owners who haven't chosen one. A trial installation, whose mail stays local, has no limits, except for
 * users' own mailboxes.
 */
export const defaultPace =
  (setting: 'auto' | 'careful' | 'free', isTrial: boolean) =>
  (sender: 'shared' | 'mailbox'): Pace =>
    setting === 'careful' || (setting === 'auto' && (sender === 'mailbox' || !isTrial))
      ? CAREFUL_PACE
      : NO_PACE

/** After this many days of sending only the daily cap applies to a domain. */
const RAMP_DAYS = 30

export const rampCap = (daysBefore: number): number | null =>
  daysBefore >= RAMP_DAYS ? null : room.rampCap(daysBefore)

/** Messages already sent that count against the limits. */
export interface Sent {
  /** The owner's messages today, in the window's time zone. */
  today: number
  /** The domain's messages today in UTC, and the number of earlier days on which it sent. */
  domainToday: number
  domainDaysBefore: number
  /** End of the random gap after the last message. */
  next_at: string | null
}

/** The reason why nothing may leave now, and its end. */
export interface Hold {
  /** A sentence that users see. */
  reason: string
  until: Date
  /** A daily limit, which doesn't apply to retries of messages tried before. */
  isDaily: boolean
}

/** How many messages may leave now. None while there is a hold. */
export interface PaceDecision {
  count: number
  hold: Hold | null
}

/** Messages that may be tried for the first time now. */
export function allow(pace: Pace, sent: Sent, now: Date, wanted: number): PaceDecision {
  const open = openAt(pace, now)
  const wait = (reason: string, until: Date, isDaily = false): PaceDecision => ({
    count: 0,
    hold: { reason, until, isDaily },
  })
  if (open > now) return wait(`Waiting for the sending window, ${windowWords(pace)}`, open)
  const { daily_cap: cap } = pace
  if (sent.next_at && new Date(sent.next_at) > now)
    return wait(`Waiting for its turn: messages leave ${gapWords(pace)} apart`, new Date(sent.next_at))
  if (cap !== null && sent.today >= cap) return wait(dailyLimitWords(cap), openTomorrow(pace, now), true)
  const ramp = pace.has_ramp ? rampCap(sent.domainDaysBefore) : null
  if (ramp !== null && sent.domainToday >= ramp)
    return wait(
      `Waiting for tomorrow: a new sending domain starts with few messages, ${ramp} today`,
      openAt(pace, startOfNextDay(now, 'UTC')),
      true,
    )
  const left = [cap === null ? wanted : cap - sent.today, ramp === null ? wanted : ramp - sent.domainToday]
  return { count: Math.min(wanted, pace.gap_to_seconds > 0 ? 1 : wanted, ...left), hold: null }
}

/** A day of the week on which mail leaves, and not a day off. */
export const isWorkingDay = (pace: Pace, day: string): boolean =>
  pace.window_days.includes(weekdayOf(day)) && !pace.days_off.includes(day)

/** The window of a day. Null if it isn't a working day, or if the clocks skip the whole window. */
export function windowOn(pace: Pace, day: string): { from: Date; to: Date } | null {
  if (!isWorkingDay(pace, day)) return null
  const from = momentOf(day, pace.window_from, pace.time_zone)
  const to = momentOf(day, pace.window_to, pace.time_zone)
  return from < to ? { from, to } : null
}

/** Each week has a window, except on up to 60 days off and when a clock change skips it. */
const MAX_DAYS_CLOSED = 7 * (MAX_DAYS_OFF + 5)

/** The start of the next window, or `at` if it is in one. */
export function openAt(pace: Pace, at: Date): Date {
  for (
    let day = dayOf(at, pace.time_zone), ahead = 0;
    ahead <= MAX_DAYS_CLOSED;
    ahead++, day = nextDay(day)
  ) {
    const window = windowOn(pace, day)
    if (window && at < window.to) return at > window.from ? at : window.from
  }
  return at
}

/** The start of the first window after today. */
export const openTomorrow = (pace: Pace, now: Date): Date => openAt(pace, startOfNextDay(now, pace.time_zone))

export interface PlannedDay {
  day: string
  messages: number
  from: Date
  to: Date
}

/** A window, or what is left of it. */
export interface OpenDay {
  day: string
  from: Date
  closes: Date
}

/** More than ten years, further than any plan looks ahead. */
const DAYS_LOOKED_AT = 4000

/** The days on which messages may leave, from now on. */
export function* openDays(pace: Pace, now: Date): Generator<OpenDay> {
  let from = openAt(pace, now)
  for (let looked = 0; looked < DAYS_LOOKED_AT; looked++) {
    const day = dayOf(from, pace.time_zone)
    yield { day, from, closes: momentOf(day, pace.window_to, pace.time_zone) }
    from = openTomorrow(pace, from)
  }
}

/** The average time between two messages. */
export const averageGapMs = (pace: Pace): number => ((pace.gap_from_seconds + pace.gap_to_seconds) / 2) * 1000

/** Returns the time of the next message, after a random gap. Null if the pace has no gap. `random` is from 0 to 1. */
export function nextTurnAt(pace: Pace, now: Date, random: number): string | null {
  const { gap_from_seconds: from, gap_to_seconds: to } = pace
  return to > 0 ? new Date(now.getTime() + (from + random * (to - from)) * 1000).toISOString() : null
}

/** Counts the messages that fit into a window at this distance. */
export const countFitting = (from: Date, closes: Date, gapMs: number): number =>
  gapMs > 0
    ? Math.max(0, Math.floor((closes.getTime() - 1 - from.getTime()) / gapMs) + 1)
    : Number.POSITIVE_INFINITY

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

export function windowWords(pace: Pace): string {
  const days = pace.window_days.toSorted()
  const isRow = days.every((day, index) => index === 0 || day === days[index - 1]! + 1)
  const names = days.map((day) => WEEKDAYS[day - 1]!)
  const words = days.length > 2 && isRow ? `${names[0]} to ${names.at(-1)}` : names.join(', ')
  const except = pace.days_off.length > 0 ? ', except on days off' : ''
  return `${words}, ${pace.window_from} to ${pace.window_to} (${pace.time_zone})${except}`
}

export const dailyLimitWords = (cap: number): string =>
  `Waiting for tomorrow: the daily limit of ${cap} is reached`

export function gapWords(pace: Pace): string {
  const [from, to] = [pace.gap_from_seconds, pace.gap_to_seconds]
  return from === to ? `${to} seconds` : `${from} to ${to} seconds`
}

/** True for a window of every hour of every day. */
export const isAlways = (pace: Pace) =>
  pace.window_days.length === 7 &&
  pace.days_off.length === 0 &&
  pace.window_from === '00:00' &&
  pace.window_to === '24:00'

/** The pace as sentences. */
export function paceWords(pace: Pace, sent: Sent): string[] {
  const ramp = pace.has_ramp ? rampCap(sent.domainDaysBefore) : null
  return [
    isAlways(pace) ? null : `Messages leave on ${windowWords(pace)}.`,
    pace.daily_cap === null ? null : `At most ${pace.daily_cap} a day.`,
    pace.gap_to_seconds === 0 ? null : `They leave ${gapWords(pace)} apart.`,
    ramp === null
      ? null
      : `The sending domain is new: ${ramp} on its next day, a fifth more every day after.`,
  ].filter((words) => words !== null)
}
