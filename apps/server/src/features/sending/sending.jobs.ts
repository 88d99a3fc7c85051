import { z } from 'zod'
import type { WorkerLoop } from '../../jobs/worker-loop.ts'
import { defineJob, type Jobs } from '../../providers/jobs/port.ts'

/** Wakes a worker. The rows are the queue; a worker also looks every 5 seconds by itself. */
export const sendingJob = defineJob({
  name: 'sending',
  payload: z.object({}),
  every: { seconds: 5, payload: {} },
})

export function handleSending(jobs: Jobs, worker: WorkerLoop): void {
  jobs.handle(sendingJob, (_payload, signal) => worker.work(signal))
}
