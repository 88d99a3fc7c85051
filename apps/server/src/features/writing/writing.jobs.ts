import { z } from 'zod'
import { asOwner } from '../../db/owner.ts'
import { defineJob, type Jobs } from '../../providers/jobs/port.ts'
import type { Writing } from './writing.ts'

export const writeEmailsJob = defineJob({
  name: 'write-emails',
  ownerOf: ({ owner }) => owner,
  concurrency: 2,
  payload: z.object({ owner: z.uuid(), campaign_id: z.uuid() }),
})

export function handleWriting(jobs: Jobs, writing: Writing): void {
  jobs.handle(writeEmailsJob, ({ owner, campaign_id }, signal) =>
    writing.writeWaiting(asOwner(owner), campaign_id, signal),
  )
}
