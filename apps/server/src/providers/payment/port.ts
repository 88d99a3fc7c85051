import type { PaidPlan, PayAction, PayPage, TokenPackageId } from '@goldpan/contract/billing'

/** Whom a hosted page is for. `customerId` is null until the provider knows them. */
export interface Buyer {
  ownerId: string
  email: string
  customerId: string | null
}

/** What a hosted page does. `reference` is our own id; it comes back with what was bought. */
export type PageOrder =
  | { kind: 'plan'; plan: PaidPlan; reference: string }
  | { kind: 'pack'; pack: TokenPackageId; reference: string }
  | { kind: 'upgrade'; subscriptionId: string; plan: PaidPlan; reference: string }
  | { kind: 'portal' }

export interface HostedPageAnswer {
  id: string
  url: string
  /** ISO 8601 in UTC: after this nothing can be bought there. */
  expiresAt: string
}

export interface PaidSubscription {
  id: string
  reference: string | null
  /** null when its price is none of ours. */
  plan: PaidPlan | null
  status: 'incomplete' | 'active' | 'past_due' | 'ended'
  created_at: string
  period_end: string
  /** What happens at the end of the period instead of renewing. */
  pending: { plan: 'free' | PaidPlan; at: string } | null
  past_due_since: string | null
}

export interface ReceivedPayment {
  id: string
  reference: string | null
  /** Set when it bought a pack. */
  pack: TokenPackageId | null
  amount_cents: number
  /** Refunded, or held back by a dispute that is open or lost. */
  returned_cents: number
  paid_at: string
}

/** Everything that counts about a customer at the provider, as it is now. */
export interface PaymentAccount {
  subscriptions: PaidSubscription[]
  payments: ReceivedPayment[]
}

/** A genuine event: that something happened to a customer. What it is, is read back. */
export interface PaymentEvent {
  id: string
  type: string
  customerId: string | null
  /** Events about disputes and refunds name the payment only. */
  paymentId: string | null
}

export type SubscriptionChange =
  /** At the end of the period. */
  | { kind: 'downgrade'; plan: 'free' | PaidPlan }
  | { kind: 'undo' }
  /** Now, with the unused time credited. */
  | { kind: 'end' }

/**
 * A payment provider. Cards are entered on its hosted pages only. Its methods throw PaymentFailure when it can't
 * be asked or refuses; every one may be repeated without doing anything twice.
 */
export interface Payment {
  provider: 'embedded' | 'stripe'
  publishableKey: string
  /** The price id of each plan that is sold. */
  prices: Record<PaidPlan, string>

  /** Makes the buyer known; the same owner gives the same customer. */
  ensureCustomer(buyer: Omit<Buyer, 'customerId'>): Promise<string>
  /** Opens a hosted page. `returnUrl` is where it leads after success, `cancelUrl` otherwise. */
  openPage(
    buyer: Buyer & { customerId: string },
    order: PageOrder,
    urls: { returnUrl: string; cancelUrl: string },
  ): Promise<HostedPageAnswer>
  readAccount(customerId: string): Promise<PaymentAccount>
  /** Changes a subscription, or gives a payment's money back. */
  change(order: ChangeOrder): Promise<void>
  /** Checks the signature over the raw bytes of an event. @throws ForgedEvent */
  readEvent(raw: Buffer, signature: string): PaymentEvent
  /** Only the embedded test checkout has pages of its own. */
  pages?: PayPages
}

export type ChangeOrder =
  | { subscriptionId: string; change: SubscriptionChange }
  | { paymentId: string; refundCents: number; reason: string }

/** The pages of the embedded test checkout; null for a page that is not there or not this customer's. */
export interface PayPages {
  read(pageId: string, ownerId: string): Promise<PayPage | null>
  /** Presses a button and answers the signed event that tells of it, if anything happened. */
  press(
    pageId: string,
    ownerId: string,
    action: PayAction,
  ): Promise<{ page: PayPage; event: { raw: Buffer; signature: string } | null } | null>
}

/** The provider can't be asked or refused; nothing was changed, or the same call may be repeated. */
export class PaymentFailure extends Error {}

/** An event whose signature is wrong, missing or too old. */
export class ForgedEvent extends Error {}
