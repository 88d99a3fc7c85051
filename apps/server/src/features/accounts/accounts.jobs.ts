import { z } from 'zod'
import { defineJob, type Jobs } from '../../providers/jobs/port.ts'
import type { Accounts } from './accounts.ts'

/** Somebody asked for a new password for this address, which may be nobody's. */
export const resetJob = defineJob({
  name: 'password-reset',
  payload: z.object({ email: z.string(), asked_at: z.string().optional() }),
})

export function handleAccounts(jobs: Jobs, accounts: Accounts): void {
  jobs.handle(resetJob, (asked) => accounts.mailReset(asked))
}
