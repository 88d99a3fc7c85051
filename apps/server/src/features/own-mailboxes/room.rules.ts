import type { mailboxes } from '../../db/schema.ts'

type Limits = Pick<
  typeof mailboxes.$inferSelect,
  'daily_cap' | 'has_ramp' | 'sending_days' | 'last_sending_day'
>

const RAMP_START = 20
const RAMP_GROWTH = 1.2

/** A fifth more on each day of sending. */
export const rampCap = (daysBefore: number): number => Math.floor(RAMP_START * RAMP_GROWTH ** daysBefore)

/** How much campaign mail a mailbox may send on a day, after `daysAhead` further days of sending from today on. */
export function capOn(
  { daily_cap, has_ramp, sending_days, last_sending_day }: Limits,
  today: string,
  daysAhead = 0,
) {
  if (!has_ramp) return daily_cap
  const before = sending_days - (last_sending_day === today ? 1 : 0) + daysAhead
  return Math.min(daily_cap, rampCap(before))
}
