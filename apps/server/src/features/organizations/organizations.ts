import { randomUUID } from 'node:crypto'
import {
  canHoldOrganizations,
  type GivenRole,
  ORGANIZATIONS_MAX,
  type Organization,
  type OrganizationDetail,
  type OrganizationRole,
  type Organizations as OrganizationsAnswer,
  organizationMessages,
} from '@goldpan/contract/organizations'
import { z } from 'zod'
import type { Database, Db } from '../../db/database.ts'
import { listOwnedFiles } from '../../db/owned-rows.store.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import type { RateLimits } from '../../http/rate-limits.ts'
import { refuse } from '../../http/refuse.ts'
import type { Letters } from '../../letters/letters.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Files } from '../../providers/files/port.ts'
import { defineJob, type Jobs } from '../../providers/jobs/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Sessions } from '../accounts/sessions.ts'
import { createInvitations, type Entered } from './invitations.ts'
import { listMembers } from './members.ts'
import { isOver, requireManage } from './organizations.rules.ts'
import * as store from './organizations.store.ts'

export const eraseOrganizationJob = defineJob({
  name: 'erase-organization',
  ownerOf: ({ organization }) => organization,
  retryLimit: 10,
  payload: z.object({ organization: z.uuid() }),
})

export interface OrganizationsDeps {
  db: Database
  clock: Clock
  systemClock: Clock
  files: Pick<Files, 'remove'>
  jobs: Pick<Jobs, 'enqueue'>
  letters: Letters
  limits: Pick<RateLimits, 'take' | 'giveBack'>
  accounts: Pick<Accounts, 'getUser' | 'addOwner' | 'handOver' | 'eraseOwner'>
  sessions: Pick<Sessions, 'findUser' | 'workFor'>
  publicUrl: () => string
  sellsPlans: boolean
  /** Stops each feature's running work when an organization is erased. */
  endWork: readonly ((tx: Db, owner: OwnerId) => Promise<void>)[]
  /** Ends what a member brought along when they leave, such as access to their mailboxes. */
  endMembership: readonly ((tx: Db, owner: OwnerId, person: string) => Promise<void>)[]
}

const scope = systemScope('an organization is erased after its last member is out')

