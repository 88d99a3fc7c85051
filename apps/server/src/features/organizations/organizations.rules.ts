import { canManage, type GivenRole, type OrganizationRole } from '@goldpan/contract/organizations'
import { refuse } from '../../http/refuse.ts'

interface SentInvitation {
  role: GivenRole
  invited_by: string | null
  expires_at: string
}

/** An invitation ends when it expires, or when its sender may no longer give that role. */
export function isOver(
  { role, invited_by, expires_at }: SentInvitation,
  members: readonly { user_id: string; role: OrganizationRole }[],
  now: Date,
): boolean {
  const sender = members.find(({ user_id }) => user_id === invited_by)
  return new Date(expires_at) <= now || !sender || !canManage(sender.role, role)
}

/** Refuses unless `own` may give, change and remove all of these roles. */
export function requireManage(own: OrganizationRole, roles: readonly OrganizationRole[]): void {
  if (!roles.every((role) => canManage(own, role))) refuse('organizations.not_allowed')
}
