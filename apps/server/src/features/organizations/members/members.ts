import {
  canHoldOrganizations,
  type GivenRole,
  type OrganizationDetail,
  type OrganizationRole,
} from '@goldpan/contract/organizations'
import type { Db } from '../../../db/database.ts'
import { asOwner, type OwnerId } from '../../../db/owner.ts'
import { refuse } from '../../../http/refuse.ts'
import { findManageFault } from '../organizations.rules.ts'
import * as store from '../organizations.store.ts'
import type { OrganizationParts } from '../organizations.ts'

/** Who is in an organization, and as what. */
export function createMembers({ db, accounts, enter, read }: OrganizationParts) {
  async function getMember(owner: OwnerId, tx: Db, userId: string) {
    const members = await store.listMembers(tx, owner)
    return members.find(({ user_id }) => user_id === userId) ?? refuse('organizations.member_not_found')
  }

  function requireManage(own: OrganizationRole, roles: OrganizationRole[]): void {
    const fault = findManageFault(own, roles)
    if (fault) refuse(fault)
  }

  return {
    async setRole(person: OwnerId, id: string, userId: string, role: GivenRole): Promise<OrganizationDetail> {
      await db.transaction(async (tx) => {
        const entered = await enter(tx, person, id)
        const member = await getMember(entered.owner, tx, userId)
        requireManage(entered.role, [member.role, role])
        await store.updateRole(tx, entered.owner, userId, role)
      })
      return read(person, id)
    },

    /** The person is out at once, wherever they are logged in; what they made stays with the organization. */
    async removeMember(person: OwnerId, id: string, userId: string): Promise<OrganizationDetail> {
      await db.transaction(async (tx) => {
        const entered = await enter(tx, person, id)
        const member = await getMember(entered.owner, tx, userId)
        requireManage(entered.role, [member.role])
        await store.deleteMember(tx, entered.owner, userId)
      })
      return read(person, id)
    },

    async leave(person: OwnerId, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        const { owner, role } = await enter(tx, person, id)
        if (role === 'owner') refuse('organizations.owner_stays')
        await store.deleteMember(tx, owner, person)
      })
    },

    /** The new owner's plan pays from now on; who owned it so far stays as an admin. */
    async handOver(person: OwnerId, id: string, userId: string): Promise<OrganizationDetail> {
      await db.transaction(async (tx) => {
        const { owner, role } = await enter(tx, person, id)
        if (role !== 'owner') refuse('organizations.not_allowed')
        const heir = await getMember(owner, tx, userId)
        if (heir.role === 'owner') return
        if (!canHoldOrganizations(heir.plan)) refuse('organizations.heir_needs_premium')
        await store.updateRole(tx, owner, person, 'admin')
        await store.updateRole(tx, owner, heir.user_id, 'owner')
        await accounts.handOver(tx, owner, asOwner(heir.user_id))
      })
      return read(person, id)
    },
  }
}
