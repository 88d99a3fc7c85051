import { findPackage } from '@goldpan/contract/billing'
import type { Database, Db } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import type { Letters } from '../../letters/letters.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import {
  type PaidSubscription,
  type Payment,
  PaymentFailure,
  type ReceivedPayment,
} from '../../providers/payment/port.ts'
import { inStep } from '../../providers/steps/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Usage } from '../usage/usage.ts'
import { paymentFailedLetter, planLostLetter } from './billing.mail.ts'
import { chooseSubscription, entitledPlan, graceEnd, tokensReturned, unpaidSince } from './billing.rules.ts'
import * as store from './billing.store.ts'

export interface ReadbackDeps {
  db: Database
  clock: Clock
  payment: Payment
  accounts: Pick<Accounts, 'getUser' | 'setPlan'>
  usage: Pick<Usage, 'addTokens' | 'takeTokens'>
  letters: Letters
  publicUrl: () => string
}

const scope = systemScope('a payment provider names a customer, not an owner')

/** Asks again if another process has saved an answer in the meantime. */
const MAX_TRIES = 5

/**
 * Synchronises a customer with the payment provider in one transaction and returns the differences as sentences.
 * Reads the provider's current state whatever the event, so duplicate, late and reordered events do no harm.
 *
 * The provider is asked before the transaction begins. Its answer is saved only if the customer's row hasn't changed
 * since, so that an older answer can't overwrite a newer one.
 */
