import { canManage, type GivenRole, type OrganizationRole } from '@goldpan/contract/organizations'
import type { RefusalName } from '@goldpan/contract/refusals'

const DAY_MS = 86_400_000

/** Invitations that an address gets in an hour, from all organizations together. */
export const INVITATIONS_PER_ADDRESS = { points: 5, seconds: 3600 }

/** When an invitation stops to work. */
export const expiryOf = (now: Date, days: number): string =>
  new Date(now.getTime() + days * DAY_MS).toISOString()

interface SentInvitation {
  role: GivenRole
  invited_by: string | null
  expires_at: string
}

/** An invitation ends with its time, and once whoever sent it could no longer send it. */
export function isOver(
  { role, invited_by, expires_at }: SentInvitation,
  members: readonly { user_id: string; role: OrganizationRole }[],
  now: Date,
): boolean {
  const sender = members.find(({ user_id }) => user_id === invited_by)
  return new Date(expires_at) <= now || !sender || !canManage(sender.role, role)
}

/** Why somebody can't give, change or take the role of another, or null when they can. */
export function findManageFault(own: OrganizationRole, roles: OrganizationRole[]): RefusalName | null {
  return roles.every((role) => canManage(own, role)) ? null : 'organizations.not_allowed'
}
