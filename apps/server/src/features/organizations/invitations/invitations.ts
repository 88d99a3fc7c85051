import { randomBytes } from 'node:crypto'
import {
  canHoldOrganizations,
  type GivenRole,
  INVITATION_DAYS,
  MEMBERS_MAX,
  type OrganizationDetail,
  type OrganizationRole,
} from '@goldpan/contract/organizations'
import type { Db } from '../../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../../db/owner.ts'
import { refuse } from '../../../http/refuse.ts'
import { isoNow } from '../../../providers/clock/port.ts'
import { hashToken } from '../../accounts/sessions/sessions.ts'
import { invitationLetter } from '../organizations.mail.ts'
import { expiryOf, findManageFault, isExpired } from '../organizations.rules.ts'
import { insertMember, listMembers, lockOrganization } from '../organizations.store.ts'
import type { Entered, OrganizationParts } from '../organizations.ts'
import * as store from './invitations.store.ts'

const scope = systemScope('an invitation is found by its secret token')

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Asking people in, by mail. */
export function createInvitations(parts: OrganizationParts) {
  const { db, clock, accounts, letters, sessions, enter, read } = parts

  async function requireRoom(tx: Db, owner: OwnerId, email: string): Promise<void> {
    const members = await listMembers(owner, tx)
    if (members.some((member) => isSame(member.email, email))) refuse('organizations.is_member')
    const others = (await store.listInvitations(owner, tx)).filter((sent) => !isSame(sent.email, email))
    if (members.length + others.length >= MEMBERS_MAX) refuse('organizations.full')
  }

  function requireManage(own: OrganizationRole, roles: GivenRole[]): void {
    const fault = findManageFault(own, roles)
    if (fault) refuse(fault)
  }

  /** The roles of open invitations: who may not give a role may not take it back either. */
  async function rolesOf(tx: Db, owner: OwnerId, matches: (sent: store.Invitation) => boolean) {
    const sent = await store.listInvitations(owner, tx)
    return sent.filter((one) => matches(one) && !isExpired(one, clock.now())).map(({ role }) => role)
  }

  function requireMay(entered: Entered, roles: GivenRole[]): void {
    requireManage(entered.role, roles)
    // A frozen organization changes nothing but who is in it, and only downwards.
    if (!canHoldOrganizations(entered.payer_plan)) refuse('organizations.frozen')
  }

  async function findOpen(tx: Db, person: OwnerId, token: string) {
    const found = await store.findByToken(scope, tx, hashToken(token))
    if (!found || isExpired(found.invitation, clock.now())) return refuse('organizations.invitation_unknown')
    const user = await accounts.getUser(person, tx)
    if (!isSame(user.email, found.invitation.email)) refuse('organizations.other_address')
    return found
  }

  return {
    async invite(
      person: OwnerId,
      id: string,
      { email, role }: { email: string; role: GivenRole },
    ): Promise<OrganizationDetail> {
      await db.transaction(async (tx) => {
        const entered = await enter(tx, person, id)
        const replaced = await rolesOf(tx, entered.owner, (sent) => isSame(sent.email, email))
        requireMay(entered, [role, ...replaced])
        await requireRoom(tx, entered.owner, email)
        const token = randomBytes(32).toString('base64url')
        await store.replaceInvitation(entered.owner, tx, {
          ...{ email, role, token_hash: hashToken(token), invited_by: person },
          ...{ created_at: isoNow(clock), expires_at: expiryOf(clock.now(), INVITATION_DAYS) },
        })
        const { first_name, last_name } = await accounts.getUser(person, tx)
        await letters.send(
          tx,
          invitationLetter(email, {
            ...{ organization: entered.name, invitedBy: `${first_name} ${last_name}` },
            ...{ role, publicUrl: parts.publicUrl(), token },
          }),
        )
      })
      return read(person, id)
    },

    async withdraw(person: OwnerId, id: string, invitationId: string): Promise<OrganizationDetail> {
      await db.transaction(async (tx) => {
        const { owner, role } = await enter(tx, person, id)
        requireManage(role, ['member', ...(await rolesOf(tx, owner, (sent) => sent.id === invitationId))])
        await store.deleteInvitation(owner, tx, invitationId)
      })
      return read(person, id)
    },

    async readInvitation(person: OwnerId, token: string) {
      const { invitation, organization } = await findOpen(db, person, token)
      return { organization, email: invitation.email, role: invitation.role }
    },

    /** Makes the person a member, once, and lets their session work for the organization. */
    async join(person: OwnerId, token: string, sessionToken: string): Promise<void> {
      const organizationId = await db.transaction(async (tx) => {
        const owner = asOwner((await findOpen(tx, person, token)).invitation.organization_id)
        await lockOrganization(owner, tx)
        // It may have been withdrawn while waiting for the lock.
        const { invitation } = await findOpen(tx, person, token)
        await insertMember(owner, tx, {
          ...{ user_id: person, role: invitation.role },
          joined_at: isoNow(clock),
        })
        await store.deleteInvitation(owner, tx, invitation.id)
        return invitation.organization_id
      })
      await sessions.workFor(person, sessionToken, organizationId)
    },
  }
}
