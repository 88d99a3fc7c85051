import type { SessionUser } from '@goldpan/contract/accounts'
import type { RefusalName } from '@goldpan/contract/refusals'
import type { AccountToken, User } from './accounts.store.ts'

const HOUR_MS = 3_600_000

/** How long a link of a mail works. */
export const TOKEN_LIFETIME_MS = {
  signup: 24 * HOUR_MS,
  recovery: HOUR_MS,
  email_change: 24 * HOUR_MS,
} as const

/** Login attempts: an address, and everything from one source, in a quarter of an hour. */
export const LOGINS_PER_ADDRESS = { points: 10, seconds: 900 }
export const LOGINS_PER_SOURCE = { points: 100, seconds: 900 }

/** Letters with a new password's link that an address gets in an hour; more requests are answered and ignored. */
export const RESETS_PER_ADDRESS = { points: 5, seconds: 3600 }

/** Letters to an address that somebody wants for their account, in an hour and from all accounts together. */
export const CHANGES_PER_ADDRESS = { points: 5, seconds: 3600 }

/** The same letter is not sent again when asked for within this while: a double click asks twice. */
export const DOUBLE_CLICK_MS = 300

/** Why a token of a mail can't be used, or null when it can. */
export function findTokenFault(
  token: AccountToken | null,
  type: AccountToken['type'],
  now: Date,
): RefusalName | null {
  if (!token || token.type !== type || token.revoked_at) return 'accounts.token_unknown'
  if (token.used_at) return 'accounts.token_used'
  return new Date(token.expires_at) <= now ? 'accounts.token_expired' : null
}

export const toSessionUser = (user: User): SessionUser => ({
  id: user.id,
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  subscription_plan: user.subscription_plan,
})
