import { z } from 'zod'
import { defineJob, type Jobs } from '../../providers/jobs/port.ts'
import type { Outbox } from '../../providers/mail/port.ts'

const trimOutboxJob = defineJob({
  name: 'trim-outbox',
  payload: z.object({}),
  every: { seconds: 600, payload: {} },
})

export function handleOutbox(jobs: Pick<Jobs, 'handle'>, outbox: Pick<Outbox, 'trim'>): void {
  jobs.handle(trimOutboxJob, () => outbox.trim())
}
