import type { Pace } from '@goldpan/contract/sending-care'
import { isWorkingDay, windowOn } from '../sending/pace.rules.ts'
import { dayOf, momentOf, nextDay } from '../sending/zoned-time.ts'

/** A time in which a person is left alone, from `from` until before `until`. */
export interface HoldSpan {
  from: Date
  until: Date
}

interface Wait {
  /** When the message before it was handed over. Only its day counts. */
  handedOverAt: Date
  /** 1 to 60. */
  wait_days: number
  wait_in: 'working_days' | 'days'
  /** Its zone decides what a day is. */
  pace: Pace
  /** All holds of the person since the hand-over, in any order. One that was lifted ends there. */
  holds?: readonly HoldSpan[]
}

/** The longest wait with one working day a week, 60 days off and years of holds stays below this. */
const MAX_DAYS_AHEAD = 3000

/**
 * When a follow-up is due: at the opening of the n-th working day after the day of the previous hand-over, or of the
 * n-th calendar day, moved to the next working day if it is none. Days whose opening lies inside a hold aren't counted.
 *
 * The result is the opening of a window and lies in none of the holds. It may be in the past.
 */
export function dueAt({ handedOverAt, wait_days, wait_in, pace, holds = [] }: Wait): Date {
  const isCounted = (day: string) =>
    (wait_in === 'days' || isWorkingDay(pace, day)) &&
    (holds.length === 0 || !isHeld(holds, momentOf(day, pace.window_from, pace.time_zone)))
  let day = dayOf(handedOverAt, pace.time_zone)
  for (let left = wait_days, ahead = 0; left > 0 && ahead < MAX_DAYS_AHEAD; ahead++) {
    day = nextDay(day)
    if (isCounted(day)) left -= 1
  }
  return openingOnOrAfter(pace, day, holds)
}

/**
 * The opening of the first working day on or after a day such as '2026-12-09', past those inside a hold. A hold set by
 * hand until that day ends here.
 */
export function openingOnOrAfter(pace: Pace, from: string, holds: readonly HoldSpan[] = []): Date {
  for (let day = from, ahead = 0; ahead < MAX_DAYS_AHEAD; ahead++, day = nextDay(day)) {
    const opening = windowOn(pace, day)?.from
    if (opening && !isHeld(holds, opening)) return opening
  }
  throw new Error(`No working day within ${MAX_DAYS_AHEAD} days after ${from}`)
}

const WORKING_DAYS_AWAY = 5

/**
 * When the hold of an away note ends: at the opening of the first working day after the last day away, or of the 5th
 * working day after the note if it doesn't state one.
 */
export const awayHoldUntil = (pace: Pace, receivedAt: Date, lastDayAway: string | null): Date =>
  lastDayAway
    ? openingOnOrAfter(pace, nextDay(lastDayAway))
    : dueAt({ handedOverAt: receivedAt, wait_days: WORKING_DAYS_AWAY, wait_in: 'working_days', pace })

const isHeld = (holds: readonly HoldSpan[], at: Date): boolean =>
  holds.some(({ from, until }) => from <= at && at < until)