export function createOrganizations(deps: OrganizationsDeps) {
  const { db, clock, systemClock, accounts, sessions } = deps

  async function enter(tx: Db, person: OwnerId, organizationId: string): Promise<Entered> {
    const found = await store.findMembership(tx, person, organizationId)
    if (!found) return refuse('organizations.not_found')
    const owner = asOwner(found.id)
    await store.lockOrganization(tx, owner)
    // The membership may have changed while waiting for the lock.
    const membership = await store.findMembership(tx, person, organizationId)
    return membership ? { ...membership, owner } : refuse('organizations.not_found')
  }

  async function read(person: OwnerId, organizationId: string): Promise<OrganizationDetail> {
    const found = await store.findMembership(db, person, organizationId)
    if (!found) return refuse('organizations.not_found')
    const owner = asOwner(found.id)
    const invitations = found.role === 'member' ? [] : await store.listInvitations(db, owner)
    const members = await store.listMembers(db, owner)
    return {
      ...toAnswer(found),
      members,
      invitations: invitations.map((sent) => ({
        ...sent,
        is_expired: isOver(sent, members, systemClock.now()),
      })),
    }
  }

  async function list(person: OwnerId, token: string): Promise<OrganizationsAnswer> {
    const user = await accounts.getUser(db, person)
    const holder = await sessions.findUser(token)
    return {
      active_id: holder?.organization?.id ?? null,
      can_create: canHoldOrganizations(user.subscription_plan),
      organizations: (await store.listMemberships(db, person)).map(toAnswer),
    }
  }

  async function getMember(tx: Db, owner: OwnerId, userId: string) {
    const members = await store.listMembers(tx, owner)
    return members.find(({ user_id }) => user_id === userId) ?? refuse('organizations.member_not_found')
  }

  /** Members lose access at once; the rest is erased in the background. The caller has locked the organization. */
  async function startErasure(tx: Db, owner: OwnerId): Promise<void> {
    for (const end of deps.endWork) await end(tx, owner)
    await store.updateOrganization(tx, owner, { deleting_at: isoNow(clock) })
    await store.deleteInvitations(tx, owner)
    await store.deleteMembers(tx, owner)
    await deps.jobs.enqueue(tx, eraseOrganizationJob, { organization: owner }, { key: owner })
  }

  async function endMembership(tx: Db, owner: OwnerId, userId: string): Promise<void> {
    for (const end of deps.endMembership) await end(tx, owner, userId)
    await store.deleteMember(tx, owner, userId)
  }

  /** Files first, so that a retry finds them again. */
  async function erase(id: string): Promise<void> {
    if (!(await store.isDeleting(db, scope, id))) return
    const owner = asOwner(id)
    for (const key of await listOwnedFiles(db, owner)) await deps.files.remove(key)
    await db.transaction((tx) => accounts.eraseOwner(tx, owner))
  }

  return {
    list,
    read,
    listMembers,
    ...createInvitations({ ...deps, enter, read }),

    async create(person: OwnerId, { name }: { name: string }): Promise<Organization> {
      return db.transaction(async (tx) => {
        const user = await accounts.getUser(tx, person)
        if (!canHoldOrganizations(user.subscription_plan))
          refuse(
            'organizations.needs_premium',
            deps.sellsPlans ? {} : { message: organizationMessages.askForPremium },
          )
        if ((await store.countOwned(tx, person)) >= ORGANIZATIONS_MAX) refuse('organizations.too_many')
        const owner = asOwner(randomUUID())
        const at = isoNow(clock)
        await accounts.addOwner(tx, person, owner)
        await store.insertOrganization(tx, owner, { name, created_at: at })
        await store.insertMember(tx, owner, { user_id: person, role: 'owner', joined_at: at })
        const made = await store.findMembership(tx, person, owner)
        return made ? toAnswer(made) : refuse('organizations.not_found')
      })
    },

    async switchTo(person: OwnerId, token: string, id: string | null): Promise<OrganizationsAnswer> {
      const found = id === null ? null : await store.findMembership(db, person, id)
      if (id !== null && !found) refuse('organizations.not_found')
      await sessions.workFor(person, token, found?.id ?? null)
      return list(person, token)
    },

    async rename(person: OwnerId, id: string, { name }: { name: string }): Promise<OrganizationDetail> {
      await db.transaction(async (tx) => {
        const { owner, role } = await enter(tx, person, id)
        requireRole(role, ['owner', 'admin'])
        await store.updateOrganization(tx, owner, { name })
      })
      return read(person, id)
    },

    async setRole(person: OwnerId, id: string, userId: string, role: GivenRole): Promise<OrganizationDetail> {
      await db.transaction(async (tx) => {
        const entered = await enter(tx, person, id)
        const member = await getMember(tx, entered.owner, userId)
        requireManage(entered.role, [member.role, role])
        await store.updateRole(tx, entered.owner, userId, role)
      })
      return read(person, id)
    },

    /** Takes effect at once in all sessions of the person; their work stays with the organization. */
    async removeMember(person: OwnerId, id: string, userId: string): Promise<OrganizationDetail> {
      await db.transaction(async (tx) => {
        const entered = await enter(tx, person, id)
        const member = await getMember(tx, entered.owner, userId)
        requireManage(entered.role, [member.role])
        await endMembership(tx, entered.owner, member.user_id)
      })
      return read(person, id)
    },

    async leave(person: OwnerId, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        const { owner, role } = await enter(tx, person, id)
        if (role === 'owner') refuse('organizations.owner_stays')
        await endMembership(tx, owner, person)
      })
    },

    /** The new owner's plan pays from now on; the old owner becomes an admin. */
    async handOver(person: OwnerId, id: string, userId: string): Promise<OrganizationDetail> {
      await db.transaction(async (tx) => {
        const { owner, role } = await enter(tx, person, id)
        if (role !== 'owner') refuse('organizations.not_allowed')
        const successor = await getMember(tx, owner, userId)
        if (successor.role === 'owner') return
        if (successor.suspended_at) refuse('organizations.heir_suspended')
        if (!canHoldOrganizations(successor.plan)) refuse('organizations.heir_needs_premium')
        await store.updateRole(tx, owner, person, 'admin')
        await store.updateRole(tx, owner, successor.user_id, 'owner')
        await accounts.handOver(tx, owner, asOwner(successor.user_id))
      })
      return read(person, id)
    },

    async remove(person: OwnerId, token: string, id: string): Promise<OrganizationsAnswer> {
      await db.transaction(async (tx) => {
        const { owner, role } = await enter(tx, person, id)
        requireRole(role, ['owner'])
        await startErasure(tx, owner)
      })
      return list(person, token)
    },

    /** For an account that the operator deletes: removes the organizations that the person owns. */
    async removeOwned(tx: Db, person: OwnerId): Promise<void> {
      for (const { id, role } of await store.listMemberships(tx, person)) {
        if (role !== 'owner') continue
        await store.lockOrganization(tx, asOwner(id))
        await startErasure(tx, asOwner(id))
      }
    },

    erase,

    /** Before their person is erased, whose rows are theirs, too. */
    async eraseRemoved(person: OwnerId): Promise<void> {
      for (const id of await store.listRemoved(db, person)) await erase(id)
    },

    async listOwned(person: OwnerId): Promise<OwnedOrganization[]> {
      const owned = await store.listOwned(db, person)
      return owned.map((organization) => ({ ...organization, id: asOwner(organization.id) }))
    },

    /** A person who owns organizations can't delete their account. */
    async requireNoneOwned(tx: Db, person: OwnerId): Promise<void> {
      if ((await store.countOwned(tx, person)) > 0) refuse('organizations.still_owned')
    },
  }
}

export interface OwnedOrganization {
  id: OwnerId
  name: string
  members: number
}

export type Organizations = ReturnType<typeof createOrganizations>

function requireRole(role: OrganizationRole, allowed: OrganizationRole[]): void {
  if (!allowed.includes(role)) refuse('organizations.not_allowed')
}

const toAnswer = ({
  id,
  name,
  role,
  owner_name,
  payer_plan,
  payer_suspended_at,
}: store.Membership): Organization => ({
  id,
  name,
  role,
  owner_name,
  is_frozen: !canHoldOrganizations(payer_plan),
  is_suspended: payer_suspended_at !== null,
})
