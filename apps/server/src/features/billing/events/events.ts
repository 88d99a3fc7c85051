import { GRACE_DAYS } from '@goldpan/contract/billing'
import type { Database } from '../../../db/database.ts'
import { systemScope } from '../../../db/owner.ts'
import { refuse } from '../../../http/refuse.ts'
import type { Letters } from '../../../letters/letters.ts'
import { type Clock, isoNow } from '../../../providers/clock/port.ts'
import type { Jobs } from '../../../providers/jobs/port.ts'
import { ForgedEvent, type Payment, type PaymentEvent } from '../../../providers/payment/port.ts'
import { billingEventsJob } from '../billing.jobs.ts'
import { differencesLetter } from '../billing.mail.ts'
import * as store from '../billing.store.ts'
import type { Readback } from '../readback/readback.ts'

export interface EventsDeps {
  db: Database
  clock: Clock
  jobs: Jobs
  payment: Payment
  readback: Readback
  letters: Letters
  operatorEmail: string
  onError: (error: unknown) => void
}

const scope = systemScope('events and comparisons go over all customers of the provider')

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const EVENTS_AT_ONCE = 200
/** After this the nightly comparison is left to find out. */
const EVENT_TRIED_MS = 3 * 24 * HOUR_MS
/** Hours in UTC in which every customer is compared with the provider, once. */
const NIGHT = { from: 1, to: 6 }

/** How news of payments arrives: by signed events, and by looking, so that a lost event costs minutes. */
export function createBillingEvents(deps: EventsDeps) {
  const { db, clock, payment } = deps
  const ago = (ms: number): string => new Date(clock.now().getTime() - ms).toISOString()

  async function findCustomerId({ customerId, paymentId }: PaymentEvent): Promise<string | null> {
    if (customerId || !paymentId) return customerId
    return (await store.findPayment(db, scope, paymentId))?.customer_id ?? null
  }

  /** Reads customers back one after the other; one that fails does not hold up the others. */
  async function readAll(customers: string[], signal?: AbortSignal): Promise<string[]> {
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

  async function processOf(customerId: string | null, events: store.BillingEvent[]): Promise<void> {
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
      // One that can't be read for days, such as a deleted customer, must not keep others waiting for ever.
      await mark(events.filter(({ received_at }) => received_at < ago(EVENT_TRIED_MS)))
    }
  }

  return {
    /** Takes an event in after checking its signature; what it means is looked up by a worker. */
    async receive(raw: Buffer, signature: string): Promise<void> {
      const event = readEvent(payment, raw, signature)
      const customer_id = await findCustomerId(event)
      await db.transaction(async (tx) => {
        const isNew = await store.insertEvent(tx, scope, {
          ...{ id: event.id, type: event.type, customer_id },
          received_at: isoNow(clock),
        })
        if (isNew) await deps.jobs.enqueue(tx, billingEventsJob, {})
      })
    },

    /** Acts on events that wait. One whose customer can't be read stays and is tried again for some days. */
    async processWaiting(signal?: AbortSignal): Promise<void> {
      const passedOver: string[] = []
      for (;;) {
        const limit = EVENTS_AT_ONCE
        const waiting = await store.listWaitingEvents(db, scope, { passedOver, limit })
        if (waiting.length === 0) return
        const byCustomer = Map.groupBy(waiting, ({ customer_id }) => customer_id)
        for (const [customerId, events] of byCustomer) {
          if (signal?.aborted) return
          await processOf(customerId, events)
        }
        passedOver.push(...waiting.map(({ id }) => id))
      }
    },

    /** Looks at customers of whom something may have been missed, and at night at everybody, telling the operator. */
    async reconcile(signal?: AbortSignal): Promise<void> {
      const due = await store.listDueCustomers(db, scope, {
        provider: payment.provider,
        now: isoNow(clock),
        openedBefore: ago(2 * MINUTE_MS),
        openedAfter: ago(26 * HOUR_MS),
        graceSince: ago(GRACE_DAYS * 24 * HOUR_MS),
        checkedBefore: ago(5 * MINUTE_MS),
      })
      await readAll(due, signal)
      const hour = clock.now().getUTCHours()
      if (hour < NIGHT.from || hour >= NIGHT.to) return
      const unchecked = await store.listUncheckedCustomers(db, scope, {
        provider: payment.provider,
        before: ago(12 * HOUR_MS),
        limit: 500,
      })
      const differences = await readAll(unchecked, signal)
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
