const DAY_MS = 86_400_000
const REPORT_HOUR = 8

/** A report that could not go out on its Monday, because nothing ran, is left out rather than sent late. */
export const REPORT_LATEST_MS = DAY_MS

/** The last Monday, 08:00 UTC, that is not in the future. */
export function lastReportTime(now: Date): Date {
  const daysSinceMonday = (now.getUTCDay() + 6) % 7
  const monday = new Date(
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - daysSinceMonday, REPORT_HOUR),
  )
  return monday <= now ? monday : new Date(monday.getTime() - 7 * DAY_MS)
}

/** The seven days before a report. */
export const weekBefore = (reportTime: Date): { from: string; to: string } => ({
  from: new Date(reportTime.getTime() - 7 * DAY_MS).toISOString(),
  to: reportTime.toISOString(),
})

export interface WeekFigures {
  searches: number
  prospects: number
  sent: number
  opened: number
  replied: number
}

export const hasAnythingHappened = (week: WeekFigures): boolean =>
  Object.values(week).some((figure) => figure > 0)
