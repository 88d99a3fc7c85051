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
  counts: Record<'sent' | 'opened' | 'replied', DayCount[]>,
): HomeOverview['days'] {
  const countOn = (list: DayCount[]) => {
    const byDay = new Map(list.map(({ day, count }) => [day, count]))
    return (day: string) => byDay.get(day) ?? 0
  }
  const [sent, opened, replied] = [countOn(counts.sent), countOn(counts.opened), countOn(counts.replied)]
  return days.map((day) => ({ day, sent: sent(day), opened: opened(day), replied: replied(day) }))
}
