/** Equal shares within each level of completeness, so that a search can read the best places of millions first. */
export const TIER_SHARES = 16
/** Of completeness. */
export const LEVELS = 8
export const TIERS = LEVELS * TIER_SHARES

/** What the terms of a tier are marked with, or those of its whole level. */
export function tierMark(tier: number, isLevel: boolean): string {
  return isLevel ? `L${Math.floor(tier / TIER_SHARES)}` : String(tier)
}
