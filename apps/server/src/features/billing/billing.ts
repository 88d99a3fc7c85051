import { randomUUID } from 'node:crypto'
import {
  type BillingState,
  type HostedPage,
  type PayAction,
  type PayPage,
  paidPlan,
  type TokenPackageId,
  tokenPackages,
} from '@goldpan/contract/billing'
import type { PaidPlan, Plans } from '@goldpan/contract/plans'
import type { Database } from '../../db/database.ts'
import { type OwnerId, systemScope } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import {
  type PageOrder,
  type Payment,
  PaymentFailure,
  type SubscriptionChange,
} from '../../providers/payment/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { checkPurchase, findDowngradeFault, graceEnd } from './billing.rules.ts'
import * as store from './billing.store.ts'
import type { BillingEvents } from './billing-events.ts'
import { listOffers, listPrices } from './offers.rules.ts'
import type { Readback } from './readback.ts'

export interface BillingDeps {
  db: Database
  clock: Clock
  payment: Payment
  plans: Plans
  accounts: Pick<Accounts, 'getUser'>
  readback: Readback
  events: BillingEvents
  publicUrl: () => string
}

/** An open page for a plan is reused; a page for tokens only on a double click. */
const PLAN_PAGE_REUSED_MS = 30 * 60_000
const PACK_PAGE_REUSED_MS = 10_000
/** A reservation expires if its process dies before the provider answers. */
const PAGE_ASKED_MS = 60_000

const scope = systemScope('a customer is locked while a checkout is looked for')

