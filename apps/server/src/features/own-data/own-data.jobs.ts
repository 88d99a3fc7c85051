import { z } from 'zod'
import { defineJob, type Jobs } from '../../providers/jobs/port.ts'
import type { OwnData } from './own-data.ts'

export const eraseAccountJob = defineJob({
  name: 'erase-account',
  ownerOf: ({ owner }) => owner,
  retryLimit: 10,
  payload: z.object({ owner: z.uuid() }),
})

export function handleOwnData(jobs: Pick<Jobs, 'handle'>, ownData: Pick<OwnData, 'erase'>): void {
  jobs.handle(eraseAccountJob, ({ owner }) => ownData.erase(owner))
}
