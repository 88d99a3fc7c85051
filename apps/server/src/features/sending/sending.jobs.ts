import { z } from 'zod'
import { defineJob, type Jobs } from '../../providers/jobs/port.ts'
import type { SendingWorker } from './worker/worker.ts'

/** Wakes a worker; the rows say what there is to do. A worker also looks by itself every few seconds. */
export const sendingJob = defineJob({
  name: 'sending',
  payload: z.object({}),
  every: { seconds: 5, payload: {} },
})

export function handleSending(jobs: Jobs, worker: SendingWorker): void {
  jobs.handle(sendingJob, (_payload, signal) => worker.work(signal))
}
