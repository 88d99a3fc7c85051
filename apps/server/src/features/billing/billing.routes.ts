import { billingRoutes } from '@goldpan/contract/billing'
import type { Binder } from '../../http/bind.ts'
import type { Billing } from './billing.ts'
import type { BillingEvents } from './billing-events.ts'

export function bindBilling(bind: Binder, billing: Billing): void {
  bind(billingRoutes.billingSettings, () => billing.settings)
  bind(billingRoutes.getBilling, ({ owner }) => billing.getBilling(owner))
  if (billing.sellsPlans) bindPurchases(bind, billing)
}

function bindPurchases(bind: Binder, billing: Billing): void {
  bind(billingRoutes.createCheckout, ({ owner, body }) => billing.createCheckout(owner, body))
  bind(billingRoutes.purchaseTokens, ({ owner, body }) => billing.purchaseTokens(owner, body))
  bind(billingRoutes.openPortal, ({ owner }) => billing.openPortal(owner))
  bind(billingRoutes.downgrade, ({ owner, body }) => billing.downgrade(owner, body))
  bind(billingRoutes.undoDowngrade, ({ owner }) => billing.undoDowngrade(owner))
  bind(billingRoutes.refresh, ({ owner }) => billing.refresh(owner))
  bind(billingRoutes.getPayPage, ({ owner, params }) => billing.readPayPage(owner, params.pageId))
  bind(billingRoutes.actOnPayPage, ({ owner, params, body }) =>
    billing.pressPayPage(owner, params.pageId, body.action),
  )
}

/** Needs a server that keeps raw bodies: the signature covers their bytes. */
export function bindBillingWebhook(bind: Binder, events: BillingEvents): void {
  bind(billingRoutes.webhook, async ({ caller: { request } }) => {
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    await events.receive(raw, String(request.headers['stripe-signature'] ?? ''))
    return { received: true as const }
  })
}
