import { canManage, type OrganizationRole } from '@goldpan/contract/organizations'
import type { RefusalName } from '@goldpan/contract/refusals'

const DAY_MS = 86_400_000

/** Invitations that an address gets in an hour, from all organizations together. */
export const INVITATIONS_PER_ADDRESS = { points: 5, seconds: 3600 }

/** When an invitation stops to work. */
export const expiryOf = (now: Date, days: number): string =>
  new Date(now.getTime() + days * DAY_MS).toISOString()

export const isExpired = (invitation: { expires_at: string }, now: Date): boolean =>
  new Date(invitation.expires_at) <= now

/** Why somebody can't give, change or take the role of another, or null when they can. */
export function findManageFault(own: OrganizationRole, roles: OrganizationRole[]): RefusalName | null {
  return roles.every((role) => canManage(own, role)) ? null : 'organizations.not_allowed'
}
