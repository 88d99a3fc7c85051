import { z } from 'zod'
import { defineJob, type Jobs } from '../../providers/jobs/port.ts'
import type { Accounts } from './accounts.ts'

const resetAsked = z.object({
  email: z.string(),
  asked_at: z.string().optional(),
  asked_by: z.string().optional(),
})
export type ResetAsked = z.infer<typeof resetAsked>

/** Somebody asked for a new password for this address, which may be nobody's. */
export const resetJob = defineJob({
  name: 'password-reset',
  concurrency: 2,
  isSealed: true,
  payload: resetAsked,
})

export function handleAccounts(jobs: Jobs, accounts: Accounts): void {
  jobs.handle(resetJob, (asked) => accounts.mailReset(asked))
}