export function createBilling(deps: BillingDeps) {
  const { db, clock, payment, readback } = deps
  const sellsPlans = payment.provider !== 'off'

  async function ensureCustomer(owner: OwnerId): Promise<{ customerId: string; email: string }> {
    const { email } = await deps.accounts.getUser(db, owner)
    const known = await store.findCustomerOf(db, owner, payment.provider)
    if (known) return { customerId: known.customer_id, email }
    const customer_id = await orRefuse(() => payment.ensureCustomer({ ownerId: owner, email }))
    await store.insertCustomer(db, owner, {
      customer_id,
      provider: payment.provider,
      created_at: isoNow(clock),
    })
    // Another request may have saved a customer first.
    const saved = await store.findCustomerOf(db, owner, payment.provider)
    return { customerId: saved?.customer_id ?? customer_id, email }
  }

  /** The owner's subscription, after reading it back from the provider. */
  async function readHeld(owner: OwnerId): Promise<store.Subscription | null> {
    const customer = await store.findCustomerOf(db, owner, payment.provider)
    if (!customer) return null
    await orRefuse(() => readback.readBack(customer.customer_id))
    return store.findSubscription(db, owner, customer.customer_id)
  }

  /** Opens a hosted page, or reuses the open one for the same purchase. */
  async function openPage(
    owner: OwnerId,
    { wanted, reusedMs, returnPath, cancelPath, order }: WantedPage,
  ): Promise<HostedPage> {
    const { customerId, email } = await ensureCustomer(owner)
    const checkout = await reserveCheckout(owner, customerId, wanted, reusedMs)
    if (checkout.session_id && checkout.session_url)
      return answerPage(checkout.session_id, checkout.session_url)
    const urls = { returnUrl: deps.publicUrl() + returnPath, cancelUrl: deps.publicUrl() + cancelPath }
    try {
      const page = await orRefuse(() =>
        payment.openPage({ ownerId: owner, email, customerId }, order(checkout.id), urls),
      )
      const session = { session_id: page.id, session_url: page.url, expires_at: page.expiresAt }
      await store.setSession(db, owner, checkout.id, session)
      return answerPage(page.id, page.url)
    } catch (error) {
      // Stripe replays its answer for an idempotency key, errors included, so the next try needs a new one.
      await store.closeCheckouts(db, owner, { ids: [checkout.id], at: isoNow(clock) })
      throw error
    }
  }

  /**
   * Returns the open checkout for the same purchase, or a new one. Concurrent calls get the same one, and the provider
   * opens one page for its id, so no lock is held while the provider is asked.
   */
  const reserveCheckout = (owner: OwnerId, customer_id: string, wanted: string, reusedMs: number) =>
    db.transaction(async (tx) => {
      await store.lockCustomer(tx, scope, { customer_id })
      const fromNow = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()
      const open = { wanted, since: fromNow(-reusedMs), now: isoNow(clock) }
      const found = await store.findOpenCheckout(tx, owner, open)
      if (found) return found
      const made = {
        id: randomUUID(),
        customer_id,
        wanted,
        session_id: null,
        session_url: null,
        created_at: isoNow(clock),
        expires_at: fromNow(PAGE_ASKED_MS),
      }
      await store.insertCheckout(tx, owner, made)
      return made
    })

  const answerPage = (sessionId: string, sessionUrl: string): HostedPage => ({
    sessionId,
    sessionUrl,
    publishableKey: payment.publishableKey,
  })

  async function changeSubscription(owner: OwnerId, subscriptionId: string, change: SubscriptionChange) {
    await orRefuse(() => payment.change({ subscriptionId, change }))
    await readHeld(owner)
    return getBilling(owner)
  }

  async function getBilling(owner: OwnerId): Promise<BillingState> {
    const user = await deps.accounts.getUser(db, owner)
    const customer = await store.findCustomerOf(db, owner, payment.provider)
    const held = customer && (await store.findSubscription(db, owner, customer.customer_id))
    return {
      plans: sellsPlans ? listOffers(deps.plans, payment.prices) : [],
      packages: sellsPlans ? [...tokenPackages] : [],
      current_plan: user.subscription_plan,
      ...describeHeld(held),
      is_test_mode: payment.provider === 'embedded',
    }
  }

  return {
    sellsPlans,
    settings: { sells_plans: sellsPlans, plans: sellsPlans ? listPrices(deps.plans) : [] },
    getBilling,

    async createCheckout(owner: OwnerId, { priceId }: { priceId: string }): Promise<HostedPage> {
      const plan = findPlan(payment.prices, priceId) ?? refuse('billing.invalid_plan')
      const held = await readHeld(owner)
      const { subscription_plan } = await deps.accounts.getUser(db, owner)
      const check = checkPurchase(subscription_plan, held, plan)
      if (check.fault) return refuse(check.fault)
      return openPage(owner, {
        wanted: `plan:${plan}:${check.upgrades ?? 'new'}`,
        reusedMs: PLAN_PAGE_REUSED_MS,
        returnPath: '/checkout?success=true',
        cancelPath: '/settings?tab=subscription',
        order: (reference) =>
          check.upgrades
            ? { kind: 'upgrade', plan, reference, subscriptionId: check.upgrades }
            : { kind: 'plan', plan, reference },
      })
    },

    purchaseTokens: (owner: OwnerId, { tokenPackage: pack }: { tokenPackage: TokenPackageId }) =>
      openPage(owner, {
        wanted: `pack:${pack}`,
        reusedMs: PACK_PAGE_REUSED_MS,
        returnPath: '/settings?tab=tokens&purchased=true',
        cancelPath: '/settings?tab=tokens',
        order: (reference) => ({ kind: 'pack', pack, reference }),
      }),

    async openPortal(owner: OwnerId): Promise<{ data: { url: string }; url: string }> {
      const { customerId, email } = await ensureCustomer(owner)
      const returnUrl = `${deps.publicUrl()}/settings?tab=subscription`
      const page = await orRefuse(() =>
        payment.openPage(
          { ownerId: owner, email, customerId },
          { kind: 'portal' },
          { returnUrl, cancelUrl: returnUrl },
        ),
      )
      return { data: { url: page.url }, url: page.url }
    },

    async downgrade(owner: OwnerId, { plan }: { plan: 'free' | 'basic' }): Promise<BillingState> {
      const held = await readHeld(owner)
      const fault = findDowngradeFault(held, plan)
      if (fault || !held) return refuse(fault ?? 'billing.no_subscription')
      return changeSubscription(owner, held.subscription_id, { kind: 'downgrade', plan })
    },

    async undoDowngrade(owner: OwnerId): Promise<BillingState> {
      const held = await readHeld(owner)
      if (!held?.pending_plan) return refuse('billing.nothing_waits')
      return changeSubscription(owner, held.subscription_id, { kind: 'undo' })
    },

    /** For an account that is deleted. Refuses if the provider can't be reached. */
    async endSubscription(owner: OwnerId): Promise<void> {
      const customer = await store.findCustomerOf(db, owner, payment.provider)
      const known = customer && (await store.findSubscription(db, owner, customer.customer_id))
      if (!known || known.status === 'ended') return
      // An earlier attempt may have ended it already.
      const held = await readHeld(owner)
      if (!held || held.status === 'ended') return
      await orRefuse(() => payment.change({ subscriptionId: held.subscription_id, change: { kind: 'end' } }))
    },

    async refresh(owner: OwnerId): Promise<BillingState> {
      await readHeld(owner)
      return getBilling(owner)
    },

    async readPayPage(owner: OwnerId, id: string): Promise<PayPage> {
      return (await payment.pages?.read(id, owner)) ?? refuse('billing.page_not_found')
    },

    /** Presses a button of the test checkout; the result arrives as an event, as from a provider. */
    async pressPayPage(owner: OwnerId, id: string, action: PayAction): Promise<PayPage> {
      const pressed = (await payment.pages?.press(id, owner, action)) ?? refuse('billing.page_not_found')
      if (pressed.event) {
        await deps.events.receive(pressed.event.raw, pressed.event.signature)
        await readHeld(owner)
      }
      if (pressed.page.status === 'cancelled')
        await store.closeCheckouts(db, owner, { ids: [id], at: isoNow(clock) })
      return pressed.page
    },
  }
}

export type Billing = ReturnType<typeof createBilling>

interface WantedPage {
  wanted: string
  reusedMs: number
  returnPath: string
  cancelPath: string
  order: (reference: string) => PageOrder
}

const findPlan = (prices: Record<PaidPlan, string>, priceId: string): PaidPlan | undefined =>
  paidPlan.options.find((plan) => prices[plan] === priceId)

function describeHeld(held: store.Subscription | null) {
  const isRunning = held !== null && held.status !== 'ended' && held.status !== 'incomplete'
  const isWaiting = isRunning && held.pending_plan && held.pending_at
  const isLate = isRunning && held.status === 'past_due' && held.past_due_since
  return {
    has_subscription: isRunning,
    renews_at: isRunning ? held.period_end : null,
    pending_change: isWaiting ? { plan: held.pending_plan!, at: held.pending_at! } : null,
    grace_until: isLate ? graceEnd(held.past_due_since!) : null,
  }
}

/** Refuses if the provider fails; the user can try again. */
async function orRefuse<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof PaymentFailure) return refuse('billing.provider_failed')
    throw error
  }
}
