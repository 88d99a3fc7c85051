import { MAX_DAYS_OFF, type PaceAnswer, pace } from '@goldpan/contract/sending-care'
import { z } from 'zod'

/** A time field knows no 24:00, so the end of the day is shown as its last minute. */
const END_OF_DAY = '23:59'

/** The pace as typed; an empty limit is none, an empty gap is 0, and a day off that is still in its field counts. */
export const typedPace = z
  .object({
    daily_cap: z.string(),
    gap_from_seconds: z.string(),
    gap_to_seconds: z.string(),
    window_days: z.array(z.number()).max(7),
    window_from: z.string(),
    window_to: z.string(),
    time_zone: z.string(),
    has_ramp: z.boolean(),
    days_off: z.array(z.string()).max(MAX_DAYS_OFF),
    day_to_add: z.string(),
  })
  .transform(({ day_to_add, ...typed }) => ({
    ...typed,
    daily_cap: typed.daily_cap.trim() === '' ? null : Number(typed.daily_cap),
    gap_from_seconds: Number(typed.gap_from_seconds),
    gap_to_seconds: Number(typed.gap_to_seconds),
    days_off: daysWith(typed.days_off, day_to_add),
    window_to: typed.window_to === END_OF_DAY ? '24:00' : typed.window_to,
  }))
  .pipe(pace)
export type TypedPace = z.input<typeof typedPace>

export function typedPaceOf({ pace: saved, is_default }: PaceAnswer, ownZone: string): TypedPace {
  return {
    ...saved,
    daily_cap: saved.daily_cap === null ? '' : String(saved.daily_cap),
    gap_from_seconds: String(saved.gap_from_seconds),
    gap_to_seconds: String(saved.gap_to_seconds),
    window_to: saved.window_to === '24:00' ? END_OF_DAY : saved.window_to,
    day_to_add: '',
    time_zone: is_default ? ownZone : saved.time_zone,
  }
}

/** In order, each once. */
export const daysWith = (days: string[], added: string): string[] =>
  [...new Set(added ? [...days, added] : days)].toSorted()
