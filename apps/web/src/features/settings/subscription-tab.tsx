/** Filled by the billing screens. */
export function SubscriptionTab() {
  return null
}
