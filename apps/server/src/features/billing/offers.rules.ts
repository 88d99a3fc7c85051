import type { BillingState } from '@goldpan/contract/billing'
import {
  type Cap,
  dollars,
  type OfferedPlan,
  offeredPlans,
  type PaidPlan,
  type Plans,
  planNames,
} from '@goldpan/contract/plans'

const planExtras: Record<OfferedPlan, readonly string[]> = {
  free: [],
  basic: ['Priority support'],
  premium: ['Create business organizations', 'Priority support'],
}

const inWords = (cap: Cap, isFirst: boolean): string => {
  if (cap !== null) return cap.toLocaleString('en')
  return isFirst ? 'Unlimited' : 'unlimited'
}

export const planPriceLabel = ({ prices }: Plans, id: OfferedPlan): string =>
  `${dollars(id === 'free' ? 0 : prices[id])} per month`

export function planFeatures({ caps }: Plans, id: OfferedPlan): string[] {
  const { business_searches, email_generations, emails_sent } = caps[id]
  return [
    `${inWords(business_searches, true)} business searches per month`,
    `${inWords(email_generations, true)} email generations per month`,
    `${inWords(emails_sent, true)} emails sent per month`,
    ...planExtras[id],
  ]
}

/** For visitors. */
export const listPrices = (plans: Plans) =>
  offeredPlans.map((id) => ({
    id,
    name: planNames[id],
    price_label: planPriceLabel(plans, id),
    allowance: `${inWords(plans.caps[id].business_searches, true)} searches and ${inWords(plans.caps[id].emails_sent, false)} emails a month`,
  }))

/** `priceIds` are the payment provider's. */
export const listOffers = (plans: Plans, priceIds: Record<PaidPlan, string>): BillingState['plans'] =>
  offeredPlans.map((id) => ({
    id,
    name: planNames[id],
    price_id: id === 'free' ? null : priceIds[id],
    price_label: planPriceLabel(plans, id),
    features: planFeatures(plans, id),
  }))
