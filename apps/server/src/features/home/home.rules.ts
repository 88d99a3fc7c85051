import { HOME_DAYS, type HomeOverview } from '@goldpan/contract/home'

const DAY_MS = 86_400_000

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The days that are shown, oldest first; the last one is today in UTC. */
export function shownDays(now: Date): string[] {
  return Array.from({ length: HOME_DAYS }, (_, index) =>
    dayOf(now.getTime() - (HOME_DAYS - 1 - index) * DAY_MS),
  )
}

type Day = HomeOverview['days'][number]
type CountedDay = Omit<Day, 'replied'> & { responded: number }

/** One entry for each day, also for those on which nothing happened. */
export function fillDays(days: readonly string[], counts: readonly CountedDay[]): Day[] {
  const byDay = new Map(counts.map((counted) => [counted.day, counted]))
  return days.map((day) => {
    const { sent = 0, opened = 0, responded = 0 } = byDay.get(day) ?? {}
    return { day, sent, opened, replied: responded }
  })
}
