import { z } from 'zod'
import { defineJob, type Jobs } from '../../../providers/jobs/port.ts'
import type { Tables } from '../tables.ts'

const forgetRemovedJob = defineJob({
  name: 'forget-removed-businesses',
  payload: z.object({}),
  every: { seconds: 3600, payload: {} },
})

export function handleRemovals(jobs: Pick<Jobs, 'handle'>, tables: Pick<Tables, 'forgetRemoved'>): void {
  jobs.handle(forgetRemovedJob, () => tables.forgetRemoved())
}
