import { z } from 'zod'
import { defineJob, type Jobs } from '../../providers/jobs/port.ts'
import type { ImportWorker } from './worker/worker.ts'

/** Wakes a worker; the rows say what there is to do. A worker also looks by itself, as after a crash. */
export const importJob = defineJob({
  name: 'imports',
  payload: z.object({}),
  every: { seconds: 20, payload: {} },
})

export function handleImports(jobs: Jobs, worker: ImportWorker): void {
  jobs.handle(importJob, (_payload, signal) => worker.work(signal))
}
