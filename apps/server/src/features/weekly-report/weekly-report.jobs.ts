import { z } from 'zod'
import { defineJob, type Jobs } from '../../providers/jobs/port.ts'
import type { WeeklyReport } from './weekly-report.ts'

/** Looks every five minutes whether it is Monday, 08:00 UTC, for somebody. */
const weeklyReportJob = defineJob({
  name: 'weekly-report',
  payload: z.object({}),
  every: { seconds: 300, payload: {} },
})

export function handleWeeklyReport(jobs: Pick<Jobs, 'handle'>, report: Pick<WeeklyReport, 'sendDue'>): void {
  jobs.handle(weeklyReportJob, (_payload, signal) => report.sendDue(signal))
}
