import { z } from 'zod'
import { defineJob, type Jobs } from '../../providers/jobs/port.ts'
import type { Answering } from './answering/answering.ts'
import type { Forwarding } from './forwarding/forwarding.ts'
import type { Handling } from './handling/handling.ts'

/** Wakes a worker for mail that came in. A worker also looks by itself every few seconds. */
export const inboundJob = defineJob({
  name: 'inbound-mail',
  payload: z.object({}),
  every: { seconds: 5, payload: {} },
})

export function handleInbound(
  jobs: Jobs,
  handling: Handling,
  forwarding: Forwarding,
  answering: Answering,
): void {
  jobs.handle(inboundJob, async (_payload, signal) => {
    const handled = handling.work(signal)
    // Much mail that comes in must not hold up what is to go out.
    await Promise.all([handled, forwarding.work(signal), answering.work(signal)])
    await forwarding.work(signal)
  })
}
