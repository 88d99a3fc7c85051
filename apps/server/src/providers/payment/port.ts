import type { PayAction, PayPage, TokenPackageId } from '@goldpan/contract/billing'
import type { PaidPlan } from '@goldpan/contract/plans'

/** The person who pays. `customerId` is null until the provider knows them. */
export interface Buyer {
  ownerId: string
  email: string
  customerId: string | null
}

/** The purpose of a hosted page. `reference` is our id; the provider returns it with what was bought. */
export type PageOrder =
  | { kind: 'plan'; plan: PaidPlan; reference: string }
  | { kind: 'pack'; pack: TokenPackageId; reference: string }
  | { kind: 'upgrade'; subscriptionId: string; plan: PaidPlan; reference: string }
  | { kind: 'portal' }

export interface HostedPageAnswer {
  id: string
  url: string
  /** When the page stops working; ISO 8601 in UTC. */
  expiresAt: string
}

/** A subscription as the provider has it. All times are in ISO 8601. */
export interface PaidSubscription {
  id: string
  reference: string | null
  /** Null if its price isn't one of ours. */
  plan: PaidPlan | null
  status: 'incomplete' | 'active' | 'past_due' | 'ended'
  created_at: string
  period_end: string
  /** The change at the end of the period. */
  pending: { plan: 'free' | PaidPlan; at: string } | null
  past_due_since: string | null
}

/** A payment as the provider has it. Amounts are in US cents. */
export interface ReceivedPayment {
  id: string
  reference: string | null
  /** Null unless it paid for a token pack. */
  pack: TokenPackageId | null
  amount_cents: number
  /** Refunded, or withheld by a dispute that is open or lost. */
  returned_cents: number
  /** ISO 8601. */
  paid_at: string
}

/** A customer's current state at the provider. */
export interface PaymentAccount {
  subscriptions: PaidSubscription[]
  payments: ReceivedPayment[]
}

/** A verified event. It only says that something changed; the state is read back. */
export interface PaymentEvent {
  id: string
  type: string
  customerId: string | null
  /** Set on events about disputes and refunds, which don't name the customer. */
  paymentId: string | null
}

export type SubscriptionChange =
  /** At the end of the period. */
  | { kind: 'downgrade'; plan: 'free' | PaidPlan }
  | { kind: 'undo' }
  /** Immediately, crediting unused time. */
  | { kind: 'end' }

/**
 * A payment provider. Card details are entered on its hosted pages only. Methods throw PaymentFailure if the provider
 * can't be reached or refuses, and are idempotent.
 */
export interface Payment {
  /** `off` has no customers. */
  provider: 'embedded' | 'stripe' | 'off'
  publishableKey: string
  /** Price ids of the plans. */
  prices: Record<PaidPlan, string>

  /** Creates the customer; the same owner gets the same customer. */
  ensureCustomer(buyer: Omit<Buyer, 'customerId'>): Promise<string>
  /** Opens a hosted page, which leads to `returnUrl` after success and otherwise to `cancelUrl`. */
  openPage(
    buyer: Buyer & { customerId: string },
    order: PageOrder,
    urls: { returnUrl: string; cancelUrl: string },
  ): Promise<HostedPageAnswer>
  readAccount(customerId: string): Promise<PaymentAccount>
  /** Changes a subscription, or refunds a payment. */
  change(order: ChangeOrder): Promise<void>
  /** Verifies the signature of an event's raw bytes. @throws ForgedEvent */
  readEvent(raw: Buffer, signature: string): PaymentEvent
  /** Pages of the embedded test checkout; undefined for real providers. */
  pages?: PayPages
}

export type ChangeOrder =
  | { subscriptionId: string; change: SubscriptionChange }
  | { paymentId: string; refundCents: number; reason: string }

/** Pages of the embedded test checkout. Null if the page doesn't exist or belongs to someone else. */
export interface PayPages {
  read(pageId: string, ownerId: string): Promise<PayPage | null>
  /** Presses a button. Returns the page and the signed event, if it caused one. */
  press(
    pageId: string,
    ownerId: string,
    action: PayAction,
  ): Promise<{ page: PayPage; event: { raw: Buffer; signature: string } | null } | null>
}

/** The provider can't be reached, or refused. Safe to retry. */
export class PaymentFailure extends Error {}

/** The signature is wrong, missing or too old. */
export class ForgedEvent extends Error {}
