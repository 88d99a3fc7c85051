import { z } from 'zod'
import { defineJob, type Jobs } from '../../../providers/jobs/port.ts'
import type { AddressChecks } from './address-checks.ts'

/** New prospects show within seconds what is known of their address. */
const addressChecksJob = defineJob({
  name: 'address-checks',
  payload: z.object({}),
  every: { seconds: 5, payload: {} },
})

export function handleAddressChecks(jobs: Pick<Jobs, 'handle'>, checks: AddressChecks): void {
  jobs.handle(addressChecksJob, (_payload, signal) => checks.checkDue(signal))
}
