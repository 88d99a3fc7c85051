import { z } from 'zod'
import { defineJob, type Jobs } from '../../../providers/jobs/port.ts'
import type { Review } from './review.ts'

const forgetDiscardedJob = defineJob({
  name: 'forget-discarded-prospects',
  payload: z.object({}),
  every: { seconds: 3600, payload: {} },
})

export function handleReview(jobs: Pick<Jobs, 'handle'>, review: Review): void {
  jobs.handle(forgetDiscardedJob, () => review.forgetDiscarded())
}
