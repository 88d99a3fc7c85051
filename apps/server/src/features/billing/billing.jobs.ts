import { z } from 'zod'
import { defineJob, type Jobs } from '../../providers/jobs/port.ts'
import type { BillingEvents } from './events/events.ts'

/** Wakes a worker; the events that wait are rows. */
export const billingEventsJob = defineJob({
  name: 'billing-events',
  retryLimit: 8,
  payload: z.object({}),
  every: { seconds: 60, payload: {} },
})

export const billingReconcileJob = defineJob({
  name: 'billing-reconcile',
  payload: z.object({}),
  every: { seconds: 600, payload: {} },
})

export function handleBilling(jobs: Jobs, events: BillingEvents): void {
  jobs.handle(billingEventsJob, (_payload, signal) => events.processWaiting(signal))
  jobs.handle(billingReconcileJob, (_payload, signal) => events.reconcile(signal))
}
