import { HOME_DAYS, type HomeOverview } from '@goldpan/contract/home'

const DAY_MS = 86_400_000

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The days that are shown, oldest first; the last one is today in UTC. */
export function shownDays(now: Date): string[] {
  return Array.from({ length: HOME_DAYS }, (_, index) =>
    dayOf(now.getTime() - (HOME_DAYS - 1 - index) * DAY_MS),
  )
}

interface DayCount {
  day: string
  count: number
}

/** One entry for each day, also for those on which nothing happened. */
export function fillDays(
  days: readonly string[],
  { opened, replied }: { opened: DayCount[]; replied: DayCount[] },
): HomeOverview['days'] {
  const toMap = (counts: DayCount[]) => new Map(counts.map(({ day, count }) => [day, count]))
  const opens = toMap(opened)
  const replies = toMap(replied)
  return days.map((day) => ({ day, opened: opens.get(day) ?? 0, replied: replies.get(day) ?? 0 }))
}
