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
import { expiryOf, findManageFault, INVITATIONS_PER_ADDRESS, isOver } from '../organizations.rules.ts'
import { insertMember, listMembers, lockOrganization } from '../organizations.store.ts'
import type { Entered, OrganizationParts } from '../organizations.ts'
import * as store from './invitations.store.ts'

const scope = systemScope('an invitation is found by its secret token')

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Asking people in, by mail. */
export function createInvitations(parts: OrganizationParts) {
  const { db, clock, accounts, letters, limits, sessions, enter, read } = parts

  async function requireRoom(tx: Db, owner: OwnerId, email: string): Promise<void> {
    const members = await listMembers(tx, owner)
    if (members.some((member) => isSame(member.email, email))) refuse('organizations.is_member')
    const others = (await store.listInvitations(tx, owner)).filter((sent) => !isSame(sent.email, email))
    if (members.length + others.length >= MEMBERS_MAX) refuse('organizations.full')
  }

  function requireManage(own: OrganizationRole, roles: GivenRole[]): void {
    const fault = findManageFault(own, roles)
    if (fault) refuse(fault)
  }

  /** The roles of open invitations: who may not give a role may not take it back either. */
  async function rolesOf(tx: Db, owner: OwnerId, matches: (sent: store.Invitation) => boolean) {
    const members = await listMembers(tx, owner)
    const sent = await store.listInvitations(tx, owner)
    return sent.filter((one) => matches(one) && !isOver(one, members, clock.now())).map(({ role }) => role)
  }

  function requireMay(entered: Entered, roles: GivenRole[]): void {
    requireManage(entered.role, roles)
    // A frozen organization changes nothing but who is in it, and only downwards.
    if (!canHoldOrganizations(entered.payer_plan)) refuse('organizations.frozen')
  }

  async function findOpen(tx: Db, person: OwnerId, token: string) {
    const found = await store.findByToken(tx, scope, hashToken(token))
    if (!found) return refuse('organizations.invitation_unknown')
    const members = await listMembers(tx, asOwner(found.invitation.organization_id))
    if (isOver(found.invitation, members, clock.now())) refuse('organizations.invitation_unknown')
    const user = await accounts.getUser(person, tx)
    if (!isSame(user.email, found.invitation.email)) refuse('organizations.other_address')
    const owner = members.find(({ role }) => role === 'owner')
    return { ...found, isFrozen: !owner || !canHoldOrganizations(owner.plan) }
  }

  return {
    async invite(
      person: OwnerId,
      id: string,
      { email, role }: { email: string; role: GivenRole },
    ): Promise<OrganizationDetail> {
      const address = email.toLowerCase()
      const wait = await limits.take('invitation-address', address, INVITATIONS_PER_ADDRESS)
      if (wait !== null) refuse('organizations.invited_too_often', { retryAfterSeconds: wait })
      const inviting = db.transaction(async (tx) => {
        const entered = await enter(tx, person, id)
        const replaced = await rolesOf(tx, entered.owner, (sent) => isSame(sent.email, email))
        requireMay(entered, [role, ...replaced])
        await requireRoom(tx, entered.owner, email)
        const token = randomBytes(32).toString('base64url')
        await store.replaceInvitation(tx, entered.owner, {
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
          { askedBy: person },
        )
      })
      // Only what is mailed counts.
      await inviting.catch(async (error: unknown) => {
        await limits.giveBack('invitation-address', address)
        throw error
      })
      return read(person, id)
    },

    async withdraw(person: OwnerId, id: string, invitationId: string): Promise<OrganizationDetail> {
      await db.transaction(async (tx) => {
        const { owner, role } = await enter(tx, person, id)
        requireManage(role, ['member', ...(await rolesOf(tx, owner, (sent) => sent.id === invitationId))])
        await store.deleteInvitation(tx, owner, invitationId)
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
        const sent = await store.findByToken(tx, scope, hashToken(token))
        // It may be withdrawn, or its sender removed, at this moment.
        if (sent) await lockOrganization(tx, asOwner(sent.invitation.organization_id))
        const { invitation, isFrozen } = await findOpen(tx, person, token)
        if (isFrozen) refuse('organizations.frozen')
        const owner = asOwner(invitation.organization_id)
        await insertMember(tx, owner, {
          ...{ user_id: person, role: invitation.role },
          joined_at: isoNow(clock),
        })
        await store.deleteInvitation(tx, owner, invitation.id)
        return invitation.organization_id
      })
      await sessions.workFor(person, sessionToken, organizationId)
    },
  }
}
