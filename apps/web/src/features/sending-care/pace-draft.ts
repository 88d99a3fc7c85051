import { type Pace, type PaceAnswer, pace } from '@goldpan/contract/sending-care'

/** The pace as it is typed. */
export interface PaceDraft {
  daily_cap: string
  gap_from_seconds: string
  gap_to_seconds: string
  window_days: number[]
  window_from: string
  window_to: string
  time_zone: string
  has_ramp: boolean
}

/** A control for a time knows no 24:00: the end of the day is shown as its last minute. */
const END_OF_DAY = '23:59'

export function draftOf({ pace: saved, is_default }: PaceAnswer, ownZone: string): PaceDraft {
  return {
    ...saved,
    daily_cap: saved.daily_cap === null ? '' : String(saved.daily_cap),
    gap_from_seconds: String(saved.gap_from_seconds),
    gap_to_seconds: String(saved.gap_to_seconds),
    window_to: saved.window_to === '24:00' ? END_OF_DAY : saved.window_to,
    time_zone: is_default ? ownZone : saved.time_zone,
  }
}

export type PaceErrors = Partial<Record<keyof Pace, string>>

/** The pace that was meant, or what is wrong with it, by field. */
export function readDraft(draft: PaceDraft): { pace: Pace } | { errors: PaceErrors } {
  const number = (text: string) => (text.trim() === '' ? 0 : Number(text))
  const result = pace.safeParse({
    ...draft,
    daily_cap: draft.daily_cap.trim() === '' ? null : Number(draft.daily_cap),
    gap_from_seconds: number(draft.gap_from_seconds),
    gap_to_seconds: number(draft.gap_to_seconds),
    window_to: draft.window_to === END_OF_DAY ? '24:00' : draft.window_to,
  })
  if (result.success) return { pace: result.data }
  const errors: PaceErrors = {}
  for (const { path, message } of result.error.issues) errors[path[0] as keyof Pace] ??= message
  return { errors }
}
