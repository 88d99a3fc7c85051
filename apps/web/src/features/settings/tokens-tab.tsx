/** Filled by the billing screens. */
export function TokensTab() {
  return null
}
