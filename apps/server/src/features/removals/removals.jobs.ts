import { z } from 'zod'
import { defineJob, type Jobs } from '../../providers/jobs/port.ts'
import type { Removals } from './removals.ts'

const forgetRemovalsJob = defineJob({
  name: 'forget-removals',
  payload: z.object({}),
  every: { seconds: 3600, payload: {} },
})

export function handleRemovals(jobs: Pick<Jobs, 'handle'>, removals: Pick<Removals, 'forgetOld'>): void {
  jobs.handle(forgetRemovalsJob, () => removals.forgetOld())
}
