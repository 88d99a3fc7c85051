/** 'YYYY-MM-DD' where the user is. */
export const dayOf = (moment: Date): string =>
  [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

const HOURS_LATER = 3

/** Three hours ahead on the hour. Undefined when that is past the end of the working day. */
export function laterToday(now: Date): string | undefined {
  const later = new Date(now)
  later.setHours(now.getHours() + HOURS_LATER, 0, 0, 0)
  return later.getDate() === now.getDate() && later.getHours() <= 20 ? later.toISOString() : undefined
}

export function daysAhead(now: Date, days: number): string {
  const day = new Date(now)
  day.setDate(day.getDate() + days)
  return dayOf(day)
}

/** The next Monday. */
export const nextWeek = (now: Date): string => daysAhead(now, (8 - now.getDay()) % 7 || 7)
