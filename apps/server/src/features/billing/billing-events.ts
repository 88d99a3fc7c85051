import { GRACE_DAYS } from '@goldpan/contract/billing'
import { z } from 'zod'
import type { Database } from '../../db/database.ts'
import { systemScope } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import type { Letters } from '../../letters/letters.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { defineJob, type Jobs } from '../../providers/jobs/port.ts'
import { ForgedEvent, type Payment, type PaymentEvent } from '../../providers/payment/port.ts'
import { differencesLetter } from './billing.mail.ts'
import * as store from './billing.store.ts'
import type { Readback } from './readback.ts'

/** Wakes a worker; the rows hold the events. */
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

export interface BillingEventsDeps {
  db: Database
  clock: Clock
  jobs: Jobs
  payment: Payment
  readback: Readback
  letters: Letters
  operatorEmail: string
  onError: (error: unknown) => void
}

const scope = systemScope('events and comparisons cover all customers of the provider')

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const EVENTS_AT_ONCE = 200
/** The nightly comparison covers events that fail for longer. */
const EVENT_RETRIED_MS = 3 * 24 * HOUR_MS
/** Every customer is compared with the provider once between these hours, in UTC. */
const QUIET_HOURS = { from: 1, to: 6 }

/** Signed events, and regular comparisons with the provider, so that a lost event costs minutes. */
export function createBillingEvents(deps: BillingEventsDeps) {
  const { db, clock, payment } = deps
  const ago = (ms: number): string => new Date(clock.now().getTime() - ms).toISOString()

  async function findCustomerId({ customerId, paymentId }: PaymentEvent): Promise<string | null> {
    if (customerId || !paymentId) return customerId
    return (await store.findPayment(db, scope, paymentId))?.customer_id ?? null
  }

  /** A customer that fails doesn't hold up the others. */
  async function readBackAll(customers: string[], signal?: AbortSignal): Promise<string[]> {
    const differences: string[] = []
    for (const customerId of customers) {
      if (signal?.aborted) break
      try {
        const found = await deps.readback.readBack(customerId)
        differences.push(...found.map((sentence) => `${customerId}: ${sentence}`))
      } catch (error) {
        deps.onError(error)
      }
    }
    return differences
  }

  async function processEvents(customerId: string | null, events: store.BillingEvent[]): Promise<void> {
    const mark = (done: store.BillingEvent[]) =>
      store.markProcessed(
        db,
        scope,
        done.map(({ id }) => id),
        isoNow(clock),
      )
    try {
      if (customerId) await deps.readback.readBack(customerId)
      await mark(events)
    } catch (error) {
      deps.onError(error)
      // A customer that can't be read for days, such as a deleted one, must not stay in the queue for ever.
      await mark(events.filter(({ received_at }) => received_at < ago(EVENT_RETRIED_MS)))
    }
  }

  return {
    /** Stores a signed event. A worker reads the customer back. */
    async receive(raw: Buffer, signature: string): Promise<void> {
      const event = readEvent(payment, raw, signature)
      const customer_id = await findCustomerId(event)
      await db.transaction(async (tx) => {
        const isNew = await store.insertEvent(tx, scope, {
          id: event.id,
          type: event.type,
          customer_id,
          received_at: isoNow(clock),
        })
        if (isNew) await deps.jobs.enqueue(tx, billingEventsJob, {})
      })
    },

    /** An event whose customer can't be read is tried again for three days. */
    async processWaiting(signal?: AbortSignal): Promise<void> {
      const skipped: string[] = []
      for (;;) {
        const waiting = await store.listWaitingEvents(db, scope, { skipped, limit: EVENTS_AT_ONCE })
        if (waiting.length === 0) return
        const byCustomer = Map.groupBy(waiting, ({ customer_id }) => customer_id)
        for (const [customerId, events] of byCustomer) {
          if (signal?.aborted) return
          await processEvents(customerId, events)
        }
        skipped.push(...waiting.map(({ id }) => id))
      }
    },

    /** Reads back customers whose events may be lost, and at night all of them, with a report to the operator. */
    async reconcile(signal?: AbortSignal): Promise<void> {
      const due = await store.listDueCustomers(db, scope, {
        provider: payment.provider,
        now: isoNow(clock),
        openedBefore: ago(2 * MINUTE_MS),
        openedAfter: ago(26 * HOUR_MS),
        graceSince: ago(GRACE_DAYS * 24 * HOUR_MS),
        checkedBefore: ago(5 * MINUTE_MS),
      })
      await readBackAll(due, signal)
      const hour = clock.now().getUTCHours()
      if (hour < QUIET_HOURS.from || hour >= QUIET_HOURS.to) return
      const unchecked = await store.listUncheckedCustomers(db, scope, {
        provider: payment.provider,
        before: ago(12 * HOUR_MS),
        limit: 500,
      })
      const differences = await readBackAll(unchecked, signal)
      if (differences.length > 0)
        await db.transaction((tx) =>
          deps.letters.send(tx, differencesLetter(deps.operatorEmail, differences)),
        )
    },
  }
}

export type BillingEvents = ReturnType<typeof createBillingEvents>

function readEvent(payment: Payment, raw: Buffer, signature: string): PaymentEvent {
  try {
    return payment.readEvent(raw, signature)
  } catch (error) {
    if (error instanceof ForgedEvent) return refuse('billing.bad_signature')
    throw error
  }
}
