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

/** Letters with a new password's link that an address gets in an hour; more requests are answered and ignored. */
export const RESETS_PER_ADDRESS = { points: 5, seconds: 3600 }

/** Letters to an address that somebody wants for their account, in an hour and from all accounts together. */
export const CHANGES_PER_ADDRESS = { points: 5, seconds: 3600 }

/** The same letter is not sent again when asked for within this while: a double click asks twice. */
export const DOUBLE_CLICK_MS = 300

/** A token of a mail, and its user as they are now. */
export interface FoundToken {
  token: AccountToken
  user: User
}

/** Why a token of a mail can't be used, or null when it can. */
export function findTokenFault(
  found: FoundToken | null,
  type: AccountToken['type'],
  now: Date,
): RefusalName | null {
  if (!found || found.token.type !== type || found.token.revoked_at) return 'accounts.token_unknown'
  if (found.token.used_at) return 'accounts.token_used'
  if (!isStillMeant(found)) return 'accounts.token_unknown'
  return new Date(found.token.expires_at) <= now ? 'accounts.token_expired' : null
}

/** Why a change of address can't be stopped any more, or null when it can. */
export function findStopFault(found: FoundToken | null, now: Date): RefusalName | null {
  if (found?.token.type !== 'email_change') return 'accounts.token_unknown'
  if (found.token.used_at) return 'accounts.change_confirmed'
  const isOver = found.token.revoked_at !== null || new Date(found.token.expires_at) <= now
  return isOver || !isStillMeant(found) ? 'accounts.change_over' : null
}

/** Whether the address that a token was mailed to is still the account's, or still the one that it waits for. */
function isStillMeant({ token, user }: FoundToken): boolean {
  const meant = token.type === 'email_change' ? user.pending_email : user.email
  return user.deleting_at === null && token.email.toLowerCase() === meant?.toLowerCase()
}

export const toSessionUser = (user: User): SessionUser => ({
  id: user.id,
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  subscription_plan: user.subscription_plan,
})
