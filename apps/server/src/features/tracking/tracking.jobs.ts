import { z } from 'zod'
import { defineJob, type Jobs } from '../../providers/jobs/port.ts'
import type { Tracking } from './tracking.ts'

/** What a process noticed and did not write down, because it ended or has too much to do. */
const lateVisitsJob = defineJob({
  name: 'late-visits',
  payload: z.object({}),
  every: { seconds: 10, payload: {} },
})

export function handleTracking(
  jobs: Pick<Jobs, 'handle'>,
  tracking: Pick<Tracking, 'writeLateVisits'>,
): void {
  jobs.handle(lateVisitsJob, () => tracking.writeLateVisits())
}
