import { z } from 'zod'
import { defineJob, type Jobs } from '../../../providers/jobs/port.ts'
import type { Expiry } from './expiry.ts'

/** Looks every hour for details that have expired. */
const expiryJob = defineJob({
  name: 'directory-expiry',
  payload: z.object({}),
  every: { seconds: 3600, payload: {} },
})

export function handleExpiry(jobs: Pick<Jobs, 'handle'>, expiry: Expiry): void {
  jobs.handle(expiryJob, (_payload, signal) => expiry.refreshExpired(signal))
}