export function createReadback(deps: ReadbackDeps) {
  const { db, clock, payment } = deps

  const readBack = coalesce(async (customerId: string): Promise<string[]> => {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const customer = await store.findCustomer(db, scope, customerId)
      if (!customer) return []
      const owner = asOwner(customer.owner_id)
      const step = { name: 'customer', kind: 'item' } as const
      const differences = await inStep(step, { owner }, () => synchronise(owner, customer))
      if (differences) return differences
    }
    throw new PaymentFailure(`Other processes read ${customerId} back at the same time`)
  })

  /** Returns null if another process has saved an answer since the customer was read. */
  async function synchronise(
    owner: OwnerId,
    customer: { customer_id: string; version: string },
  ): Promise<string[] | null> {
    const { customer_id } = customer
    const { payments, subscriptions } = await payment.readAccount(customer_id)
    const { kept, doubled } = chooseSubscription(subscriptions)
    for (const { id } of doubled) await payment.change({ subscriptionId: id, change: { kind: 'end' } })
    return db.transaction(async (tx) => {
      if (!(await store.lockCustomer(tx, scope, customer))) return null
      const differences = [
        ...(await applyPayments(tx, owner, customer_id, payments)),
        ...describeOddities(subscriptions, doubled),
        ...(kept ? await applyKept(tx, owner, customer_id, kept) : []),
      ]
      const references = [...payments, ...subscriptions].flatMap(({ reference }) => reference ?? [])
      await store.closeCheckouts(tx, owner, { ids: references, at: isoNow(clock) })
      await store.markChecked(tx, scope, customer_id, isoNow(clock))
      return differences
    })
  }

  async function applyPayments(tx: Db, owner: OwnerId, customerId: string, payments: ReceivedPayment[]) {
    const known = new Map((await store.listPayments(tx, owner)).map((row) => [row.id, row]))
    const differences: string[] = []
    for (const received of payments) {
      const before = known.get(received.id) ?? (await addPayment(tx, owner, customerId, received))
      if (!known.has(received.id)) differences.push(`Payment ${received.id} was not known here`)
      if (received.returned_cents === before.returned_cents) continue
      await applyReturn(tx, owner, before, received)
      differences.push(
        `Of payment ${received.id} ${received.returned_cents} cents are returned, not ${before.returned_cents}`,
      )
    }
    return differences
  }

  async function addPayment(
    tx: Db,
    owner: OwnerId,
    customer_id: string,
    { id, pack, amount_cents, paid_at }: ReceivedPayment,
  ): Promise<Omit<store.Payment, 'owner_id'>> {
    const tokens = pack ? findPackage(pack).amount : 0
    const payment = {
      id,
      customer_id,
      tokens,
      amount_cents,
      returned_cents: 0,
      tokens_taken: 0,
      paid_at,
      created_at: isoNow(clock),
    }
    await store.insertPayment(tx, owner, payment)
    if (tokens > 0)
      await deps.usage.addTokens(tx, owner, {
        cause: `payment:${id}`,
        tokens,
        kind: 'purchase',
        paymentId: id,
        note: `${tokens} tokens bought`,
      })
    return payment
  }

  /** Refunds and disputes take tokens back, down to a balance of 0; a won dispute returns them. */
  async function applyReturn(
    tx: Db,
    owner: OwnerId,
    before: Omit<store.Payment, 'owner_id'>,
    { id, returned_cents }: ReceivedPayment,
  ): Promise<void> {
    const owed = tokensReturned(before.tokens, before.amount_cents, returned_cents) - before.tokens_taken
    let tokens_taken = before.tokens_taken
    if (owed > 0)
      tokens_taken += await deps.usage.takeTokens(tx, owner, {
        cause: `payment-return:${id}:${before.returned_cents}-${returned_cents}:${isoNow(clock)}`,
        tokens: owed,
        paymentId: id,
        note: 'Payment refunded or disputed',
      })
    if (owed < 0) {
      await deps.usage.addTokens(tx, owner, {
        cause: `payment-again:${id}:${before.returned_cents}-${returned_cents}:${isoNow(clock)}`,
        tokens: -owed,
        kind: 'purchase',
        paymentId: id,
        note: 'Payment kept after a dispute',
      })
      tokens_taken += owed
    }
    await store.updatePayment(tx, owner, id, { returned_cents, tokens_taken })
  }

  async function applyKept(
    tx: Db,
    owner: OwnerId,
    customer_id: string,
    kept: NonNullable<ReturnType<typeof chooseSubscription>['kept']>,
  ): Promise<string[]> {
    const before = await store.findSubscription(tx, owner, customer_id)
    const past_due_since = unpaidSince(before, kept)
    const entitled_plan = entitledPlan({ ...kept, past_due_since }, clock.now())
    const { id: subscription_id, plan, status, period_end, pending } = kept
    await store.saveSubscription(tx, owner, {
      customer_id,
      subscription_id,
      plan,
      status,
      period_end,
      past_due_since,
      entitled_plan,
      pending_plan: pending?.plan ?? null,
      pending_at: pending?.at ?? null,
    })
    await notify(tx, owner, before, { ...kept, past_due_since, entitled_plan })
    // A plan that the operator has set stays until the paid plan changes.
    const previous = before?.entitled_plan ?? 'free'
    if (entitled_plan === previous) return []
    await deps.accounts.setPlan(tx, owner, entitled_plan)
    return [`Subscription ${subscription_id} is worth ${entitled_plan}, not ${previous}`]
  }

  async function notify(
    tx: Db,
    owner: OwnerId,
    before: store.Subscription | null,
    { plan, status, past_due_since, entitled_plan }: PaidSubscription & { entitled_plan: string },
  ): Promise<void> {
    if (status !== 'past_due' || !past_due_since || !plan) return
    const publicUrl = deps.publicUrl()
    const user = await deps.accounts.getUser(tx, owner)
    if (entitled_plan === 'free') {
      if (before && before.entitled_plan !== 'free')
        await deps.letters.send(tx, planLostLetter(user, { plan, publicUrl }))
    } else if (before?.status !== 'past_due') {
      const graceUntil = graceEnd(past_due_since)
      await deps.letters.send(tx, paymentFailedLetter(user, { plan, graceUntil, publicUrl }))
    }
  }

  return { readBack }
}

export type Readback = ReturnType<typeof createReadback>

const describeOddities = (subscriptions: PaidSubscription[], doubled: PaidSubscription[]): string[] => [
  ...subscriptions
    .filter(({ plan, status }) => plan === null && status === 'active')
    .map(({ id }) => `Subscription ${id} has a price that is none of ours; it was left alone`),
  ...doubled.map(
    ({ id }) => `Subscription ${id} was a second one of the same customer; it was ended and credited`,
  ),
]

/**
 * Runs `work` once at a time for each key. Calls that arrive during a run share the next one, because they may be about
 * an event after the current run began. A call waits for two runs at most.
 */
export function coalesce<Answer>(work: (key: string) => Promise<Answer>): (key: string) => Promise<Answer> {
  const running = new Map<string, Promise<Answer>>()
  const next = new Map<string, Promise<Answer>>()

  function start(key: string): Promise<Answer> {
    next.delete(key)
    const run = work(key).finally(() => {
      if (running.get(key) === run) running.delete(key)
    })
    running.set(key, run)
    return run
  }

  function queue(key: string, current: Promise<Answer>): Promise<Answer> {
    // A failed run concerns only its own callers.
    const run = current.catch(() => null).then(() => start(key))
    next.set(key, run)
    return run
  }

  return (key) => {
    const current = running.get(key)
    return next.get(key) ?? (current ? queue(key, current) : start(key))
  }
}
