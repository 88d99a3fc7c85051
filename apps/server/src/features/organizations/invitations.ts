import { randomBytes } from 'node:crypto'
import {
  canHoldOrganizations,
  type GivenRole,
  INVITATION_DAYS,
  MEMBERS_MAX,
  type OrganizationDetail,
} from '@goldpan/contract/organizations'
import type { Database, Db } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import type { RateLimits } from '../../http/rate-limits.ts'
import { refuse } from '../../http/refuse.ts'
import type { Letters } from '../../letters/letters.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { hashToken, type Sessions } from '../accounts/sessions.ts'
import { invitationLetter } from './organizations.mail.ts'
import { isOver, requireManage } from './organizations.rules.ts'
import * as store from './organizations.store.ts'

export interface InvitationsDeps {
  db: Database
  clock: Clock
  systemClock: Clock
  accounts: Pick<Accounts, 'getUser'>
  letters: Letters
  limits: Pick<RateLimits, 'take' | 'giveBack'>
  sessions: Pick<Sessions, 'workFor'>
  publicUrl: () => string
  /** Locks the organization and returns the person's membership; refuses if there is none. */
  enter: (tx: Db, person: OwnerId, organizationId: string) => Promise<Entered>
  read: (person: OwnerId, organizationId: string) => Promise<OrganizationDetail>
}

/** A membership whose organization is locked. */
export interface Entered extends store.Membership {
  /** The organization as owner of rows. */
  owner: OwnerId
}

/** Invitations per address and hour, from all organizations together. */
const INVITATIONS_PER_ADDRESS = { points: 5, seconds: 3600 }
const DAY_MS = 86_400_000

const scope = systemScope('an invitation is found by its secret token')

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Invites people by mail. */
export function createInvitations(deps: InvitationsDeps) {
  const { db, clock, systemClock, accounts, letters, limits, sessions, enter, read } = deps

  async function requireRoom(tx: Db, owner: OwnerId, email: string): Promise<void> {
    const members = await store.listMembers(tx, owner)
    if (members.some((member) => isSame(member.email, email))) refuse('organizations.is_member')
    const others = (await store.listInvitations(tx, owner)).filter((sent) => !isSame(sent.email, email))
    if (members.length + others.length >= MEMBERS_MAX) refuse('organizations.full')
  }

  /** Roles of open invitations: replacing or withdrawing one requires the right to give its role. */
  async function rolesOf(tx: Db, owner: OwnerId, matches: (sent: store.Invitation) => boolean) {
    const members = await store.listMembers(tx, owner)
    const sent = await store.listInvitations(tx, owner)
    return sent
      .filter((one) => matches(one) && !isOver(one, members, systemClock.now()))
      .map(({ role }) => role)
  }

  function requireInvite(entered: Entered, roles: GivenRole[]): void {
    requireManage(entered.role, roles)
    // A frozen organization may only lose members.
    if (entered.payer_suspended_at) refuse('organizations.suspended')
    if (!canHoldOrganizations(entered.payer_plan)) refuse('organizations.frozen')
  }

  async function findOpen(tx: Db, person: OwnerId, token: string) {
    const found = await store.findInvitation(tx, scope, hashToken(token))
    if (!found) return refuse('organizations.invitation_unknown')
    const members = await store.listMembers(tx, asOwner(found.invitation.organization_id))
    if (isOver(found.invitation, members, systemClock.now())) refuse('organizations.invitation_unknown')
    const user = await accounts.getUser(tx, person)
    if (!isSame(user.email, found.invitation.email)) refuse('organizations.other_address')
    const owner = members.find(({ role }) => role === 'owner')
    if (owner?.suspended_at) refuse('organizations.invitation_suspended')
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
        requireInvite(entered, [role, ...replaced])
        await requireRoom(tx, entered.owner, email)
        const token = randomBytes(32).toString('base64url')
        await store.replaceInvitation(tx, entered.owner, {
          email,
          role,
          token_hash: hashToken(token),
          invited_by: person,
          created_at: isoNow(clock),
          expires_at: new Date(systemClock.now().getTime() + INVITATION_DAYS * DAY_MS).toISOString(),
        })
        const { first_name, last_name } = await accounts.getUser(tx, person)
        await letters.send(
          tx,
          invitationLetter(email, {
            organization: entered.name,
            invitedBy: `${first_name} ${last_name}`,
            role,
            publicUrl: deps.publicUrl(),
            token,
          }),
          { askedBy: person },
        )
      })
      // Only invitations that are mailed count.
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

    /** Switches the person's session to the organization. */
    async join(person: OwnerId, token: string, sessionToken: string): Promise<void> {
      const organizationId = await db.transaction(async (tx) => {
        const sent = await store.findInvitation(tx, scope, hashToken(token))
        // Concurrent requests may withdraw the invitation or remove its sender.
        if (sent) await store.lockOrganization(tx, asOwner(sent.invitation.organization_id))
        const { invitation, isFrozen } = await findOpen(tx, person, token)
        if (isFrozen) refuse('organizations.frozen')
        const owner = asOwner(invitation.organization_id)
        await store.insertMember(tx, owner, {
          user_id: person,
          role: invitation.role,
          joined_at: isoNow(clock),
        })
        await store.deleteInvitation(tx, owner, invitation.id)
        return invitation.organization_id
      })
      await sessions.workFor(person, sessionToken, organizationId)
    },
  }
}
