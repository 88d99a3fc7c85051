import { z } from 'zod'
import { defineJob, type Jobs } from '../../providers/jobs/port.ts'
import type { Answering } from './answering/answering.ts'
import type { Forwarding } from './forwarding/forwarding.ts'
import type { Handling } from './handling/handling.ts'
import type { InboundStorage } from './storage/storage.ts'

/** Wakes a worker for mail that came in. A worker also looks by itself every few seconds. */
export const inboundJob = defineJob({
  name: 'inbound-mail',
  payload: z.object({}),
  every: { seconds: 5, payload: {} },
})

const deleteOldMailJob = defineJob({
  name: 'delete-old-mail',
  payload: z.object({}),
  every: { seconds: 24 * 60 * 60, payload: {} },
})

export function handleStorage(jobs: Pick<Jobs, 'handle'>, storage: Pick<InboundStorage, 'deleteOld'>): void {
  jobs.handle(deleteOldMailJob, (_payload, signal) => storage.deleteOld(signal))
}

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
