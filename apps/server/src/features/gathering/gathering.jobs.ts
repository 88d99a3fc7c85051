import { z } from 'zod'
import { defineJob, type Jobs } from '../../providers/jobs/port.ts'
import type { GatheringWorker } from './worker/worker.ts'

/** Wakes a worker; the rows say what there is to do. A worker also looks by itself every few seconds. */
export const gatheringJob = defineJob({
  name: 'gathering',
  payload: z.object({}),
  every: { seconds: 5, payload: {} },
})

export function handleGathering(jobs: Jobs, worker: GatheringWorker): void {
  jobs.handle(gatheringJob, (_payload, signal) => worker.work(signal))
}
